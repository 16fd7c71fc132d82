import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonReader } from '../../source/folder/readers/json.ts'
import { change, read, refusal, shown } from './settings-tables.ts'

const JSON_FILE = { reader: jsonReader, path: 'conf/site.json' }

const SETTINGS = `{
  // where it runs
  "server": { "port": 8080, "host": "localhost" },
  "hours": "18.5 h",
  "from": "2026-03-01",
  "big": 12345678901234567890,
  "sizes": [128, 320, 640],
  "debug": true,
  "proxy": null,
}
`

test('an object is one row with a column for each key', () => {
  assert.deepEqual(shown(JSON_FILE, SETTINGS), [
    {
      is:
        ' (settings): server_port number, server_host text, hours number h, from_ date, big number, sizes text, ' +
        'debug yes/no, proxy text',
      rows: [[8080, 'localhost', 18.5, '2026-03-01', 12345678901234567890n, '128, 320, 640', 1, null]],
    },
  ])
})

test('only the bytes of changed values change', () => {
  const changed = change(JSON_FILE, SETTINGS, '', {
    set: {
      0: {
        'server.port': 9090,
        hours: 20,
        from: '2026-04-02',
        sizes: '128, 640, 700, 800',
        debug: 0,
        proxy: 'p',
      },
    },
  })
  assert.equal(
    changed,
    SETTINGS.replace('8080', '9090')
      .replace('18.5 h', '20.0 h')
      .replace('2026-03-01', '2026-04-02')
      .replace('128, 320, 640', '128, 640, 700, 800')
      .replace('true', 'false')
      .replace('"proxy": null', '"proxy": "p"'),
  )
})

test('a whole number beyond 2^53 keeps its digits', () => {
  assert.equal(
    change(JSON_FILE, SETTINGS, '', { set: { 0: { big: 98765432109876543210n } } }),
    SETTINGS.replace('12345678901234567890', '98765432109876543210'),
  )
})

test('decimals that end in a nought are kept, a lone decimal is not', () => {
  const text = '{"a": 12.50, "b": 12.5, "c": 0.001}'
  assert.equal(
    change(JSON_FILE, text, '', { set: { 0: { a: 3, b: 3, c: 0.01 } } }),
    '{"a": 3.00, "b": 3, "c": 0.01}',
  )
})

test('a string stays a string though a number is put there', () => {
  assert.equal(
    change(JSON_FILE, '{"zip": "02134"}', '', { set: { 0: { zip: '10115' } } }),
    '{"zip": "10115"}',
  )
  assert.equal(shown(JSON_FILE, '{"zip": "02134"}')[0]?.is, ' (settings): zip text')
})

test('a text without letters beyond ASCII keeps to escapes', () => {
  assert.equal(
    change(JSON_FILE, '{"a": "caf\\u00e9", "b": "x"}', '', { set: { 0: { b: 'Ærø' } } }),
    '{"a": "caf\\u00e9", "b": "\\u00c6r\\u00f8"}',
  )
})

test('a row of settings is neither added nor removed', () => {
  const sentence = 'The file has one record, and no key can be added; use UPDATE to change a value.'
  assert.equal(refusal(JSON_FILE, SETTINGS, '', { add: [{ hours: 1 }] }), sentence)
  assert.equal(refusal(JSON_FILE, SETTINGS, '', { remove: [0] }), sentence.replace('added', 'removed'))
})

test('a value of another kind is refused', () => {
  assert.equal(
    refusal(JSON_FILE, SETTINGS, '', { set: { 0: { 'server.port': 'many' } } }),
    '`server.port` is a number, and `many` is none; give digits without a unit.',
  )
  assert.equal(
    refusal(JSON_FILE, SETTINGS, '', { set: { 0: { sizes: '128, big' } } }),
    '`sizes` is a list of numbers, and `big` is none; give all items, separated by commas.',
  )
  assert.equal(
    refusal(JSON_FILE, SETTINGS, '', { set: { 0: { debug: 7 } } }),
    '`debug` is yes or no, and `7` is neither; set it to 1 or 0.',
  )
})

const ORDERS = `{
  "shop": "Hue",
  "orders": [
    { "id": 1, "price": 12.50, "to": { "city": "Ulm" } }, // first
    { "id": 2, "price": 3.00, "tags": ["x", "y"], "lines": [{ "sku": "a" }, { "sku": "b" }] }
  ]
}
`

test('a list of objects in an object is a table of its own, a list in its records one more', () => {
  assert.deepEqual(shown(JSON_FILE, ORDERS), [
    { is: ' (settings): shop text', rows: [['Hue']] },
    {
      is: 'orders (records): id number, price number, to_city text, tags text',
      rows: [
        [1, 12.5, 'Ulm', null],
        [2, 3, null, 'x, y'],
      ],
    },
    {
      is: 'orders_lines (records): record number, sku text',
      rows: [
        [2, 'a'],
        [2, 'b'],
      ],
    },
  ])
  assert.deepEqual(read(JSON_FILE, ORDERS)[1]?.lines, [4, 5])
})

test('a new record looks like the last one, and what is not given is left out', () => {
  assert.equal(
    change(JSON_FILE, ORDERS, 'orders', { add: [{ id: 3, price: 5 }] }),
    ORDERS.replace('{ "sku": "b" }] }\n', '{ "sku": "b" }] },\n    { "id": 3, "price": 5.00 }\n'),
  )
})

test('a field that a record lacks is put in', () => {
  assert.equal(
    change(JSON_FILE, ORDERS, 'orders', { set: { 0: { tags: 'z' }, 1: { 'to.city': 'Rom' } } }),
    ORDERS.replace('"Ulm" } }', '"Ulm" }, "tags": ["z"] }').replace(
      '"b" }] }',
      '"b" }], "to": {"city": "Rom"} }',
    ),
  )
})

test('a removed record takes its comma', () => {
  assert.equal(
    change(JSON_FILE, ORDERS, 'orders', { remove: [1] }),
    ORDERS.replace(' }, // first\n', ' } // first\n').replace(/ {4}\{ "id": 2.*\n/, ''),
  )
  assert.equal(change(JSON_FILE, ORDERS, 'orders', { remove: [0] }), ORDERS.replace(/ {4}\{ "id": 1.*\n/, ''))
  assert.equal(change(JSON_FILE, '[{"a": 1}]', '', { remove: [0] }), '[]')
})

test('a record goes into the list of the record that is named', () => {
  assert.equal(
    change(JSON_FILE, ORDERS, 'orders_lines', { add: [{ record: 2, sku: 'c' }] }),
    ORDERS.replace('{ "sku": "b" }', '{ "sku": "b" }, { "sku": "c" }'),
  )
  assert.match(
    refusal(JSON_FILE, ORDERS, 'orders_lines', { add: [{ record: 1, sku: 'c' }] }),
    /^The new record needs in `record` the number of the record .*; `1` is none\.$/,
  )
})
