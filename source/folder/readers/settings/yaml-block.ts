// Items of a YAML list or map that stands in lines by indentation are added and removed, a line or several each.
import { ChangeRefused, type TextEdit } from '../../../contracts/folder.ts'
import { type FlowStyle, inOrderOf, renderFlow } from './flow-render.ts'
import { runsOf } from './flow-splice.ts'
import { afterBreak, lineBreakNear, lineEnd, lineStart, removeLines } from './line-starts.ts'
import {
  type Container,
  isPlainList,
  isRecord,
  type ListNode,
  type MapEntry,
  type MapNode,
  type NewField,
  type NewValue,
  type SettingsNode,
  type Splice,
} from './tree.ts'

export interface YamlBlocks {
  readonly text: string
  /** For values between brackets, and those that stand in a line. */
  readonly flow: FlowStyle
  readonly line: FlowStyle
  readonly dashes: WeakMap<ListNode, readonly number[]>
  /** The key that a container is the value of. */
  readonly owner: ReadonlyMap<Container, MapEntry>
  readonly root: SettingsNode
}

interface Item {
  readonly start: number
  readonly end: number
}

/** Whether a container is written between brackets. */
export function isFlow(text: string, node: SettingsNode): boolean {
  return node.type !== 'scalar' && (text[node.start] === '[' || text[node.start] === '{')
}

export function spliceBlock(blocks: YamlBlocks, container: Container, change: Splice): readonly TextEdit[] {
  const items = itemsOf(blocks, container)
  const isEmptied = change.removed.size === items.length && change.added.length === 0
  const edits = isEmptied
    ? empty(blocks, container, items)
    : runsOf(change.removed).map(([from, to]) => removeRun(blocks.text, items, from, to))
  if (change.added.length === 0) return edits
  return [...edits, insert(blocks, container, items, change)]
}

function itemsOf(blocks: YamlBlocks, container: Container): readonly Item[] {
  if (container.type === 'map')
    return container.entries.map(({ start, value }) => ({ start, end: Math.max(start, value.end) }))
  const dashes = blocks.dashes.get(container) ?? []
  return container.items.map(({ end }, index) => ({
    start: dashes[index] ?? 0,
    end: Math.max(end, (dashes[index] ?? 0) + 1),
  }))
}

/** Whole lines, with the blank lines that part the items; lines of comments stay. */
function removeRun(text: string, items: readonly Item[], from: number, to: number): TextEdit {
  const first = items[from]
  const last = items[to]
  if (first === undefined || last === undefined) return { start: 0, end: 0, text: '' }
  const start = lineStart(text, first.start)
  const next = items[to + 1]
  if (!isBlank(text.slice(start, first.start))) {
    // It begins behind a `-` or a key in its line, and so will the next one.
    if (next === undefined)
      throw new ChangeRefused(
        'The last record of a list in a list cannot be removed; change it in an editor.',
      )
    return { start: first.start, end: next.start, text: '' }
  }
  const edit = removeLines(text, first.start, last.end)
  if (next !== undefined) {
    const nextStart = lineStart(text, next.start)
    return edit.end <= nextStart && isBlank(text.slice(edit.end, nextStart))
      ? { ...edit, end: nextStart }
      : edit
  }
  const before = items[from - 1]
  if (before === undefined) return edit
  // Of a last line without a break, the break before it went along.
  const behind = edit.start < start ? lineEnd(text, before.end) : afterBreak(text, lineEnd(text, before.end))
  return behind < start && isBlank(text.slice(behind, start)) ? { ...edit, start: behind } : edit
}

