/**
 * Matches a message against what tools say of themselves, for tools that have no examples: BM25 (Robertson and Zaragoza 2009, k1 1.2, b 0.75)
 * over whole words. `git` is not in "digit": words are equal or they are not, but for a plural or a verb's ending.
 */

import type { JsonSchema } from '../contracts/json.ts'
import { considerText, isWordUnit } from './text.ts'

/** Of a longer description the beginning tells what the tool is for. */
const LONGEST_SENSE = 1_000

/** What a tool says of itself. */
export interface ToolWords {
  readonly tool: string
  readonly text: string
  /** What it is for in a phrase: its name and its description. */
  readonly sense?: string
  /** Words that were found for it; its length is that of the text alone. */
  readonly found?: string
}

/** The words by which a tool is found: its name, one-liner, description, and its parameters with what they say of themselves. */
export function wordsOfTool(tool: {
  readonly name: string
  readonly oneLiner: string
  readonly description: string
  readonly parameters: JsonSchema
}): ToolWords {
  const parameters = Object.entries(tool.parameters.properties ?? {}).map(
    ([name, { description }]) => `${plainName(name)} ${description ?? ''}`,
  )
  const texts = [plainName(tool.name), tool.oneLiner, tool.description, ...parameters]
  const sense = `${plainName(tool.name)}: ${tool.description.replace(/\s+/g, ' ')}`.slice(0, LONGEST_SENSE)
  return { tool: tool.name, text: texts.join(' '), sense }
}

function plainName(name: string): string {
  return name.replaceAll('_', ' ')
}

/** The best matches for one message. */
export interface WordMatch {
  /** Best first; only tools that share a word with the message. */
  readonly ranked: readonly { readonly tool: string; readonly score: number }[]
  /** Share of the message's content words, weighed by rarity, that the best tool has. */
  readonly coverage: number
  /** Score that a word which one tool alone has brings by its rarity. */
  readonly rarest: number
}

/** Finds tools by words: those that are `wanted`, by all words of the message but `without`. */
export type WordMatcher = (
  message: string,
  wanted: (tool: string) => boolean,
  without?: ReadonlySet<string>,
) => WordMatch

/** Turns a word match into the probability that the best tool is right: a logistic over three figures. */
export interface WordCalibration {
  readonly bias: number
  /** For the best tool's score. */
  readonly score: number
  /** For its lead over the second. */
  readonly lead: number
  /** For the share of the message's content words that it has. */
  readonly coverage: number
  /** A tool is chosen from this probability on. */
  readonly threshold: number
}

/** Learned on the 31 tools of the shared data with `test/benchmarks/router.bench.ts`; used where no model was trained. */
export const standardWordCalibration: WordCalibration = {
  bias: -3.04,
  score: 0.32,
  lead: 0.21,
  coverage: 2.24,
  threshold: 0.62,
}

const common = new Set(
  (
    'a an the this that these those it its i me my mine we our us you your he she they them and or but if so not no to of in on at by ' +
    'for from with as is are am be been was were do does did done can could would will should shall may might must have has had ' +
    'what which who whom when where why how there here just please pls hey hi some any all about into out up than then too very ' +
    "what's i'm i've i'd i'll it's don't want need like get got give tell show let make one also"
  ).split(' '),
)

/** Content words of a text, endings taken off; in order, with repetitions. */
export function contentWords(text: string): string[] {
  return wordsWithForms(text).map(({ word }) => word)
}

/** The same with the form in which each stands in the text, in lower case. */
export function wordsWithForms(text: string): { readonly word: string; readonly form: string }[] {
  const plain = considerText(text)
  const found: { word: string; form: string }[] = []
  const add = (form: string) => {
    if (form !== '' && !common.has(form)) found.push({ word: stem(form), form })
  }
  for (let at = 0; at < plain.length; at += 1) {
    if (!isWordUnit(plain.charCodeAt(at))) continue
    let end = at + 1
    while (end < plain.length && (isWordUnit(plain.charCodeAt(end)) || plain[end] === "'")) end += 1
    const form = plain.slice(at, end).replace(/'+$/u, '')
    add(form)
    if (!common.has(form) && form.includes('_')) form.split('_').forEach(add)
    at = end
  }
  return found
}

/** A light stem: enough that `reminders` meets `reminder` and `converting` meets `convert`. */
function stem(word: string): string {
  for (const ending of ['ing', 'es', 'ed', 's', 'e']) {
    if (word.endsWith(ending) && word.length - ending.length >= 4 && !word.endsWith('ss')) {
      return word.slice(0, word.length - ending.length)
    }
  }
  return word
}

/**
 * Makes a matcher over all tools; rarity of a word is counted over all of them, whatever is asked for later. `weightOf`: how much a
 * word of a message counts besides, 0 to 1, by its form there.
 */
export function createWordMatcher(
  tools: readonly ToolWords[],
  weightOf: (form: string) => number = () => 1,
): WordMatcher {
  const documents = tools.map(({ tool, text, found = '' }) => {
    const counts = new Map<string, number>()
    const words = contentWords(`${tool} ${text}`)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const word of contentWords(found)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { tool, counts, length: words.length }
  })
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  const having = new Map<string, number>()
  for (const { counts } of documents)
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const rarity = (word: string) => {
    const count = having.get(word) ?? 0
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))
  }
  const rarest = Math.log(1 + (documents.length - 0.5) / 1.5)
  return (message, wanted, without) => {
    const weights = new Map(wordsWithForms(message).map(({ word, form }) => [word, weightOf(form)]))
    const words = [...weights.keys()].filter((word) => !without?.has(word))
    const worth = (word: string) => rarity(word) * (weights.get(word) ?? 0)
    const ranked: { tool: string; score: number; has: number }[] = []
    for (const { tool, counts, length } of documents) {
      if (!wanted(tool)) continue
      let score = 0
      let has = 0
      for (const word of words) {
        const count = counts.get(word) ?? 0
        if (count === 0) continue
        has += worth(word)
        score += (worth(word) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean))
      }
      if (score > 0) ranked.push({ tool, score, has })
    }
    ranked.sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
    const all = words.reduce((sum, word) => sum + worth(word), 0)
    return { ranked, coverage: (ranked[0]?.has ?? 0) / Math.max(1e-9, all), rarest }
  }
}

/** Probability that the best match is the right tool, 0 to 1; of two that match alike neither gets more than half. */
export function wordProbability(match: WordMatch, by: WordCalibration): number {
  const [best, second] = match.ranked
  if (best === undefined) return 0
  const lead = best.score - (second?.score ?? 0)
  const sum = by.bias + by.score * best.score + by.lead * lead + by.coverage * match.coverage
  const share = best.score / (best.score + (second?.score ?? 0))
  return Math.min(share, 1 / (1 + Math.exp(-sum)))
}
