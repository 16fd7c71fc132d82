import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logReader } from '../../source/folder/readers/log.ts'
import { fileOf } from './round-trip.ts'

const MODIFIED = Date.UTC(2026, 11, 2)

async function rowsOf(text: string) {
  const [table] = await logReader.read({ ...fileOf('a.log', text), modifiedMs: MODIFIED })
  assert.ok(table)
  return table.rows
}

test('a log is claimed by its name or by times in front of most lines', () => {
  const line = '2026-11-28 14:05:01 a\n'
  assert.equal(logReader.claims(fileOf('a.log', '')), 2)
  assert.equal(logReader.claims(fileOf('a.log.1', 'x')), 2)
  assert.equal(logReader.claims(fileOf('out', line.repeat(5))), 2)
  assert.equal(logReader.claims(fileOf('out', line.repeat(4))), 0)
  assert.equal(logReader.claims(fileOf('out', `${line.repeat(5)}${'a\n'.repeat(6)}`)), 0)
  assert.equal(logReader.claims(fileOf('diary', '2026-11-28 went out\n'.repeat(9))), 0)
  assert.equal(logReader.claims(fileOf('a.log', '{"time":"2026-11-28 14:05:01"}\n'.repeat(9))), 0)
  assert.equal(logReader.claims(fileOf('a.log', new Uint8Array([0]))), 0)
})

test('a log is read only, numbered by its lines', async () => {
  const [table] = await logReader.read(fileOf('a.log', '2026-11-28 14:05 a\n\n2026-11-28 14:06 b'))
  assert.deepEqual(
    table?.columns.map(({ name, type }) => [name, type]),
    [
      ['time', 'date'],
      ['level', 'text'],
      ['source', 'text'],
      ['text', 'text'],
    ],
  )
  assert.deepEqual(table?.numbers, [1, 3])
  assert.equal(table?.change, undefined)
  assert.match(table?.readOnly ?? '', /is a log/)
})

test('times begin a line in many forms', async () => {
  const times = (
    await rowsOf(
      [
        '2026-11-28T14:05:01.123Z a',
        '2026-11-28 14:05:01,123 a',
        '[2026-11-28 14:05:01] a',
        '2026/11/28 14:05:01 a',
        '[2026-11-28T14:05:01+01:00] a',
        '2026-11-28 14:05 a',
        '28.11.2026 14:05:01 a',
        'Nov 28 14:05:01 box cron[1]: a',
        'Dec  9 14:05:01 box cron: a',
      ].join('\n'),
    )
  ).map((row) => [row[0], row[3]])
  const time = '2026-11-28 14:05:01'
  assert.deepEqual(times, [
    ...Array(5).fill([time, 'a']),
    ['2026-11-28 14:05', 'a'],
    [time, 'a'],
    [time, 'a'],
    ['2025-12-09 14:05:01', 'a'],
  ])
})

test('level and source are found in either order', async () => {
  const rows = await rowsOf(
    [
      '2026-11-28 14:05:01 ERROR disk full',
      '2026-11-28 14:05:01 [warn] db: slow query',
      '2026-11-28 14:05:01,123 [main] INFO com.example.App - started',
      '2026-11-28 14:05:01,123 - app.web - Info - started',
      '2026/11/28 14:05:01 [error] 123#0: *1 open() failed',
      '2026-11-28T14:05:01Z worker: done',
      '2026-11-28T14:05:01Z just a text',
      'Nov 28 14:05:01 box sshd[12]: error: no key',
      '2026-11-28T14:05:01+01:00 box sshd[12]: bye',
    ].join('\n'),
  )
  assert.deepEqual(
    rows.map((row) => row.slice(1)),
    [
      ['ERROR', null, 'disk full'],
      ['warn', 'db', 'slow query'],
      ['INFO', 'com.example.App', 'started'],
      ['Info', 'app.web', 'started'],
      ['error', '123#0', '*1 open() failed'],
      [null, 'worker', 'done'],
      [null, null, 'just a text'],
      ['error', 'sshd', 'error: no key'],
      [null, 'sshd', 'bye'],
    ],
  )
})

test('a line of a web server has its status, address and request', async () => {
  const line =
    '10.0.0.7 - anna [28/Nov/2026:14:05:01 +0100] "GET /a?b=\\"c\\" HTTP/1.1" 404 12 "-" "Mozilla/5.0 (X11)"'
  assert.deepEqual(await rowsOf(line), [
    ['2026-11-28 14:05:01', '404', '10.0.0.7', 'GET /a?b=\\"c\\" HTTP/1.1'],
  ])
})

test('a stack trace belongs to the entry before it', async () => {
  const rows = await rowsOf(
    'start\n2026-11-28 14:05:01 ERROR no\r\nError: no\r\n\tat a (b.js:1)\r\n\r\n  at c\n2026-11-28 14:05:02 INFO ok\n\n',
  )
  assert.deepEqual(
    rows.map((row) => row[3]),
    ['start', 'no\nError: no\n\tat a (b.js:1)\n\n  at c', 'ok'],
  )
})

test('a log without times has a row for each line', async () => {
  assert.deepEqual(await rowsOf('a\n  b\n'), [
    [null, null, null, 'a'],
    [null, null, null, 'b'],
  ])
})

test('a hundred thousand lines are read in a second or two', async () => {
  const text = `2026-11-28 14:05:01,123 [main] INFO com.example.App - ${'word '.repeat(10)}\n`.repeat(100_000)
  const began = performance.now()
  assert.equal((await rowsOf(text)).length, 100_000)
  assert.ok(performance.now() - began < 6000)
})
