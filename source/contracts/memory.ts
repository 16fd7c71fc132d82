// What the program remembers beyond a session: its entries, and what can be done with them. The room is `source/memory/`.

export const MEMORY_KINDS = ['fact', 'reminder', 'correction', 'pattern'] as const

/** `correction`: what was wrong in an answer and is right; `pattern`: an approach that worked. */
export type MemoryKind = (typeof MEMORY_KINDS)[number]

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
  /** When a reminder is to ring. */
  readonly due: string | null
  /** When it rang. */
  readonly rung: string | null
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
}

/** What may go; each that is given has to hold. Open reminders stay. */
export interface ForgetRule {
  readonly olderThanDays?: number
  readonly importanceBelow?: number
}

export interface MemoryChange {
  readonly text?: string
  readonly tags?: readonly string[]
  /** null: none any more. */
  readonly due?: Date | null
}

export type MemoryAction = 'delete' | 'forget' | 'change' | 'complete' | 'replace'

/** What `undo` brought back. */
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
  /** What is not done, by due time, then by id. */
  openReminders(): readonly MemoryEntry[]
  /** Open reminders that are due from `from` on and before `to`, by due time. */
  dueBetween(from: Date, to: Date): readonly MemoryEntry[]
  /** Open reminders due by `until` that did not ring yet, by due time. */
  dueUnrung(until: Date): readonly MemoryEntry[]
  /** Notes that a reminder rings; false when it is not due (any more) or rang: of several programs exactly one rings it. */
  markRung(id: number): boolean
  /** undefined: there is no entry of this id. Done twice, it keeps the first time. */
  complete(id: number): MemoryEntry | undefined
  /** undefined: there is no entry of this id. A new due time rings again. */
  change(id: number, change: MemoryChange): MemoryEntry | undefined
  /** What `rule` would take, oldest first. */
  forgettable(rule: ForgetRule): readonly MemoryEntry[]
  /** Puts entries into the bin for 30 days; gives those that were there. */
  remove(ids: readonly number[], action: 'delete' | 'forget'): readonly MemoryEntry[]
  /** Takes the last change back; undefined: there is none of the last 30 days. */
  undo(): UndoneChange | undefined
  /** Corrections and patterns that fit a message, the best first. */
  relevant(message: string, limit: number): readonly MemoryEntry[]
  overview(): MemoryOverview
  /** Of the entries that fit: how many of each kind, the most important, open reminders. */
  summarize(filter: MemoryFilter, most: number): MemorySummary
  /** An entry in one line: id, text (cut when long), due time or date, tags. */
  line(entry: MemoryEntry): string
  /** `Friday, 13 March 2026, 10:00` in the person's time zone; undefined: it is not due. */
  dueText(entry: MemoryEntry): string | undefined
  /** `2026-03-13 10:00` in the person's time zone. */
  moment(iso: string): string
  /** Writes all entries to a file, an absolute path or one from `~`; replaces only an export. */
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
  readonly isPaused: boolean
  /** While it is on, nothing is stored, changed or imported: each is refused with a sentence. */
  pause(on: boolean): void
  /** Whether there is a file: without one nothing is remembered yet. */
  exists(): boolean
  open(): Promise<Memory>
  /** Closes the file; `open` opens it again. */
  close(): void
}
