import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yamlReader } from '../../source/folder/readers/yaml.ts'
import { fileOf } from './round-trip.ts'
import { change, fault, read, refusal, shown } from './settings-tables.ts'

const YAML = { reader: yamlReader, path: 'app.yaml' }

const SETTINGS = `# where it runs
server:
  port: 8080   # the port
  host: 'localhost'
  on: yes
  note: # none so far
hours: 18.5 h
from: 2026-03-01
sizes: [128, 320]
colors:
  - red
  - blue # best
mode: 0644
`

test('a map is one row with a column for each key', () => {
  assert.deepEqual(shown(YAML, SETTINGS), [
    {
      is:
        ' (settings): server_port number, server_host text, server_on yes/no, server_note text, hours number h, ' +
        'from_ date, sizes text, colors text, mode text',
      rows: [[8080, 'localhost', 1, null, 18.5, '2026-03-01', '128, 320', 'red, blue', '0644']],
    },
  ])
})

test('only the bytes of changed values change, in the manner of the old ones', () => {
  const set = {
    'server.port': 9090,
    'server.host': "it's",
    'server.on': 0,
    'server.note': 'a: b',
    hours: 20,
    from: '2026-04-02',
    sizes: '128, 5, 6',
    colors: 'red, green, blue, pink',
    mode: '0755',
  }
  assert.equal(
    change(YAML, SETTINGS, '', { set: { 0: set } }),
    SETTINGS.replace('8080', '9090')
      .replace("'localhost'", "'it''s'")
      .replace('yes', 'no')
      .replace('note: #', "note: 'a: b' #")
      .replace('18.5 h', '20.0 h')
      .replace('2026-03-01', '2026-04-02')
      .replace('[128, 320]', '[128, 5, 6]')
      .replace('- blue # best', '- green # best\n  - blue\n  - pink')
      .replace('0644', '0755'),
  )
})

test('a plain value gets quotes where it would be read as something else', () => {
  const text = 'a: x\nb: "y"\n'
  const written = (value: string) => change(YAML, text, '', { set: { 0: { a: value } } }).split('\n')[0]
  assert.equal(written('two words'), 'a: two words')
  assert.equal(written('no'), 'a: "no"')
  assert.equal(written('5'), 'a: "5"')
  assert.equal(written('a: b'), 'a: "a: b"')
  assert.equal(written('x #y'), 'a: "x #y"')
  assert.equal(written('2026-01-01'), 'a: "2026-01-01"')
  assert.equal(written('- x'), 'a: "- x"')
  assert.equal(written('one\ntwo'), 'a: "one\\ntwo"')
  assert.equal(change(YAML, 'a: [x, y]', '', { set: { 0: { a: 'x, "p, q"' } } }), 'a: [x, "p, q"]')
})

test('nothing is null', () => {
  assert.equal(change(YAML, 'a: 5 # n\n', '', { set: { 0: { a: null } } }), 'a: null # n\n')
  assert.equal(change(YAML, 'a:\nb:\n', '', { set: { 0: { a: 'x', b: 7 } } }), 'a: x\nb: 7\n')
})

const PEOPLE = `team: Hue
people:
  # the boss
  - name: Ann   # since 2020
    age: 40
    tags: [a, b]

  - name: Bob
    age: 41
    langs:
      - de
      - en
    home:
      city: Rom
last: x
`

test('a list of maps is a table of its own', () => {
  assert.deepEqual(shown(YAML, PEOPLE)[1], {
    is: 'people (records): name text, age number, tags text, langs text, home_city text',
    rows: [
      ['Ann', 40, 'a, b', null, null],
      ['Bob', 41, null, 'de, en', 'Rom'],
    ],
  })
  assert.deepEqual(read(YAML, PEOPLE)[1]?.lines, [4, 8])
})

test('a new record looks like the last one, with the blank line before it', () => {
  const added = { name: 'Cy', age: 1, langs: 'fr, vi', 'home.city': 'Ulm', tags: 'z' }
  assert.equal(
    change(YAML, PEOPLE, 'people', { add: [added, { name: 'Di' }] }),
    PEOPLE.replace(
      'last:',
      '\n  - name: Cy\n    age: 1\n    langs:\n      - fr\n      - vi\n    home:\n      city: Ulm\n    tags: [z]\n\n  - name: Di\nlast:',
    ),
  )
})

test('a field that a record lacks is put in', () => {
  assert.equal(
    change(YAML, PEOPLE, 'people', { set: { 0: { 'home.city': 'Hue' }, 1: { tags: 'k' } } }),
    PEOPLE.replace('[a, b]\n', '[a, b]\n    home: {city: Hue}\n').replace('Rom\n', 'Rom\n    tags: [k]\n'),
  )
})

