import type { Memory, MemoryEntry } from '../../source/contracts/memory.ts'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { openMemory, shortText } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly memory_ids: readonly number[] }

type Deleted = {
  readonly deleted: readonly { readonly id: number; readonly text: string }[]
  /** Ids that there are none of. */
  readonly missing: readonly number[]
}

export default defineTool<Arguments, Deleted>({
  name: 'memory_delete',
  description: 'Delete single memories or reminders by their ids',
  parameters: {
    type: 'object',
    properties: {
      memory_ids: {
        type: 'array',
        items: {
          type: 'integer',
          minimum: 1,
        },
        description: 'ids to delete, all that the message names',
      },
    },
    required: ['memory_ids'],
  },
  risk: 'write',
  async preview({ memory_ids }, context) {
    const memory = await openMemory(context)
    return entriesOf(memory, memory_ids)
      .map((entry) => `- ${memory.line(entry)}`)
      .join('\n')
  },
  run: remove,
  say({ deleted, missing }) {
    const ids = inWords(deleted.map(({ id }) => id))
    const was = deleted.length === 1 ? `Memory ${ids} was deleted` : `Memories ${ids} were deleted`
    const rest = missing.length === 0 ? '' : ` There is no memory ${inWords(missing, 'or')}.`
    return {
      sentence: `${was}; \`/memory undo\` brings ${deleted.length === 1 ? 'it' : 'them'} back.${rest}`,
      detail: deleted.map(({ id, text }) => `${id}: ${text}`).join('\n'),
    }
  },
})

async function remove({ memory_ids }: Arguments, context: ToolContext): Promise<Deleted> {
  const memory = await openMemory(context)
  const found = entriesOf(memory, memory_ids).map(({ id }) => id)
  const deleted = memory.remove(found, 'delete').map((entry) => ({ id: entry.id, text: shortText(entry) }))
  return { deleted, missing: [...new Set(memory_ids)].filter((id) => !found.includes(id)) }
}

/** Those that there are; throws `ToolFailure` when there is none of them. */
function entriesOf(memory: Memory, ids: readonly number[]): readonly MemoryEntry[] {
  const found = [...new Set(ids)].flatMap((id) => memory.find(id) ?? [])
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

/** `3`, `3 and 4`, `3, 4 and 5`. */
function inWords(ids: readonly (number | string)[], joint = 'and'): string {
  return ids.length < 2 ? ids.join() : `${ids.slice(0, -1).join(', ')} ${joint} ${ids.at(-1)}`
}
