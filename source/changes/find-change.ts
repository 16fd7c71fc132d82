// Which change to a file a message plainly asks for, or tells of: "GST return filed" ticks it off, "Chef Tran settled up" is a cell. Pure.
// Invariant: one place is clearly meant, and what comes there follows from the message and the file alone.
import type { FileChange } from '../contracts/file-change.ts'
import { isJson } from '../contracts/json.ts'
import { takenFrom } from './held-back.ts'
import { type Box, type Cell, itemsOf, type Row } from './items.ts'
import { type FileText, knownIn, smallest } from './known-items.ts'
import { isAsked } from './read-addition.ts'
import { objectOf, readDeed, tellsNotYet, tellsOver, type Wish } from './read-deed.ts'
import { changesIn } from './row-change.ts'
import { isKeyOf } from './row-identity.ts'
import { isSaid, type Meant, scoreItems, valuesOf } from './score-items.ts'
import type { Typed } from './typed.ts'
import { valueLine } from './value-change.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

/** So much of a list's entry is named, where it is ordered, and where it is only told. */
const LEAST_ORDERED = 0.4
const LEAST_TOLD = 0.55
/** Of an entry that is said in other words. */
const ALL = 0.85
/** So much better than the next. */
const LEAD = 1.12
/** Where only the kind of a value says that it is meant, so much of the message has to be about its place. */
const LEAST_SAID = 0.3
const LEAST_SAID_OF_VALUE = 0.2
/** Nothing tells which row but the value that is to go: "move my dentist's appointment from Tuesday to Thursday". */
const BY_ITSELF = 0.95
/** A name that more of the rows have tells none. */
const MOST_SAME = 0.34

/** "Everything from the list": no line of it alone. */
const ALL_OF_IT =
  /^(?:everything|it all|(?:the )?(?:lot|rest)|all(?: of)?(?: (?:it|them|that|those|(?:the |its )?(?:items|entries|lines|rows|things|stuff|rest)))?)(?:\s+(?:from|off|on|in|out|of|but|except)(?!\p{L})|\W*$)/iu

/** Words. */
const LONGEST_STORY = 20
/** Of the places that fit best. */
const MOST_TRIED = 60

/** A place with the line as it would be; empty: it goes. */
interface Changed extends Meant {
  readonly line: string
}

