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

test('names are above their cells in what pandas, R and Excel write', async () => {
  const tabs = await readTable('p.tsv', '\titem\tprice\n0\tnails\t5.00\n1\tscrews\t7.50\n')
  assert.deepEqual(tabs?.columns, ['#', 'item', 'price'])
  assert.deepEqual(tabs?.rows[1], ['1', 'screws', '7.50'])
  const commas = await readTable('p.csv', ',item,amount\n0,nails,5.00')
  assert.deepEqual(commas?.columns, ['#', 'item', 'amount'])
  const excel = await readTable('e.csv', '\uFEFFsep=;\r\nitem;amount\r\nnails;5,00\r\n')
  assert.deepEqual(excel?.rows, [['nails', '5,00']])
  const years = await readTable('y.csv', 'item,2024,2025\nrent,900,950')
  assert.deepEqual(years?.columns, ['item', '2024', '2025'])
  const trailing = await readTable('t.csv', 'item,amount,\nnails,5,\n')
  assert.deepEqual(trailing?.columns, ['item', 'amount'])
  assert.equal(await readTable('n.csv', 'nails,5.00\nscrews,7.50'), undefined)
})

test('what nobody can be sure of is told: longer rows, a quotation mark without an end, lines and tables that are left out', async () => {
  const commas = await readTable('k.csv', 'item,price,stock\nkettle,24,90\ncup,3,50,7')
  assert.match(commas?.fault ?? '', /^row 2 has more cells than the 3 names/)
  const quote = await readTable('q.csv', 'day,what\n1,"Rosa\'s\n2,bread\n')
  assert.match(quote?.fault ?? '', /never closed/)
  const lines = await readTable('l.jsonl', '{"a": 1}\n{"a": 2\n{"a": 3}')
  assert.deepEqual([lines?.rows.length, lines?.left], [2, ['1 of its 3 lines could not be read']])
  const two = await readTable('m.md', '| a | b |\n|---|---|\n| 1 | 2 |\n\n| c | d |\n|---|---|\n| 3 | 4 |')
  assert.deepEqual(two?.left, ['only the first of its 2 tables'])
})

test('records of YAML are a table', async () => {
  const text = '- name: nails\n  price: 5.00\n- name: screws\n  price: 7.50\n'
  assert.deepEqual((await readTable('r.yaml', text))?.columns, ['name', 'price'])
})

test('what is wide beyond reading is no table', async () => {
  const wide = `${Array.from({ length: 1_500 }, (_, at) => `c${at}`).join(',')}\n1`
  assert.equal(await readTable('w.csv', wide), undefined)
})
