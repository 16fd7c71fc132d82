/**
 * Tables in a database in memory, and what may be asked and changed there. It runs in a process of its own (`database-child.ts`), for a statement
 * can take for ever and SQLite cannot be interrupted. Invariant: whatever a statement says, afterwards the tables hold what was loaded.
 */
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { failureSentence, type KnownNames } from './failure-sentence.ts'
import { FUNCTION_NAMES, type GuardMode, StatementGuard } from './guard.ts'
import { type LoadedTable, loadTable, ROWIDS } from './load-table.ts'
import { readChanges, type Written } from './run-change.ts'
import { runQuestion } from './run-question.ts'
import { defineFunctions, type StatementContext } from './sql-functions.ts'
import type { Answer, Changed, Failed, FlatTable } from './sql-table.ts'
import { quoteName, type SqlToken } from './sql-tokens.ts'
import {
  insertedNames,
  namedIn,
  type ReadStatement,
  readStatement,
  sqlFor,
  withColumns,
} from './statement-text.ts'

/** Of one text, and of one row; a file has at most half of it. */
const MOST_BYTES = 20_000_000
/** Of the whole database with what a statement builds up. */
const MOST_MEMORY_BYTES = 1_000_000_000
/** Rows that one change may add. */
const MOST_ADDED = 10_000

/** Tables of SQLite's own that it makes when somebody asks for them. */
const BUILT_IN = /^(?:sqlite_|pragma_|json)/

type Statement = Extract<ReadStatement, { readonly type: 'statement' }>

/** A statement cannot be done: a sentence. */
class Refused extends Error {}

export class TableDatabase {
  readonly db: DatabaseSync
  readonly context: StatementContext = { now: '', math: undefined }
  readonly #guard: StatementGuard
  /** By name in lower case. */
  readonly #tables = new Map<string, LoadedTable>()
  /** Why a table is not there, by name in lower case. */
  readonly #faults = new Map<string, string>()
  /** What no statement can write: where it stands, nothing was said. */
  readonly #unsaid = randomBytes(16)

  constructor() {
    this.db = new DatabaseSync(':memory:', {
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      limits: { attach: 0, length: MOST_BYTES },
    })
    // Nothing of a table goes to a file, not while it is sorted either.
    this.db.exec(`PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = ${MOST_MEMORY_BYTES}`)
    const modules = new Set(
      this.db
        .prepare('PRAGMA module_list')
        .all()
        .map(({ name }) => name),
    )
    this.#guard = new StatementGuard((name) => modules.has(name) || BUILT_IN.test(name))
    defineFunctions(this.db, this.context)
    this.db.setAuthorizer((action, first, second) => this.#guard.decide(action, first, second))
  }

  /** Puts it in the place of the table that is called so. Why one cannot be a table is told to the statement that reads it. */
  load(table: FlatTable): void {
    this.#faults.delete(table.name.toLowerCase())
    try {
      this.drop(table.name)
      this.#tables.set(
        table.name.toLowerCase(),
        loadTable(this.db, table, `x'${this.#unsaid.toString('hex')}'`),
      )
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#faults.set(table.name.toLowerCase(), `\`${table.name}\` cannot be made a table: ${why}.`)
    }
  }

  drop(name: string): void {
    if (this.#tables.delete(name.toLowerCase())) this.db.exec(`DROP TABLE ${quoteName(name)}`)
  }

  /** Runs one statement that reads `tables` alone. */
  ask(sql: string, tables: readonly string[], shown: number): Answer | Failed {
    const statement = readStatement(sql, 'ask')
    if (statement.type === 'failed') return statement
    try {
      return this.#guarded('ask', tables, statement.tokens, () =>
        runQuestion((text) => this.db.prepare(text), sqlFor(statement), shown),
      )
    } catch (error) {
      return failed(reasonOf(error))
    }
  }

  /** Tries statements that change `tables` alone, in order, and takes all back. */
  change(statements: readonly string[], tables: readonly string[]): Changed | Failed {
    const written = new Map<string, Written>()
    let at = 0
    this.db.exec('BEGIN')
    const rollBack = () => {
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
    }
    try {
      for (; at < statements.length; at++) this.#write(statements[at] ?? '', tables, written)
      return readChanges(this.db, [...written.values()], rollBack)
    } catch (error) {
      const place = statements.length > 1 ? `Statement ${at + 1} of ${statements.length}: ` : ''
      return failed(`${place}${reasonOf(error)}`)
    } finally {
      rollBack()
    }
  }

