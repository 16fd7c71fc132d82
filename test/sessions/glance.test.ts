import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { glanceAt } from '../../source/sessions/glance.ts'
import { readConversation } from '../../source/sessions/read.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sampleText } from './sample.ts'

const HEADER = (sampleText().split('\n')[0] ?? '').concat('\n')

test('a glance at a file says what reading all of it says, wherever it was cut off', (t) => {
  const folder = temporaryFolder('glance')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.jsonl')
  const long = `${'The lake is deep. ö '.repeat(40)}`
  const whole = `${sampleText()}${Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ type: 'answer', time: `2026-03-13T10:${at + 10}`, turn: 3, text: long }).concat('\n'),
  ).join('')}`
  const cuts = [HEADER.length, ...Array.from({ length: 300 }, (_, at) => HEADER.length + at * 211)]
  for (const text of [whole, ...cuts.map((cut) => whole.slice(0, cut))]) {
    writeFileSync(path, text)
    const reading = readConversation('a', text)
    assert.ok(reading.ok)
    assert.deepEqual(glanceAt(path), { workspace: '/w', changed: reading.changed }, `${text.length}`)
  }
})

test('what a glance cannot tell is not guessed', (t) => {
  const folder = temporaryFolder('glance')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.jsonl')
  const answer = { type: 'answer', time: '2026-03-13T10:00', turn: 1, text: 'x'.repeat(40_000) }
  for (const text of [
    '',
    'no conversation\n',
    HEADER.replace('"format":1', '"format":99'),
    `${HEADER}${JSON.stringify(answer)}\n`,
    HEADER.trimEnd(),
  ]) {
    writeFileSync(path, text)
    assert.equal(glanceAt(path), undefined, text.slice(0, 80))
  }
})