/** Nothing is left: `[]` behind the key, or in the place of the whole. */
function empty(blocks: YamlBlocks, container: Container, items: readonly Item[]): readonly TextEdit[] {
  const { text } = blocks
  const first = items[0]
  const last = items.at(-1)
  if (first === undefined || last === undefined) return []
  const source = container.type === 'list' ? '[]' : '{}'
  const lines = removeLines(text, first.start, last.end)
  if (container === blocks.root)
    return [{ start: lineStart(text, first.start), end: lineEnd(text, last.end), text: source }]
  const owner = blocks.owner.get(container)
  const colon = owner === undefined ? -1 : text.indexOf(':', owner.end)
  const isOwnLine = colon !== -1 && lineEnd(text, colon) < first.start
  if (owner === undefined || !isOwnLine || !/^:[ \t]*(?:#.*)?$/.test(text.slice(colon, lineEnd(text, colon))))
    throw new ChangeRefused('Not all records can be removed here; change it in an editor.')
  return [{ start: colon + 1, end: colon + 1, text: ` ${source}` }, lines]
}

function insert(blocks: YamlBlocks, container: Container, items: readonly Item[], change: Splice): TextEdit {
  const { text } = blocks
  const before = items[change.at - 1]
  const beside = before ?? items[0]
  if (beside === undefined)
    throw new ChangeRefused('Nothing can be added to what is empty here; change it in an editor.')
  const indent = ' '.repeat(beside.start - lineStart(text, beside.start))
  const lineBreak = lineBreakNear(text, beside.start)
  const blank = areParted(text, items) && change.removed.size < items.length ? lineBreak : ''
  const sources = change.added.map((item) => {
    if (container.type === 'map')
      return renderEntry(blocks, { key: item.key ?? '', value: item.value }, container, indent, lineBreak)
    return renderItem(blocks, item.value, container, indent, lineBreak)
  })
  if (before === undefined) {
    const start = lineStart(text, beside.start) + indent.length
    return { start, end: start, text: sources.map((source) => source + lineBreak + blank + indent).join('') }
  }
  const end = lineEnd(text, before.end)
  const at = afterBreak(text, end)
  const isEnded = at > end
  const lines = sources.map(
    (source) => `${isEnded ? blank : lineBreak + blank}${indent}${source}${isEnded ? lineBreak : ''}`,
  )
  return { start: at, end: at, text: lines.join('') }
}

/** Whether a blank line stands between the last two items. */
function areParted(text: string, items: readonly Item[]): boolean {
  const [before, last] = items.slice(-2)
  if (before === undefined || last === undefined) return false
  return /^[^\n]*\n[ \t]*\r?\n/.test(text.slice(before.end, last.start))
}

function renderItem(
  blocks: YamlBlocks,
  value: NewValue,
  list: ListNode,
  indent: string,
  lineBreak: string,
): string {
  const { text } = blocks
  const index = list.items.findLastIndex((node) =>
    isRecord(value)
      ? node.type === 'map' && node.entries.length > 0 && node.fixed === undefined
      : node.type !== 'map',
  )
  const beside = list.items[index]
  const dash = blocks.dashes.get(list)?.[index] ?? 0
  const between = beside === undefined ? ' ' : text.slice(dash + 1, beside.start)
  const gap = /^[ \t]+$|^[ \t]*\r?\n *$/.test(between) ? between : ' '
  if (!isRecord(value) || (beside !== undefined && isFlow(text, beside)))
    return `-${gap}${renderFlow(isRecord(value) ? blocks.flow : blocks.line, value, beside)}`
  const inner = /[\r\n]/.test(gap) ? gap.replace(/^.*[\r\n]/s, '') : `${indent} ${' '.repeat(gap.length)}`
  return `-${gap}${renderFields(blocks, value.fields, beside?.type === 'map' ? beside : undefined, inner, lineBreak)}`
}

function renderFields(
  blocks: YamlBlocks,
  fields: readonly NewField[],
  beside: MapNode | undefined,
  indent: string,
  lineBreak: string,
): string {
  return inOrderOf(fields, beside)
    .map((field) => renderEntry(blocks, field, beside, indent, lineBreak))
    .join(lineBreak + indent)
}

/** A key with its value; both as those of the same key in `map` or, of another, its last one. */
function renderEntry(
  blocks: YamlBlocks,
  { key, value }: NewField,
  map: MapNode | undefined,
  indent: string,
  lineBreak: string,
): string {
  const { text } = blocks
  const same = map?.entries.findLast((entry) => entry.key === key)
  const last = map?.entries.at(-1)
  const beside =
    same?.value ??
    (isRecord(value) ? map?.entries.findLast((entry) => entry.value.type === 'map')?.value : undefined)
  const name = blocks.line.key(key, same ?? last)
  if (beside !== undefined && beside.type !== 'scalar' && !isFlow(text, beside) && beside.start > 0) {
    const column = ' '.repeat(beside.start - lineStart(text, beside.start))
    const isDeeper = column.length > indent.length
    if (isRecord(value) && beside.type === 'map' && isDeeper)
      return `${name}:${lineBreak}${column}${renderFields(blocks, value.fields, beside, column, lineBreak)}`
    if (isPlainList(value) && value.length > 0 && beside.type === 'list') {
      const dashed = ' '.repeat((blocks.dashes.get(beside)?.[0] ?? 0) - lineStart(text, beside.start))
      const items = value.map(
        (item) => `${lineBreak}${dashed}- ${renderFlow(blocks.line, item, beside.items[0])}`,
      )
      return `${name}:${items.join('')}`
    }
  }
  const colon = same === undefined ? '' : text.slice(same.end, same.value.start)
  const isInLine = !isRecord(value) && !isPlainList(value)
  return `${name}${/^:[ \t]+$/.test(colon) ? colon : ': '}${renderFlow(isInLine ? blocks.line : blocks.flow, value, beside)}`
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}
