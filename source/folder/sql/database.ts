/**
 * The tables of a folder as a database: one question, or one change that is tried and taken back. Statements are a model's or a person's and may
 * say anything; what they may do is held by `guard.ts`, how long by `database-link.ts`. Invariant: no table is another after a statement, and
 * after one that was ended the next works. Read next: `table-database.ts`.
 */
import type { Clock } from '../../contracts/clock.ts'
import type { CellValue } from '../../contracts/folder.ts'
import { localTime } from '../../toolkit/local-time.ts'
import { DatabaseLink, type LinkReply } from './database-link.ts'
import {
  type Answer,
  type Changed,
  type DatabaseRequest,
  type Failed,
  type FlatTable,
  MOST_STATEMENTS,
  SHOWN,
  type SqlTable,
  type StatementSetting,
} from './sql-table.ts'
import { readTokens } from './sql-tokens.ts'
import { namedIn } from './statement-text.ts'

export interface StatementLimits {
  /** Of the statement alone; loading tables does not count. */
  readonly limitMs?: number
  /** Rows that are handed out; `SHOWN` by default. */
  readonly shown?: number
  /** Ends the statement; the promise rejects with its reason then, and never else. */
  readonly signal?: AbortSignal
}

/** Of a question. */
export const ASK_MS = 1_000
/** Of all statements of a change, and of finding out what they did. */
export const CHANGE_MS = 5_000
/** A disk or a processor may be busy; no table takes so long. */
const LOAD_MS = 60_000
/** Tables that no statement names are let go of beyond so many cells. */
const MOST_CELLS = 4_000_000

interface Loaded {
  readonly version: string
  readonly cells: number
}

export interface DatabaseSetting {
  /** File of the process: `database-child`, beside this one. */
  readonly child: string
  readonly clock: Clock
}

export class FolderDatabase {
  readonly #setting: DatabaseSetting
  #link: DatabaseLink | undefined
  /** By name, the one that was used last at the end. */
  #loaded = new Map<string, Loaded>()
  /** Every statement waits for the one before it. */
  #last: Promise<unknown> = Promise.resolve()

  /** The process starts with the first statement; the caller closes. */
  constructor(setting: DatabaseSetting) {
    this.#setting = setting
  }

