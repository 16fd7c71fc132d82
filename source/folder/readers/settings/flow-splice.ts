// Items of a list or map between brackets are added and removed, with their commas and the comments of their lines.
import type { TextEdit } from '../../../contracts/folder.ts'
import { type FlowStyle, hasComment, renderEntry, renderFlow, shapeOf } from './flow-render.ts'
import { afterBreak, lineBreakNear, lineEnd, lineStart } from './line-starts.ts'
import { type Container, isRecord, itemRanges, type Splice } from './tree.ts'

type Ranges = ReturnType<typeof itemRanges>

export function spliceFlow(style: FlowStyle, container: Container, change: Splice): readonly TextEdit[] {
  const ranges = itemRanges(container)
  const isKept = (index: number) => index in ranges && !change.removed.has(index)
  const kept = [...ranges.keys()].filter(isKept)
  const sources = change.added.map((item) => renderItem(style, container, change.at, item))
  const { separator } = shapeOf(style, container)
  if (kept.length === 0) return refill(style, container, ranges, sources)
  const edits: TextEdit[] = []
  for (const [from, to] of runsOf(change.removed)) {
    if (to + 1 < ranges.length) edits.push(removeBefore(style, ranges, from, to))
    else if (sources.length === 0) edits.push(...removeAtEnd(style, container, ranges, from, to))
    // New ones come in the place of what was last.
    else
      edits.push({
        start: ranges[from]?.start ?? 0,
        end: ranges[to]?.end ?? 0,
        text: sources.join(separator),
      })
  }
  if (sources.length === 0 || change.removed.has(ranges.length - 1)) return edits
  const before = kept.findLast((index) => index < change.at)
  if (before === undefined) {
    const start = ranges[kept[0] ?? 0]?.start ?? 0
    return [...edits, { start, end: start, text: sources.map((source) => source + separator).join('') }]
  }
  return [...edits, ...insertAfter(style, container, ranges, before, sources, separator)]
}

function renderItem(
  style: FlowStyle,
  container: Container,
  at: number,
  item: Splice['added'][number],
): string {
  if (container.type === 'map') {
    const source = renderEntry(style, { key: item.key ?? '', value: item.value }, container)
    if (!isRecord(item.value) || container.entries.length === 0) return source
    const beside = container.entries.findLast(({ value }) => value.type === 'map' && value.entries.length > 0)
    if (beside === undefined) return source
    const alike = { ...container, entries: [{ ...beside, key: item.key ?? '' }] }
    return renderEntry(style, { key: item.key ?? '', value: item.value }, alike)
  }
  const before = [...container.items.slice(0, at).toReversed(), ...container.items.slice(at)]
  const beside = isRecord(item.value)
    ? before.find((node) => node.type === 'map' && node.entries.length > 0)
    : before.find((node) => node.type !== 'map')
  return renderFlow(style, item.value, beside)
}

/** Runs of indices that follow each other, first and last of each. */
export function runsOf(indices: ReadonlySet<number>): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const index of [...indices].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === index - 1) last[1] = index
    else runs.push([index, index])
  }
  return runs
}

/** Items that others follow: up to where what belongs to the next one begins. */
function removeBefore(style: FlowStyle, ranges: Ranges, from: number, to: number): TextEdit {
  const { text } = style
  const start = ranges[from]?.start ?? 0
  const end = ranges[to]?.end ?? 0
  const next = ranges[to + 1]?.start ?? 0
  const comma = findComma(style, end, next) ?? end
  const isLastOfLine = lineEnd(text, comma) < next
  // A comma at the beginning of a line belongs to the item behind it.
  const cut =
    lineEnd(text, end) < comma ? next : skipBlanks(text, isLastOfLine ? nextLine(text, comma) : comma + 1)
  return { start, end: Math.min(cut, next), text: '' }
}

