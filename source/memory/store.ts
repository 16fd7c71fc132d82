// The memory, open: every call of the contract on one file. What is found is decided in search.ts, what can be taken back
// in bin.ts, what goes in and out as a file in transfer.ts.
import type { Meaning } from '../contracts/meaning.ts'
import type {
  Completed,
  ForgetRule,
  Memory,
  MemoryChange,
  MemoryEntry,
  MemoryFilter,
  MemoryKind,
  MemoryOverview,
  MemoryQuery,
  MemorySummary,
  NearEntry,
  NewMemory,
  Reworded,
  UndoneChange,
} from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { acceptDue, acceptText, cleanText } from './accept.ts'
import { countBinned, discard, keep, undo } from './bin.ts'
import { countKinds, sizeOf } from './counts.ts'
import { type FileHost, MemoryFile } from './file.ts'
import { dayBegins, dueTextOf, lineOf, momentOf } from './lines.ts'
import { meantBy } from './named.ts'
import { type KnownVector, type NearestFile, nearest, prepareNearest } from './nearest.ts'
import { complete, isSameTime, ring } from './reminders.ts'
import { cleanTags, entriesOf, findEntry, insertEntry, replaceEntry } from './rows.ts'
import { conditions, has, relevant, search } from './search.ts'
import { exportEntries, importEntries, readNote } from './transfer.ts'
import { folded } from './words.ts'

const DAY_MS = 86_400_000
/** As the index `open_reminders` has it; named in each query, because SQLite without statistics takes another. */
const OPEN = "e.kind = 'reminder' AND e.completed IS NULL"
/** What repeats is due at a time that did not ring yet. */
const UNRUNG = '(e.rung IS NULL OR e.repeats IS NOT NULL)'
/** Entries that the words for one are held against. */
const MOST_NAMED = 50
const OF_OPEN = `INDEXED BY open_reminders WHERE ${OPEN}`

/** What an open memory asks of its book. */
export interface MemoryHost extends FileHost {
  readonly session: string
  readonly isPaused: boolean
  /** undefined: entries are found by words alone. */
  readonly meaning: Meaning | undefined
}

/** Opens or makes the file. Throws `ToolFailure` when that cannot be. */
export function openMemory(path: string, host: MemoryHost): Memory & { close(): void } {
  return new MemoryStore(new MemoryFile(path, host), host)
}

class MemoryStore implements Memory {
  readonly #file: MemoryFile
  readonly #host: MemoryHost
  readonly #vectors = new Map<number, KnownVector>()

  constructor(file: MemoryFile, host: MemoryHost) {
    this.#file = file
    this.#host = host
  }

  get notices(): readonly string[] {
    return this.#file.notices
  }

  close(): void {
    this.#file.close()
  }

