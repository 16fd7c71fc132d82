import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FolderTable } from '../../source/contracts/folder.ts'
import { nearValues } from '../../source/folder/show/near-values.ts'
import { programRequest } from '../../source/folder/show/program-request.ts'
import { isOneSlip, saidWords } from '../../source/folder/show/said-words.ts'
import { MOST_CHARACTERS, schemaText } from '../../source/folder/show/schema-text.ts'
import { numbersIn, vocabularyOf } from '../../source/folder/show/vocabulary.ts'
import { spansIn } from '../../source/toolkit/spans.ts'

const TABLE: FolderTable = {
  name: 'timesheet',
  path: 'timesheet.csv',
  suffix: '',
  kind: 'csv',
  version: '1',
  notes: [],
  columns: [
    { name: 'date', type: 'date', title: 'Date' },
    { name: 'client', type: 'text', title: 'Client' },
    { name: 'hours', type: 'number', title: 'Hours', unit: 'h' },
    { name: 'paid', type: 'yes/no', title: 'Paid' },
  ],
  rows: [
    ['2026-11-02', 'Kessler & Sohn', 3.5, 1],
    ['2026-11-09', 'Brannock Legal', 4, 0],
    ['2026-11-16', "O'Neil", null, 0],
  ],
}
const NO_WORDS: ReadonlySet<string> = new Set()

test('a table is shown as the statement that makes it', () => {
  assert.equal(
    schemaText(TABLE),
    [
      '-- timesheet.csv, 3 rows',
      'CREATE TABLE timesheet (',
      '  n INTEGER,',
      '  date DATE, -- 2026-11-02 to 2026-11-16',
      "  client TEXT, -- 'Kessler & Sohn', 'Brannock Legal', 'O''Neil'",
      '  hours REAL, -- h, 3.5 to 4',
      '  paid INTEGER -- 1 yes, 0 no',
      ');',
    ].join('\n'),
  )
})

test('a large table stays within its budget', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => [
    '2026-11-02',
    `a client with quite a long name, number ${at}`,
    at,
    0,
  ])
  assert.ok(schemaText({ ...TABLE, rows }).length <= MOST_CHARACTERS)
})

test('cells that a message speaks of are found, slips of typing too', () => {
  const near = (message: string) =>
    nearValues(saidWords(message, NO_WORDS), TABLE, 2).map(({ value }) => value)
  assert.deepEqual(near('how many hours for kessler'), ['Kessler & Sohn'])
  assert.deepEqual(near('and brannok?'), ['Brannock Legal'])
  assert.deepEqual(near('nothing of it'), [])
  assert.ok(
    isOneSlip('kesler', 'kessler') && isOneSlip('kelsser', 'kesslser') === false && isOneSlip('ab', 'ba'),
  )
})

test('days and periods that a message names are worked out', () => {
  const spans = (message: string) =>
    spansIn(message, '2026-11-28').map(({ words, from, to, before }) =>
      [words, from, to, ...(before ? [before] : [])].join(' '),
    )
  assert.deepEqual(spans('how many hours last week'), ['last week 2026-11-16 2026-11-22'])
  assert.deepEqual(spans('and thursday?'), ['thursday 2026-12-03 2026-12-03 2026-11-26'])
  assert.deepEqual(spans('total for march'), ['march 2026-03-% 2026-03-% 2027-03-%'])
  assert.deepEqual(spans('yesterday 3.5 hours'), ['yesterday 2026-11-27 2026-11-27'])
  assert.deepEqual(spans('the week before'), [])
  assert.deepEqual(spans('last month vs this month'), [
    'last month 2026-10-01 2026-10-31',
    'this month 2026-11-01 2026-11-30',
  ])
})

test('numbers of a message are those that may be written', () => {
  assert.deepEqual(
    numbersIn('1,250 and 3.50')
      .filter((one) => !one.includes('e'))
      .slice(0, 3),
    ['1250', '1.25', '3.5'],
  )
  // Thousands have three figures, so a comma or a point before two is one of a fraction.
  assert.deepEqual(numbersIn('12,50'), ['12.5'])
  assert.deepEqual(numbersIn('she sent 10k', true), ['10000'])
  assert.ok(numbersIn('ran 10k').includes('10') && numbersIn('ran 10k').includes('10000'))
  assert.deepEqual(numbersIn('1.234,56 or 1,234.56'), ['1234.56'])
  assert.ok(numbersIn('two and a half hours').includes('2.5'))
  assert.ok(numbersIn('up by 10 percent').includes('1.1'))
  assert.ok(numbersIn('paid 1 300 to them').includes('1300'))
  assert.ok(numbersIn('it was 4 euro 20').includes('4.2'))
  assert.ok(numbersIn('38 k on sunday').includes('38'))
  assert.ok(['38', '38000'].every((one) => numbersIn('38k').includes(one)))
})

test('thousands are not their digits where a column has thousands, but where kilometres stand', () => {
  const small = (unit: string, most = 3000) => {
    const columns = [{ name: 'paid', title: `paid (${unit})`, type: 'number' as const, unit }]
    const table = {
      name: 't',
      path: 't.csv',
      kind: 'table',
      columns,
      rows: [[1], [most]],
    } as unknown as FolderTable
    const holding = {
      message: 'add 2k',
      tables: [table],
      near: [],
      results: [],
      acts: 'both' as const,
      days: [],
    }
    const { numbers, smallNumbers } = vocabularyOf({ ...holding, today: '2026-11-29' })
    return [numbers.includes('2000'), numbers.includes('2'), smallNumbers.includes('2')]
  }
  assert.deepEqual(small('EUR'), [true, false, false])
  assert.deepEqual(small('km'), [true, true, true])
  assert.deepEqual(small('', 42), [true, true, true])
})

test('days typed in haste are days', () => {
  assert.deepEqual(spansIn('whats for dinner tmrw', '2026-11-04'), [
    { words: 'tomorrow', from: '2026-11-05', to: '2026-11-05' },
  ])
})

test('a request has the tables as a state and only what changes behind it', () => {
  const request = (message: string) =>
    programRequest({
      message,
      today: '2026-11-28',
      tables: [TABLE],
      weak: NO_WORDS,
      last: undefined,
      isTaught: true,
      acts: 'both',
    })
  const [one, other] = [request('hours for kessler last week'), request('who has not paid')]
  assert.deepEqual(one.state, other.state)
  assert.equal(one.program?.mayDecline, true)
  assert.equal(
    one.message,
    "Today 2026-11-28 Sat. last week = '2026-11-16' to '2026-11-22'. client: 'Kessler & Sohn'.\nhours for kessler last week",
  )
})

test('what a message goes on from stands before it, with its result', () => {
  const last = {
    message: 'hours for kessler',
    sql: "SELECT sum(hours) FROM timesheet WHERE client = 'Kessler & Sohn'",
    result: '3.5',
    values: [3.5],
  }
  const { examples, message, program } = programRequest({
    ...{
      message: 'and brannock?',
      today: '2026-11-28',
      tables: [TABLE],
      weak: NO_WORDS,
      last,
      isTaught: false,
      acts: 'both' as const,
    },
  })
  assert.deepEqual(
    examples?.map(({ text }) => text),
    ['Today 2026-11-28 Sat.\nhours for kessler', last.sql],
  )
  assert.ok(message.startsWith('Result: 3.5. Today 2026-11-28 Sat.'))
  assert.ok(program?.numbers.includes('3.5'))
  assert.equal(program?.mayDecline, false)
})
