// Which change to a file a message plainly asks for, or tells of: "GST return filed" ticks it off, "Chef Tran settled up" is a cell. Pure.
// Invariant: one place is clearly meant, and what comes there follows from the message and the file alone.
import type { FileChange } from '../contracts/file-change.ts'
import { type Box, type Cell, type Item, itemsOf, type Row, type Value } from './items.ts'
import { objectOf, readDeed, tellsNotYet, tellsOver, type Wish } from './read-deed.ts'
import { changesIn } from './row-change.ts'
import { isKeyOf, isNumberOfRow, writesDayFirst } from './row-identity.ts'
import { isSameValue, type Typed, typedIn } from './typed.ts'
import { valueLine, valuesIn } from './value-change.ts'
import { baseOf, isSame, tellingOf, tellingWithPairs, wordsIn } from './words.ts'

/** A file of the folder. */
export interface FileText {
  readonly path: string
  readonly text: string
}

interface Known {
  readonly item: Item
  readonly file: FileText
  readonly stems: readonly string[]
  /** Of the file's name, its headings and columns. */
  readonly about: readonly string[]
  /** Values of the file under the same heading. */
  readonly siblings: readonly Value[]
}

interface Meant extends Known {
  /** What share of the message's telling words stand there, or in the names above. */
  readonly told: number
  /** What the order names is its first word. */
  readonly isFirst: boolean
  readonly line: string | undefined
  readonly score: number
  readonly cover: number
}

/** So much of a list's entry is named, where it is ordered, and where it is only told. */
const LEAST_ORDERED = 0.4
const LEAST_TOLD = 0.55
/** Of an entry that is said in other words. */
const ALL = 0.85
/** So much better than the next. */
const LEAD = 1.12
/** Of a word in the file's name or above the line. */
const ABOUT = 0.35
/** Of a word that stands elsewhere in the folder, and not here. */
const MISSED = 0.25
/** Where only the kind of a value says that it is meant, so much of the message has to be about its place. */
const LEAST_SAID = 0.3
const LEAST_SAID_OF_VALUE = 0.2
/** A row's own name is said. */
const BY_NAME = 0.8
/** A name that more of the rows have tells none. */
const MOST_SAME = 0.34
/** Of what is known by its heading alone. */
const LEAST_SCORE = 0.1
/** Of what the order does not name. */
const BESIDE = 0.3
/** What all of an item's words add. */
const BARE = 0.75
/** Of a value that it has, too. */
const VALUE = 1.5

/** The change; undefined: nothing is to change, or it is not plain what. */
export function findChange(
  message: string,
  files: readonly FileText[],
  day: { readonly year: number; readonly month: number; readonly day: number },
): FileChange | undefined {
  const today: Typed = { kind: 'date', from: 0, to: 0, text: `${day.day}/${day.month}/${day.year}`, ...day }
  const wish = readDeed(message)
  if (wish === undefined) return undefined
  const known = files.flatMap((file) =>
    itemsOf(file.path, file.text).map((item, _, all) => ({
      item,
      file,
      stems: tellingOf(item.type === 'row' ? item.text : coreOf(item.text)),
      about: tellingOf(`${file.path.replace(/\.\w+$/, '')} ${item.under} ${columnsOf(item)}`),
      siblings: all.flatMap((one) => (one.type === 'value' && one.under === item.under ? one : [])),
    })),
  )
  const rarity = rarityIn(known)
  // Other words of the message say nothing of any file.
  const said = tellingWithPairs(message)
  const object = tellingOf(objectOf(message))
  const focus = object.filter((word) => known.some(({ stems }) => stems.some((stem) => isSame(word, stem))))
  // "Drop the long version": no file has such a thing.
  if (wish.isOrder && wish.deed !== 'change' && object.length > 0 && focus.length === 0) return undefined
  const meant = known
    .map((one) => scored(one, message, said, focus, rarity))
    .filter(({ score }) => score > 0)
    .flatMap((one): readonly (Meant & { line: string })[] => {
      const found = lineFor(one, message, wish, today)
      if (found === undefined || found.line === one.item.whole) return []
      if (found.sure < 1 && one.told < LEAST_SAID) return []
      return [{ ...one, line: found.line, score: one.score * found.sure }]
    })
    .sort((a, b) => b.score - a.score)
  const [best, second] = meant
  if (best === undefined) return undefined
  const together = meant.filter((one) => one.file === best.file && isWhole(one) && isBox(one))
  const isEach = new Set(together.map(({ item }) => item.whole)).size === together.length
  if (together.length > 1 && isEach && together.includes(best)) return changeOf(best.file, together)
  if (second !== undefined && best.score < second.score * LEAD) return undefined
  return changeOf(best.file, [best])
}