  store(wanted: NewMemory) {
    this.#refusePaused()
    const text = acceptText(wanted.text, { kind: wanted.kind, hasTime: wanted.due !== undefined })
    const moment = this.#host.clock.now().toISOString()
    const due = acceptDue(wanted.due)
    const fields = {
      text,
      kind: wanted.kind,
      tags: cleanTags(wanted.tags ?? []),
      context: cleanText(wanted.context ?? ''),
      importance: Math.min(1, Math.max(0, wanted.importance ?? 0.5)),
      created: moment,
      updated: moment,
      completed: null,
      due,
      rung: null,
      repeats: due === null ? null : (wanted.repeats ?? null),
      source: wanted.source ?? 'chat',
      session: this.#host.session,
    }
    return this.#file.change((db) => {
      const same = entriesOf(
        db,
        'INDEXED BY entries_by_folded WHERE e.folded = ? AND e.kind = ? AND e.completed IS NULL',
        folded(text),
        wanted.kind,
      ).find((entry) => isSameTime(entry, fields) && fields.tags.every((tag) => entry.tags.includes(tag)))
      if (same !== undefined) return { entry: same, isNew: false }
      return { entry: { id: insertEntry(db, fields), ...fields }, isNew: true }
    })
  }

  find(id: number): MemoryEntry | undefined {
    return this.#file.run((db) => findEntry(db, id))
  }

  search(query: MemoryQuery): readonly MemoryEntry[] {
    return this.#file.run((db) => search(db, query, this.#now))
  }

  nearest(query: MemoryQuery): Promise<readonly NearEntry[]> {
    return nearest(this.#access(), query, this.#now, this.#host.meaning)
  }

  prepareNearest(): Promise<number> {
    return prepareNearest(this.#access(), this.#host.meaning)
  }

  #access(): NearestFile {
    const file = this.#file
    const mayWrite = !this.#host.isPaused && file.mayWrite
    return { run: file.run.bind(file), change: file.change.bind(file), mayWrite, vectors: this.#vectors }
  }

  named(words: string, kind?: MemoryKind): readonly MemoryEntry[] {
    if (kind === 'reminder') return meantBy(words, this.openReminders())
    const found = this.search({ words, kind, limit: MOST_NAMED })
    return meantBy(
      words,
      found.filter(({ completed }) => completed === null),
    )
  }

  openReminders(): readonly MemoryEntry[] {
    return this.#file.run((db) => entriesOf(db, `${OF_OPEN} ORDER BY e.due IS NULL, e.due, e.id`))
  }

  dueBetween(from: Date, to: Date): readonly MemoryEntry[] {
    const [first, end] = [from.getTime(), to.getTime()]
    return this.#file.run((db) =>
      entriesOf(db, `${OF_OPEN} AND e.due >= ? AND e.due < ? ORDER BY e.due, e.id`, first, end),
    )
  }

  dueUnrung(until: Date): readonly MemoryEntry[] {
    return this.#file.run((db) =>
      entriesOf(db, `${OF_OPEN} AND e.due <= ? AND ${UNRUNG} ORDER BY e.due, e.id`, until.getTime()),
    )
  }

  markRung(id: number): boolean {
    return this.#file.change((db) => ring(db, id, this.#moment))
  }

  complete(id: number): Completed | undefined {
    this.#refusePaused()
    return this.#file.change((db) => complete(db, id, this.#moment))
  }

  change(id: number, change: MemoryChange): MemoryEntry | undefined {
    this.#refusePaused()
    return this.#file.change((db) => {
      const entry = findEntry(db, id)
      if (entry === undefined) return undefined
      const hasTime = (change.due === undefined ? entry.due : change.due) !== null
      const text =
        change.text === undefined ? entry.text : acceptText(change.text, { kind: entry.kind, hasTime })
      keep(db, [entry], 'change', this.#now)
      return replaceEntry(db, {
        ...entry,
        text,
        tags: change.tags === undefined ? entry.tags : cleanTags(change.tags),
        updated: new Date(this.#now).toISOString(),
        ...(change.due !== undefined && { due: acceptDue(change.due), rung: null }),
        ...(change.due !== undefined && { repeats: (change.due && change.repeats) ?? null }),
      })
    })
  }

  async reword(id: number, text: string): Promise<Reworded | undefined> {
    const before = this.find(id)
    if (before === undefined) return undefined
    const isOpen = before.kind === 'reminder' && before.completed === null
    const time = isOpen ? await readTime(text, this.#host.clock) : undefined
    const entry = this.change(id, { text, ...time })
    return entry && { before, entry, isMoved: time !== undefined }
  }

  forgettable({ olderThanDays, importanceBelow }: ForgetRule): readonly MemoryEntry[] {
    const age = olderThanDays === undefined ? Number.MAX_SAFE_INTEGER : this.#now - olderThanDays * DAY_MS
    return this.#file.run((db) =>
      entriesOf(
        db,
        `WHERE NOT (${OPEN}) AND e.updated < ? AND e.importance < ? ORDER BY e.updated, e.id`,
        age,
        importanceBelow ?? 2,
      ),
    )
  }

  remove(ids: readonly number[], action: 'delete' | 'forget'): readonly MemoryEntry[] {
    return this.#file.change((db) => {
      const entries = [...new Set(ids)].flatMap((id) => findEntry(db, id) ?? [])
      discard(db, entries, action, this.#now)
      return entries
    })
  }

  undo(): UndoneChange | undefined {
    return this.#file.change((db) => undo(db, this.#now))
  }

  has(words: readonly string[]): 'all' | 'some' | 'none' {
    return this.#file.run((db) => has(db, words))
  }

  relevant(message: string, limit: number): readonly MemoryEntry[] {
    return this.#file.run((db) => relevant(db, message, limit))
  }

  overview(): MemoryOverview {
    return this.#file.run((db) => ({
      ...countKinds(db, {}),
      openReminders: Number(db.prepare(`SELECT count(*) AS n FROM entries e ${OF_OPEN}`).get()?.n ?? 0),
      binned: countBinned(db, this.#now),
      bytes: ['', '-wal', '-shm'].reduce((sum, end) => sum + sizeOf(this.#file.path + end), 0),
      lastExport: readNote(db),
    }))
  }

  summarize(filter: MemoryFilter, most: number): MemorySummary {
    const { where, values } = conditions(filter)
    return this.#file.run((db) => ({
      ...countKinds(db, filter),
      important: entriesOf(
        db,
        `WHERE ${where} AND e.kind <> 'reminder' ORDER BY e.importance DESC, e.updated DESC, e.id DESC LIMIT ?`,
        ...values,
        most,
      ),
      reminders: entriesOf(
        db,
        `WHERE ${where} AND ${OPEN} ORDER BY e.due IS NULL, e.due, e.id LIMIT ?`,
        ...values,
        most,
      ),
    }))
  }

  line(entry: MemoryEntry): string {
    return lineOf(entry, this.#host.clock.timeZone)
  }

  dueText(entry: MemoryEntry): string | undefined {
    return dueTextOf(entry, this.#host.clock.timeZone)
  }

  moment(iso: string): string {
    return momentOf(iso, this.#host.clock.timeZone)
  }

  dayBegins(day: string, later = 0) {
    return dayBegins(day, later, this.#host.clock.timeZone)
  }

  exportTo(place: string, format: 'json' | 'markdown') {
    const isNoted = !this.#host.isPaused
    return exportEntries(this.#file, { place, format, clock: this.#host.clock, isNoted })
  }

  async importFrom(place: string, mode: 'merge' | 'replace') {
    this.#refusePaused()
    return importEntries(this.#file, { place, mode, now: this.#now })
  }

  get #now(): number {
    return this.#host.clock.now().getTime()
  }

  get #moment() {
    return { now: this.#now, timeZone: this.#host.clock.timeZone }
  }

  #refusePaused(): void {
    if (this.#host.isPaused)
      throw new ToolFailure(
        'memory_paused',
        'Nothing was stored or changed: the memory is paused while secret is on; `/secret off` ends that.',
      )
  }
}

/** What reads times takes a third of a second to load. */
async function readTime(text: string, clock: FileHost['clock']) {
  const { findReminderTime } = await import('../toolkit/reminder-time.ts')
  return findReminderTime(text, { clock, isReminder: true })
}
