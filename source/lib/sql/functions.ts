// The functions that a program may call.

/** Functions with the type that they give, and those of what they take; the last one may be repeated where `more` is set. */
export interface SqlFunction {
  readonly gives: 'text' | 'number' | 'date' | 'same'
  readonly takes: readonly ('text' | 'number' | 'date' | 'any')[]
  readonly more?: true
  /** How many of `takes` have to be there; all of them where it is not said. */
  readonly least?: number
}

export const AGGREGATES: Readonly<Record<string, SqlFunction>> = {
  sum: { gives: 'number', takes: ['number'] },
  total: { gives: 'number', takes: ['number'] },
  avg: { gives: 'number', takes: ['number'] },
  min: { gives: 'same', takes: ['any'] },
  max: { gives: 'same', takes: ['any'] },
  count: { gives: 'number', takes: ['any'] },
}

export const FUNCTIONS: Readonly<Record<string, SqlFunction>> = {
  round: { gives: 'number', takes: ['number', 'number'], least: 1 },
  abs: { gives: 'number', takes: ['number'] },
  julianday: { gives: 'number', takes: ['date', 'text'], more: true, least: 1 },
  date: { gives: 'date', takes: ['date', 'text'], more: true, least: 1 },
  strftime: { gives: 'text', takes: ['text', 'date', 'text'], more: true, least: 2 },
  lower: { gives: 'text', takes: ['text'] },
  replace: { gives: 'text', takes: ['text', 'text', 'text'] },
  substr: { gives: 'text', takes: ['text', 'number', 'number'], least: 2 },
  instr: { gives: 'number', takes: ['text', 'text'] },
  length: { gives: 'number', takes: ['text'] },
  coalesce: { gives: 'same', takes: ['any', 'any'], more: true },
  words: { gives: 'number', takes: ['text'] },
  workdays: { gives: 'number', takes: ['date', 'date'] },
  convert: { gives: 'number', takes: ['number', 'text', 'text'] },
}

const COUNTS = [1, 2, 3, 5, 6, 7, 10, 14, 15, 20, 28, 30, 31, 60, 90, 100]
/** Modifiers and formats of SQLite's date functions (https://www.sqlite.org/lang_datefunc.html). */
export const DATE_TEXTS: readonly string[] = [
  ...['%Y', '%m', '%d', '%Y-%m', '%m-%d', '%w', '%W', '%H', '%H:%M', '%j', '%Y-%W'],
  ...[
    'start of month',
    'start of year',
    'start of day',
    ...[0, 1, 2, 3, 4, 5, 6].map((day) => `weekday ${day}`),
  ],
  ...['day', 'month', 'year'].flatMap((unit) =>
    COUNTS.flatMap((count) => ['+', '-'].map((sign) => `${sign}${count} ${unit}${count === 1 ? '' : 's'}`)),
  ),
]
