/**
 * A message as features: words and pairs of words, runs of two to five characters inside the borders of a word, and shapes.
 * A feature is a 32-bit hash; its text is made only where somebody asks (`/why`). Two features of 20,000 share a hash
 * with probability 5 %, and a new feature meets a known one with 5 in a million, so no table of strings is kept.
 */
import { findShapes, foldNames } from './shapes.ts'
import { considerText, foldText, isWordUnit } from './text.ts'
import { classOfWord } from './word-classes.ts'

/** Kinds of features; each kind is brought to length one by itself. */
export const blocks = ['word', 'part', 'shape'] as const

/** Receives one occurrence of a feature: block (index into `blocks`), hash, and where its text stands. */
export type FeatureVisitor = (block: number, hash: number, source: string, start: number, end: number) => void

const shortestPart = 2
const longestPart = 5
const space = 32

/** Calls `visit` once for every occurrence, in the order of the text. */
export function visitFeatures(message: string, visit: FeatureVisitor): void {
  const considered = considerText(message)
  const text = foldText(foldNames(considered))
  visitWords(text, visit)
  visitParts(text, visit)
  for (const shape of findShapes(considered))
    visit(2, hashRange(shape, 0, shape.length, 3), shape, 0, shape.length)
}

/** The hash of a word of a folded text, as `visitFeatures` gives it. */
export function hashWord(word: string): number {
  return hashRange(word, 0, word.length, 1)
}

/** Words, pairs of words, and the same pairs with words of one class made equal: `next friday` as `next <weekday>`. */
function visitWords(text: string, visit: FeatureVisitor): void {
  let before = { start: -1, hash: 0, kind: 0 }
  for (let at = 0; at < text.length; ) {
    if (!isWordUnit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    let end = at + 1
    while (end < text.length && belongsToWord(text, end)) end += 1
    const hash = hashRange(text, at, end, 1)
    const kind = kindHash(text.slice(at, end), hash)
    visit(0, hash, text, at, end)
    if (before.start >= 0) {
      visit(0, hashPair(before.hash, hash), text, before.start, end)
      if (kind !== hash || before.kind !== before.hash) {
        visit(0, hashPair(before.kind ^ 0x2545f491, kind), text, before.start, end)
      }
    }
    before = { start: at, hash, kind }
    at = end
  }
}

function kindHash(word: string, own: number): number {
  const kind = classOfWord(word)
  return kind === undefined ? own : hashRange(kind, 0, kind.length, 4)
}

/** An apostrophe inside a word belongs to it: `what's`. */
function belongsToWord(text: string, at: number): boolean {
  if (isWordUnit(text.charCodeAt(at))) return true
  return text[at] === "'" && isWordUnit(text.charCodeAt(at + 1)) && isWordUnit(text.charCodeAt(at - 1))
}

/** Runs of characters that leave no word; the space before and behind a word belongs to it. */
function visitParts(text: string, visit: FeatureVisitor): void {
  let wordEnd = -1
  for (let start = 0; start < text.length - 1; start += 1) {
    if (start >= wordEnd) {
      wordEnd = start + 1
      while (wordEnd < text.length && text.charCodeAt(wordEnd) !== space) wordEnd += 1
    }
    const last = Math.min(start + longestPart, wordEnd + 1, text.length)
    let hash = seedOf(2)
    for (let at = start; at < last; at += 1) {
      hash = step(hash, text.charCodeAt(at))
      if (at - start + 1 >= shortestPart) visit(1, finish(hash), text, start, at + 1)
    }
  }
}

function hashRange(text: string, start: number, end: number, seed: number): number {
  let hash = seedOf(seed)
  for (let at = start; at < end; at += 1) hash = step(hash, text.charCodeAt(at))
  return finish(hash)
}

function hashPair(first: number, second: number): number {
  return finish(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ 0x5bd1e995)
}

function seedOf(seed: number): number {
  return Math.imul(seed, 0x9e3779b1) ^ 0x811c9dc5
}

/** FNV-1a over UTF-16 units. */
function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** The finish of MurmurHash3, for FNV leaves the upper bits of short runs poor. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