  #write(text: string, tables: readonly string[], written: Map<string, Written>): void {
    const read = readStatement(text, 'change')
    if (read.type === 'failed') throw new Refused(read.reason)
    const statement = withColumns(read, (name) => {
      const isHere = tables.some((one) => one.toLowerCase() === name)
      return isHere ? this.#tables.get(name)?.columns.map((column) => column.name) : undefined
    })
    const { tokens } = statement
    const { touched, added, met } = this.#guarded('change', tables, tokens, () => this.#runChange(statement))
    for (const [name, { updated, isInserted, isDeleted }] of touched) {
      const table = this.#tables.get(name)
      if (table === undefined) continue
      const before = written.get(name) ?? {
        table,
        updated: new Set(),
        added: new Map(),
        isDeleted: false,
        met: 0,
      }
      written.set(name, before)
      for (const one of updated) before.updated.add(one)
      before.isDeleted ||= isDeleted
      before.met += met
      if (isInserted) this.#keepAdded(before, added)
    }
  }

  /** Runs a statement; `added`: rowids of the rows that it added. */
  #runChange({ sql, tokens }: Pick<Statement, 'sql' | 'tokens'>) {
    const prepared = this.db.prepare(sqlFor({ sql, tokens }))
    const touched = this.#guard.touched
    if (touched.size === 0)
      throw new Refused('The statement changes nothing; write `INSERT`, `UPDATE` or `DELETE`.')
    for (const name of touched.keys()) this.#verifyRowid(name, tokens)
    const { changes, lastInsertRowid } = prepared.run()
    const isInserted = [...touched.values()].some((one) => one.isInserted)
    const met = Number(changes)
    if (isInserted && met > MOST_ADDED)
      throw new Refused(`The statement adds ${met} rows, and ${MOST_ADDED} are the most; add fewer.`)
    // SQLite numbers new rows upwards without a gap.
    const last = Number(lastInsertRowid)
    const added = isInserted ? Array.from({ length: met }, (_, index) => last - met + 1 + index) : []
    return { touched, added, met }
  }

  /** A change is found by SQLite's numbers of the rows, so nobody else may give them. */
  #verifyRowid(name: string, tokens: readonly SqlToken[]): void {
    const table = this.#tables.get(name)
    if (table === undefined) return
    if (table.rowid === undefined)
      throw new Refused(
        `\`${table.name}\` has columns called ${ROWIDS.join(', ')}, so it cannot be changed here.`,
      )
    const own = new Set(table.columns.map((column) => column.name.toLowerCase()))
    const given = insertedNames(tokens).find((one) => ROWIDS.some((other) => other === one) && !own.has(one))
    if (given !== undefined)
      throw new Refused(`\`${given}\` is the number of a row and is not given; leave it out of the columns.`)
  }

  /** Finds out what was not said of new rows, and empties it, for the statements that follow. */
  #keepAdded({ table, added }: Written, rowids: readonly number[]): void {
    const names = [...(table.hasNumber ? ['n'] : []), ...table.columns.map(({ name }) => name)]
    if (names.length === 0 || rowids.length === 0) return
    const place = `FROM ${quoteName(table.name)} WHERE ${table.rowid} = ?`
    const read = this.db.prepare(
      `SELECT ${names.map((one) => `${quoteName(one)} IS ?1`).join(', ')} ${place.replace('?', '?2')}`,
    )
    read.setReturnArrays(true)
    const empty = names.map((one) => `${quoteName(one)} = nullif(${quoteName(one)}, ?1)`).join(', ')
    const clear = this.db.prepare(`UPDATE ${quoteName(table.name)} SET ${empty} WHERE ${table.rowid} = ?2`)
    for (const rowid of rowids) {
      const flags = read.get(this.#unsaid, rowid) as unknown as readonly number[]
      added.set(rowid, new Set(names.filter((_, at) => flags[at] === 1).map((one) => one.toLowerCase())))
      clear.run(this.#unsaid, rowid)
    }
  }

  /** Lets a statement of somebody else's do its work, and nothing beyond it. Throws `Refused`. */
  #guarded<T>(mode: GuardMode, tables: readonly string[], tokens: readonly SqlToken[], work: () => T): T {
    const given = tables.flatMap((one) => {
      const table = this.#tables.get(one.toLowerCase())
      return table === undefined ? [] : [[one.toLowerCase(), table] as const]
    })
    this.#guard.begin(
      mode,
      new Map(given),
      tokens.some(({ name }) => name === 'with') ? [] : [...this.#tables.keys()],
    )
    try {
      return work()
    } catch (error) {
      if (error instanceof Refused) throw error
      throw new Refused(this.#guard.refusal ?? failureSentence(error, this.#known(tables, tokens)))
    } finally {
      this.#guard.mode = 'own'
    }
  }

  #known(tables: readonly string[], tokens: readonly SqlToken[]): KnownNames {
    const named = namedIn(tokens, tables).flatMap((name) => {
      const table = this.#tables.get(name.toLowerCase())
      if (table === undefined) return []
      const number = table.hasNumber ? ['n'] : []
      return [{ name: table.name, columns: [...table.columns.map((column) => column.name), ...number] }]
    })
    return { named, tables, functions: FUNCTION_NAMES, faults: this.#faults }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  throw error
}

function failed(reason: string): Failed {
  return { type: 'failed', reason }
}
