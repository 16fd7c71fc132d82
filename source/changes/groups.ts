// What of a text file takes a further line: a list, a table, a log with a date on each line. Pure.
import { itemsOf, type Row } from './items.ts'
import type { FileText } from './known-items.ts'
import { type Typed, typedIn } from './typed.ts'

interface Lines {
  readonly file: FileText
  /** Name of the file, and the headings above it. */
  readonly about: string
  /** Its lines as they stand there. */
  readonly lines: readonly string[]
  /** Number of the last one, from 0. */
  readonly last: number
}

/** What stands before and behind the date of a log's line. */
export interface Entry {
  readonly bullet: string
  readonly date: Typed
  readonly sign: string
  readonly text: string
}

export type Group =
  | (Lines & { readonly type: 'list'; readonly isBoxes: boolean; readonly texts: readonly string[] })
  | (Lines & { readonly type: 'table'; readonly rows: readonly Row[] })
  | (Lines & { readonly type: 'log'; readonly entries: readonly Entry[] })

/** Fewer lines are no list. */
const LEAST = 3
const MOST_WORDS = 14
/** So many lines of a log begin with a date, or of settings have a name. */
const MOST = 0.7

const HEADING = /^\s*#+\s+\S/u
const BULLET = /^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?/u
const BOX = /^\s*(?:[-*+]\s+)?\[[ xX]\]\s/u
const NAMED = /^\s*(?:[-*+]\s+)?[^:=]{1,40}(?::\s|=)/u

const kept = new WeakMap<FileText, readonly Group[]>()

/** Everything in a file that takes a further line, in its order. */
export function groupsIn(file: FileText): readonly Group[] {
  const before = kept.get(file)
  if (before !== undefined) return before
  const name = file.path.replace(/\.\w+$/, '')
  const rows = itemsOf(file.path, file.text).filter((item) => item.type === 'row')
  const isData = /\.(?:csv|tsv|tab|jsonl?|ya?ml|ini|toml|cfg|conf)$/i.test(file.path)
  const groups = [...tablesOf(file, name, rows), ...(isData ? [] : blocksOf(file, name))]
  kept.set(file, groups)
  return groups
}

function tablesOf(file: FileText, name: string, rows: readonly Row[]): readonly Group[] {
  if (/\.(?:jsonl?|ya?ml)$/i.test(file.path)) return []
  const tables = Map.groupBy(rows, ({ cells }) => cells[0]?.column)
  return [...tables.values()].map((own) => ({
    type: 'table' as const,
    file,
    about: `${name} ${own[0]?.under ?? ''}`,
    lines: own.map(({ whole }) => whole),
    last: own.at(-1)?.at ?? 0,
    rows: own,
  }))
}

/** Runs of lines that nothing parts. */
function blocksOf(file: FileText, name: string): readonly Group[] {
  const all = file.text.split('\n').map((line) => line.replace(/\r$/, ''))
  const groups: Group[] = []
  const title = titleOf(all)
  let heading = ''
  let block: string[] = []
  const end = (next: number) => {
    const group = groupOf(block)
    if (group !== undefined)
      groups.push({ ...group, file, about: `${name} ${title} ${heading}`, lines: block, last: next - 1 })
    block = []
  }
  all.forEach((line, at) => {
    const isFirst = at === all.findIndex((one) => one.trim() !== '') && line.trim() === title
    const isNext = BULLET.exec(all[at + 1] ?? '')?.[0].trim() !== '' && BULLET.exec(line)?.[0].trim() === ''
    const isHeading =
      HEADING.test(line) || /^\S.{0,60}:\s*$/u.test(line) || isFirst || (isNext && block.length === 0)
    if (line.trim() !== '' && !isHeading && !/^\s*\|/.test(line)) {
      block.push(line)
      return
    }
    end(at)
    if (isHeading && !isFirst) heading = line.replace(/[#:]/g, ' ').trim()
  })
  end(all.length)
  return groups
}

/** The first line, where nothing stands right below it. */
function titleOf(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.trim() !== '')
  const first = lines[at]?.trim() ?? ''
  const isApart = (lines[at + 1] ?? '').trim() === '' || HEADING.test(first)
  return isApart && !BOX.test(first) ? first : ''
}

type Kind =
  | { readonly type: 'list'; readonly isBoxes: boolean; readonly texts: readonly string[] }
  | { readonly type: 'log'; readonly entries: readonly Entry[] }

function groupOf(lines: readonly string[]): Kind | undefined {
  if (lines.length === 0) return undefined
  if (lines.length < LEAST && !lines.every((line) => BOX.test(line))) return undefined
  const entries = entriesOf(lines)
  if (entries.length >= Math.max(LEAST, lines.length * MOST)) return { type: 'log', entries }
  const isBoxes = lines.filter((line) => BOX.test(line)).length >= lines.length * MOST
  const texts = lines.map((line) => line.replace(BULLET, '').trim())
  const isShort = texts.every((text) => text.split(/\s+/).length <= MOST_WORDS)
  const named = lines.filter((line) => NAMED.test(line)).length
  return isShort && (isBoxes || named < lines.length / 2) ? { type: 'list', isBoxes, texts } : undefined
}

/** The lines of a log. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
  // "2/14" says of all lines that the month comes first.
  const isMonthFirst = lines.some(
    (line) => Number(/^\s*(?:[-*]\s+)?\d{1,2}[/.](\d{1,2})/.exec(line)?.[1]) > 12,
  )
  return lines.flatMap((line): readonly Entry[] => {
    const bullet =
      /^\s*(?:[-*+•]\s+)?(?:(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*[,.]?\s+)?/iu.exec(line)?.[0] ?? ''
    const rest = line.slice(bullet.length)
    const date = typedIn(rest, !isMonthFirst).find(({ kind, from }) => kind === 'date' && from === 0)
    if (date === undefined) return []
    const behind = rest.slice(date.to)
    const sign = /^\s*[:,;.|–—-]*\s*/u.exec(behind)?.[0] ?? ''
    return [{ bullet, date, sign, text: behind.slice(sign.length) }]
  })
}
