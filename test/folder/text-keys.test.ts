import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, ChangeRefused, type ReadTable } from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { changed, readText } from './round-trip.ts'

const INVOICE =
  'Invoice 2026-11\n\nClient: Kessler & Sohn\nHours: 18,5 h\nSent:   28.11.2026  \r\n**Paid:** no\nInvoice no.: A-7\nRate = 68\n'

async function keysOf(text: string, path = 'a.md'): Promise<ReadTable> {
  const table = (await readText(textReader, path, text)).find(({ kind }) => kind === 'settings')
  assert.ok(table)
  return table
}

async function set(text: string, name: string, value: CellValue, path = 'a.md') {
  const table = await keysOf(text, path)
  const column = table.columns.findIndex((one) => one.name === name)
  return await changed(text, table, { updated: [{ row: 0, column, value }] })
}

async function kinds(path: string, text: string) {
  return (await readText(textReader, path, text)).map(({ kind }) => kind)
}

test('lines of a key and a value are one row, a column for each key', async () => {
  const { columns, rows } = await keysOf(INVOICE)
  assert.deepEqual(
    columns.map(({ name, type, unit }) => [name, type, unit]),
    [
      ['client', 'text', undefined],
      ['hours', 'number', 'h'],
      ['sent', 'date', undefined],
      ['paid', 'yes/no', undefined],
      ['invoice_no', 'text', undefined],
      ['rate', 'number', undefined],
    ],
  )
  assert.deepEqual(rows, [['Kessler & Sohn', 18.5, '2026-11-28', 0, 'A-7', 68]])
  const text = (await readText(textReader, 'a.md', INVOICE)).at(-1)
  assert.deepEqual(text?.rows, [[null, 'Invoice 2026-11']])
})

test('only the bytes of the value change', async () => {
  assert.equal(await set(INVOICE, 'hours', 20), INVOICE.replace('18,5', '20,0'))
  assert.equal(await set(INVOICE, 'sent', '2026-12-01'), INVOICE.replace('28.11.2026', '01.12.2026'))
  assert.equal(await set(INVOICE, 'paid', 1), INVOICE.replace('no\n', 'yes\n'))
  assert.equal(await set(INVOICE, 'client', 'Ærø A/S'), INVOICE.replace('Kessler & Sohn', 'Ærø A/S'))
  await assert.rejects(set(INVOICE, 'client', 'a\nb'), ChangeRefused)
})

test('no key is added or removed', async () => {
  const table = await keysOf(INVOICE)
  await assert.rejects(async () => await changed(INVOICE, table, { removed: [0] }), ChangeRefused)
  await assert.rejects(async () => await changed(INVOICE, table, { added: [[]] }), ChangeRefused)
})

test('a key without a value beside others is empty and can be filled', async () => {
  const text = 'Name: Anna\nPhone:\nStreet: Hill\nTown: Hue\n'
  assert.deepEqual((await keysOf(text)).rows, [['Anna', null, 'Hill', 'Hue']])
  assert.equal(await set(text, 'phone', '12 34'), text.replace('Phone:', 'Phone: 12 34'))
})

test('two keys, a key twice, a sentence, a time, an address or prose make no settings', async () => {
  assert.deepEqual(await kinds('a.txt', 'Name: a\nPlace: b\n'), ['text'])
  assert.deepEqual(await kinds('a.txt', 'Anna: hello\nBert: hi\nAnna: well\nCarl: yes\n'), ['text'])
  assert.deepEqual(
    await kinds(
      'a.txt',
      'One, two: a\nHe came. She said: b\nA word of five words: c\n14:05 d\nhttp://e\nf::g\n',
    ),
    ['text'],
  )
  assert.deepEqual(
    await kinds(
      'a.txt',
      'So he\nsaid: a\nand then\n\nthey\nsaid so: b\nand went\n\nonly\nto say: c\nagain\n',
    ),
    ['text'],
  )
})

test('sentences behind a key are values only among others that are none', async () => {
  const notes =
    'Lock: 4471\n\nSpeaker: Dr Lloyd, on hornets. I do the tea.\n\nCount: boards in 5 April, leave 7 days.\nOil: 5 l\n'
  assert.deepEqual(await kinds('a.txt', notes), ['text'])
  assert.equal((await keysOf(`${INVOICE}Pets: one cat, dogs only after asking.\n`)).columns.length, 7)
})

test('a block whose keys stand elsewhere, too, is no settings, and leaves those that are', async () => {
  const text = `${INVOICE}\nNote: a\n\nNote: b\n`
  assert.equal((await keysOf(text)).columns.length, 6)
  const records = 'Name: a\nTel: 1\nTown: b\n\nName: c\nTel: 2\nTown: d\n'
  assert.deepEqual(await kinds('a.txt', records), ['text'])
})

test('lines in lists, tables, fences and code that is far in are no keys', async () => {
  assert.deepEqual(await kinds('a.md', 'So:\n\n    a = 1\n    b = 2\n\n    c = 3\n'), ['text'])
  assert.deepEqual(await kinds('a.md', '- Name: a\n- Place: b\n- Time: c\n\n```\nA: 1\nB: 2\nC: 3\n```\n'), [
    'list',
    'text',
  ])
})

test('front matter is settings, its lists one text', async () => {
  const text =
    '---\n# about\ntitle: "Soup: hot"\ntags: [warm, red]\ndate: 2026-11-03 # made\nauthor:\n  name: Anna\nsteps:\n  - cut\n  - cook\n---\n\nText\n'
  const { columns, rows, suffix } = await keysOf(text)
  assert.deepEqual(
    columns.map(({ name, isFixed }) => [name, isFixed]),
    [
      ['title', undefined],
      ['tags', undefined],
      ['date', undefined],
      ['author_name', undefined],
      ['steps', true],
    ],
  )
  assert.deepEqual(rows, [['Soup: hot', 'warm, red', '2026-11-03', 'Anna', 'cut, cook']])
  assert.equal(suffix, '')
  assert.equal(await set(text, 'title', 'Stew "hot"'), text.replace('"Soup: hot"', '"Stew \\"hot\\""'))
  assert.equal(await set(text, 'tags', 'warm, red, new'), text.replace('[warm, red]', '[warm, red, new]'))
  assert.equal(await set(text, 'date', '2026-11-04'), text.replace('-03', '-04'))
  assert.equal(await set(text, 'author_name', 'A: #1'), text.replace('Anna', '"A: #1"'))
  await assert.rejects(set(text, 'steps', 'cut'), ChangeRefused)
  assert.equal((await readText(textReader, 'a.md', text)).at(-1)?.rows.length, 1)
})

test('rules at the top of a text are no front matter', async () => {
  assert.deepEqual(await kinds('a.md', '---\nHello, you\n---\n'), ['text'])
  assert.deepEqual(await kinds('a.md', '---\ntitle: a\n'), ['text'])
})
