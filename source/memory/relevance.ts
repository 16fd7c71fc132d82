// Which corrections and patterns belong to a message. A wrong one leads a small model astray, so in doubt none does. Pure.
import { editDistance } from '../lib/nearest-name.ts'
import { wordStem as stem } from '../lib/word-stem.ts'
import { contentWords } from './words.ts'

/** `least` is the lowest relevance that counts; the two weights add up to 1. */
export const RELEVANCE = {
  /** Share of the message's words that the entry has. */
  message: 0.75,
  /** Share of the entry's words that the message has. */
  entry: 0.25,
  least: 0.4,
  /** A message of more words than this has to share two of them. */
  shortMessage: 3,
} as const

interface Candidate {
  readonly text: string
  readonly context: string
}

/** How much an entry belongs to a message: 0 to 1. */
export function relevanceOf(message: string, candidate: Candidate): number {
  return relevanceOfWords(wantedOf(message), candidate)
}

function relevanceOfWords(wanted: readonly string[], { text, context }: Candidate): number {
  const there = stemsOf(`${text} ${context}`)
  if (wanted.length === 0 || there.length === 0) return 0
  // A pasted page is about more than any entry, and comparing all of its words would take minutes.
  const most = (RELEVANCE.message * there.length) / wanted.length + RELEVANCE.entry
  if (most < RELEVANCE.least) return 0
  const shared = wanted.filter((word) => there.some((other) => isAlike(word, other))).length
  if (shared === 0 || (shared === 1 && wanted.length > RELEVANCE.shortMessage)) return 0
  return (RELEVANCE.message * shared) / wanted.length + RELEVANCE.entry * Math.min(1, shared / there.length)
}

/** Candidates that belong to a message, the best first; equal ones stay in their order. */
export function mostRelevant<T extends Candidate>(
  message: string,
  candidates: readonly T[],
  limit: number,
): readonly T[] {
  const wanted = wantedOf(message)
  return candidates
    .map((candidate) => ({ candidate, relevance: relevanceOfWords(wanted, candidate) }))
    .filter(({ relevance }) => relevance >= RELEVANCE.least)
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Words of asking: for a text, or for what something is called. They say nothing of what it is about. */
const ASKING = new Set(
  ['write', 'draft', 'compose', 'short', 'brief', 'quick', 'name', 'called', 'kind', 'sort'].map(stem),
)

/** What a message is about; one of nothing but such words is about them. */
function wantedOf(message: string): readonly string[] {
  const all = stemsOf(message)
  const telling = all.filter((word) => !ASKING.has(word))
  return telling.length > 0 ? telling : all
}

function stemsOf(text: string): readonly string[] {
  return [...new Set(contentWords(text).map(stem))]
}

/** The same stem, or one slip in a long one. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const isLong = Math.min(one.length, other.length) >= 6 && Math.abs(one.length - other.length) <= 1
  return isLong && !/\d/.test(one + other) && editDistance(one, other) <= 1
}
