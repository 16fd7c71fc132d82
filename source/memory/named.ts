// Which entries the words of a person can mean ("the dentist", "my reminder to buy milk"). Pure.
// Invariant: what is meant gets changed or deleted, so a word that tells of something else than the entry says rules it out.
// What a word is: said-words.ts.
import type { MemoryEntry } from '../contracts/memory.ts'
import { isAlike } from './relevance.ts'
import { type SaidWord, saidWords } from './said-words.ts'
import { folded } from './words.ts'

/** Words for a reminder and for what is done with it. */
const ACTS = new Set(
  (
    'reminder reminders remind reminding reminded nag nagging nudge nudging pester poke bother task todo entry item ' +
    'fact thing one delete remove cancel drop stop quit erase forget scrap tick ticked mark marked check checked cross ' +
    'finish finished complete completed done already today now anymore longer more'
  ).split(' '),
)

/** Of words of which an entry has not all, it has to have this share. */
const LEAST_SHARE = 0.5

/** Where, or with whom, may be told though nobody noted it; "at Aldi" is only another one than "at Lidl". */
const BESIDE = /^(?:at|in|from|with|near)$/

interface Candidate {
  readonly entry: MemoryEntry
  readonly there: readonly SaidWord[]
}

/**
 * Those that `words` can mean: what says the same, else what has all of the words, else what has the most of them and says nothing
 * else than they do.
 */
export function meantBy(words: string, entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  const same = entries.filter(({ text }) => folded(text) === folded(words))
  if (same.length > 0) return same
  const wanted = wantedOf(words)
  // A time may be said that the entry does not have, as it stands in no text.
  const lasting = wanted.filter(({ role }) => role !== 'time')
  const counted = lasting.length > 0 ? lasting : wanted
  if (counted.length === 0) return []
  const candidates = entries.map((entry) => ({
    entry,
    there: saidWords(`${entry.text}\n${entry.context}\n${entry.tags.join(' ')}`),
  }))
  const shared = candidates.map((candidate) => ({
    candidate,
    count: countIn(counted, candidate),
    all: countIn(wanted, candidate),
  }))
  const most = Math.max(0, ...shared.map(({ count }) => count))
  if (most === 0 || most < LEAST_SHARE * counted.length) return []
  const best = shared.filter(({ count }) => count === most)
  const mostOfAll = Math.max(...best.map(({ all }) => all))
  return best
    .filter(({ all, candidate }) => all === mostOfAll && !isOfOther(counted, candidate, candidates))
    .map(({ candidate }) => candidate.entry)
}

function wantedOf(words: string): readonly SaidWord[] {
  const content = saidWords(words)
  const telling = content.filter(({ word }) => !ACTS.has(word))
  const all = telling.length > 0 ? telling : content
  return all.filter(({ stem }, at) => all.findIndex((one) => one.stem === stem) === at)
}

function countIn(wanted: readonly SaidWord[], { there }: Candidate): number {
  return wanted.filter((word) => there.some((other) => isSame(word, other))).length
}

/** A slip in a name makes another name. */
function isSame(said: SaidWord, there: SaidWord): boolean {
  if (said.stem === there.stem) return true
  return !said.isName && !there.isName && isAlike(said.stem, there.stem)
}

/** Whether a word that the entry has not tells of something else: a number, a name, a relative, another place or person. */
function isOfOther(
  wanted: readonly SaidWord[],
  candidate: Candidate,
  candidates: readonly Candidate[],
): boolean {
  const { there } = candidate
  const has = (word: SaidWord) => there.some((other) => isSame(word, other))
  const found = wanted.filter(has)
  const missing = wanted.filter((word) => !has(word))
  const specific = missing.filter(({ role }) => role === 'specific')
  if (specific.length > 0 && found.every(({ role }) => role !== 'specific')) return true
  const others = candidates.filter((one) => one !== candidate)
  const unsaid = there.filter((word) => !wanted.some((said) => isSame(said, word)))
  // "My brother Tom" is Tom.
  const isNamed = there.some(
    (word) => (word.isName || word.isOwner) && found.some((one) => isSame(one, word)),
  )
  return specific.some(
    (word) =>
      (word.isNumber && isOtherNumber(word, unsaid)) ||
      word.isOwner ||
      (word.isName && !BESIDE.test(word.behind ?? '')) ||
      (word.isRelative && !isNamed) ||
      (word.behind !== undefined && unsaid.some((one) => isBeside(word, one))) ||
      (!word.isNumber && others.some((one) => one.there.some(({ stem }) => stem === word.stem))),
  )
}

/** "Plant 3"; "buy 3 apples" only where another number stands in the entry. */
function isOtherNumber({ before }: SaidWord, unsaid: readonly SaidWord[]): boolean {
  const isOfThing = saidWords(before).some(({ role }) => role === 'specific')
  return isOfThing || unsaid.some(({ isNumber, role }) => isNumber && role === 'specific')
}

/** "At home" and "at work". */
function isBeside(said: SaidWord, there: SaidWord): boolean {
  return there.behind === said.behind && there.role === 'specific' && !there.isNumber
}
