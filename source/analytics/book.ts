// Measurements of a home: turns wait in memory until they are written behind the answer, so no disk delays one.
import { existsSync } from 'node:fs'
import type { AnalyticsBook, CallMeasure, FigureFilter, TurnMeasure } from '../contracts/analytics.ts'
import type { Clock } from '../contracts/clock.ts'
import { exportPlace } from '../lib/export-place.ts'
import { isBusy, isRefusal, refusalOf } from '../lib/sqlite.ts'
import { exportRows } from './export.ts'
import { figuresBy } from './figures.ts'
import { AnalyticsFile } from './file.ts'
import { insert, select, type Waiting } from './rows.ts'

/** Turns that wait for a disk that takes nothing; more are let go, the oldest first. */
const MOST_WAITING = 1_000

/** Each waits for another program that writes. */
const CLOSING_TRIES = 5

export interface AnalyticsOptions {
  /** The file; empty: nothing is kept. */
  readonly path: string
  readonly clock: Clock
  readonly workspace: string
  isOn(): boolean
  /** Days that a turn is kept; 0: for ever. */
  days(): number
}

/** Opens the book; the file is opened at the first need. */
export function openAnalytics(options: AnalyticsOptions): AnalyticsBook {
  return new Book(options)
}

class Book implements AnalyticsBook {
  readonly #options: AnalyticsOptions
  readonly #file: AnalyticsFile
  #waiting: readonly Waiting[] = []
  #isClosed = false
  #hasFailed = false

  constructor(options: AnalyticsOptions) {
    this.#options = options
    this.#file = new AnalyticsFile(options.path, options.clock)
  }

  get isOn(): boolean {
    return this.#options.path !== '' && this.#options.isOn()
  }

  add(turn: TurnMeasure, calls: readonly CallMeasure[]): void {
    if (this.isOn) this.#waiting = [...this.#waiting, { turn, calls }].slice(-MOST_WAITING)
  }

  flush(): readonly string[] {
    if (this.#waiting.length === 0 || this.#isClosed) return []
    const { clock, days } = this.#options
    const keep = { days: days(), now: clock.now().getTime() }
    try {
      this.#file.change((db) => insert(db, this.#waiting, keep))
      this.#waiting = []
    } catch (error) {
      // Another program writes just now: the next turn tries again.
      if (!isBusy(error) && !this.#hasFailed) {
        this.#hasFailed = true
        return [...this.#file.notices.splice(0), this.#notKept(error)]
      }
    }
    return this.#file.notices.splice(0)
  }

  readonly report: AnalyticsBook['report'] = (by, filter = {}) => {
    const { day, ...rest } = filter
    const all = this.#rows(rest)
    const dayOf = dayIn(this.#options.clock.timeZone)
    if (day === undefined) return figuresBy(by, all, dayOf)
    return figuresBy(
      by,
      {
        turns: all.turns.filter((turn) => dayOf(turn.at) === day),
        calls: all.calls.filter((call) => dayOf(call.turn.at) === day),
      },
      dayOf,
    )
  }

  readonly exportTo: AnalyticsBook['exportTo'] = (path) => {
    const { turns, calls } = this.#rows()
    const place = exportPlace(this.#options.workspace, path)
    if ('reason' in place) throw new Error(place.reason)
    exportRows(place, turns, calls)
    return { turns: turns.length, calls: calls.length, shown: place.shown }
  }

  close(): void {
    // There is no next turn that could try again.
    for (let tries = 0; tries < CLOSING_TRIES && this.#waiting.length > 0; tries++) this.flush()
    this.#isClosed = true
    this.#file.close()
  }

  #rows(filter: FigureFilter = {}): ReturnType<typeof select> {
    this.flush()
    const { path } = this.#options
    if (!existsSync(path)) return { turns: [], calls: [] }
    try {
      return this.#file.run((db) => select(db, filter))
    } catch (error) {
      throw new Error(`the measurements \`${path}\` cannot be read (${reasonOf(error, path)})`)
    }
  }

  #notKept(error: unknown): string {
    const { path } = this.#options
    return `What turns cost is not kept: \`${path}\` cannot be written (${reasonOf(error, path)}). \`/settings analytics false\` ends that.`
  }
}

function reasonOf(error: unknown, path: string): string {
  if (isBusy(error)) return 'another program writes to it; try again'
  return isRefusal(error) ? refusalOf(error, path) : error instanceof Error ? error.message : String(error)
}

/** Days as they are where the person is. */
function dayIn(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => format.format(new Date(at))
}
