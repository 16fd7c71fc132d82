import { defineTool } from '../../source/contracts/tool.ts'
import { CONTEXT_BESIDE, ORDER_BEFORE, ORDER_BESIDE, WRONG_BEFORE } from '../../source/toolkit/beside-text.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly correction: string; readonly context?: string }

type Stored = { readonly id: number; readonly text: string; readonly isNew: boolean }

/** What was wrong once counts for more than what was only said. */
const IMPORTANCE = 0.8

const NOT_RIGHT = String.raw`\b(?:wrong|mistaken?|incorrect|not (?:right|correct|true))`
/** "Nope, …", "No, that's wrong. …", "You are mistaken. …" */
const REFUSED = String.raw`^\W*(?:(?:no|nope|nah|wrong)[,.!:]+\s+)+(?:(?:that|this|it|you)(?!\p{L})[^.!?:,]{0,30}${NOT_RIGHT}[,.!:]+\s+)?|^(?:that|this|it|you|your answer)(?!\p{L})[^.!?:,]{0,30}${NOT_RIGHT}[.!]+\s+`

/** What is said beside it. */
const AROUND = `${ORDER_BESIDE}|${CONTEXT_BESIDE}`

export default defineTool<Arguments, Stored>({
  name: 'memory_store_correction',
  description: 'Save a correction: the user says what was wrong in an answer and what is right',
  parameters: {
    type: 'object',
    properties: {
      correction: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-latest': true,
        'x-behind': `${ORDER_BEFORE}|${WRONG_BEFORE}|${REFUSED}`,
        'x-starts': REFUSED,
        // "…, not 80" belongs to it.
        'x-goes-on': String.raw`,?\s+(?:and\s+)?not\b(?! (?:how|what|as|like|the way)\b)`,
        'x-without': AROUND,
        'x-just-said': AROUND,
        description:
          "the right fact in the user's words, with 'not …' kept; without 'that was wrong', 'correction:' or 'you said'",
      },
      context: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-behind': String.raw`\bcontext\s*[:=]|^\W*(?:about|on|regarding|concerning)\s+`,
        'x-without': ORDER_BESIDE,
        'x-when':
          "(?<!\\bout of )\\bcontext\\b|\\b(?:this|that|it)(?:'?s| is| was)(?: all)? (?:about|regarding|concerning) (?!\\d|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half|twice|time)\\b)|\\b(?:this|that|it) (?:concerns|concerned|regards|regarded|belongs to|belonged to|goes with|refers to|referred to|relates to|related to)\\b|\\b(?:topic|subject) ?[:=]|\\b(?:in|under|on) the (?:topic|subject) of\\b|^\\W*(?:about|on|regarding|concerning) (?:the|my|our) [\\p{L} ]{2,30}?,? your?\\b",
        description: 'what it belongs to, only if the user names it',
      },
    },
    required: ['correction'],
  },
  risk: 'write',
  async run({ correction, context: about }, context) {
    const memory = await openMemory(context)
    const { entry, isNew } = memory.store({
      text: correction,
      kind: 'correction',
      context: about,
      importance: IMPORTANCE,
    })
    return { id: entry.id, text: entry.text, isNew }
  },
  say: ({ id, text, isNew }) => ({
    sentence: isNew
      ? `Correction saved as ${id}: ${text}`
      : `That correction is saved already, as ${id}: ${text}`,
  }),
})