/** The change; undefined: nothing is to change, or it is not plain what. */
export function findChange(
  message: string,
  files: readonly FileText[],
  day: { readonly year: number; readonly month: number; readonly day: number },
): FileChange | undefined {
  const today: Typed = { kind: 'date', from: 0, to: 0, text: `${day.day}/${day.month}/${day.year}`, ...day }
  const wish = readDeed(message)
  if (wish === undefined) return undefined
  const isOf = wish.isOrder && wish.deed !== 'change' ? objectOf(message) : ''
  // In a long story that it is for nothing plain, "take … off" is no order.
  if (wish.deed === 'out' && isOf === '' && message.split(/\s+/).length > LONGEST_STORY) return undefined
  if (wish.deed === 'out' && ALL_OF_IT.test(isOf)) return undefined
  // "Drop the long version": no file has such a thing.
  const fitting = scoreItems(message, isOf, smallest(files).flatMap(knownIn))
  if (fitting === undefined) return undefined
  // "Bleach the buckets, stick that on my list": it stands there, and is not done.
  const isWanted = wish.deed === 'change' && isAsked(message)
  const meant = fitting
    .slice(0, MOST_TRIED)
    .flatMap((one): readonly Changed[] => {
      if (isWanted && one.item.type === 'box') return []
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

function isBox({ item }: Meant): boolean {
  return item.type === 'box'
}

/** Several are meant where each is named by most of its words. */
function isWhole({ cover }: Meant): boolean {
  return cover >= 0.6
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
    if (isHeading(one) || (wish.isOfThings && !isFrom(one, message))) return undefined
    const isNamed = (item.type === 'row' && cover > 0) || cover >= LEAST_ORDERED || one.isFirst
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

/** What a text begins with, and what it tells of stands further down. */
function isHeading({ item, file }: Meant): boolean {
  const [first = '', second = 'none', ...others] = file.text.split(/\r?\n/)
  const isFirst = item.at === 0 && first.trim() !== '' && item.type !== 'row' && item.type !== 'box'
  return isFirst && second.trim() === '' && others.some((line) => line.trim() !== '')
}

/** "Take Ben out of the club", of the file `club.md`. */
function isFrom({ about }: Meant, message: string): boolean {
  return tellingOf(takenFrom(message)).some((word) => about.some((stem) => isSame(word, stem)))
}

function plainly(line: string | undefined): NewLine | undefined {
  return line === undefined ? undefined : { line, sure: 1 }
}

function boxLine(item: Box, message: string, wish: Wish, cover: number): string | undefined {
  const isUndone = wish.deed === 'undone'
  if (item.done !== isUndone) return undefined
  const isTold = wish.deed === 'change' && (tellsOver(message) || saysItIs(item, message, cover))
  if (wish.deed !== 'done' && !isUndone && !isTold) return undefined
  if (cover < (isTold ? LEAST_TOLD : LEAST_ORDERED)) return undefined
  // "A skill called tea" calls no dentist.
  if (isTold && !namesThing(item, message)) return undefined
  return item.whole.replace(/\[[ xX]\]/, isUndone ? '[ ]' : '[x]')
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

/** Something besides its verb is said. */
function namesThing({ text }: Box, message: string): boolean {
  const [, ...others] = tellingOf(text)
  const said = tellingOf(message)
  return others.length === 0 || others.some((stem) => said.some((word) => isSame(word, stem)))
}

function rowLine(item: Row, message: string, today: Typed): NewLine | undefined {
  const changes = changesIn(item, message, today)
  if (changes.length === 0) return undefined
  const inOrder = [...changes].sort((a, b) => b.cell.from - a.cell.from)
  const line = inOrder.reduce(
    (before, { cell, text }) => before.slice(0, cell.from) + text + before.slice(cell.to),
    item.whole,
  )
  const changed = new Set(changes.map(({ cell }) => cell))
  const isKnown = item.cells.some((cell) => !changed.has(cell) && isSaidOf(cell, item, message))
  return { line, sure: Math.min(...changes.map(({ sure }) => sure), isKnown ? 1 : BY_ITSELF) }
}

function isSaidOf(cell: Cell, item: Row, message: string): boolean {
  const said = tellingOf(message)
  const hasWord = tellingOf(cell.text).some((stem) => said.some((word) => isSame(word, stem)))
  return hasWord || isSaid(cell, item, message)
}

/** From the first of the lines to the last. */
function changeOf(file: FileText, lines: readonly Changed[]): FileChange | undefined {
  const text = file.text.split('\n')
  const places = lines.map(({ item }) => item.at)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const old = text.slice(from, to + 1).join('\n')
  const now = text
    .slice(from, to + 1)
    .flatMap((line, index) => {
      const one = lines.find(({ item }) => item.at === from + index)
      if (one === undefined) return [line]
      return one.line === '' ? [] : [one.line + (line.endsWith('\r') ? '\r' : '')]
    })
    .join('\n')
  const isGone = now === '' && lines.length === 1
  const passage = isGone ? (file.text.includes(`${old}\n`) ? `${old}\n` : `\n${old}`) : old
  const at = file.text.indexOf(passage)
  if (at < 0 || file.text.indexOf(passage, at + 1) >= 0) return undefined
  const whole = file.text.slice(0, at) + now + file.text.slice(at + passage.length)
  // A comma too many, and a program reads it no more.
  if (/\.json$/i.test(file.path) && isJson(file.text) && !isJson(whole)) return undefined
  if (/\.jsonl$/i.test(file.path) && areJson(old) && !areJson(now)) return undefined
  if (!lines.every((one) => isStillRow(one, file.path, whole))) return undefined
  return { path: file.path, old: passage, new: now }
}

function areJson(lines: string): boolean {
  return lines.split('\n').every((line) => line.trim() === '' || isJson(line))
}

/** A row has as many cells as before: "1,300" in a CSV would be two. */
function isStillRow({ item, line }: Changed, path: string, whole: string): boolean {
  if (item.type !== 'row' || line === '') return true
  const row = itemsOf(path, whole).find(({ type, at }) => type === 'row' && at === item.at)
  return row?.type === 'row' && row.cells.length === item.cells.length
}
