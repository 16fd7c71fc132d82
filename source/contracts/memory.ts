// What the program remembers beyond a session: its entries, and what can be done with them. The room is `source/memory/`.

export const MEMORY_KINDS = ['fact', 'reminder', 'correction', 'pattern'] as const

/** `correction`: what was wrong in an answer and is right; `pattern`: an approach that worked. */
export type MemoryKind = (typeof MEMORY_KINDS)[number]

/** `HH:MM` on the person's clocks. */
export type ClockTime = string

/** How a reminder comes again. Weekdays count from 0, Sunday; a day that a month does not have is its last one. */
export type Repeat =
  /** Counted on the real clock, across a change of it too. */
  | { readonly unit: 'minute'; readonly every: number }
  | { readonly unit: 'hour'; readonly every: number }
  | { readonly unit: 'day'; readonly every: number; readonly at: ClockTime }
  | {
      readonly unit: 'week'
      readonly every: number
      /** Sorted, at least one. */
      readonly days: readonly number[]
      readonly at: ClockTime
    }
  | { readonly unit: 'month'; readonly every: number; readonly day: number; readonly at: ClockTime }
  /** The first Monday of a month, or the last Friday (`nth` is -1). */
  | {
      readonly unit: 'weekday of month'
      readonly every: number
      readonly nth: number
      readonly weekday: number
      readonly at: ClockTime
    }
  | {
      readonly unit: 'year'
      readonly every: number
      readonly month: number
      readonly day: number
      readonly at: ClockTime
    }

/** Moments are ISO 8601 in UTC. */
export type MemoryEntry = {
  /** From 1; never given twice. */
  readonly id: number
  readonly text: string
  readonly kind: MemoryKind
  /** Lower case, sorted. */
  readonly tags: readonly string[]
  /** What a correction belongs to; empty: nothing was named. */
  readonly context: string
  /** 0 to 1. */
  readonly importance: number
  readonly created: string
  readonly updated: string
  /** When a reminder was done. */
  readonly completed: string | null
  /** When a reminder is to ring; of one that repeats, when it is to ring next. */
  readonly due: string | null
  /** When it rang; of one that repeats, when it rang last, unless that time was done. */
  readonly rung: string | null
  /** How it comes again; null: it does not. */
  readonly repeats: Repeat | null
  /** Where it comes from, e.g. `chat` or `command`. */
  readonly source: string
  /** The session in which it was stored. */
  readonly session: string
}

export interface NewMemory {
  readonly text: string
  readonly kind: MemoryKind
  readonly tags?: readonly string[]
  readonly context?: string
  /** Default 0.5. */
  readonly importance?: number
  readonly due?: Date
  /** Only with `due`, its first time. */
  readonly repeats?: Repeat
  /** Default `chat`. */
  readonly source?: string
}

/** Each that is given has to hold. */
export interface MemoryFilter {
  readonly kind?: MemoryKind
  readonly tag?: string
  /** Not changed before. */
  readonly since?: Date
  /** Changed before. */
  readonly until?: Date
}

export interface MemoryQuery extends MemoryFilter {
  readonly words: string
  readonly limit: number
  /** Only entries that have each of the words. */
  readonly allWords?: boolean
  /** An answer waits for it: only a few entries that have no vector yet get one. */
  readonly isQuick?: boolean
}

/** An entry that is near a query. */
export interface NearEntry {
  readonly entry: MemoryEntry
  /** It has some of the query's words. */
  readonly hasWords: boolean
  /** How much alike in meaning they are, -1 to 1; undefined: nobody knows. */
  readonly likeness: number | undefined
}

/** What may go; each that is given has to hold. Open reminders stay. */
export interface ForgetRule {
  readonly olderThanDays?: number
  readonly importanceBelow?: number
}

export interface MemoryChange {
  readonly text?: string
  readonly tags?: readonly string[]
  /** null: none any more. A new one ends a repetition, unless `repeats` stands beside it. */
  readonly due?: Date | null
  readonly repeats?: Repeat
}

/** What became of a reminder's time when its text was changed. */
export interface Reworded {
  readonly before: MemoryEntry
  readonly entry: MemoryEntry
  /** The new text holds a time, which is the due time now; else the old one stands. */
  readonly isMoved: boolean
}

/** One time of a reminder that was done. */
export interface Completed {
  readonly entry: MemoryEntry
  /** Of one that repeats, the time that was done: when it rang, or is to ring. It stays open, and `entry.due` is the next. */
  readonly occurrence: { readonly at: string; readonly rang: boolean } | undefined
}

export type MemoryAction = 'delete' | 'forget' | 'change' | 'complete' | 'replace' | 'import'

/** What `undo` brought back; of an import, what it put into the bin. */
export interface UndoneChange {
  readonly action: MemoryAction
  /** When it was done. */
  readonly at: string
  readonly entries: readonly MemoryEntry[]
}

export interface MemoryOverview {
  readonly total: number
  readonly kinds: Readonly<Record<MemoryKind, number>>
  readonly openReminders: number
  /** Entries in the bin. */
  readonly binned: number
  /** Of the file and what stands beside it. */
  readonly bytes: number
  readonly lastExport: { readonly at: string; readonly place: string } | undefined
}

export type ExportFormat = 'json' | 'markdown'

/** `merge` keeps what is there; `replace` puts it into the bin. */
export type ImportMode = 'merge' | 'replace'

export interface ImportReport {
  readonly imported: number
  /** Ids of the file whose text is there already; they were left out. */
  readonly duplicates: readonly number[]
  /** Entries that got another id because theirs was taken. */
  readonly renumbered: number
  /** Entries that went into the bin. */
  readonly replaced: number
}

