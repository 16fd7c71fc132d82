import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { taughtTrials } from '../../source/measured/optimize-taught.ts'
import { Trials } from '../../source/optimizer/trials.ts'
import { homePaths } from '../../source/paths.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('what was taught is asked by the optimizer, before the tests of the tools, where its arguments are known', async () => {
  const { session, home, done } = await openCommands()
  const { teaching } = homePaths(home, {})
  assert.deepEqual(taughtTrials(teaching, session.ground.tools), [])
  mkdirSync(teaching, { recursive: true })
  const taught = [
    '{id: a, request: open plan.md, tool: file_read, arguments: {path: plan.md}}',
    '{id: b, request: open the plan, tool: file_read}',
    '{id: c, request: open nothing, tool: file_read, arguments: {pth: plan.md}}',
    '{id: d, request: what o clock, tool: get_time}',
    '{id: e, request: avast, tool: none}',
    '{id: f, request: launch the probe, tool: launch_probe, arguments: {}}',
    '{request: broken',
  ]
  writeFileSync(join(teaching, 'cases.yaml'), taught.map((one) => `- ${one}\n`).join(''))
  const cases = taughtTrials(teaching, session.ground.tools)
  assert.deepEqual(
    cases.map(({ id, accepted }) => [id, accepted]),
    [
      ['taught a', { path: ['plan.md'] }],
      ['taught d', {}],
      ['taught e', {}],
    ],
  )
  assert.ok(cases.every(({ part }) => part === 'train' || part === 'accept'))
  const own = { id: 'a-test', part: 'accept', message: 'x', tool: null, accepted: {} } as const
  const ports = {
    cases: () => [own, ...cases],
    ask: () => assert.fail('nothing is asked'),
    decision: () => '',
  }
  const all = new Trials(ports, new AbortController().signal).of('accept', () => true)
  assert.equal(all.at(-1)?.id, 'a-test')
  assert.ok(all.length > 1, 'some of the three are of that part')
  await done()
})
