// A table out of a file: CSV with any usual separator, TSV, JSON or YAML that is a list of records, or lines with a name and a number.
import { type NamedValue, namedValue, namesOf, spokenField, unitOf } from '../lib/named-values.ts'
import { stemsOf } from '../lib/word-stem.ts'
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'
import { ofSeparated } from './separated-table.ts'

export interface Table {
  readonly columns: readonly string[]
  /** One text for each column. */
  readonly rows: readonly (readonly string[])[]
  /** What of the file is not in it, each told as a clause. */
  readonly left?: readonly string[]
  /** Why nobody can be sure what stands in which column; what is said to a person. */
  readonly fault?: string
}

/** More are no table that somebody reads; padded, each row would have a cell for each of them. */
export const MOST_COLUMNS = 1_000
const MOST_CELLS = 3_000_000

/** Whether a file of this name may hold a table. */
export function isTableName(path: string): boolean {
  return /\.(?:csv|tsv|tab|psv|json|jsonl|ndjson)$/i.test(path)
}

/** The table of a file's text; undefined: it is none, or has no row below its header. */
export async function readTable(path: string, text: string): Promise<Table | undefined> {
  const table = await tableOf(path, text)
  if (table === undefined || table.columns.length === 0 || table.rows.length === 0) return undefined
  const isHuge = table.columns.length > MOST_COLUMNS || table.columns.length * table.rows.length > MOST_CELLS
  return isHuge ? undefined : { ...table, rows: table.rows.map((row) => padded(row, table.columns.length)) }
}

async function tableOf(path: string, text: string): Promise<Table | undefined> {
  if (/\.(?:csv|tsv|tab|psv)$/i.test(path)) return ofSeparated(text)
  if (/\.ya?ml$/i.test(path)) return ofYaml(text) ?? ofLines(text)
  const whole = parsed(text)
  const ofJson = whole === undefined ? ofJsonLines(text) : ofRecords(whole)
  return ofJson ?? ofMarks(text) ?? ofLines(text)
}

function padded(row: readonly string[], length: number): readonly string[] {
  return row.length === length ? row : Array.from({ length }, (_, at) => row[at] ?? '')
}

/** A longer text is no list that somebody keeps by hand, in characters. */
const LONGEST_YAML = 200_000

function ofYaml(text: string): Table | undefined {
  if (text.length > LONGEST_YAML) return undefined
  const yaml = parseYaml(text, '')
  return isYamlProblem(yaml) ? undefined : ofRecords(yaml.value)
}

/** One record a line; lines that are none are told. */
function ofJsonLines(text: string): Table | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines[0]?.trim().startsWith('{')) return undefined
  const read = lines.map(parsed)
  const table = ofRecords(read.filter(isRecord))
  const lost = read.filter((one) => !isRecord(one)).length
  if (table === undefined || lost === 0) return table
  return { ...table, left: [`${lost} of its ${lines.length} lines could not be read`] }
}

function ofRecords(value: unknown): Table | undefined {
  const records = recordsOf(value)
  if (records === undefined) return undefined
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (columns.length > MOST_COLUMNS) return undefined
  return { columns, rows: records.map((record) => columns.map((name) => cellOf(record[name]))) }
}

const RULE = /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?$/

/** The first table of a Markdown text; that there are more is told. */
function ofMarks(text: string): Table | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const rules = lines.flatMap((line, at) => (RULE.test(line) && lines[at - 1]?.includes('|') ? [at] : []))
  const [rule = 0] = rules
  const head = lines[rule - 1]
  if (head === undefined) return undefined
  const end = lines.findIndex((line, at) => at > rule && !line.includes('|'))
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim())
  const left = rules.length === 1 ? {} : { left: [`only the first of its ${rules.length} tables`] }
  return { columns: cells(head), rows: lines.slice(rule + 1, end < 0 ? undefined : end).map(cells), ...left }
}

/** What may stand between an item and its value, with the blanks behind it. */
const BETWEEN = /[:=]\s*|\.{2,}\s*|\s{2,}/gu
const VALUE = /[$€£]?\s?-?\d[\d.,]*(?:\s?[\p{L}€$£%]{1,6})?$/uy
const LONGEST_ITEM = 61
const FEWEST_ENTRIES = 3

/** Lines like `wall paint: 54.90`. */
function ofLines(text: string): Table | undefined {
  const entries = text.split('\n').flatMap((line) => {
    const entry = entryOf(line.trim().replace(/^[-*+•]\s+/u, ''))
    return entry === undefined ? [] : [entry]
  })
  if (entries.length < FEWEST_ENTRIES) return undefined
  return { columns: ['item', 'value'], rows: entries }
}

/**
 * The item of a line and its value; undefined: it is no such line. Place by place and not in one pattern: in lines set with wide gaps, as those
 * of a printed page, that would try each end of the item with each part of the gap.
 */
function entryOf(line: string): readonly [item: string, value: string] | undefined {
  if (!/^\p{L}/u.test(line)) return undefined
  for (const { 0: between, index } of line.matchAll(BETWEEN)) {
    const item = line.slice(0, index).trimEnd()
    if (item.length > LONGEST_ITEM || item.includes('|')) return undefined
    VALUE.lastIndex = index + between.length
    const [value] = VALUE.exec(line) ?? []
    if (value !== undefined) return [item, value]
    // Neither sign is part of an item.
    if (/^[:=]/.test(between)) return undefined
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Fields = { readonly [field: string]: unknown }

/** A list of records, or the only one among the fields of what is given. */
function recordsOf(value: unknown): readonly Fields[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecord) ? value : undefined
  if (!isRecord(value)) return undefined
  const lists = Object.values(value).filter(Array.isArray)
  return lists.length === 1 ? recordsOf(lists[0]) : undefined
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** More cells are not named one by one. */
const MOST_NAMED = 4_000

/** The values of a table's cells, each called by its column and by the texts of its row. */
export function namedCells({ columns, rows }: Table): readonly NamedValue[] {
  if (columns.length * rows.length > MOST_NAMED) return []
  return rows.flatMap((row) => {
    const line = columns.map((column, at) => spokenField(column, row[at] ?? '')).join(', ')
    const texts = row.filter((cell) => !/\d/.test(cell)).join(' ')
    return columns.flatMap((column, at) => {
      const cell = row[at] ?? ''
      if (!/^[$€£]?\s?-?\d/.test(cell)) return []
      const unit = unitOf(column)
      const names = namesOf([
        [row.join(' '), 0.9],
        [column, 1],
      ])
      return [
        namedValue(
          unit === undefined ? cell : `${cell} ${unit}`,
          names,
          line,
          `${texts}: ${spokenField(column, cell)}`,
        ),
      ]
    })
  })
}

/** Stems of the words of a question, a column's name or a cell, as they are compared. */
export function wordsIn(text: string): readonly string[] {
  // "Quiz 2" is the column `quiz2`.
  const joined = [...text.matchAll(/(?<!\p{L})(?<word>\p{L}{2,})[\s_-](?<number>\d{1,2})(?!\d|[.,:]\d)/gu)]
  return [...stemsOf(text), ...joined.flatMap(({ groups }) => stemsOf(`${groups?.word}${groups?.number}`))]
}