/**
 * An open memory. Every call is whole or not at all. Throws `ToolFailure` where something is refused (`memory_paused`,
 * `empty`, `too_long`, `exists`, `bad_export` …) or the file cannot be used (`memory_unavailable`, `memory_busy`).
 */
export interface Memory {
  /** What befell the file since it was opened, a sentence each: it was damaged, or a newer program's. */
  readonly notices: readonly string[]
  /** `isNew` is false where an open entry of its kind says the same; that one is given. */
  store(entry: NewMemory): { readonly entry: MemoryEntry; readonly isNew: boolean }
  find(id: number): MemoryEntry | undefined
  /** By words, importance and age, the best first. Throws nothing for any words; none gives what fits the filter, newest first. */
  search(query: MemoryQuery): readonly MemoryEntry[]
  /** By words and by meaning, where a sentence model is there; else what `search` gives. */
  nearest(query: MemoryQuery): Promise<readonly NearEntry[]>
  /** Gets some of what `nearest` will need ready; gives of how many entries: 0, nothing is left to do, or nothing can be done. */
  prepareNearest(): Promise<number>
  /**
   * What a person's words for an entry can mean ("the dentist"): of a kind, reminders being those that are open, or of all; several where
   * the words do not tell them apart, none where nothing fits.
   */
  named(words: string, kind?: MemoryKind): readonly MemoryEntry[]
  /** What is not done, by due time, then by id. */
  openReminders(): readonly MemoryEntry[]
  /** Open reminders that are due from `from` on and before `to`, by due time. */
  dueBetween(from: Date, to: Date): readonly MemoryEntry[]
  /** Open reminders due by `until` that did not ring yet, by due time. */
  dueUnrung(until: Date): readonly MemoryEntry[]
  /**
   * Notes that a reminder rings; false when it is not due (any more) or rang: of several programs exactly one rings it. One that
   * repeats is then due at its next time that is still to come, so what was missed rings once.
   */
  markRung(id: number): boolean
  /**
   * undefined: there is no entry of this id. Done twice, it keeps the first time. Of one that repeats the time that rang is done, or
   * where none did the next one, and it stays open; `remove` ends it.
   */
  complete(id: number): Completed | undefined
  /** undefined: there is no entry of this id. A new due time rings again. */
  change(id: number, change: MemoryChange): MemoryEntry | undefined
  /** Another text; an open reminder's due time moves to the one that it holds. undefined: there is no entry of this id. */
  reword(id: number, text: string): Promise<Reworded | undefined>
  /** What `rule` would take, oldest first. */
  forgettable(rule: ForgetRule): readonly MemoryEntry[]
  /** Puts entries into the bin for 30 days; gives those that were there. */
  remove(ids: readonly number[], action: 'delete' | 'forget'): readonly MemoryEntry[]
  /** Takes the last change back; undefined: there is none of the last 30 days. */
  undo(): UndoneChange | undefined
  /** Whether one entry, corrections and patterns left out, has all of the words, or no entry has any of them. */
  has(words: readonly string[]): 'all' | 'some' | 'none'
  /** Corrections and patterns that fit a message, the best first. */
  relevant(message: string, limit: number): readonly MemoryEntry[]
  overview(): MemoryOverview
  /** Of the entries that fit: how many of each kind, the most important, open reminders. */
  summarize(filter: MemoryFilter, most: number): MemorySummary
  /** An entry in one line: id, text (cut when long), due time or date, tags. */
  line(entry: MemoryEntry): string
  /** `Friday, 13 March 2026, 10:00` in the person's time zone, with `every day at 10:00, next` before it; undefined: it is not due. */
  dueText(entry: MemoryEntry): string | undefined
  /** `2026-03-13 10:00` in the person's time zone. */
  moment(iso: string): string
  /** When a day (`2026-03-13`), or the one so many days `later`, begins in the person's time zone; undefined: there is no such day. */
  dayBegins(day: string, later?: number): Date | undefined
  /** Writes all entries to a file, an absolute path or one from `~`; replaces only an export. While it is paused, no word of where. */
  exportTo(place: string, format: ExportFormat): Promise<{ readonly entries: number; readonly bytes: number }>
  /** Reads what `exportTo` wrote as JSON, from such a path. */
  importFrom(place: string, mode: ImportMode): Promise<ImportReport>
}

/** An entry that a turn is told of. */
export type Remembered = Pick<MemoryEntry, 'id' | 'kind' | 'text' | 'context'>

export interface MemorySummary {
  readonly total: number
  readonly kinds: Readonly<Record<MemoryKind, number>>
  readonly important: readonly MemoryEntry[]
  readonly reminders: readonly MemoryEntry[]
}

/** A memory that is opened when it is first needed: until then nothing of it is loaded and no file is made. */
export interface MemoryBook {
  /** Its file. */
  readonly path: string
  /** The session that is noted with new entries. */
  session: string
  /** Told at once what befalls the file, a sentence each: it was damaged, or a newer program's. */
  onNotice: ((sentence: string) => void) | undefined
  readonly isPaused: boolean
  /** While it is on, nothing is stored, changed or imported: each is refused with a sentence. */
  pause(on: boolean): void
  /** Whether there is a file: without one nothing is remembered yet. */
  exists(): boolean
  /** What a question about the person's own is about, in lower case ("what is my wifi password": wifi, password); empty: it is none. */
  ownWords(message: string): readonly string[]
  /** Whether something of the person's own is told, and nothing asked ("my dentist is called Ann"). */
  isTold(message: string): boolean
  /** What any message is about, likewise. */
  contentWords(message: string): readonly string[]
  open(): Promise<Memory>
  /** Closes the file; `open` opens it again. */
  close(): void
}
