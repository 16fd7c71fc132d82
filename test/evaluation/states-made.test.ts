// The states that a run makes first are those that its cases need, and what is made is told.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { ofPart } from '../../source/evaluation/cases.ts'
import { measure } from '../../source/evaluation/measure.ts'
import { parseCase } from '../../source/evaluation/parse-case.ts'
import { composeMeasured } from '../../source/measured/compose-measured.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

const CASES = ofPart(
  [
    { id: 'a', input: 'read notes.txt', tool: 'file_read', arguments: { path: ['notes.txt'] } },
    { id: 'b', input: 'read plan.txt', tool: 'file_read', arguments: { path: ['plan.txt'] } },
    {
      id: 'c',
      input: 'set a timer for 5 minutes',
      tool: 'timer_create',
      arguments: { duration: ['5 minutes'] },
    },
    { id: 'd', input: 'what day is it?', tool: 'get_day', arguments: {} },
    { id: 'e', input: 'hello', tool: null },
  ].flatMap((one) => parseCase(JSON.stringify(one), 'cases') ?? []),
  'all',
)

test('only the states that the cases need are made, each once and before the first case, and each is told', async () => {
  const home = temporaryFolder('home')
  const engine = createFakeEngine()
  const measured = await composeMeasured({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace: WORKSPACE,
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    model: undefined,
    answers: undefined,
    maxTokens: undefined,
    tools: undefined,
    ownTools: false,
    engine: async () => ({ type: 'ready', engine, answers: 'auto' }),
  })
  measured.start()
  await measured.session.settled()
  const told: string[] = []
  assert.equal(CASES.length, 5)
  await measure(measured, CASES, undefined, (done, total, what) => told.push(`${what} ${done}/${total}`))
  await measured.close()
  const states = engine.prepared.filter((name) => !name.startsWith('prefer'))
  assert.deepEqual([...new Set(states)].slice(0, 2), ['file_read', 'timer_create'])
  assert.ok(
    states.every((name) => ['file_read', 'timer_create'].includes(name)),
    states.join(),
  )
  assert.deepEqual(told.slice(0, 4), ['states 0/2', 'states 1/2', 'states 2/2', 'ours 1/5'])
  assert.equal(told.at(-1), 'ours 5/5')
  rmSync(home, { recursive: true })
})