  /** Runs one statement that reads. `tables`: all that it may name; those that it does are loaded. */
  ask(sql: string, tables: readonly SqlTable[], limits: StatementLimits = {}): Promise<Answer | Failed> {
    const { shown = SHOWN, limitMs = ASK_MS } = limits
    return this.#next<Answer>([sql], tables, { ...limits, limitMs }, (setting) => ({
      ...{ op: 'ask', sql, shown },
      ...setting,
    }))
  }

  /** Tries one to eight statements and gives what they would change; the tables stay as they are. */
  async change(
    statements: readonly string[],
    tables: readonly SqlTable[],
    limits: Omit<StatementLimits, 'shown'> = {},
  ): Promise<Changed | Failed> {
    if (statements.length === 0) return failed('There is no statement.')
    if (statements.length > MOST_STATEMENTS)
      return failed(
        `There are ${statements.length} statements, and ${MOST_STATEMENTS} are the most of one change; make several changes.`,
      )
    const { limitMs = CHANGE_MS } = limits
    return this.#next<Changed>(statements, tables, { ...limits, limitMs }, (setting) => ({
      ...{ op: 'change', statements },
      ...setting,
    }))
  }

  /** Ends the process. A statement after it starts another one. */
  async close(): Promise<void> {
    await this.#last.catch(() => undefined)
    await this.#link?.close()
  }

  #next<T extends Answer | Changed>(
    statements: readonly string[],
    tables: readonly SqlTable[],
    limits: StatementLimits & { readonly limitMs: number },
    request: (setting: StatementSetting) => DatabaseRequest,
  ): Promise<T | Failed> {
    const work = this.#last.then(async () => {
      limits.signal?.throwIfAborted()
      const fault = await this.#load(statements, tables, limits.signal)
      if (fault !== undefined) return fault
      const reply = await this.#request(
        request({
          tables: tables.map(({ name }) => name),
          now: wallClock(this.#setting.clock),
          limitMs: limits.limitMs,
        }),
        limits.limitMs,
        limits.signal,
      )
      // The process answers a question with an answer and a change with what it changed.
      return plain(reply, limits.limitMs) as T | Failed
    })
    this.#last = work.catch(() => undefined)
    return work
  }

  /** Brings the tables that the statements name into the process, as far as they are not there as they are now. */
  async #load(
    statements: readonly string[],
    tables: readonly SqlTable[],
    signal: AbortSignal | undefined,
  ): Promise<Failed | undefined> {
    const tokens = statements.flatMap(readTokens)
    const names = new Set(
      namedIn(
        tokens,
        tables.map(({ name }) => name),
      ),
    )
    const needed = tables.filter(({ name }) => names.has(name))
    // One that only just starts is waited for here, where the statement's time does not run yet.
    const isNew = this.#link?.isOver !== false
    if (isNew) {
      this.#loaded = new Map()
      this.#link = new DatabaseLink(this.#setting.child, this.#setting.clock.timeZone)
    }
    const missing = needed.filter(({ name, version }) => this.#loaded.get(name)?.version !== version)
    const convertsUnits = tokens.some(({ name }) => name === 'convert')
    if (missing.length === 0 && !convertsUnits && !isNew) return undefined
    const dropped = this.#tooMany(needed)
    for (const name of [...dropped, ...missing.map((one) => one.name)]) this.#loaded.delete(name)
    const request = { op: 'load', tables: missing.map(flat), dropped, convertsUnits } as const
    const reply = await this.#request(request, LOAD_MS, signal)
    if (reply.type !== 'loaded') {
      this.#loaded = new Map()
      const said = plain(reply, LOAD_MS)
      return said.type === 'failed' ? said : undefined
    }
    for (const one of needed) {
      this.#loaded.delete(one.name)
      this.#loaded.set(one.name, { version: one.version, cells: cellsOf(one) })
    }
    return undefined
  }

  /** Names of loaded tables that are not needed now, where all of them would be too many: those first that were not used for longest. */
  #tooMany(needed: readonly SqlTable[]): readonly string[] {
    const kept = new Set(needed.map(({ name }) => name))
    const others = [...this.#loaded].filter(([name]) => !kept.has(name))
    let cells = needed.reduce((sum, one) => sum + cellsOf(one), 0)
    for (const [, one] of others) cells += one.cells
    const dropped: string[] = []
    for (const [name, one] of others) {
      if (cells <= MOST_CELLS) break
      cells -= one.cells
      dropped.push(name)
    }
    return dropped
  }

  /** Of the process that runs: one that ended meanwhile has no tables, and is not started anew in the middle of a statement. */
  async #request(request: DatabaseRequest, limitMs: number, signal?: AbortSignal): Promise<LinkReply> {
    return (await this.#link?.request(request, limitMs, signal)) ?? { type: 'ended' }
  }
}

function plain(reply: LinkReply, limitMs: number): Answer | Changed | Failed {
  if (reply.type === 'late')
    return failed(
      `It took longer than ${limitMs.toLocaleString('en-US')} ms and was ended; join fewer tables, or ask for less with \`WHERE\`.`,
    )
  if (reply.type === 'ended')
    return failed('The database ended while it worked on this; ask for less at once.')
  return reply.type === 'loaded' ? failed('The database did not answer; ask again.') : reply
}

function flat({ name, columns, rows, numbers, readOnly }: SqlTable): FlatTable {
  const cells = new Array<CellValue>(rows.length * columns.length)
  let at = 0
  for (const row of rows)
    for (let column = 0; column < columns.length; column++) cells[at++] = row[column] ?? null
  return { name, columns, numbers, readOnly, cells, rowCount: rows.length }
}

function cellsOf({ rows, columns }: SqlTable): number {
  return rows.length * (columns.length + 1)
}

/** `2026-11-28 14:05:09`, in the person's zone. */
function wallClock(clock: Clock): string {
  const { year, month, day, hour, minute } = localTime(clock)
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const time = [hour, minute, clock.now().getUTCSeconds()].map((one) => pad(one)).join(':')
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${time}`
}

function failed(reason: string): Failed {
  return { type: 'failed', reason }
}