/** Items at the end: the comma before them goes with them, or the one behind them where one is. */
function removeAtEnd(
  style: FlowStyle,
  container: Container,
  ranges: Ranges,
  from: number,
  to: number,
): TextEdit[] {
  const { text } = style
  const before = ranges[from - 1]?.end ?? 0
  const end = ranges[to]?.end ?? 0
  const start = ranges[from]?.start ?? 0
  if (lineEnd(text, before) >= start) return [{ start: before, end, text: '' }]
  const comma = findComma(style, before, start)
  const trailing = findComma(style, end, container.end - 1)
  const cut = trimmedLineEnd(text, before)
  const isTrailing = trailing !== undefined && comma !== undefined && comma < cut
  const behind = isTrailing ? trailing + 1 : end
  const rest = Math.min(lineEnd(text, behind), container.end - 1)
  const tail = { start: cut, end: hasComment(text.slice(behind, rest)) ? rest : behind, text: '' }
  return isTrailing || comma === undefined || comma >= cut
    ? [tail]
    : [{ start: comma, end: comma + 1, text: '' }, tail]
}

function insertAfter(
  style: FlowStyle,
  container: Container,
  ranges: Ranges,
  before: number,
  sources: readonly string[],
  separator: string,
): TextEdit[] {
  const { text } = style
  const end = ranges[before]?.end ?? 0
  const next = ranges[before + 1]?.start ?? container.end - 1
  const rest = trimmedLineEnd(text, end)
  if (rest >= next || !hasComment(text.slice(end, rest)))
    return [{ start: end, end, text: sources.map((source) => separator + source).join('') }]
  // A comment stands behind the item in its line, and stays there.
  const comma = findComma(style, end, next)
  const blanks = `${lineBreakNear(text, end)}${/^[ \t]*/.exec(text.slice(lineStart(text, end)))?.[0] ?? ''}`
  const lines = sources.map((source) => blanks + source).join(',')
  if (comma === undefined)
    return [
      { start: end, end, text: ',' },
      { start: rest, end: rest, text: lines },
    ]
  return [{ start: rest, end: rest, text: `${lines},` }]
}

/** No item is left of the old ones. */
function refill(
  style: FlowStyle,
  container: Container,
  ranges: Ranges,
  sources: readonly string[],
): TextEdit[] {
  const { text } = style
  const start = container.start + 1
  const end = container.end - 1
  const first = ranges[0]
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) {
    if (sources.length === 0) return []
    const inner = text.slice(start, end)
    if (inner.trim() !== '') return [{ start, end: start, text: sources.join(style.separator) }]
    return [{ start, end, text: fresh(style, container, sources) }]
  }
  if (sources.length > 0)
    return [{ start: first.start, end: last.end, text: sources.join(shapeOf(style, container).separator) }]
  if (ranges.every((range, index) => !hasComment(text.slice(ranges[index - 1]?.end ?? start, range.start))))
    if (!hasComment(text.slice(last.end, end))) return [{ start, end, text: '' }]
  return [{ start: first.start, end: (findComma(style, last.end, end) ?? last.end - 1) + 1, text: '' }]
}

/** What comes between empty brackets: records each in a line where the file has lines. */
function fresh(style: FlowStyle, container: Container, sources: readonly string[]): string {
  const { text } = style
  const isInLines = /[\r\n]/.test(text.trim()) && sources.some((source) => source.startsWith('{'))
  if (container.type === 'map' || !isInLines) return sources.join(style.separator)
  const lineBreak = lineBreakNear(text, container.start)
  const outer = /^[ \t]*/.exec(text.slice(lineStart(text, container.start)))?.[0] ?? ''
  const step = /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const inner = `${lineBreak}${outer}${step}`
  return `${inner}${sources.join(`,${inner}`)}${lineBreak}${outer}`
}

/** The comma between two offsets that stands in no comment. */
function findComma(style: FlowStyle, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (style.text[at] === ',') return at
    style.comment.lastIndex = at
    const comment = style.comment.exec(style.text)?.[0]
    if (comment !== undefined) at += comment.length - 1
  }
  return undefined
}

/** The end of the line without the blanks before it. */
function trimmedLineEnd(text: string, offset: number): number {
  let end = lineEnd(text, offset)
  while (end > offset && /[ \t]/.test(text[end - 1] ?? '')) end -= 1
  return end
}

function nextLine(text: string, offset: number): number {
  return afterBreak(text, lineEnd(text, offset))
}

function skipBlanks(text: string, offset: number): number {
  let at = offset
  while (/[ \t]/.test(text[at] ?? '')) at += 1
  return at
}
