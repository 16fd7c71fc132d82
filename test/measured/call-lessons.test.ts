import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FewShot } from '../../source/contracts/manifest.ts'
import { lessonsBeside, lessonsOf, shotOf } from '../../source/measured/call-lessons.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const shot = (at: number, more: Partial<FewShot> = {}): FewShot => ({
  user: `wake me at ${at}`,
  arguments: { hour: at },
  ...more,
})
const before = { message: 'wake me at 5', tool: 'clock_wake', arguments: { hour: 5 }, said: 'Set.' }
const TOOL = {
  name: 'clock_wake',
  description: 'Wakes the person at an hour',
  parameters: { type: 'object', properties: { hour: { type: 'integer' } }, required: ['hour'] },
  fewShots: [shot(1), shot(2), shot(3), shot(4), shot(6, { near: true }), shot(7, { before })],
  examples: [],
  triggers: [],
} as const

test('what stands in the state already is not learned, nor anything twice', () => {
  const { state, calls } = lessonsOf(TOOL, [shot(1), shot(8), shot(8)], { shots: 2 })
  assert.ok(state.messages.some(({ text }) => text === 'wake me at 1'))
  assert.deepEqual(calls.map(({ answer }) => answer).sort(), [
    '{"hour": 3}',
    '{"hour": 4}',
    '{"hour": 6}',
    '{"hour": 8}',
  ])
  assert.ok(calls.every(({ message }) => !state.messages.some(({ text }) => text === message)))
})

test('the order follows from the words alone, and of very many only some are learned', () => {
  const many = Array.from({ length: 400 }, (_, at) => shot(at + 10))
  const { calls } = lessonsOf(TOOL, many, { shots: 2 })
  assert.deepEqual(lessonsOf(TOOL, [...many].reverse(), { shots: 2 }).calls, calls)
  assert.ok(calls.length >= 265 && calls.length <= 270, String(calls.length))
})

test('a case is learned with the first of the accepted values, and one without any is not', () => {
  assert.deepEqual(shotOf('wake me', { hour: [7, 8], label: ['', 'work'] }), {
    user: 'wake me',
    arguments: { hour: 7 },
  })
  assert.equal(shotOf('wake me', { label: [''] }), undefined)
})

test('requests beside a tool are read from its folder', (t) => {
  const folder = temporaryFolder('lessons')
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'clock_wake'))
  assert.deepEqual(lessonsBeside(folder, 'clock_wake'), [])
  writeFileSync(
    join(folder, 'clock_wake', 'calls.jsonl'),
    `${JSON.stringify(shot(1))}\n${JSON.stringify(shot(2))}\n`,
  )
  assert.deepEqual(lessonsBeside(folder, 'clock_wake'), [shot(1), shot(2)])
  writeFileSync(join(folder, 'clock_wake', 'calls.jsonl'), `${JSON.stringify(shot(1))}\n{"user": 3}\n`)
  assert.throws(
    () => lessonsBeside(folder, 'clock_wake'),
    /calls\.jsonl` line 2 is no request with its arguments/,
  )
})
