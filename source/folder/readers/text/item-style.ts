// How the items of a list are written, so that a new one looks like its neighbours. Pure.
import { type BoxForm, bulletNumber } from './item-form.ts'
import { indentOf, isBlank } from './line.ts'
import type { ListItem } from './list.ts'
import type { Outline } from './outline.ts'

/** The manner of a list. */
export interface ItemStyle {
  readonly indent: string
  /** Of an ordered one what stands behind the number. */
  readonly bullet: string
  /** The next number, undefined: not ordered. */
  readonly number: number | undefined
  /** 0 where all have the same number, as Markdown allows. */
  readonly numberStep: 0 | 1
  readonly gap: string
  /** Whether a new item has a box though nothing is said of it. */
  readonly hasBox: boolean
  readonly boxGap: string
  /** Whether a blank line stands between two. */
  readonly isLoose: boolean
}

const DONE_SIGN: Readonly<Record<string, string>> = { '☐': '☑', '✗': '✓', '✘': '✔', '❌': '✅' }
const OPEN_SIGN: Readonly<Record<string, string>> = {
  '☑': '☐',
  '☒': '☐',
  '✓': '✗',
  '✔': '✘',
  '✅': '❌',
}

/** The manner of one section's items, at least one; those in `gone` are looked at only where no other is left. */
export function styleOf(
  outline: Outline,
  items: readonly ListItem[],
  gone: ReadonlySet<ListItem>,
): ItemStyle {
  const left = items.filter((item) => !gone.has(item))
  const known = left.length > 0 ? left : items
  // A new one is no part of an item: it stands at the outermost margin.
  const margin = known.reduce(
    (least, { form }) => Math.min(least, indentOf(form.indent)),
    Number.POSITIVE_INFINITY,
  )
  const outer = known.filter(({ form }) => indentOf(form.indent) === margin)
  const last = outer.at(-1)
  const before = outer.at(-2)
  const isOne = before !== undefined && last !== undefined && isOneList(outline, before, last)
  const bullet = last?.form.bullet ?? '-'
  const number = bulletNumber(bullet)
  const isSame = isOne && number !== undefined && bulletNumber(before.form.bullet) === number
  const next =
    left.length === 0 ? bulletNumber(outer[0]?.form.bullet ?? '') : (number ?? 0) + (isSame ? 0 : 1)
  return {
    indent: last?.form.indent ?? '',
    bullet: bullet.replace(/^\d+/, ''),
    number: number === undefined ? undefined : next,
    numberStep: isSame ? 0 : 1,
    gap: last?.form.gap || (/^[•◦▪‣]?$/.test(bullet) ? '' : ' '),
    hasBox: last?.form.box !== undefined,
    boxGap: last?.form.box ? last.form.boxGap || ' ' : ' ',
    isLoose:
      isOne &&
      isBlank(outline.lines[last.first - 1]?.text ?? '') &&
      isBlank(outline.lines[before.last + 1]?.text ?? ''),
  }
}

/** Whether nothing but items and blank lines stands between two. */
function isOneList(outline: Outline, before: ListItem, last: ListItem): boolean {
  if (before.section !== last.section) return false
  return outline.kinds
    .slice(before.last + 1, last.first)
    .every((kind) => kind === 'blank' || kind === 'item' || kind === 'more')
}

/** The line of a new item; `index` among those that are added together. `items`: all of the file, for its boxes. */
export function newItemLine(
  style: ItemStyle,
  index: number,
  text: string,
  done: boolean | undefined,
  items: readonly ListItem[],
): string {
  const number = style.number === undefined ? '' : String(style.number + index * style.numberStep)
  const hasBox = done !== undefined || style.hasBox
  const box = hasBox ? boxText(done === true, items).trimEnd() + style.boxGap : ''
  return style.indent + number + style.bullet + style.gap + box + text
}

/** A box with the blank behind it, as the file writes boxes. */
export function boxText(done: boolean, items: readonly ListItem[]): string {
  const like = items.find(({ form }) => form.box)?.form.box
  if (!like || like.isBracketed) return `[${done ? tick(items) : ' '}] `
  return `${boxWithin(like, done, items)} `
}

/** The character of a box when it is done or not: `x` or `X` and the signs as the file has them elsewhere. */
export function boxWithin(box: BoxForm, done: boolean, items: readonly ListItem[]): string {
  if (box.isBracketed) return done ? tick(items) : ' '
  if (box.isDone === done) return box.mark
  const used = items.find(({ form }) => form.box && !form.box.isBracketed && form.box.isDone === done)?.form
    .box
  return used?.mark ?? (done ? DONE_SIGN[box.mark] : OPEN_SIGN[box.mark]) ?? box.mark
}

function tick(items: readonly ListItem[]): string {
  return items.find(({ form }) => form.box?.isBracketed && form.box.isDone)?.form.box?.mark ?? 'x'
}
