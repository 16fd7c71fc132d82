// Which change to a file a message plainly asks for, or tells of: "GST return filed" ticks it off, "Chef Tran settled up" is a cell. Pure.
// Invariant: one place is clearly meant, and what comes there follows from the message and the file alone.
import type { FileChange } from '../contracts/file-change.ts'
import { isJson } from '../contracts/json.ts'
import { boxLine, LEAST_ORDERED } from './box-line.ts'
import { takenFrom } from './held-back.ts'
import { itemsOf } from './items.ts'
import { type FileText, knownIn, smallest } from './known-items.ts'
import { isInPart, somebodyIn } from './not-so.ts'
import { isOfOther, isOfOtherThing } from './other-thing.ts'
import { isAsked } from './read-addition.ts'
import { objectOf, readDeed, type Wish } from './read-deed.ts'
import { rowLine } from './row-line.ts'
import { type Meant, scoreItems, valuesOf } from './score-items.ts'
import type { Typed } from './typed.ts'
import { valueLine } from './value-change.ts'
import { isSame, tellingOf } from './words.ts'

/** So much better than the next. */
const LEAD = 1.12
/** Where only the kind of a value says that it is meant, so much of the message has to be about its place. */
const LEAST_SAID = 0.3
const LEAST_SAID_OF_VALUE = 0.2

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
  if (wish === undefined || (wish.deed === 'change' && isInPart(message))) return undefined
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
    if (isOfOtherThing(one, message)) return undefined
    if (isHeading(one) || (wish.isOfThings && !isFrom(one, message))) return undefined
    const isNamed = (item.type === 'row' && cover > 0) || cover >= LEAST_ORDERED || one.isFirst
    const isText = /\.(?:txt|md|markdown)$/i.test(one.file.path)
    return isNamed && (isText || item.type !== 'value') ? { line: '', sure: 1 } : undefined
  }
  if (wish.deed === 'change' && isOfSomebody(one, message)) return undefined
  if (item.type === 'box') return plainly(boxLine(item, message, wish, cover))
  if (item.type === 'row' && wish.deed === 'change') return rowLine(one, item, message, today)
  if (item.type === 'value' && (wish.deed === 'change' || wish.deed === 'new'))
    return isOfOther(one, message) || (one.told < LEAST_SAID_OF_VALUE && valuesOf(item, message) === 0)
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

/** "My sister called Petra", where no sister stands: it is her list that has it. */
function isOfSomebody({ stems, about }: Meant, message: string): boolean {
  const who = somebodyIn(message)
  return (
    who !== undefined && !tellingOf(who).some((word) => [...stems, ...about].some((one) => isSame(word, one)))
  )
}

function plainly(line: string | undefined): NewLine | undefined {
  return line === undefined ? undefined : { line, sure: 1 }
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
