// Edits that take records out of a separated text and put new ones behind its last. Pure.
import type { TextEdit } from '../../contracts/folder.ts'
import type { CsvTable } from './csv-table.ts'

/** `removed`: indices of rows, `added`: new lines without their ends. A file without a line end at its end stays so. */
export function lineEdits(
  table: CsvTable,
  removed: ReadonlySet<number>,
  added: readonly string[],
): readonly TextEdit[] {
  const { text, records } = table
  const anchor = records.at(-1) ?? table.header
  const lineEnd = lineEndOf(table)
  const ranges = rangesOf(table, removed)
  const last = ranges.at(-1)
  const isOpenEnd = anchor !== undefined && anchor.end === anchor.next
  if (anchor === undefined) return []
  if (!isOpenEnd || last === undefined || last.end < text.length) {
    const lines = added.map((line) => (isOpenEnd ? lineEnd + line : line + lineEnd)).join('')
    const removals = ranges.map(({ start, end }) => ({ start, end, text: '' }))
    return lines === '' ? removals : [...removals, { start: anchor.next, end: anchor.next, text: lines }]
  }
  // The last lines go, and the one that is last then has no line end either (nor empty lines behind it).
  const kept = ranges.slice(0, -1)
  let { start } = last
  while (added.length === 0) {
    start -= /[\r\n]+$/.exec(text.slice(0, start))?.[0].length ?? 0
    const before = kept.at(-1)
    if (before === undefined || before.end < start) break
    start = before.start
    kept.pop()
  }
  const tail = { start, end: last.end, text: added.join(lineEnd) }
  return [...kept.map((range) => ({ start: range.start, end: range.end, text: '' })), tail]
}

interface Range {
  readonly start: number
  readonly end: number
}

/** The lines of the removed rows, neighbours joined. */
function rangesOf({ records }: CsvTable, removed: ReadonlySet<number>): readonly Range[] {
  const ranges: { start: number; end: number }[] = []
  for (const index of [...removed].sort((a, b) => a - b)) {
    const record = records[index]
    if (record === undefined) continue
    const last = ranges.at(-1)
    if (last?.end === record.start) last.end = record.next
    else ranges.push({ start: record.start, end: record.next })
  }
  return ranges
}

/** That of the last record which has one. */
function lineEndOf({ text, records, header, dialect }: CsvTable): string {
  const model = records.findLast(({ end, next }) => next > end) ?? header
  if (model !== undefined && model.next > model.end) return text.slice(model.end, model.next)
  return /\r\n|\n|\r/.exec(text.slice(0, dialect.from))?.[0] ?? '\n'
}
