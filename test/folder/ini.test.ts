import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iniReader } from '../../source/folder/readers/ini.ts'
import { fileOf } from './round-trip.ts'
import { change, read, refusal, shown } from './settings-tables.ts'

const INI = { reader: iniReader, path: 'app.ini' }

const SETTINGS = `; top
debug = 1
[server]
host = localhost ; main
port=8080
on = Yes
empty =
quoted = "a b"
packages =
    one
    two = 2
color = #ff0000
hours = 18.5 h
flag
[Log File]
path: /var/log
`

test('keys in sections are one row', () => {
  assert.deepEqual(shown(INI, SETTINGS), [
    {
      is:
        ' (settings): debug number, server_host text, server_port number, server_on yes/no, server_empty text, ' +
        'server_quoted text, server_packages text, server_color text, server_hours number h, server_flag text, log_file_path text',
      rows: [[1, 'localhost', 8080, 1, null, 'a b', 'one\ntwo = 2', '#ff0000', 18.5, null, '/var/log']],
    },
  ])
})

test('only the bytes of changed values change, in the manner of the old ones', () => {
  const set = {
    debug: 0,
    'server.host': 'a ; b',
    'server.port': 9090,
    'server.on': 0,
    'server.empty': 'x',
    'server.quoted': 'c d',
    'server.color': '#00ff00',
    'server.hours': 20,
    'Log File.path': null,
  }
  assert.equal(
    change(INI, SETTINGS, '', { set: { 0: set } }),
    SETTINGS.replace('debug = 1', 'debug = 0')
      .replace('localhost', '"a ; b"')
      .replace('8080', '9090')
      .replace('Yes', 'No')
      .replace('empty =', 'empty = x')
      .replace('a b', 'c d')
      .replace('#ff0000', '#00ff00')
      .replace('18.5 h', '20.0 h')
      .replace('/var/log', ''),
  )
})

test('a value over several lines and a key without one are not changed', () => {
  assert.equal(
    refusal(INI, SETTINGS, '', { set: { 0: { 'server.packages': 'x' } } }),
    '`server.packages` cannot be changed because it goes on over several lines; change it in an editor.',
  )
  assert.equal(
    refusal(INI, SETTINGS, '', { set: { 0: { 'server.flag': 'x' } } }),
    '`server.flag` cannot be changed because it stands there without an equals sign; change it in an editor.',
  )
  assert.equal(
    refusal(INI, SETTINGS, '', { set: { 0: { debug: 1, 'server.host': 'two\nlines' } } }),
    'A value of this file is one line; give one without line breaks.',
  )
})

test('three sections with the same keys are records with a key', () => {
  const text = '[a]\nx = 1\ny = 2\n\n[b]\nx = 3\ny = 4\n\n[c]\nx = 5\n'
  assert.deepEqual(shown(INI, text), [
    {
      is: ' (records): key text, x number, y number',
      rows: [
        ['a', 1, 2],
        ['b', 3, 4],
        ['c', 5, null],
      ],
    },
  ])
  assert.equal(
    change(INI, text, '', {
      set: { 0: { key: 'A 1' }, 2: { y: 6 } },
      remove: [1],
      add: [{ key: 'd', x: 7, y: 8 }],
    }),
    '[A 1]\nx = 1\ny = 2\n\n[c]\nx = 5\ny = 6\n\n[d]\nx = 7\ny = 8\n',
  )
})

test('a line that is nothing is left out with a note', () => {
  const [table] = read(INI, 'a = 1\n= 2\n')
  assert.deepEqual(table?.notes, ['Line 2 is left out: it is neither a section nor a key with a value.'])
})

test('a file is taken by its ending, and a text by its looks', () => {
  const claim = (path: string, text: string) => iniReader.claims(fileOf(path, text))
  assert.equal(claim('a.ini', ''), 3)
  assert.equal(claim('.editorconfig', ''), 3)
  assert.equal(claim('a.conf', '[a]\nx = 1\ny = 2\n'), 3)
  assert.equal(claim('nginx.conf', 'server {\n  listen 80;\n}\n'), 0)
  assert.equal(claim('a.txt', '[a]\nx = 1\ny = 2\n'), 2)
  assert.equal(claim('a.txt', '[x] milk\n[ ] eggs = 2\n'), 0)
  assert.equal(claim('a.txt', 'x = 1\ny = 2\n'), 0)
})
