// A file as questions are held against it: the words of its name, its columns, its rows or lines, and a few texts for their meaning. Pure.
import { endOf, MONTH_NAMES } from './month-names.ts'
import { stemsOf } from './word-stem.ts'

/** What stands in a file, as questions are held against it: stems of words. */
export interface FileProfile {
  readonly path: string
  /** Of its name, and of the folders that it lies in. */
  readonly name: ReadonlySet<string>
  /** Of the columns of a table; empty: it is none. */
  readonly columns: ReadonlySet<string>
  /** The rows of a table, or the lines of a text, as they stand there and as stems. */
  readonly rows: readonly string[]
  readonly lines: readonly ReadonlySet<string>[]
  /** What is held against a question by its meaning: the columns and a few rows, or the lines. */
  readonly gists: readonly string[]
}

const DATE =
  /\b(?:\d{4}-(?<month>\d{2})(?:-(?<day>\d{2}))?|(?<number>\d{1,2})\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b/giu

/** What stands in a file of that path; `rows` are those of a table with these columns, or the lines of a text. */
export function profileOf(path: string, columns: readonly string[], rows: readonly string[]): FileProfile {
  return {
    path,
    name: new Set(stemsOf(path.replace(/\.[^./]+$/, ''))),
    columns: new Set(columns.flatMap(stemsOf)),
    rows,
    lines: rows.map((row) => new Set([...stemsOf(row), ...datesIn(row)])),
    gists: gistsOf(path, columns, rows),
  }
}

const MOST_ROWS = 3
const MOST_LINES = 30
/** Of a row or a line, in characters. */
export const LONGEST_GIST = 200

function gistsOf(path: string, columns: readonly string[], rows: readonly string[]): readonly string[] {
  const name = path.replace(/\.[^./]+$/, '').replace(/[/_-]+/g, ' ')
  const lines = rows.map((row) => row.trim()).filter((row) => row.length > MOST_ROWS)
  const gists =
    columns.length === 0
      ? [name, ...lines.slice(0, MOST_LINES)]
      : [columns.join(', ').replaceAll('_', ' '), ...lines.slice(0, MOST_ROWS)].map(
          (one) => `${name}: ${one}`,
        )
  return gists.map((gist) => gist.slice(0, LONGEST_GIST))
}

/** The month and the day of each date, as a person says them: `march`, `26th`. */
function datesIn(row: string): readonly string[] {
  return [...row.matchAll(DATE)].flatMap(({ groups: { month, day, number } = {} }) => {
    const name = MONTH_NAMES[Number(month) - 1]
    const days = [day, number].flatMap((one) =>
      one === undefined ? [] : `${Number(one)}${endOf(Number(one))}`,
    )
    return name === undefined ? days : [...stemsOf(name), ...days]
  })
}
