import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonReader } from '../../source/folder/readers/json.ts'
import { jsonlReader } from '../../source/folder/readers/jsonl.ts'
import { fileOf } from './round-trip.ts'
import { change, fault, read, shown } from './settings-tables.ts'

const LINES = { reader: jsonlReader, path: 'runs.jsonl' }
const RUNS = '{"run":1,"loss":0.5,"ok":true}\n{"run":2,"loss":NaN}\n\n{"run":3,"note":"x"}\n'

test('a line is a record, and a blank line none', () => {
  assert.deepEqual(shown(LINES, RUNS), [
    {
      is: ' (records): run number, loss number, ok yes/no, note text',
      rows: [
        [1, 0.5, 1, null],
        [2, null, null, null],
        [3, null, null, 'x'],
      ],
    },
  ])
  assert.deepEqual(read(LINES, RUNS)[0]?.lines, [1, 2, 4])
})

test('a broken line is left out with a note, and stays where it is', () => {
  const text = RUNS.replace('{"run":2,"loss":NaN}', '{"run":2,')
  assert.deepEqual(read(LINES, text)[0]?.notes, [
    'Line 2 is left out: the `{` that begins here is not closed.',
  ])
  assert.equal(change(LINES, text, '', { set: { 1: { note: 'y' } } }), text.replace('"x"', '"y"'))
})

test('a new record is a new line in the manner of the last one', () => {
  assert.equal(
    change(LINES, RUNS, '', { add: [{ run: 4, note: 'two\nlines' }] }),
    `${RUNS}{"run":4,"note":"two\\nlines"}\n`,
  )
  assert.equal(change(LINES, '{"a": 1}', '', { add: [{ a: 2 }] }), '{"a": 1}\n{"a": 2}')
  assert.equal(change(LINES, '{"a":1}\r\n', '', { add: [{ a: 2 }] }), '{"a":1}\r\n{"a":2}\r\n')
})

test('a removed record takes its line', () => {
  assert.equal(change(LINES, RUNS, '', { remove: [1] }), RUNS.replace('{"run":2,"loss":NaN}\n', ''))
  assert.equal(change(LINES, '{"a":1}\n{"a":2}', '', { remove: [1] }), '{"a":1}')
})

test('a .json file with a record a line is read the same', () => {
  const file = { reader: jsonReader, path: 'runs.json' }
  assert.deepEqual(shown(file, RUNS), shown(LINES, RUNS))
  assert.equal(change(file, RUNS, '', { remove: [0] }), RUNS.slice(RUNS.indexOf('\n') + 1))
})

test('a file without a line that is JSON cannot be read, an empty one has no rows', () => {
  assert.equal(fault(LINES, 'a\nb\n'), '`runs.jsonl` holds no line that is JSON.')
  assert.deepEqual(shown(LINES, ''), [{ is: ' (records): value text', rows: [] }])
})

test('a file is taken by its ending, and a text by its looks', () => {
  const claim = (path: string, text: string) => jsonlReader.claims(fileOf(path, text))
  assert.equal(claim('a.ndjson', ''), 3)
  assert.equal(claim('a.txt', RUNS), 2)
  assert.equal(claim('a.txt', '{"a": 1}'), 0)
  assert.equal(claim('a.txt', '{one}\n{two}\n'), 0)
})
