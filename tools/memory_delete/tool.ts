import type { Memory, MemoryEntry, MemoryKind } from '../../source/contracts/memory.ts'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { IN_WORDS } from '../../source/toolkit/named-in-words.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { onlyNamed, openMemory, shortText } from '../../source/toolkit/remembered.ts'

type Arguments = {
  readonly memory_ids?: readonly number[]
  readonly about?: string
  readonly kind?: 'reminder'
}

/** What is said to a reminder alone, in words: "stop nagging me about the bins". */
const OF_REMINDERS_IN_WORDS = `^(?=[\\s\\S]*\\b(?:re?mi?n?d|remidn|nag|pester|nudg|pok(?:e|ing)\\b|bug(?:ging)?\\b|bother|hassl))${IN_WORDS}`

type Deleted = {
  readonly deleted: readonly { readonly id: number; readonly text: string; readonly kind: MemoryKind }[]
  /** Ids that there are none of. */
  readonly missing: readonly number[]
}

export default defineTool<Arguments, Deleted>({
  name: 'memory_delete',
  description: 'Delete memories or reminders for good, by their ids or what one is about',
  parameters: {
    type: 'object',
    properties: {
      memory_ids: {
        type: 'array',
        items: {
          type: 'integer',
          minimum: 1,
          'x-from': 'message',
        },
        'x-unless': 'about',
        'x-ask': 'Which one should go? Its number, or what it is about.',
        description: 'ids to delete, all that the message names',
      },
      about: {
        type: 'string',
        'x-from': 'message',
        'x-when': IN_WORDS,
        'x-alone': true,
        'x-ask': 'Which one should go? Its number, or what it is about.',
        description: 'where no id is said: the words for it',
      },
      kind: {
        type: 'string',
        enum: ['reminder'],
        'x-cues': { reminder: '.' },
        'x-when': OF_REMINDERS_IN_WORDS,
        'x-alone': true,
        description: 'only a reminder is meant',
      },
    },
    required: [],
  },
  risk: 'write',
  holdsPreview: true,
  async preview(args, context) {
    const memory = await openMemory(context)
    return entriesOf(memory, args)
      .map((entry) => `- ${memory.line(entry)}`)
      .join('\n')
  },
  run: remove,
  say({ deleted, missing }) {
    const ids = inWords(deleted.map(({ id }) => id))
    const areReminders = deleted.every(({ kind }) => kind === 'reminder')
    const [one, more] = areReminders ? ['Reminder', 'Reminders'] : ['Memory', 'Memories']
    const was = deleted.length === 1 ? `${one} ${ids} was deleted` : `${more} ${ids} were deleted`
    const rest = missing.length === 0 ? '' : ` There is no memory ${inWords(missing, 'or')}.`
    return {
      sentence: `${was}; \`/memory undo\` brings ${deleted.length === 1 ? 'it' : 'them'} back.${rest}`,
      detail: deleted.map(({ id, text }) => `${id}: ${text}`).join('\n'),
    }
  },
})

async function remove(args: Arguments, context: ToolContext): Promise<Deleted> {
  const memory = await openMemory(context)
  const found = entriesOf(memory, args).map(({ id }) => id)
  const deleted = memory.remove(found, 'delete').map((entry) => ({
    id: entry.id,
    text: shortText(entry),
    kind: entry.kind,
  }))
  return { deleted, missing: [...new Set(args.memory_ids)].filter((id) => !found.includes(id)) }
}

/** Those that there are; throws `ToolFailure` when there is none of them, or when words do not say which one. */
function entriesOf(memory: Memory, { memory_ids, about, kind }: Arguments): readonly MemoryEntry[] {
  if (memory_ids === undefined && about !== undefined) {
    const named = memory.named(about, kind)
    if (named.length === 0 && kind === undefined) throw noneNamed(memory, about)
    return [onlyNamed(named, about, { memory, kind })]
  }
  const ids = [...new Set(memory_ids)]
  const found = ids.flatMap((id) => memory.find(id) ?? [])
  if (found.length > 0) return found
  const what =
    ids.length === 0
      ? 'No id was given'
      : `There is no memory ${inWords(
          ids.map((id) => `\`${id}\``),
          'or',
        )}`
  throw new ToolFailure('no_memory_of_id', `${what}; search the memories to see their ids.`)
}

/** With the nearest one, which a person can name by its number. */
function noneNamed(memory: Memory, about: string): ToolFailure {
  const [nearest] = memory.search({ words: about, limit: 1 })
  const hint =
    nearest === undefined
      ? 'search the memories to see their ids.'
      : `the nearest is ${nearest.id} (${shortText(nearest)}). Say its number if that one is to go.`
  return new ToolFailure('not_found', `Nothing was changed: no memory fits \`${visible(about)}\`; ${hint}`)
}

/** `3`, `3 and 4`, `3, 4 and 5`. */
function inWords(ids: readonly (number | string)[], joint = 'and'): string {
  return ids.length < 2 ? ids.join() : `${ids.slice(0, -1).join(', ')} ${joint} ${ids.at(-1)}`
}
