// Tables out of CSV, TSV, JSON, Markdown and plain lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedCells, readTable, wordsIn } from '../../source/toolkit/read-table.ts'

const ROWS = [
  ['Oslo', '12.5'],
  ['Rome', '18'],
]

test('the same table is read from every form', async () => {
  const forms: readonly (readonly [string, string])[] = [
    ['a.csv', 'city,temp\nOslo,12.5\nRome,18\n'],
    ['a.csv', '"city";"temp"\r\n"Oslo";"12.5"\r\n"Rome";"18"\r\n'],
    ['a.tsv', 'city\ttemp\nOslo\t12.5\nRome\t18'],
    ['a.json', '[{"city": "Oslo", "temp": 12.5}, {"city": "Rome", "temp": 18}]'],
    ['a.json', '{"unit": "C", "days": [{"city": "Oslo", "temp": 12.5}, {"city": "Rome", "temp": 18}]}'],
    ['a.jsonl', '{"city": "Oslo", "temp": 12.5}\n{"city": "Rome", "temp": 18}\n'],
    ['a.md', '# Days\n\n| city | temp |\n|---|---|\n| Oslo | 12.5 |\n| Rome | 18 |\n\nDone.'],
  ]
  for (const [name, text] of forms)
    assert.deepEqual(await readTable(name, text), { columns: ['city', 'temp'], rows: ROWS }, text)
})

test('lines with an amount each are a table of two columns', async () => {
  const table = await readTable(
    'bill.txt',
    'for the store\n\npaint: 54.90\n- tape .... 4.80\nbrush   7 EUR\n',
  )
  assert.deepEqual(table?.rows, [
    ['paint', '54.90'],
    ['tape', '4.80'],
    ['brush', '7 EUR'],
  ])
})

test('an entry has one sign or gap between item and value', async () => {
  const lines: readonly (readonly [line: string, entry: readonly string[] | undefined])[] = [
    ['wall paint  :  54.90 EUR', ['wall paint', '54.90 EUR']],
    ['* tape ...... $4.80', ['tape', '$4.80']],
    ['wait... what: 5', ['wait... what', '5']],
    ['left   right   7', ['left   right', '7']],
    ['Saldo = -12,50 €\r', ['Saldo', '-12,50 €']],
    ['a = b: 5', undefined],
    ['a | b: 5', undefined],
    ['12: 5', undefined],
    ['brush 7', undefined],
    ['brush: 7 litres of it', undefined],
    [`${'x'.repeat(61)}: 5`, ['x'.repeat(61), '5']],
    [`${'x'.repeat(62)}: 5`, undefined],
  ]
  for (const [line, entry] of lines) {
    const table = await readTable('a.txt', `${line}\nb: 1\nc: 2\nd: 3`)
    assert.deepEqual(table?.rows[0], entry ?? ['b', '1'], line)
  }
})

test('a page set with wide gaps is looked through in time that grows with it', async () => {
  const line = `Invoice number${' '.repeat(5_000)}Page one of two`
  assert.equal(await readTable('a.txt', `${line}\n`.repeat(200)), undefined)
  const entry = `Total${' '.repeat(5_000)}12.50`
  assert.deepEqual((await readTable('a.txt', `${line}\n${entry}\n${entry}\n${entry}`))?.rows[0], [
    'Total',
    '12.50',
  ])
})

test('a word of a hundred thousand letters is one word', () => {
  assert.equal(wordsIn('g'.repeat(100_000)).length, 1)
  assert.deepEqual(wordsIn('quiz 2'), ['quiz', '2', 'quiz2'])
})

test('records that share no fields are no table', async () => {
  const records = Array.from({ length: 5_000 }, (_, at) => ({ [`field${at}`]: at }))
  assert.equal(await readTable('a.json', JSON.stringify(records)), undefined)
})

test('what is no table is none', async () => {
  const texts: readonly (readonly [string, string])[] = [
    ['a.csv', ''],
    ['a.csv', 'city,temp'],
    ['a.csv', '1,2\n3,4'],
    ['a.json', '{"port": 80}'],
    ['a.json', '{"port": '],
    ['a.txt', 'Dear Ann,\nit is 5 o’clock.'],
  ]
  for (const [name, text] of texts) assert.equal(await readTable(name, text), undefined, text)
})

test('a short row has empty cells, and quoted separators belong to their cell', async () => {
  const table = await readTable('a.csv', 'name,plot,kg\n"Bauer, Jens",C\nAda,B,4')
  assert.deepEqual(table?.rows, [
    ['Bauer, Jens', 'C', ''],
    ['Ada', 'B', '4'],
  ])
})

test('a cell is called by its column and its row', async () => {
  const table = await readTable('a.csv', 'route,distance_km\npark,5\nhalf marathon,21.1')
  assert.ok(table)
  const cell = namedCells(table).at(-1)
  assert.equal(cell?.text, '21.1 km')
  assert.equal(cell?.line, 'route half marathon, distance 21.1 km')
  assert.ok(cell?.names.has('marathon'))
})
