import { defineTool, type ToolContext } from '../../source/contracts/tool.ts'
import { ORDER_BESIDE, WEIGHT_BESIDE } from '../../source/toolkit/beside-text.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'
import { findReminderTime } from '../../source/toolkit/reminder-time.ts'
import { TAG_NAME } from '../../source/toolkit/tag-name.ts'
import { deedFirst } from './deed-first.ts'
import { unkeptRepeat } from './unkept-repeat.ts'

type Arguments = {
  readonly text: string
  readonly tags?: readonly string[]
  readonly importance?: number
}

type Stored = {
  readonly id: number
  readonly kind: string
  readonly text: string
  readonly tags: readonly string[]
  /** When it is due, and how it comes again, in words; null: it is not. */
  readonly due: string | null
  /** False: it was there already. */
  readonly isNew: boolean
}

const REMINDER = 'reminder'

/** "great! save that …", "pls note down: …" */
const BEHIND =
  '^for (?:future|later) reference[^:.]{0,40}:\\s+|^(?:(?:please|pls|plz|can you|could you) )?(?:save|store|note|remember|keep|record)\\s+(?=(?:my|our|the|his|her|their)\\s[^:.!?]{2,40}:\\s)|(?:^|[.!?,]\\s+)(?:(?:please|pls|plz|can you|could you|would you|and|also|then|so|ok|okay|hey|oh|ah|well|now|just|btw|by the way)\\s+)*(?:save ?(?:this|it)?|note|r[eomn]{1,6}b+e?r|store|keep in mind|memori[sz]e|jot|write|record|(?:make|take) a note)\\b(?:\\s+(?:this|it|down|for later|in mind|for me|please|pls|plz|somewhere|with (?:the )?tag \\S+?))*\\s*(?:(?<!\\bit)\\s+that\\s+(?!(?:one|too|for|down|please|with|as|under|was|is|in|to|and)\\b)|:\\s*|,\\s+|(?<=later|down|this)\\s+)|(?:^|[.!?,]\\s+)(?:(?:please|pls|plz|can you|could you|would you|and|also|then|so|ok|okay|hey|oh|ah|well|now|just|btw|by the way)\\s+)*r[eomn]{1,6}b+e?r\\s+(?=(?:my|our|the|i|we|his|her|their|he|she|mum|mom|dad)\\s+\\S+\\s+\\S)|[.!?]+\\s+(?:(?:(?:and|so|please|pls|can you|could you|would you) )*remind me (?:please |pls |too |also |as well |again )*(?:to|2) (?!\\w+ (?:it|that|this|them)\\b)|(?=(?:(?:and|so|please|pls|can you|could you|would you) )*(?:remind|rmnd|remidn|remnid|remeber|don.t let me forget)\\b))|\\b(?:remind me (?:please |pls |too |also |as well |again )*|(?:don.t|do not) let me forget )(?:to|2) (?!\\w+ (?:it|that|this|them)\\b)|\\b(?:don.t|do not) let me forget that (?!\\w+ \\w+$)|(?:^|[.!?]\\s+)(?:please |pls )?r[eomn]{1,6}b+e?r\\s+(?=(?!(?:to|when|how|why|if|me|this|that|it|what|where|who)\\b)\\p{L}[^?]*\\d)|(?:^|[.!?]\\s+)(?:(?:and|ok|okay)\\s+)?(?:another|one more|a new|new|next|second|a quick|quick) (?:note|memory|fact|thing to remember)(?: please)?\\s*:\\s*'

