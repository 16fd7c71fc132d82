// Changes of `memories` and `reminders` as calls on the memory. Planning opens it only for rows that are there.
import type { Clock } from '../../contracts/clock.ts'
import { type CellValue, ChangeRefused, type FolderTable, type RowChanges } from '../../contracts/folder.ts'
import type { Memory, MemoryEntry } from '../../contracts/memory.ts'
import { momentText } from '../../toolkit/read-moment.ts'
import { noReminder, openMemory, shortText } from '../../toolkit/remembered.ts'
import { repeatText } from '../../toolkit/repeats.ts'
import { readCellMoment } from './cell-moment.ts'
import { noMemory } from './own-deeds.ts'
import { type Cells, cellsOf, idOf, type OwnStep, textOf, updatedRows } from './own-rows.ts'
import { minuteText, type OwnPlace } from './read-own-tables.ts'
import { inLine, short } from './tell-value.ts'

/** Throws `ChangeRefused` or `ToolFailure`: a time is over, an entry is gone or done, there is no memory here. */
export async function memorySteps(
  place: OwnPlace,
  table: FolderTable,
  changes: RowChanges,
): Promise<readonly OwnStep[]> {
  const isReminders = table.kind === 'reminders'
  const gone = new Set(changes.removed)
  const rows = updatedRows(table, changes, gone)
  const steps: OwnStep[] = []
  if (gone.size + rows.size > 0) {
    const memory = await openMemory(place)
    const entryOf = (row: number) => findEntry(memory, idOf(table, row))
    if (gone.size > 0) steps.push(removeStep(memory, [...gone].map(entryOf)))
    for (const [row, cells] of rows) {
      const entry = entryOf(row)
      steps.push(
        ...(isReminders ? await reminderSteps(place, memory, entry, cells) : memoryStep(entry, cells)),
      )
    }
  }
  for (const row of changes.added) {
    const cells = cellsOf(table, row)
    steps.push(isReminders ? await newReminder(place, cells) : newMemory(cells))
  }
  return steps
}

function findEntry(memory: Memory, id: number): MemoryEntry {
  const entry = memory.find(id)
  if (entry === undefined) throw noMemory(id)
  return entry
}

/** All that go, in one go: one `/memory undo` brings them back. */
function removeStep(memory: Memory, entries: readonly MemoryEntry[]): OwnStep {
  const ids = entries.map(({ id }) => id)
  const areReminders = entries.every(({ kind }) => kind === 'reminder')
  const [one, more] = areReminders ? ['Reminder', 'Reminders'] : ['Memory', 'Memories']
  const [was, them] =
    ids.length === 1 ? [`${one} ${ids[0]} was`, 'it'] : [`${more} ${inWords(ids)} were`, 'them']
  const texts = entries.map(shortText).join('; ')
  return {
    deed: { type: 'remove', ids },
    line: entries.map((entry) => `- ${memory.line(entry)}`).join('\n'),
    said: {
      sentence: `${was} deleted (${texts}); \`/memory undo\` brings ${them} back.`,
      key: ids.map(String),
    },
  }
}

function memoryStep(entry: MemoryEntry, cells: Cells): readonly OwnStep[] {
  const { id } = entry
  const [text, tags] = [cells.get('text'), cells.get('tags')]
  const steps: OwnStep[] = []
  if (text !== undefined) steps.push(reworded('Memory', entry, textOf(text)))
  if (tags !== undefined) {
    const now = tagsOf(tags)
    const told = now.length === 0 ? 'none' : now.join(', ')
    steps.push({
      deed: { type: 'change', id, change: { tags: now } },
      line: `memory ${id} (${inLine(entry.text)}), tags: ${entry.tags.join(', ') || 'none'} → ${told}`,
      said: { sentence: `Memory ${id} has these tags now: ${told}.`, key: [String(id), ...now] },
    })
  }
  return steps
}

function reworded(what: 'Memory' | 'Reminder', { id, text: before }: MemoryEntry, text: string): OwnStep {
  return {
    deed: { type: 'reword', id, text },
    line: `${what.toLowerCase()} ${id}: ${inLine(before)} → ${inLine(text)}`,
    said: { sentence: `${what} ${id} is now: ${endless(text)}.`, key: [String(id), short(text)] },
  }
}

