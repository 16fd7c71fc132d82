import { defineTool, type ToolContext } from '../../source/contracts/tool.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'

type Period = 'today' | 'week' | 'month' | 'year'

type Arguments = { readonly tag?: string; readonly period?: Period }

type Summary = {
  readonly total: number
  readonly facts: number
  readonly reminders: number
  readonly corrections: number
  readonly patterns: number
  /** At most 5, the most important first; no reminders among them. */
  readonly important: readonly string[]
  /** Open ones, at most 5, by due time. */
  readonly open: readonly string[]
}

const DAYS: { readonly [period in Period]: number } = { today: 1, week: 7, month: 30, year: 365 }
const IN_WORDS: { readonly [period in Period]: string } = {
  today: 'from the last 24 hours',
  week: 'from the last 7 days',
  month: 'from the last 30 days',
  year: 'from the last 365 days',
}
const DAY_MS = 86_400_000
/** A small model reads ten lines well. */
const MOST = 5

export default defineTool<Arguments, Summary>({
  name: 'memory_summarize',
  description: 'Give an overview of all saved memories: how many, the most important, open reminders',
  parameters: {
    type: 'object',
    properties: {
      tag: {
        type: 'string',
        'x-from': 'message',
        'x-when':
          '(?<!\\b(?:gamer|price|name|dog|ear|gift|luggage|parking) )\\btag(?:s|ged)?\\b|\\blabell?(?:s|ed)?\\b|(?<![\\p{L}\\p{N}])#\\p{L}',
        description: 'only entries with this tag',
      },
      period: {
        type: 'string',
        enum: ['today', 'week', 'month', 'year'],
        'x-when':
          '\\b(?:today|24 hours|day|weeks?|7 days|months?|30 days|years?|lately|recently|12 months)\\b',
        'x-cues': {
          today: 'today|24 hours|\\bday\\b',
          week: 'week|7 days|lately|recently',
          month: '\\bmonth|30 days',
          year: 'year|12 months',
        },
        description: 'only what was saved in the last so much time',
      },
    },
    required: [],
  },
  risk: 'read',
  run: summarize,
  say(summary, { tag, period }) {
    const { total, facts, reminders, corrections, patterns, important, open } = summary
    const under = tag === undefined ? '' : ` with the tag ${visible(tag)}`
    const when = period === undefined ? '' : ` ${IN_WORDS[period]}`
    if (total === 0) return { sentence: `No memory${under} is saved${when}.` }
    const kinds = [
      [facts, 'fact', 'facts'],
      [reminders, 'reminder', 'reminders'],
      [corrections, 'correction', 'corrections'],
      [patterns, 'pattern', 'patterns'],
    ] as const
    const parts = kinds
      .filter(([amount]) => amount > 0)
      .map(([amount, one, many]) => count(amount, one, many))
    const detail = [
      ...(important.length === 0 ? [] : ['Most important:', ...important]),
      ...(open.length === 0 ? [] : ['Open reminders:', ...open]),
    ]
    return {
      sentence: `${count(total, 'memory', 'memories')}${under}${when}: ${inWords(parts)}.`,
      detail: detail.length === 0 ? undefined : detail.join('\n'),
      key: [String(total)],
    }
  },
})

async function summarize({ tag, period }: Arguments, context: ToolContext): Promise<Summary> {
  const memory = await openMemory(context)
  const now = context.clock.now().getTime()
  const since = period === undefined ? undefined : new Date(now - DAYS[period] * DAY_MS)
  const { total, kinds, important, reminders } = memory.summarize({ tag, since }, MOST)
  return {
    total,
    facts: kinds.fact,
    reminders: kinds.reminder,
    corrections: kinds.correction,
    patterns: kinds.pattern,
    important: important.map((entry) => memory.line(entry)),
    open: reminders.map((entry) => memory.line(entry)),
  }
}

/** `3 facts`, `3 facts and 1 reminder`, `3 facts, 1 reminder and 2 patterns`. */
function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