export default defineTool<Arguments, Stored>({
  name: 'memory_store',
  description: 'Save a fact, preference, note or reminder that the user wants kept',
  parameters: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-behind': BEHIND,
        'x-starts': String.raw`\bremind me(?: (?:please|pls|too|also|as well|again))* (?:to|2)\s*$|\b(?:remember|note|keep in mind) that\s*$`,
        'x-timed': String.raw`\b(?:re?mi?n?d|remidn|rmnd)\b|\breminder\b|\blet me forget\b`,
        'x-without': `${ORDER_BESIDE}|${WEIGHT_BESIDE}`,
        'x-just-said': ORDER_BESIDE,
        'x-thought': true,
        description:
          "what to remember, in the user's words; without 'remember that', 'remind me to' or 'save it'",
      },
      tags: {
        type: 'array',
        items: {
          type: 'string',
          'x-from': 'message',
          'x-named': TAG_NAME,
          'x-or': ['reminder'],
        },
        'x-when':
          '\\br[ei]?m+[ei]?nd|\\bremi(?:d|dn|nid)\\b|\\brmnd|\\bto-?dos?\\b|\\bto do list\\b|(?<!\\b(?:gamer|price|name|dog|ear|gift|luggage|parking) )\\btag(?:s|ged)?\\b|\\blabell?(?:s|ed)?\\b|(?<![\\p{L}\\p{N}])#\\p{L}',
        'x-keeps': String.raw`^(?:(?:oh|ah|ok|and|also|plus|then|yes)[\s,]+)+to\s|\b(?:same|that) tag\b`,
        description: 'reminder if the user says remind or to-do, and tags the user names',
      },
      importance: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        'x-when':
          '\\bimportance\\b|\\b(?:not|un|very|really|super|extremely|so|too|most|quite|pretty|damn|incredibly) ?important\\b|\\bimportant(?:[!,:]|$)|\\b(?:top|high|highest|low|lowest) priority|\\bcrucial|\\bvital\\b|\\bcritical',
        description: '0 to 1; important 0.9, not important 0.2',
      },
    },
    required: ['text'],
  },
  risk: 'write',
  run: store,
  say({ id, kind, text, due, isNew }) {
    const name = kind === REMINDER ? 'reminder' : 'memory'
    const silent = kind === REMINDER ? ` (${whySilent(text)})` : ''
    const when = due === null ? silent : ` (due ${due})`
    return {
      sentence: isNew
        ? `Saved as ${name} ${id}: ${text}${when}`
        : `That is saved already, as ${name} ${id}: ${text}${when}`,
    }
  },
  undoneBy: ({ id, isNew }) =>
    isNew ? { tool: 'memory_delete', arguments: { memory_ids: [id] } } : undefined,
})

/** A past or impossible date is none, and a person who named it, or how often it comes, would wait for the bell. */
function whySilent(text: string): string {
  const repeat = unkeptRepeat(text)
  return repeat === undefined
    ? 'no time was read in it, so it does not ring'
    : `it does not ring: the repetition \`${repeat}\` cannot be kept; \`every day at 8\`, \`every Monday\` or \`monthly on the 1st\` can`
}

/** A text that was asked for as a reminder, or that has a time in it, is one; a time that was left out of it stands in the request. */
async function store(
  { text: said, tags = [], importance }: Arguments,
  context: ToolContext,
): Promise<Stored> {
  const memory = await openMemory(context)
  const { asked } = context
  const isAsked = asked?.act === 'remind' || tags.some((tag) => tag.trim().toLowerCase() === REMINDER)
  // "In a minute" is the same moment however it is read.
  const now = context.clock.now()
  const clock = { ...context.clock, now: () => now }
  const timeOf = (text: string) => findReminderTime(text, { clock, isReminder: isAsked })
  const text = isAsked ? deedFirst(said, (part) => JSON.stringify(timeOf(part))) : said
  const time = timeOf(text) ?? (isAsked && asked !== undefined ? timeOf(asked.request) : undefined)
  const kind = isAsked || time !== undefined ? REMINDER : 'fact'
  const { entry, isNew } = memory.store({ text, kind, tags, importance, ...time })
  return {
    id: entry.id,
    kind: entry.kind,
    text: entry.text,
    tags: entry.tags,
    due: memory.dueText(entry) ?? null,
    isNew,
  }
}
