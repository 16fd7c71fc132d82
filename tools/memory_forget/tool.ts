import type { ForgetRule, Memory, MemoryEntry } from '../../source/contracts/memory.ts'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { count } from '../../source/toolkit/plain-words.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly older_than_days?: number; readonly importance_below?: number }

type Forgotten = { readonly ids: readonly number[]; readonly rule: string }

/** Lines of a preview; what a person does not read does not help. */
const MOST_LINES = 40

export default defineTool<Arguments, Forgotten>({
  name: 'memory_forget',
  description: 'Prune many memories at once: those older than an age or below an importance',
  parameters: {
    type: 'object',
    properties: {
      older_than_days: {
        type: 'integer',
        minimum: 1,
        'x-days': true,
        'x-when':
          '\\d\\+?[\\s-]{0,2}(?:d|days?|w|wks?|weeks?|fortnights?|mos?|months?|quarters?|y|yrs?|years?|decades?)\\b|\\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|half|few|couple(?: of)?|several|past|last)[\\s-]+(?:days?|weeks?|fortnights?|months?|quarters?|years?|decades?)\\b',
        description: 'age in days; a week is 7, a month 30, a year 365',
      },
      importance_below: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        'x-from': 'message',
        'x-when': '(?<![\\d.,])0?\\.\\d',
        description: 'below this importance, 0 to 1',
      },
    },
    required: [],
  },
  risk: 'write',
  holdsPreview: true,
  async preview(args, context) {
    const memory = await openMemory(context)
    const entries = entriesOf(memory, args)
    if (entries.length === 0) return none(ruleOf(args))
    const lines = entries.slice(0, MOST_LINES).map((entry) => `- ${memory.line(entry)}`)
    const rest = entries.length - lines.length
    return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
  },
  run: forget,
  say({ ids, rule }) {
    if (ids.length === 0) return { sentence: none(rule) }
    const were = ids.length === 1 ? 'was' : 'were'
    return {
      sentence: `${count(ids.length, 'memory', 'memories')} ${rule} ${were} forgotten; \`/memory undo\` brings ${ids.length === 1 ? 'it' : 'them'} back.`,
      key: [String(ids.length)],
    }
  },
})

async function forget(args: Arguments, context: ToolContext): Promise<Forgotten> {
  const memory = await openMemory(context)
  const removed = memory.remove(
    entriesOf(memory, args).map(({ id }) => id),
    'forget',
  )
  return { ids: removed.map(({ id }) => id), rule: ruleOf(args) }
}

/** Throws `ToolFailure` when nothing says which may go. */
function entriesOf(memory: Memory, args: Arguments): readonly MemoryEntry[] {
  const { older_than_days: olderThanDays, importance_below: importanceBelow } = args
  if (olderThanDays === undefined && importanceBelow === undefined)
    throw new ToolFailure(
      'no_condition',
      'Nothing was forgotten: say which memories may go, those older than some days or below an importance from 0 to 1.',
    )
  const rule: ForgetRule = { olderThanDays, importanceBelow }
  return memory.forgettable(rule)
}

/** Open reminders that fit are left alone, so that must not sound as if there were none. */
function none(rule: string): string {
  return `No memory is ${rule}, open reminders aside.`
}

function ruleOf({ older_than_days, importance_below }: Arguments): string {
  return [
    ...(older_than_days === undefined ? [] : [`older than ${count(older_than_days, 'day', 'days')}`]),
    ...(importance_below === undefined ? [] : [`below importance ${importance_below}`]),
  ].join(' and ')
}