function columnsOf(item: Item): string {
  return item.type === 'row' ? item.cells.map(({ column }) => column.name.replace(/_/g, ' ')).join(' ') : ''
}

/** An entry without what is only said beside it. */
function coreOf(text: string): string {
  const core = text.replace(/\([^)]*\)/g, ' ').split(/,\s|\s[-–—]\s/)[0] ?? ''
  return /\p{L}{2}/u.test(core) ? core : text
}

function isBox({ item }: Meant): boolean {
  return item.type === 'box'
}

/** Several are meant where each is named by most of its words. */
function isWhole({ cover }: Meant): boolean {
  return cover >= 0.6
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

function scored(
  one: Known,
  message: string,
  said: readonly string[],
  focus: readonly string[],
  rarity: Rarity,
): Meant {
  const has = one.stems.filter((stem) => said.some((word) => isSame(word, stem)))
  const sum = (stems: readonly string[]) => stems.reduce((all, stem) => all + rarity(stem), 0)
  const about = one.about.filter((stem) => !has.includes(stem) && said.some((word) => isSame(word, stem)))
  const own = sum(has)
  const beside = Math.min(about.length, 3) * ABOUT * Math.log(10)
  const cover = one.stems.length === 0 ? 0 : own / sum(one.stems)
  const values = valuesOf(one.item, message)
  const isKnown = has.length > 0 || values > 0 || one.item.type === 'value'
  // What the order itself names counts, the rest is told beside it.
  const isMeant = focus.length === 0 || focus.some((word) => has.some((stem) => isSame(word, stem)))
  const isHere = (word: string) => [...one.stems, ...one.about].some((stem) => isSame(word, stem))
  const missed = sum(said.filter((word) => !isHere(word)))
  const named = one.item.type === 'row' && isByName(one.item, said) ? BY_NAME : 0
  const fits = own * (BARE + (1 - BARE) * cover) + beside + values * VALUE + named - missed * MISSED
  const first = one.stems.find((stem) => !/^\d+$/.test(stem)) ?? ''
  const isFirst = focus.some((word) => isSame(word, first))
  const words = tellingOf(message).filter((word) => isHere(word) || !/^\d+$|day$/.test(word))
  const told = said.filter(isHere).length / Math.max(words.length, 1)
  return {
    ...one,
    line: undefined,
    isFirst,
    score: isKnown ? Math.max(LEAST_SCORE, isMeant ? fits : fits * BESIDE) : 0,
    cover,
    told,
  }
}

/** Dates, times and numbers that it has, and the message, too. */
function valuesOf(item: Item, message: string): number {
  if (item.type === 'row') return item.cells.filter((cell) => isSaid(cell, item, message)).length
  const there = item.type === 'value' ? valuesIn(item) : []
  const said = typedIn(message)
  return there.filter((one) => one.kind !== 'number' && said.some((value) => isSameValue(value, one))).length
}

/** The message has a date, a time or the number of the row that stands in that cell. */
function isSaid({ text, column }: Cell, row: Row, message: string): boolean {
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

interface NewLine {
  /** Empty: it goes. */
  readonly line: string
  /** How plainly this is what changes in it, 0 to 1. */
  readonly sure: number
}

/** The line as it would be; undefined: this is not what is meant. */
function lineFor(one: Meant, message: string, wish: Wish, today: Typed): NewLine | undefined {
  const { item, cover } = one
  if (wish.deed === 'out') {
    const isNamed = item.type === 'row' || cover >= LEAST_ORDERED || one.isFirst
    const isText = /\.(?:txt|md|markdown)$/i.test(one.file.path)
    return isNamed && (isText || item.type !== 'value') ? { line: '', sure: 1 } : undefined
  }
  if (item.type === 'box') return plainly(boxLine(item, message, wish, cover))
  if (item.type === 'row' && wish.deed === 'change')
    return isIdentified(item, message) ? rowLine(item, message, today) : undefined
  if (item.type === 'value' && (wish.deed === 'change' || wish.deed === 'new'))
    return one.told < LEAST_SAID_OF_VALUE && valuesOf(item, message) === 0
      ? undefined
      : plainly(valueLine(item, one.about, one.siblings, message))
  return undefined
}

function plainly(line: string | undefined): NewLine | undefined {
  return line === undefined ? undefined : { line, sure: 1 }
}

function boxLine(item: Box, message: string, wish: Wish, cover: number): string | undefined {
  const isUndone = wish.deed === 'undone'
  if (item.done !== isUndone) return undefined
  const isTold = wish.deed === 'change' && (tellsOver(message) || saysItIs(item, message, cover))
  if (wish.deed !== 'done' && !isUndone && !isTold) return undefined
  if (cover < (wish.isOrder ? LEAST_ORDERED : LEAST_TOLD)) return undefined
  return item.whole.replace(/\[[ xX]\]/, isUndone ? '[ ]' : '[x]')
}

/** The first of its cells that is no number or date. */
function isByName({ cells }: Row, said: readonly string[]): boolean {
  const name = cells.find(({ text }) => /\p{L}{3}/u.test(text))
  const stems = tellingOf(name?.text ?? '')
  return stems.length > 0 && stems.every((stem) => said.some((word) => isSame(word, stem)))
}

/** A name, a date or a number tells which row it is; a state that many have does not. */
function isIdentified(item: Row, message: string): boolean {
  if (item.cells.some((cell) => isKeyOf(cell.column) && isSaid(cell, item, message))) return true
  const said = tellingOf(message)
  return item.cells.some(({ text, column: { values } }) => {
    const words = tellingOf(text).filter((stem) => said.some((word) => isSame(word, stem)))
    return words.some(
      (word) =>
        values.filter((value) => tellingOf(value).includes(word)).length <=
        Math.max(1, values.length * MOST_SAME),
    )
  })
}

/** "Invitation is written", of "write invitation": all of it, and its verb in another form. */
function saysItIs({ text }: Box, message: string, cover: number): boolean {
  const [verb = '', ...others] = wordsIn(text)
  const isSaid = wordsIn(message).some((word) => baseOf(word) === baseOf(verb))
  return others.length > 0 && cover >= ALL && isSaid && !tellsNotYet(message)
}

function rowLine(item: Row, message: string, today: Typed): NewLine | undefined {
  const changes = changesIn(item, message, today)
  if (changes.length === 0) return undefined
  const inOrder = [...changes].sort((a, b) => b.cell.from - a.cell.from)
  const line = inOrder.reduce(
    (before, { cell, text }) => before.slice(0, cell.from) + text + before.slice(cell.to),
    item.whole,
  )
  return { line, sure: Math.min(...changes.map(({ sure }) => sure)) }
}

/** From the first of the lines to the last. */
function changeOf(file: FileText, lines: readonly (Meant & { line: string })[]): FileChange | undefined {
  const text = file.text.split('\n')
  const places = lines.map(({ item }) => item.at)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const old = text.slice(from, to + 1).join('\n')
  const now = text
    .slice(from, to + 1)
    .flatMap((line, index) => {
      const one = lines.find(({ item }) => item.at === from + index)
      return one === undefined ? [line] : one.line === '' ? [] : [one.line]
    })
    .join('\n')
  const isGone = now === '' && lines.length === 1
  const passage = isGone ? (file.text.includes(`${old}\n`) ? `${old}\n` : `\n${old}`) : old
  const at = file.text.indexOf(passage)
  if (at < 0 || file.text.indexOf(passage, at + 1) >= 0) return undefined
  return { path: file.path, old: passage, new: now }
}
