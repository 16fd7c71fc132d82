// Which entries the words of a person can mean ("the dentist", "my reminder to buy milk"). Pure.
import type { MemoryEntry } from '../contracts/memory.ts'
import { wordStem as stem } from '../lib/word-stem.ts'
import { isAlike } from './relevance.ts'
import { contentWords, folded } from './words.ts'

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

/** Those that `words` can mean: what says the same, else what has all of the words, else what has the most of them. */
export function meantBy(words: string, entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  const same = entries.filter(({ text }) => folded(text) === folded(words))
  if (same.length > 0) return same
  const content = contentWords(words)
  const telling = content.filter((word) => !ACTS.has(word))
  const wanted = [...new Set((telling.length > 0 ? telling : content).map(stem))]
  if (wanted.length === 0) return []
  const shared = entries.map((entry) => {
    const there = contentWords(`${entry.text} ${entry.context} ${entry.tags.join(' ')}`).map(stem)
    return { entry, count: wanted.filter((word) => there.some((other) => isAlike(word, other))).length }
  })
  const most = Math.max(0, ...shared.map(({ count }) => count))
  if (most === 0 || most < LEAST_SHARE * wanted.length) return []
  return shared.filter(({ count }) => count === most).map(({ entry }) => entry)
}
