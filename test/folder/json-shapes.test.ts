// Objects that are records, lists of plain values, what is left out, and files that cannot be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonReader } from '../../source/folder/readers/json.ts'
import { fileOf } from './round-trip.ts'
import { change, fault, read, refusal, shown } from './settings-tables.ts'

const JSON_FILE = { reader: jsonReader, path: 'conf/site.json' }

const RATES =
  '{\n  "year": 2026,\n  "rates": {\n    "Kessler": { "eur": 95 },\n    "Lotus": { "eur": 80 }\n  }\n}\n'

test('objects with the same keys by name are records with a key', () => {
  assert.deepEqual(shown(JSON_FILE, RATES)[1], {
    is: 'rates (records): key text, eur number',
    rows: [
      ['Kessler', 95],
      ['Lotus', 80],
    ],
  })
  assert.equal(
    change(JSON_FILE, RATES, 'rates', {
      set: { 0: { key: 'K & S' } },
      remove: [1],
      add: [{ key: 'Max', eur: 7 }],
    }),
    RATES.replace('Kessler', 'K & S').replace('"Lotus": { "eur": 80 }', '"Max": { "eur": 7 }'),
  )
  assert.equal(
    refusal(JSON_FILE, RATES, 'rates', { add: [{ key: 'Lotus', eur: 1 }] }),
    'There is a record with the key `Lotus` already; use UPDATE to change it.',
  )
})

test('people by id are records of the file itself', () => {
  const text = '{"a": {"age": 1}, "b": {"age": 2}, "c": {"age": 3}}'
  assert.deepEqual(shown(JSON_FILE, text), [
    {
      is: ' (records): key text, age number',
      rows: [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    },
  ])
  assert.equal(
    change(JSON_FILE, text, '', { remove: [0], add: [{ key: 'd', age: 4 }] }),
    '{"b": {"age": 2}, "c": {"age": 3}, "d": {"age": 4}}',
  )
})

test('a list of plain values is one column', () => {
  const text = '["milk", "eggs, big"]'
  assert.deepEqual(shown(JSON_FILE, text), [
    { is: ' (records): value text', rows: [['milk'], ['eggs, big']] },
  ])
  assert.equal(
    change(JSON_FILE, text, '', { set: { 0: { value: 'oats' } }, add: [{ value: 'tea' }] }),
    '["oats", "eggs, big", "tea"]',
  )
  assert.equal(change(JSON_FILE, '[]', '', { add: [{ value: 'tea' }] }), '["tea"]')
})

test('records of different kinds in one column are text', () => {
  const text = '[{"a": 1}, {"a": "x"}, {"a": true}]'
  assert.deepEqual(shown(JSON_FILE, text), [{ is: ' (records): a text', rows: [['1'], ['x'], ['true']] }])
  assert.equal(
    change(JSON_FILE, text, '', { set: { 0: { a: '7' }, 1: { a: '7' } } }),
    '[{"a": 7}, {"a": "7"}, {"a": true}]',
  )
})

test('of many keys there is a second table with a row each', () => {
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, index])),
  )
  const [settings, keys] = read(JSON_FILE, text)
  assert.equal(settings?.columns.length, 31)
  assert.equal(keys?.suffix, 'keys')
  assert.deepEqual(keys?.rows[3], ['k3', '3'])
  assert.equal(
    change(JSON_FILE, text, 'keys', { set: { 3: { value: '77' } } }),
    text.replace('"k3":3', '"k3":77'),
  )
  assert.equal(
    refusal(JSON_FILE, text, 'keys', { set: { 3: { value: 'x' } } }),
    '`k3` is a number, and `x` is none; give digits without a unit.',
  )
})

test('what is too deep or too many is left to the table of keys', () => {
  const deep = `${'{"a": '.repeat(9)}1${'}'.repeat(9)}`
  const [keys] = read(JSON_FILE, deep)
  assert.deepEqual(keys?.rows, [['a.a.a.a.a.a.a.a.a', '1']])
  const many = JSON.stringify(
    Object.fromEntries(Array.from({ length: 401 }, (_, index) => [`k${index}`, index])),
  )
  const [settings, all] = read(JSON_FILE, many)
  assert.equal(settings?.columns.length, 400)
  assert.deepEqual(settings?.notes, [
    '1 of 401 keys are only rows of the table of keys: too many, or too deep.',
  ])
  assert.equal(all?.rows.length, 401)
})

test('of a key that stands twice the last one counts', () => {
  const text = '{"a": 1, "b": 2, "a": 3}'
  const [table] = read(JSON_FILE, text)
  assert.deepEqual(table?.rows, [[2, 3]])
  assert.deepEqual(table?.notes, ['The key `a` stands more than once in one place; the last one counts.'])
  assert.equal(change(JSON_FILE, text, '', { set: { 0: { a: 4 } } }), '{"a": 1, "b": 2, "a": 4}')
})

test('what holds more than plain values is shown and cannot be changed', () => {
  const text = '{"grid": [[1, 2], [3]], "n": NaN}'
  assert.deepEqual(shown(JSON_FILE, text)[0]?.rows, [['[[1, 2], [3]]', null]])
  assert.equal(
    refusal(JSON_FILE, text, '', { set: { 0: { grid: '1' } } }),
    '`grid` cannot be changed because it holds more than plain values; change it in an editor.',
  )
})

test('what is wrong with a broken file is said with its line', () => {
  assert.equal(
    fault(JSON_FILE, '{\n"a": 1\n"b": 2}'),
    '`site.json` is no JSON: in line 3 a comma or a `}` is missing at `"b":`.',
  )
  assert.equal(
    fault(JSON_FILE, '[1,\n2'),
    '`site.json` is no JSON: in line 1 the `[` that begins here is not closed.',
  )
  assert.equal(
    fault(JSON_FILE, "{'a': 1}"),
    "`site.json` is no JSON: in line 1 a key in double quotes is missing at `'a':`.",
  )
  assert.equal(fault(JSON_FILE, ' \n'), '`site.json` is empty.')
  assert.match(fault(JSON_FILE, '['.repeat(100_000)), /nests more than 200 deep\.$/)
})

test('a file is taken by its ending, and a text by its looks', () => {
  const claim = (path: string, text: string) => jsonReader.claims(fileOf(path, text))
  assert.equal(claim('a.json', ''), 3)
  assert.equal(claim('a.JSONC', ''), 3)
  assert.equal(claim('a.txt', '{"a": 1}'), 2)
  assert.equal(claim('notes', '[{"a": 1}]'), 2)
  assert.equal(claim('a.txt', '[x] milk\n[ ] eggs'), 0)
  assert.equal(claim('a.txt', '[1]'), 0)
  assert.equal(claim('a.md', '{"a": 1}'), 0)
})
