// How well each thing that stands in a folder fits a message: by its words, rare ones counting more, its values, and what stands above it. Pure.
import type { Cell, Item, Row } from './items.ts'
import type { Known } from './known-items.ts'
import { isNumberOfRow, writesDayFirst } from './row-identity.ts'
import { isSameValue, typedIn } from './typed.ts'
import { valuesIn } from './value-change.ts'
import { isSame, tellingOf, tellingWithPairs } from './words.ts'

/** What fits a message. */
export interface Meant extends Known {
  readonly score: number
  /** What share of its words the message has. */
  readonly cover: number
  /** What share of the message's telling words stand there, or in the names above. */
  readonly told: number
  /** What the order names is its first word. */
  readonly isFirst: boolean
}

/** Of a word in the file's name or above the line. */
const ABOUT = 0.35
/** Of a word that stands elsewhere in the folder, and not here. */
const MISSED = 0.25
/** Of what the order does not name. */
const BESIDE = 0.3
/** Of what is known by its heading alone. */
const LEAST_SCORE = 0.1
/** A row's own name is said. */
const BY_NAME = 0.8
/** What all of an item's words add. */
const BARE = 0.75
/** Of a value that it has, too. */
const VALUE = 1.5

/** Tells nothing but when; by its stem. */
const WHEN =
  /^\d+$|day$|^(?:january|february|march|april|june?|july|august|september|october|november|december)$/u

/** All that fits at all, the best first; `object`: what the message orders something for, in its words. undefined: there is no such thing. */
export function scoreItems(
  message: string,
  object: string,
  known: readonly Known[],
): readonly Meant[] | undefined {
  const said = tellingWithPairs(message)
  const meanings = meaningsOf(said, known)
  const wanted = tellingOf(object)
  const focus = wanted.filter((word) => known.some(({ stems }) => stems.some((stem) => isSame(word, stem))))
  if (wanted.length > 0 && focus.length === 0) return undefined
  const plain = tellingOf(message)
  const hasValues = typedIn(message).length > 0
  const score = scorer({ message, said, plain, focus, meanings, rarity: rarityIn(known), hasValues })
  return known.flatMap((one) => score(one) ?? []).sort((a, b) => b.score - a.score)
}

/** For each word of a message the words of the folder that it can be. */
type Meanings = ReadonlyMap<string, ReadonlySet<string>>

function meaningsOf(said: readonly string[], known: readonly Known[]): Meanings {
  const there = new Set(known.flatMap(({ stems, about }) => [...stems, ...about]))
  return new Map(
    said.map((word) => [word, new Set([...there].filter((stem) => isSame(word, stem)))] as const),
  )
}

/** How much a word says; 0: it stands in no item. */
type Rarity = (stem: string) => number

function rarityIn(known: readonly Known[]): Rarity {
  const having = new Map<string, number>()
  for (const { stems } of known) for (const stem of stems) having.set(stem, (having.get(stem) ?? 0) + 1)
  return (stem) => {
    const count = having.get(stem) ?? 0
    return count === 0 ? 0 : Math.log(1 + known.length / count)
  }
}

interface Heard {
  readonly message: string
  /** Telling words, and pairs of them. */
  readonly said: readonly string[]
  readonly plain: readonly string[]
  /** What the order is for. */
  readonly focus: readonly string[]
  readonly meanings: Meanings
  readonly rarity: Rarity
  readonly hasValues: boolean
}

function scorer(heard: Heard): (one: Known) => Meant | undefined {
  const { message, said, plain, focus, meanings, rarity, hasValues } = heard
  const all = new Set([...meanings.values()].flatMap((stems) => [...stems]))
  const sum = (stems: readonly string[]) => stems.reduce((total, stem) => total + rarity(stem), 0)
  return (one) => {
    const { item, stems, about } = one
    const has = stems.filter((stem) => all.has(stem))
    const values = hasValues ? valuesOf(item, message) : 0
    if (has.length === 0 && values === 0 && item.type !== 'value') return undefined
    const here = new Set([...stems, ...about])
    const isHere = (word: string) =>
      meanings
        .get(word)
        ?.values()
        .some((stem) => here.has(stem)) ?? false
    const above = about.filter((stem) => all.has(stem) && !has.includes(stem))
    const own = sum(has)
    const cover = stems.length === 0 ? 0 : own / sum(stems)
    // What the order itself names counts, the rest is told beside it.
    const isMeant = focus.length === 0 || focus.some((word) => has.some((stem) => isSame(word, stem)))
    const missed = sum(said.filter((word) => !isHere(word)))
    const named = item.type === 'row' && isByName(item, said) ? BY_NAME : 0
    const beside = Math.min(above.length, 3) * ABOUT * Math.log(10)
    const fits = own * (BARE + (1 - BARE) * cover) + beside + values * VALUE + named - missed * MISSED
    const first = stems.find((stem) => !/^\d+$/.test(stem)) ?? ''
    const words = plain.filter((word) => isHere(word) || !WHEN.test(word))
    return {
      ...one,
      score: Math.max(LEAST_SCORE, isMeant ? fits : fits * BESIDE),
      cover,
      told: said.filter(isHere).length / Math.max(words.length, 1),
      isFirst: focus.some((word) => isSame(word, first)),
    }
  }
}

/** Dates, times and numbers that it has, and the message, too. */
export function valuesOf(item: Item, message: string): number {
  if (item.type === 'row') return item.cells.filter((cell) => isSaid(cell, item, message)).length
  const there = item.type === 'value' ? valuesIn(item) : []
  const said = typedIn(message)
  return there.filter((one) => one.kind !== 'number' && said.some((value) => isSameValue(value, one))).length
}

/** The message has a date, a time or the number of the row that stands in that cell. */
export function isSaid({ text, column }: Cell, row: Row, message: string): boolean {
  const dayFirst = writesDayFirst(column.values)
  const said = typedIn(message, dayFirst)
  return typedIn(text, dayFirst).some((there) =>
    said.some((value) =>
      value.kind === 'number'
        ? value.text === there.text && isNumberOfRow(row, message, value)
        : isSameValue(value, there),
    ),
  )
}

/** The first of its cells that is no number or date. */
function isByName({ cells }: Row, said: readonly string[]): boolean {
  const name = cells.find(({ text }) => /\p{L}{3}/u.test(text))
  const stems = tellingOf(name?.text ?? '')
  return stems.length > 0 && stems.every((stem) => said.some((word) => isSame(word, stem)))
}
