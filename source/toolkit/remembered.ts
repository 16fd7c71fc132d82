// How a tool comes to the memory.
import type { Memory, MemoryEntry, MemoryKind } from '../contracts/memory.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { count, visible } from './plain-words.ts'

/** Entries that a sentence names. */
const MOST_NAMED = 5

/** What is remembered, open. Throws `ToolFailure` (`no_memory`) where a tool is lent none, or what the memory itself refuses. */
export async function openMemory({ services }: Pick<ToolContext, 'services'>): Promise<Memory> {
  if (services.memory === undefined)
    throw new ToolFailure('no_memory', 'There is no memory here, so nothing can be stored or found in it.')
  return services.memory.open()
}

/** `There is no reminder 13; the nearest open ones are 12 (buy ink) and 15 (call Ida).` */
export function noReminder(memory: Memory, id: number): ToolFailure {
  const nearest = memory
    .openReminders()
    .toSorted((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id) || a.id - b.id)
    .slice(0, 3)
  const named = nearest.map((entry) => `${entry.id} (${shortText(entry)})`)
  const hint =
    named.length === 0
      ? 'no reminder is open.'
      : named.length === 1
        ? `the only open one near it is ${named[0]}.`
        : `the nearest open ones are ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`
  const other = memory.find(id)
  const what =
    other === undefined
      ? `There is no reminder \`${id}\``
      : other.kind === 'reminder'
        ? `Reminder \`${id}\` is done already`
        : `Memory \`${id}\` is no reminder (${shortText(other)})`
  return new ToolFailure('no_reminder', `${what}; ${hint}`)
}

/** The only one of `fitting`. Throws `ToolFailure` (`not_found`, `several`) with the ids where there is none, or more. */
export function onlyNamed(
  fitting: readonly MemoryEntry[],
  said: string,
  { memory, kind }: { readonly memory: Memory; readonly kind?: MemoryKind },
): MemoryEntry {
  const [first] = fitting
  if (fitting.length === 1 && first !== undefined) return first
  const isReminder = kind === 'reminder'
  if (fitting.length > 0)
    throw new ToolFailure(
      'several',
      `Nothing was changed: ${count(fitting.length, isReminder ? 'reminder' : 'memory', isReminder ? 'reminders' : 'memories')} fit \`${visible(said)}\`: ${idsOf(fitting)}. Say which by its number.`,
    )
  if (!isReminder)
    throw new ToolFailure(
      'not_found',
      `Nothing was changed: no memory fits \`${visible(said)}\`. Search the memories to see their ids.`,
    )
  const open = memory.openReminders()
  const there = open.length === 0 ? 'No reminder is open.' : `Open: ${idsOf(open)}.`
  throw new ToolFailure(
    'not_found',
    `Nothing was changed: no open reminder fits \`${visible(said)}\`. ${there}`,
  )
}

/** `3 (buy milk); 4 (call Ida)`, the first five. */
function idsOf(entries: readonly MemoryEntry[]): string {
  const shown = entries.slice(0, MOST_NAMED).map((entry) => `${entry.id} (${shortText(entry)})`)
  const rest = entries.length - shown.length
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

/** The beginning of a text, in one line. */
export function shortText({ text }: MemoryEntry): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 60 ? line : `${line.slice(0, 59).replace(/[\uD800-\uDBFF]$/, '')}…`
}
