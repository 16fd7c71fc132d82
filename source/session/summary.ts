// The summary of turns that leave the window: how it is asked for, whether it may stand, and how it stands. Pure.
// A summary that invents is worse than none, since everything after it builds on it: in doubt the turns are dropped,
// which is told.
import type { ChatMessage } from '../contracts/engine.ts'
import { withoutThinking } from '../governor/answer-stream.ts'
import { readSources } from '../governor/faithful.ts'
import { wordsOf } from '../governor/read-names.ts'
import { quantitiesOf } from '../governor/read-numbers.ts'
import { isSameTime, timesOf, withoutTimes } from '../governor/read-times.ts'

const OPENS = 'Summary of our conversation so far: '

/** The message that asks for a summary of `budgetTokens` at most; `keep`: what a person wants in it, if anything. */
export function summaryRequest(budgetTokens: number, keep: string): ChatMessage {
  const words = Math.floor(budgetTokens / 2)
  const wish = keep === '' ? '' : ` Above all keep: ${keep}`
  const text = `Sum up our conversation so far in at most ${words} words, as notes for yourself: names, numbers, dates, files, what was decided, what is still open. Write only what was said.${wish}`
  return { role: 'user', text }
}

/**
 * The pair of messages as which a summary stands in history. A user turn, because small models believe what they are
 * told more than what they said; a second system message is nothing that their chat formats were trained on.
 */
export function summaryPair(summary: string): readonly ChatMessage[] {
  return [
    { role: 'user', text: `${OPENS}${summary}` },
    { role: 'assistant', text: 'Understood.' },
  ]
}

/** The summary in what a model wrote: without a thought before it, and up to its last whole sentence if it was cut. */
export function readSummary(written: string, isCut: boolean): string {
  const text = withoutThinking(written)
    .replace(/^\s*(?:\*\*)?(?:summary|notes)[^:\n]{0,40}:(?:\*\*)?\s*/i, '')
    .trim()
  if (!isCut) return text
  const ends = [...text.matchAll(/[.!?;]["')*]*(?=\s|$)|\n/g)].at(-1)
  return ends === undefined ? '' : text.slice(0, ends.index + ends[0].length).trim()
}

const REFUSAL =
  /^\W*(?:(?:i'?m|i am) (?:sorry|afraid|unable|not able)|sorry\b|i (?:can(?:no|')t|cannot|do(?:n't| not) (?:have|know)|won't)|as an? (?:ai|language model)|there (?:is|was) no(?:thing| conversation))/i
const OPENED_CALL = /^(?:```\w*\s*)?(?:<\W?\w|\[?\{)/
/** Of the words with a content in a summary, this share must stand in the turns. */
const SHARED = 0.4
const LEAST_SHARED = 3
/** Words about a conversation: they say nothing of what was said in it. */
const ABOUT: ReadonlySet<string> = new Set(
  'user users assistant asked answered said told wants wanted conversation summary notes question questions answer answers about after also been before being between both could does doing from have having here into just like more most note only open other over provided requested said should some still such sure than that their them then there these they this those through today under until used using very want were what when where which while will with would your'.split(
    ' ',
  ),
)

/** Why a summary may not stand for these turns, in a few words; undefined: it has content. */
export function findNoContent(summary: string, turns: readonly ChatMessage[]): string | undefined {
  const text = turns.map((one) => one.text).join('\n')
  if (summary === '') return 'the summary was empty'
  if (REFUSAL.test(summary)) return 'the summary was a refusal'
  if (OPENED_CALL.test(summary)) return 'the summary was a call'
  if (summary.length >= text.length) return 'the summary was not shorter'
  const number = findInventedNumber(summary, text)
  if (number !== undefined) return `the summary invented ${number}`
  return sharesContent(summary, text) ? undefined : 'the summary had nothing of them in it'
}

/** A number or time that does not stand in `text`; number words are forgiven, for they count what was said. */
function findInventedNumber(summary: string, text: string): string | undefined {
  const sources = readSources(text)
  const plain = summary.replace(/^\s*\d{1,2}[.)]\s/gm, ' ')
  const time = timesOf(plain).find((said) => !sources.times.some((real) => isSameTime(said, real)))
  if (time !== undefined) return time.text
  return quantitiesOf(withoutTimes(plain)).find(
    (said) =>
      plain.includes(said.text) &&
      !said.forms.some((form) => sources.numbers.has(form)) &&
      !(said.parts.length > 0 && said.parts.every((part) => sources.numbers.has(part))),
  )?.text
}

function sharesContent(summary: string, text: string): boolean {
  const there = new Set(wordsOf(text))
  const stems = new Set([...there].map(stem))
  const said = [...new Set(wordsOf(summary))].filter((word) => isContent(word) && !ABOUT.has(word))
  const shared = said.filter((word) => there.has(word) || stems.has(stem(word)))
  const available = [...there].filter((word) => isContent(word) && !ABOUT.has(word)).length
  return (
    shared.length >= Math.min(LEAST_SHARED, Math.max(1, available)) && shared.length >= said.length * SHARED
  )
}

function isContent(word: string): boolean {
  return /\p{N}/u.test(word) || word.length >= 4 || /[\u0250-\u{10ffff}]/u.test(word)
}

/** Enough of a word to know it in another form. */
function stem(word: string): string {
  return word.length > 5 ? word.slice(0, 5) : word
}
