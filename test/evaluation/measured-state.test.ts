import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { composeMeasured } from '../../source/compose-measured.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

async function measuredWith(home: string, state: string | undefined) {
  const measured = await composeMeasured({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace: WORKSPACE,
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    model: undefined,
    answers: undefined,
    state,
    maxTokens: undefined,
    tools: undefined,
    ownTools: false,
    engine: async () => ({ type: 'ready', engine: createFakeEngine(), answers: 'auto' }),
  })
  measured.start()
  await measured.session.settled()
  return measured
}

test('a named state is measured as it is, and its figures are kept with it; settings are no part of another run', async () => {
  const home = temporaryFolder('home')
  const { run, done } = await openCommands({ home })
  await run('/persona concise')
  await run('/role math')
  await run('/states save short')
  await run('/settings persona tutor')
  await done()
  const measured = await measuredWith(home, 'short')
  const { view } = measured.session
  assert.deepEqual([view.persona, view.role?.name, view.state], ['concise', 'math', 'short'])
  assert.equal(measured.record?.({ accuracy: 0.5, callMs: 300, tokens: 70, score: 61, cases: 8 }), true)
  await measured.close()
  const plain = await measuredWith(home, undefined)
  assert.deepEqual([plain.session.view.persona, plain.record], [undefined, undefined])
  await plain.close()
  const second = await openCommands({ home })
  assert.match(
    (await second.run('/states info short')).text,
    /^measured {6}50\.0 % right, call 300 ms, 70 tokens, score 61\.0 \(8 cases, fake-model, 2026-03-12\)$/m,
  )
  await second.done()
  await assert.rejects(measuredWith(home, 'shrot'), /did you mean `short`\?$/)
  rmSync(home, { recursive: true })
})
