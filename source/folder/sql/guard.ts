/**
 * What a statement may do, as SQLite asks before it runs one (`setAuthorizer`, https://www.sqlite.org/c3ref/set_authorizer.html): read the tables
 * that it was given, call the functions of a list, and in a change insert, update and delete rows. All else is refused, what SQLite may learn
 * later, too: this is a list of what is allowed. Invariant: no statement of a person or a model runs in the mode `own`.
 */
import { constants } from 'node:sqlite'
import { DATE_FUNCTIONS } from './date-now.ts'
import { shown } from './statement-text.ts'

/** `own`: our statements, for loading and comparing. */
export type GuardMode = 'own' | 'ask' | 'change'

/** What the guard knows of a table. */
export interface GuardedTable {
  readonly name: string
  /** In lower case. */
  readonly fixed: ReadonlySet<string>
  /** Whether its `n` is the program's. */
  readonly hasNumber: boolean
  /** Whether `n` counts the rows from 1, as SQLite's own number of a row does. */
  readonly isCounted: boolean
  readonly readOnly: string | undefined
}

/** What a change touches. */
export interface Touched {
  readonly updated: Set<string>
  isInserted: boolean
  isDeleted: boolean
}

/** They answer by their arguments alone, and know nothing of the machine. */
const FUNCTIONS = new Set([
  ...['sum', 'avg', 'min', 'max', 'count', 'total', 'group_concat', 'string_agg', 'median'],
  ...['round', 'abs', 'sign', 'floor', 'ceil', 'ceiling', 'trunc', 'mod', 'pow', 'power', 'sqrt'],
  ...['lower', 'upper', 'replace', 'substr', 'substring', 'instr', 'length', 'trim', 'ltrim', 'rtrim'],
  ...['coalesce', 'ifnull', 'nullif', 'iif', 'if', 'typeof', 'like', 'glob'],
  ...['printf', 'format', 'concat', 'concat_ws', 'char', 'unicode'],
  ...['row_number', 'rank', 'dense_rank', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value'],
  ...['words', 'workdays', 'convert'],
  ...DATE_FUNCTIONS,
])
/** Names of functions that a statement may call, for "did you mean". */
export const FUNCTION_NAMES: readonly string[] = [...FUNCTIONS]

export class StatementGuard {
  mode: GuardMode = 'own'
  /** Why the last statement was refused, a sentence. */
  refusal: string | undefined
  /** By table, in lower case. */
  touched = new Map<string, Touched>()
  #tables: ReadonlyMap<string, GuardedTable> = new Map()
  #others: ReadonlySet<string> = new Set()
  readonly #isBuiltIn: (name: string) => boolean

  /** `isBuiltIn`: whether SQLite makes a table of that name when it is asked for. */
  constructor(isBuiltIn: (name: string) => boolean) {
    this.#isBuiltIn = isBuiltIn
  }

  /**
   * Before each statement: `tables` by their names in lower case, and `others` that are there too; none where the statement may call
   * something of its own so (`WITH`).
   */
  begin(mode: GuardMode, tables: ReadonlyMap<string, GuardedTable>, others: readonly string[]): void {
    this.mode = mode
    this.refusal = undefined
    this.touched = new Map()
    this.#tables = tables
    this.#others = new Set(others)
  }

  /** For `setAuthorizer`. */
  decide(action: number, first: string | null, second: string | null): number {
    if (this.mode === 'own') return constants.SQLITE_OK
    const fault = this.#faultOf(action, first ?? '', second ?? '')
    if (fault === undefined) return constants.SQLITE_OK
    // The first is what the statement wanted; what SQLite asks afterwards follows from it.
    this.refusal ??= fault
    return constants.SQLITE_DENY
  }

  #faultOf(action: number, first: string, second: string): string | undefined {
    switch (action) {
      case constants.SQLITE_SELECT:
        return undefined
      case constants.SQLITE_READ:
        return this.#faultOfRead(first, second)
      case constants.SQLITE_FUNCTION:
        return FUNCTIONS.has(second.toLowerCase())
          ? undefined
          : `The function ${shown(second)} is not allowed here.`
      case constants.SQLITE_INSERT:
      case constants.SQLITE_DELETE:
      case constants.SQLITE_UPDATE:
        return this.mode === 'ask'
          ? 'A question changes nothing; ask with `SELECT`.'
          : this.#write(action, first, second)
      case constants.SQLITE_RECURSIVE:
        return 'A `WITH` that reads itself is not allowed here.'
      default:
        return 'Only rows of tables can be asked for and changed here; this statement does something else.'
    }
  }

  #faultOfRead(name: string, column: string): string | undefined {
    const table = this.#tables.get(name.toLowerCase())
    // Of a `WITH` that is only counted SQLite asks by its name, without a column.
    if (table === undefined)
      return column === '' && !this.#isReal(name.toLowerCase())
        ? undefined
        : `There is no table ${shown(name)}.`
    // A table's own column of such a name comes under that name, in its own letters.
    if (column !== 'ROWID' || table.isCounted) return undefined
    return `The number of a row of \`${table.name}\` is \`n\`, not \`rowid\`.`
  }

  #isReal(name: string): boolean {
    return this.#others.has(name) || this.#isBuiltIn(name)
  }

  #write(action: number, name: string, column: string): string | undefined {
    const table = this.#tables.get(name.toLowerCase())
    if (table === undefined) return `There is no table ${shown(name)}.`
    if (table.readOnly !== undefined) return table.readOnly
    const touched = this.touched.get(name.toLowerCase()) ?? {
      updated: new Set<string>(),
      isInserted: false,
      isDeleted: false,
    }
    this.touched.set(name.toLowerCase(), touched)
    if (action === constants.SQLITE_INSERT) touched.isInserted = true
    if (action === constants.SQLITE_DELETE) touched.isDeleted = true
    if (action !== constants.SQLITE_UPDATE) return undefined
    const wanted = column.toLowerCase()
    if (column === 'ROWID' || (wanted === 'n' && table.hasNumber))
      return `\`n\` of \`${table.name}\` is the number of the record and cannot be changed.`
    if (table.fixed.has(wanted))
      return `${shown(column)} of \`${table.name}\` is worked out and cannot be changed.`
    touched.updated.add(wanted)
    return undefined
  }
}
