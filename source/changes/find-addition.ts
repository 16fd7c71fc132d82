// Which line a message plainly adds to something that somebody keeps: a list, a table, a log. Pure.
// Invariant: the line has nothing that neither the message nor the other lines have, but for today's date.
import type { FileChange, RowWish } from '../contracts/file-change.ts'
import { behindLast, type Found, isAllOf, type Near, type Told } from './additions.ts'
import { type Group, groupsIn } from './groups.ts'
import { type FileText, smallest } from './known-items.ts'
import { entriesFor } from './list-addition.ts'
import { lineFor } from './log-addition.ts'
import { nameCell } from './new-row.ts'
import { readAdditions } from './read-addition.ts'
import { readDeed } from './read-deed.ts'
import { rowFor, wishOf } from './row-addition.ts'
import { isKeyOf } from './row-identity.ts'
import { isSaid } from './score-items.ts'
import { tellingOf } from './words.ts'

const LEAST = 1
/** So much better than the next. */
const LEAD = 1.15

/** The line and its place; undefined: nothing is to be added, or it is not plain where. `heard` has numbers and times in figures. */
export function findAddition(
  { message, heard }: Pick<Told, 'message' | 'heard'>,
  files: readonly FileText[],
  day: { readonly year: number; readonly month: number; readonly day: number },
  near: Near = () => 0,
): FileChange | RowWish | undefined {
  const wish = readDeed(heard)
  if (wish === undefined || (wish.deed !== 'change' && wish.deed !== 'new')) return undefined
  const told: Told = {
    message,
    heard,
    today: { kind: 'date', from: 0, to: 0, text: `${day.day}/${day.month}/${day.year}`, ...day },
    typed: readAdditions(message),
    figures: readAdditions(heard),
    groups: smallest(files).flatMap(groupsIn),
  }
  const [best, ...others] = told.groups
    .flatMap((group) => foundIn(group, told, near))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score)
  if (best === undefined) return undefined
  const { group, line } = best
  const other = others.find((one) => one.group.file !== group.file || one.group.type !== group.type)
  if (other !== undefined && best.score < other.score * LEAD) return undefined
  return typeof line === 'string' ? behindLast(group, line) : wishOf(group, line)
}

function foundIn(group: Group, told: Told, near: Near): readonly Found[] {
  if (group.type === 'list') return entriesFor(group, told, near)
  return group.type === 'table' ? rowFor(group, told) : lineFor(group, told)
}

/** Lines of a list that tell what it is about. */
const MOST_OF_GIST = 8

/** What a list is about, in few words. */
export function gistOf({ about, lines }: Group): string {
  const some = lines.slice(0, MOST_OF_GIST).map((line) => line.replace(/^\s*[-*+]?\s*(?:\[[ xX]\])?\s*/, ''))
  return `${about}: ${some.join(', ')}`
}

/** So many columns of a new row are decided. */
const DECIDED = 3

/** A row that is told is another one than that which would be changed: neither its name nor a date or number of it is said. */
export function isOfAnother(
  change: FileChange,
  addition: FileChange | RowWish | undefined,
  files: readonly FileText[],
  message: string,
): boolean {
  if (addition === undefined || !('columns' in addition)) return false
  const groups = files.filter(({ path }) => path === change.path).flatMap(groupsIn)
  const rows = groups.flatMap((group) => (group.type === 'table' ? group.rows : []))
  const row = rows.find(({ whole }) => whole === change.old)
  if (row === undefined) return false
  const name = nameCell(row)
  const isNamed = name !== undefined && isAllOf(tellingOf(name.text), tellingOf(message))
  const isKnown = row.cells.some((cell) => isKeyOf(cell.column) && isSaid(cell, row, message))
  const decided = addition.columns.filter(({ choices }) => choices.length === 1 && choices[0] !== '')
  return !isNamed && !isKnown && decided.length >= DECIDED
}
