import assert from 'node:assert/strict'
import { test } from 'node:test'
import { envReader } from '../../source/folder/readers/env.ts'
import { fileOf } from './round-trip.ts'
import { change, read, refusal, shown } from './settings-tables.ts'

const ENV = { reader: envReader, path: '.env' }
const PROPERTIES = { reader: envReader, path: 'app.properties' }

const VALUES = `# keys
export PORT=8080
NAME="two words" # note
COLOR='#fff'
URL=http://h/?a=1&b=2
EMPTY=
LINES="a
b"
DEBUG=true
`

test('keys of a .env file are one row', () => {
  assert.deepEqual(shown(ENV, VALUES), [
    {
      is: ' (settings): port number, name text, color text, url text, empty text, lines text, debug yes/no',
      rows: [[8080, 'two words', '#fff', 'http://h/?a=1&b=2', null, 'a\nb', 1]],
    },
  ])
})

test('a value keeps its quotes, and gets some where a shell would take it apart', () => {
  const set = {
    PORT: 9090,
    NAME: 'new "v"',
    COLOR: "it's",
    URL: 'http://k/?c=3',
    EMPTY: 'now it',
    LINES: 'c',
    DEBUG: 0,
  }
  assert.equal(
    change(ENV, VALUES, '', { set: { 0: set } }),
    VALUES.replace('8080', '9090')
      .replace('"two words"', `'new "v"'`)
      .replace("'#fff'", `"it's"`)
      .replace('http://h/?a=1&b=2', 'http://k/?c=3')
      .replace('EMPTY=', 'EMPTY="now it"')
      .replace('a\nb', 'c')
      .replace('true', 'false'),
  )
  assert.equal(change(ENV, VALUES, '', { set: { 0: { PORT: null } } }), VALUES.replace('8080', ''))
})

test('a line that is no key is left out with a note, and keys are as many as they are', () => {
  assert.deepEqual(read(ENV, 'A=1\nodd line\n')[0]?.notes, ['Line 2 is left out: it is no key with a value.'])
  assert.match(refusal(ENV, VALUES, '', { add: [{ PORT: 1 }] }), /^The file has one record, /)
})

const JAVA = `# keys
! more
a.b=1
c : two words
d three
e=x\\
   y
g=
caf\\u00e9=\\u00fc
`

test('keys of a .properties file are one row', () => {
  assert.deepEqual(shown(PROPERTIES, JAVA), [
    {
      is: ' (settings): a_b number, c text, d text, e text, g text, café text',
      rows: [[1, 'two words', 'three', 'xy', null, 'ü']],
    },
  ])
})

test('what is special is escaped in a .properties file', () => {
  assert.equal(
    change(PROPERTIES, JAVA, '', { set: { 0: { 'a.b': 2, c: ' a\nb\\', d: 'four', g: 5, café: 'ö' } } }),
    JAVA.replace('a.b=1', 'a.b=2')
      .replace('two words', '\\ a\\nb\\\\')
      .replace('three', 'four')
      .replace('g=', 'g=5')
      .replace('\\u00fc', '\\u00f6'),
  )
  assert.equal(
    refusal(PROPERTIES, JAVA, '', { set: { 0: { e: 'z' } } }),
    '`e` cannot be changed because it goes on over several lines; change it in an editor.',
  )
})

test('a file is taken by its name', () => {
  const claim = (path: string) => envReader.claims(fileOf(path, ''))
  assert.equal(claim('x/.env'), 3)
  assert.equal(claim('.env.local'), 3)
  assert.equal(claim('prod.env'), 3)
  assert.equal(claim('a.properties'), 3)
  assert.equal(claim('.envrc'), 0)
})
