// Several tools share a request and none of them is likely enough: which are named, the question, and what the answer
// chose. Pure. It is rare: 7 of 1,964 messages of the parts train and accept (router alone; docs/router.md).
import type { RouteCandidate, RouteDecision } from '../contracts/router.ts'
import type { Choice } from './ports.ts'

/** From here on a tool is taken without a question. */
const ENOUGH = 0.5
/** So much the tools have to have together: some tool is wanted. */
const WANTED = 0.85
/** Below this share a tool is not worth naming. */
const NAMED = 0.1
const MOST_NAMED = 3
/**
 * A tool that is likely, and left out because as many requests for none look so: from here on one question is better than an answer
 * without it, which would have to make up what the tool knows.
 */
const LIKELY = 0.6
/** From here on the question would nearly always be answered with yes (docs/router.md). */
const CLEAR = 0.9

/** The tools that share the request, likeliest first, with their probabilities; undefined: nothing is asked. */
export function findTie(decided: RouteDecision): readonly RouteCandidate[] | undefined {
  const shares = sharesOf(decided)
  const wanted = shares.reduce((sum, one) => sum + one.score, 0)
  const [first] = shares
  if (first === undefined) return undefined
  if (decided.tool === null && first.score >= LIKELY) return [first]
  if (first.score >= ENOUGH || wanted < WANTED) return undefined
  const named = shares.filter((one) => one.score >= NAMED).slice(0, MOST_NAMED)
  return named.length > 1 ? named : undefined
}

/** Whether the only tool of `findTie` is called without the question. */
export function isClear([first, ...others]: readonly RouteCandidate[]): boolean {
  return first !== undefined && others.length === 0 && first.score >= CLEAR
}

/** Probabilities of the tools where all of them and none sum to 1. */
function sharesOf({ border, candidates, by }: RouteDecision): readonly RouteCandidate[] {
  // Words know no probability of none; patterns and messages that lean leave it what is missing to 1.
  if (border === undefined) return by === 'words' || by === 'none' ? [] : candidates
  const best = candidates.find((one) => one.tool === border.tool)
  if (best === undefined) return []
  const none = best.score / Math.exp(border.logOdds)
  const total = candidates.reduce((sum, one) => sum + one.score, none)
  return candidates.map(({ tool, score }) => ({ tool, score: score / total }))
}

/** One question that names the choices: `Did you mean: 1. read a text file (file_read), or 2. …?` */
export function questionOfChoices(choices: readonly Choice[]): string {
  const [only, ...more] = choices
  if (only !== undefined && more.length === 0)
    return `Shall I use a tool for this: ${inSentence(only.oneLiner, only.tool)}? Yes or no.`
  const named = choices.map(({ tool, oneLiner }, at) => `${at + 1}. ${inSentence(oneLiner, tool)}`)
  const last = named.at(-1) ?? ''
  return `Did you mean: ${named.slice(0, -1).join(', ')}, or ${last}?`
}

/** The tool that an answer names, by number, place or its words; undefined: none, or more than one. */
export function readChoice(answer: string, choices: readonly Choice[]): string | undefined {
  const named = choices.find(({ tool }) => tool.toLowerCase() === answer.trim().toLowerCase())
  if (named !== undefined) return named.tool
  const spoken = answer.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const words = spoken.filter((word) => !FILLERS.has(word))
  const [only] = words
  if (choices.length === 1 && words.length === 0 && YES.test(answer)) return choices[0]?.tool
  const place = placeOf(words.length === 1 ? only : undefined, choices.length) ?? placeOfOne(spoken)
  if (place !== undefined) return choices[place]?.tool
  if (only === undefined) return undefined
  const fitting = choices.filter((choice) => {
    const own = ownWords(choice)
    return words.every((word) => own.some((one) => isSameWord(one, word)))
  })
  return fitting.length === 1 ? fitting[0]?.tool : undefined
}

/** Whether the answer to a question about one tool says no: then the request is answered without it. */
export function isRefusal(answer: string, choices: readonly Choice[]): boolean {
  return (
    choices.length === 1 &&
    /^\W*(?:no|nope|nah|n|not? (?:that|this|really|thanks)|don't)(?:[\s,.!]+(?:thanks|thank you|please))?\W*$/i.test(
      answer,
    )
  )
}

const YES =
  /^\W*(?:yes|yep|yeah|y|sure|ok|okay|please|go ahead|do|right|correct|exactly|of course)(?![\p{L}])/iu

/** What stands around a choice: "the second one, please". */
const FILLERS = new Set(
  (
    "a an the one ones it this that i i'd mean meant want wanted would like to do go with for take use yes yeah yep ok okay " +
    'please just then number option choice tool thanks sure y right correct exactly of course ahead'
  ).split(' '),
)

const PLACES: readonly (readonly string[])[] = [
  ['1', '1st', 'first', 'former'],
  ['2', '2nd', 'second', 'two'],
  ['3', '3rd', 'third', 'three'],
]

function placeOf(word: string | undefined, count: number): number | undefined {
  if (word === undefined) return undefined
  if (word === 'last' || word === 'latter') return count - 1
  const place = PLACES.findIndex((names) => names.includes(word))
  return place >= 0 && place < count ? place : undefined
}

/** "one" alone and "number one" are the first, "that one" is none. */
function placeOfOne(spoken: readonly string[]): number | undefined {
  return /^(?:(?:the )?(?:number|option|choice) )?one(?: please)?$/.test(spoken.join(' ')) ? 0 : undefined
}

function ownWords({ tool, oneLiner }: Choice): readonly string[] {
  return `${tool} ${oneLiner}`.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** `file` and `files`, `search` and `searching`. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short === long || (short.length > 3 && long.startsWith(short))
}

function inSentence(oneLiner: string, tool: string): string {
  const text = oneLiner.replace(/[.\s]+$/, '')
  // `ISO week number` stays.
  const isName = /^\p{Lu}{2}/u.test(text)
  const start = isName ? text.slice(0, 1) : text.slice(0, 1).toLowerCase()
  return text === '' ? tool : `${start}${text.slice(1)} (${tool})`
}