test('a removed record takes its lines, and comments of their own stay', () => {
  assert.equal(
    change(YAML, PEOPLE, 'people', { remove: [1] }),
    PEOPLE.replace(/\n {2}- name: Bob[\s\S]*Rom\n/, ''),
  )
  assert.equal(
    change(YAML, PEOPLE, 'people', { remove: [0] }),
    PEOPLE.replace(/ {2}- name: Ann[\s\S]*b\]\n\n/, ''),
  )
  assert.equal(
    change(YAML, PEOPLE, 'people', { remove: [0, 1] }),
    'team: Hue\npeople: []\n  # the boss\nlast: x\n',
  )
  assert.equal(change(YAML, '- a: 1\n- a: 2', '', { remove: [0, 1] }), '[]')
})

test('maps with the same keys by name are records with a key', () => {
  const text =
    'x: 1\nhosts:\n  web:\n    ip: 10.0.0.1\n    port: 80\n  db:\n    ip: 10.0.0.2\n    port: 5432\n'
  assert.deepEqual(shown(YAML, text)[1], {
    is: 'hosts (records): key text, ip text, port number',
    rows: [
      ['web', '10.0.0.1', 80],
      ['db', '10.0.0.2', 5432],
    ],
  })
  assert.equal(
    change(YAML, text, 'hosts', {
      set: { 1: { key: 'data base' } },
      remove: [0],
      add: [{ key: 'mail', ip: '10.0.0.3', port: 25 }],
    }),
    'x: 1\nhosts:\n  data base:\n    ip: 10.0.0.2\n    port: 5432\n  mail:\n    ip: 10.0.0.3\n    port: 25\n',
  )
})

test('what comes from an anchor is read and not changed', () => {
  const text = 'base: &b\n  a: 1\ncopy: *b\nmore:\n  <<: *b\n  c: 2\nfree: &f 3\n'
  assert.deepEqual(shown(YAML, text)[0], {
    is: ' (settings): base_a number, copy_a number, more_a number, more_c number, free number',
    rows: [[1, 1, 1, 2, 3]],
  })
  assert.equal(
    refusal(YAML, text, '', { set: { 0: { 'base.a': 5 } } }),
    '`base.a` cannot be changed because `&b` is used in other places, too; change it in an editor.',
  )
  assert.equal(
    refusal(YAML, text, '', { set: { 0: { 'more.a': 5 } } }),
    '`more.a` cannot be changed because it comes from `&b`; change it in an editor.',
  )
  assert.equal(
    change(YAML, text, '', { set: { 0: { free: 4, 'more.c': 5 } } }),
    text.replace('3', '4').replace('2', '5'),
  )
})

test('a block of lines is read and not changed', () => {
  const text = 'a: |\n  one\n  two\nb: >-\n  one\n  two\n'
  assert.deepEqual(shown(YAML, text)[0]?.rows, [['one\ntwo\n', 'one two']])
  assert.equal(
    refusal(YAML, text, '', { set: { 0: { a: 'x' } } }),
    '`a` cannot be changed because it is written as a block of lines; change it in an editor.',
  )
})

test('several documents are records that stay as many', () => {
  const text = 'kind: A\nn: 1\n---\nkind: B\n'
  assert.deepEqual(shown(YAML, text), [
    {
      is: ' (records): kind text, n_ number',
      rows: [
        ['A', 1],
        ['B', null],
      ],
    },
  ])
  assert.equal(change(YAML, text, '', { set: { 1: { n: 2 } } }), `${text}n: 2\n`)
  assert.equal(
    refusal(YAML, text, '', { remove: [0] }),
    'No record can be added or removed because each is a document of its own; change it in an editor.',
  )
})

test('what is wrong with a broken file is said with its line', () => {
  assert.equal(
    fault(YAML, 'a: 1\nb: [1\nc: 2\n'),
    '`app.yaml` is no YAML: in line 3 flow sequence in block collection must be sufficiently indented and end with a ].',
  )
  assert.equal(
    fault(YAML, 'a: b: c'),
    '`app.yaml` is no YAML: in line 1 nested mappings are not allowed in compact mappings.',
  )
  const laughs = [
    'a: &a [x, x]',
    ...'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]}, `.repeat(9)}x]`),
  ]
  assert.match(fault(YAML, laughs.join('\n')), /too large or nests too deep once its aliases are followed\.$/)
})

test('a file of comments has no table, and a lone value is one', () => {
  assert.deepEqual(shown(YAML, '# nothing\n'), [])
  assert.deepEqual(shown(YAML, 'just words\n'), [{ is: ' (settings): value text', rows: [['just words']] }])
})

test('a file is taken by its ending', () => {
  assert.equal(yamlReader.claims(fileOf('a.yml', '')), 3)
  assert.equal(yamlReader.claims(fileOf('a.YAML', '')), 3)
  assert.equal(yamlReader.claims(fileOf('a.txt', 'a: 1')), 0)
})
