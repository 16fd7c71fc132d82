import { defineTool } from '../../source/contracts/tool.ts'
import { ORDER_BEFORE, ORDER_BESIDE } from '../../source/toolkit/beside-text.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly pattern: string }

type Stored = { readonly id: number; readonly text: string; readonly isNew: boolean }

/** What worked once counts for more than what was only said. */
const IMPORTANCE = 0.7

export default defineTool<Arguments, Stored>({
  name: 'memory_store_pattern',
  description: 'Save an approach that worked well, to use it again',
  parameters: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-behind': ORDER_BEFORE,
        'x-without': ORDER_BESIDE,
        description: "the approach itself, in the user's words; without 'that worked' or 'save the approach'",
      },
    },
    required: ['pattern'],
  },
  risk: 'write',
  async run({ pattern }, context) {
    const memory = await openMemory(context)
    const { entry, isNew } = memory.store({ text: pattern, kind: 'pattern', importance: IMPORTANCE })
    return { id: entry.id, text: entry.text, isNew }
  },
  say: ({ id, text, isNew }) => ({
    sentence: isNew ? `Pattern saved as ${id}: ${text}` : `That pattern is saved already, as ${id}: ${text}`,
  }),
})