async function reminderSteps(
  { clock }: OwnPlace,
  memory: Memory,
  entry: MemoryEntry,
  cells: Cells,
): Promise<readonly OwnStep[]> {
  const { id } = entry
  const done = cells.get('done')
  if (entry.completed !== null) {
    if (done !== undefined && !isYes(done))
      throw new ChangeRefused(
        `Reminder \`${id}\` (${shortText(entry)}) is done and stays so; \`/memory undo\` takes the last change back, or add it anew.`,
      )
    throw noReminder(memory, id)
  }
  const steps: OwnStep[] = []
  const [text, due] = [cells.get('text'), cells.get('due')]
  if (due !== undefined) steps.push(await dueStep(clock, entry, due, text))
  else if (text !== undefined) steps.push(reworded('Reminder', entry, textOf(text)))
  if (done !== undefined && isYes(done))
    steps.push({
      deed: { type: 'complete', id },
      line: `reminder ${id} is done: ${inLine(entry.text)}`,
      said: {
        sentence:
          entry.repeats === null
            ? `Reminder ${id} is done: ${endless(entry.text)}.`
            : `Reminder ${id} is done for this time: ${short(entry.text)}; it comes again ${repeatText(entry.repeats)}.`,
        key: [String(id)],
      },
    })
  return steps
}

async function dueStep(
  clock: Clock,
  entry: MemoryEntry,
  value: CellValue,
  text: CellValue | undefined,
): Promise<OwnStep> {
  const { id } = entry
  const { timeZone } = clock
  const due = value === null || value === '' ? null : new Date((await readCellMoment(value, clock)).ms)
  const now = due === null ? 'none' : minuteText(due.getTime(), timeZone)
  const before = entry.due === null ? 'none' : minuteText(Date.parse(entry.due), timeZone)
  const name = text === undefined ? entry.text : textOf(text)
  const when = due === null ? 'is not due any more' : `is due ${momentText(due.getTime(), timeZone)}`
  const once = entry.repeats === null ? '' : ` It comes once now, no longer ${repeatText(entry.repeats)}.`
  return {
    deed: { type: 'change', id, change: { due, ...(text !== undefined && { text: name }) } },
    line: `reminder ${id} (${inLine(entry.text)}${text === undefined ? '' : ` → ${inLine(name)}`}), due: ${before} → ${now}`,
    said: {
      sentence: `Reminder ${id} (${short(name)}) ${when}.${once}`,
      key: [String(id), ...(due === null ? [] : [now.slice(11)])],
    },
    ...(entry.repeats !== null && {
      warning: `Reminder ${id} comes again ${repeatText(entry.repeats)}; with another time it comes once.`,
    }),
  }
}

function newMemory(cells: Cells): OwnStep {
  const text = newText(cells, 'memory')
  const tags = tagsOf(cells.get('tags') ?? null)
  const note = tags.length === 0 ? '' : ` (${tags.join(', ')})`
  return {
    deed: { type: 'store', entry: { text, kind: 'fact', tags } },
    line: `+ memory: ${inLine(text)}${note}`,
    said: { sentence: `Saved as a memory: ${endless(`${text}${note}`)}.`, key: [short(text)] },
  }
}

/** A time that is said in its text alone is read there, as it is where a person asks for a reminder. */
async function newReminder({ clock }: OwnPlace, cells: Cells): Promise<OwnStep> {
  const text = newText(cells, 'reminder')
  if (isYes(cells.get('done') ?? 0))
    throw new ChangeRefused('A new reminder is not done yet; leave `done` out, or set it to 0.')
  const { findReminderTime } = await import('../../toolkit/reminder-time.ts')
  const said = findReminderTime(text, { clock, isReminder: true })
  const cell = cells.get('due')
  const due =
    cell === undefined
      ? said?.due
      : cell === null
        ? undefined
        : new Date((await readCellMoment(cell, clock)).ms)
  const repeats = due === undefined ? undefined : said?.repeats
  const again = repeats === undefined ? '' : `, ${repeatText(repeats)}`
  const moment = due && momentText(due.getTime(), clock.timeZone)
  const when = moment === undefined ? 'it does not ring: it has no time' : `due ${moment}${again}`
  return {
    deed: {
      type: 'store',
      entry: { text, kind: 'reminder', ...(due && { due }), ...(repeats && { repeats }) },
    },
    line: `+ reminder: ${inLine(text)} (${due ? `due ${minuteText(due.getTime(), clock.timeZone)}${again}` : 'no time'})`,
    said: { sentence: `Saved as a reminder: ${short(text)} (${when}).`, key: [short(text)] },
  }
}

function newText(cells: Cells, what: string): string {
  const text = textOf(cells.get('text') ?? null)
  if (text.trim() === '') throw new ChangeRefused(`A new ${what} needs a \`text\`; say what it is.`)
  return text
}

/** As `tags` shows them: with commas between. */
function tagsOf(value: CellValue): readonly string[] {
  return textOf(value)
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

function isYes(value: CellValue): boolean {
  return String(value) === '1'
}

/** Without the full stop that the sentence brings. */
function endless(text: string): string {
  return short(text).replace(/\.$/, '')
}

function inWords(ids: readonly number[]): string {
  return ids.length < 2 ? ids.join() : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
}
