// New values between brackets, in the manner of those beside them: blanks, line breaks, indentation, order of keys, quotes.
import {
  type Container,
  isPlainList,
  isRecord,
  itemRanges,
  type ListNode,
  type MapEntry,
  type MapNode,
  type NewField,
  type NewValue,
  type Plain,
  type ScalarNode,
  type SettingsNode,
} from './tree.ts'

/** What differs between JSON, YAML and TOML where they use brackets. */
export interface FlowStyle {
  readonly text: string
  /** `beside`: a value whose manner it takes; undefined: there is none. */
  scalar(value: Plain, beside: ScalarNode | undefined): string
  key(key: string, beside: MapEntry | undefined): string
  /** Between key and value where nothing shows it. */
  readonly colon: string
  /** Between items where nothing shows it. */
  readonly separator: string
  /** Inside of the braces of a map where nothing shows it. */
  readonly padding: string
  /** Finds a comment from `lastIndex` on; sticky. */
  readonly comment: RegExp
}

/** What stands around the items of a container: behind the opening bracket, between two items, before the closing one. */
export interface Shape {
  readonly open: string
  readonly separator: string
  readonly close: string
}

/** The shape of a container with items, without the comments in it. */
export function shapeOf(style: FlowStyle, container: Container): Shape {
  const ranges = itemRanges(container)
  const first = ranges[0]
  const last = ranges.at(-1)
  const padding = container.type === 'map' ? style.padding : ''
  if (first === undefined || last === undefined)
    return { open: padding, separator: style.separator, close: padding }
  const open = style.text.slice(container.start + 1, first.start)
  const close = style.text.slice(last.end, container.end - 1)
  return {
    open: hasComment(open) ? blanksAtEnd(open) : open,
    separator: separatorOf(style, container),
    close: hasComment(close) ? blanksAtEnd(close) : close,
  }
}

function separatorOf(style: FlowStyle, container: Container): string {
  const ranges = itemRanges(container)
  for (let index = ranges.length - 1; index > 0; index--) {
    const gap = style.text.slice(ranges[index - 1]?.end, ranges[index]?.start)
    if (!hasComment(gap)) return gap
  }
  // With a comment in each gap, or none: the blanks before the last item tell where items begin.
  const before = ranges.length > 1 ? (ranges.at(-2)?.end ?? 0) : container.start + 1
  const blanks = blanksAtEnd(style.text.slice(before, ranges.at(-1)?.start))
  return /[\r\n]/.test(blanks) ? `,${blanks}` : style.separator
}

/** The last line break with the indentation behind it; without a break all blanks at the end. */
function blanksAtEnd(text: string): string {
  return /\r?\n[ \t]*$/.exec(text)?.[0] ?? /[ \t]*$/.exec(text)?.[0] ?? ''
}

/** Whether more than blanks and a comma stands in what is between two items. */
export function hasComment(gap: string): boolean {
  return gap.trim().replace(',', '').trim() !== '' && gap.trim() !== ','
}

/** The source of a value, in the manner of `beside` as far as that is of the same sort. */
export function renderFlow(style: FlowStyle, value: NewValue, beside: SettingsNode | undefined): string {
  if (isRecord(value)) return renderMap(style, value.fields, beside?.type === 'map' ? beside : undefined)
  if (isPlainList(value)) return renderList(style, value, beside?.type === 'list' ? beside : undefined)
  return style.scalar(value, beside?.type === 'scalar' ? beside : undefined)
}

function renderList(style: FlowStyle, items: readonly Plain[], beside: ListNode | undefined): string {
  if (items.length === 0) return '[]'
  const shape =
    beside === undefined ? { open: '', separator: style.separator, close: '' } : shapeOf(style, beside)
  const first = beside?.items[0]
  const sources = items.map((item) => style.scalar(item, first?.type === 'scalar' ? first : undefined))
  return `[${shape.open}${sources.join(shape.separator)}${shape.close}]`
}

function renderMap(style: FlowStyle, fields: readonly NewField[], beside: MapNode | undefined): string {
  if (fields.length === 0) return '{}'
  const shape = shapeOf(style, beside ?? { type: 'map', start: 0, end: 0, entries: [] })
  const entries = inOrderOf(fields, beside).map((field) => renderEntry(style, field, beside))
  return `{${shape.open}${entries.join(shape.separator)}${shape.close}}`
}

/** A key with its value, in the manner of the entry of that key in `map`, else of its last one. */
export function renderEntry(style: FlowStyle, { key, value }: NewField, map: MapNode | undefined): string {
  const same = map?.entries.findLast((entry) => entry.key === key)
  const beside = same ?? map?.entries.at(-1)
  return `${keyAndColon(style, key, beside)}${renderFlow(style, value, same?.value)}`
}

function keyAndColon(style: FlowStyle, key: string, beside: MapEntry | undefined): string {
  const between = beside === undefined ? '' : style.text.slice(beside.end, beside.value.start)
  const colon = /^[ \t]*[:=][ \t]*$/.test(between) ? between : style.colon
  return `${style.key(key, beside)}${colon}`
}

/** Fields in the order in which a map has their keys, those that it lacks behind. */
export function inOrderOf<Field extends NewField>(
  fields: readonly Field[],
  map: MapNode | undefined,
): readonly Field[] {
  const places = new Map(map?.entries.map(({ key }, index) => [key, index]))
  const placeOf = ({ key }: Field) => places.get(key) ?? places.size
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b))
}
