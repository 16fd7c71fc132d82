import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tomlReader } from '../../source/folder/readers/toml.ts'
import { fileOf } from './round-trip.ts'
import { change, fault, refusal, shown } from './settings-tables.ts'

const TOML = { reader: tomlReader, path: 'train.toml' }

const SETTINGS = `# a run
title = "x" # name
lr = 0.5
steps = 1_000
mask = 0xff
from = 2026-03-01
at = 07:30:00
opts = { a = 1, b = 'q' }
sizes = [
  1,
  2, # two
]
a.b = true
text = """
one
two"""

[server]
  port = 80
`

test('keys and sections are one row', () => {
  assert.deepEqual(shown(TOML, SETTINGS), [
    {
      is:
        ' (settings): title text, lr number, steps number, mask number, from_ date, at text, opts_a number, opts_b text, ' +
        'sizes text, a_b yes/no, text text, server_port number',
      rows: [['x', 0.5, 1000, 255, '2026-03-01', '07:30:00', 1, 'q', '1, 2', 1, 'one\ntwo', 80]],
    },
  ])
})

test('only the bytes of changed values change, in the manner of the old ones', () => {
  const set = {
    title: 'y "z"',
    lr: 2,
    steps: 25_000,
    mask: 16,
    from: '2026-04-02',
    at: '08:00:00',
    'opts.a': 7,
    'opts.b': 'r',
    sizes: '1, 5, 6',
    'a.b': 0,
    text: 'one\n"2"',
    'server.port': 81,
  }
  assert.equal(
    change(TOML, SETTINGS, '', { set: { 0: set } }),
    SETTINGS.replace('"x"', '"y \\"z\\""')
      .replace('0.5', '2.0')
      .replace('1_000', '25_000')
      .replace('0xff', '0x10')
      .replace('2026-03-01', '2026-04-02')
      .replace('07:30', '08:00')
      .replace('a = 1', 'a = 7')
      .replace("'q'", "'r'")
      .replace('2, # two', '5, # two\n  6,')
      .replace('true', 'false')
      .replace('\ntwo', '\n\\"2\\"')
      .replace('port = 80', 'port = 81'),
  )
})

test('nothing is no value, and a time is a time', () => {
  assert.equal(
    refusal(TOML, SETTINGS, '', { set: { 0: { title: null } } }),
    'TOML has no value for nothing; give a value, or take the line out in an editor.',
  )
  assert.equal(
    refusal(TOML, SETTINGS, '', { set: { 0: { at: 'noon' } } }),
    '`07:30:00` is a date or a time, and `noon` is none; write it as `07:30:00` is.',
  )
})

const ITEMS = `title = "x"

[[items]]
name = "A"
price = 12.50

# second
[[items]]
name = "B"
price = 3.0
[items.size]
w = 1

[after]
a = 1
`

test('sections in double brackets are records', () => {
  assert.deepEqual(shown(TOML, ITEMS)[1], {
    is: 'items (records): name text, price number, size_w number',
    rows: [
      ['A', 12.5, null],
      ['B', 3, 1],
    ],
  })
  assert.equal(
    change(TOML, ITEMS, 'items', {
      add: [
        { name: 'C', price: 5 },
        { name: 'D', 'size.w': 7 },
      ],
    }),
    ITEMS.replace(
      'w = 1\n',
      'w = 1\n\n[[items]]\nname = "C"\nprice = 5.0\n\n[[items]]\nname = "D"\nsize = { w = 7 }\n',
    ),
  )
  assert.equal(
    change(TOML, ITEMS, 'items', { remove: [1], set: { 0: { 'size.w': 5 } } }),
    ITEMS.replace('12.50\n', '12.50\nsize = { w = 5 }\n').replace(
      /\[\[items\]\]\nname = "B"[\s\S]*w = 1\n\n/,
      '',
    ),
  )
})

test('sections with the same keys by name are records with a key', () => {
  const text = 'a = 1\n[hosts.web]\nip = "1"\nport = 80\n\n[hosts.db]\nip = "2"\nport = 90'
  assert.deepEqual(shown(TOML, text)[1]?.rows, [
    ['web', '1', 80],
    ['db', '2', 90],
  ])
  assert.equal(
    change(TOML, text, 'hosts', { set: { 0: { key: 'w w' } }, add: [{ key: 'mail', ip: '3', port: 25 }] }),
    `${text.replace('hosts.web', 'hosts."w w"')}\n\n[hosts.mail]\nip = "3"\nport = 25`,
  )
  assert.equal(change(TOML, text, 'hosts', { remove: [1] }), 'a = 1\n[hosts.web]\nip = "1"\nport = 80')
})

test('a list of tables in braces is written as such a list', () => {
  const text = 'people = [\n  { id = 1, name = "x" }, # one\n  { id = 2, name = "y" },\n]\n'
  assert.equal(
    change(TOML, text, 'people', { add: [{ id: 3, name: 'z' }], remove: [0] }),
    'people = [\n  { id = 2, name = "y" },\n  { id = 3, name = "z" },\n]\n',
  )
})

test('what is wrong with a broken file is said with its line', () => {
  assert.equal(
    fault(TOML, 'a = 1\nb = \n'),
    '`train.toml` is no TOML: in line 2 unspecified values are invalid.',
  )
  assert.equal(
    fault(TOML, 'a = 1\na = 2\n'),
    '`train.toml` is no TOML: in line 2 defining a key multiple times is invalid.',
  )
})

test('a file is taken by its ending', () => {
  assert.equal(tomlReader.claims(fileOf('a.toml', '')), 3)
  assert.equal(tomlReader.claims(fileOf('a.txt', 'a = 1')), 0)
})
