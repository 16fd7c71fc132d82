import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { composeMeasured } from '../../source/measured/compose-measured.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

async function measuredWith(home: string, state: string | undefined, engine = createFakeEngine()) {
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
    engine: async () => ({ type: 'ready', engine, answers: 'auto' }),
  })
  measured.start()
  await measured.session.settled()
  return measured
}

test('the head that a person has with a state is the one that is measured, and stays', async () => {
  const home = temporaryFolder('home')
  const script = { keepsHeads: true }
  const first = await openCommands({ home, script })
  await first.run('/tools pin file_append')
  await first.run('/states save short')
  await first.session.submit('hello')
  const head = first.system()
  await first.done()
  assert.match(head, /^file_append: /m)
  const meta = () => readFileSync(join(home, 'states/named/short/state.meta.json'), 'utf8')
  const before = meta()
  const engine = createFakeEngine(script)
  const measured = await measuredWith(home, 'short', engine)
  const said: string[] = []
  measured.session.subscribe((event) => event.type === 'notice' && said.push(event.message))
  await measured.session.submit('hello')
  assert.equal(engine.asked.at(-1)?.messages[0]?.text, head)
  assert.deepEqual(said, [])
  await measured.close()
  assert.equal(meta(), before)
  const again = await openCommands({ home, script, flags: { state: 'short' } })
  assert.deepEqual(again.notices('state_stale'), [])
  assert.ok(again.events.some((event) => event.type === 'model.ready' && event.headRestored))
  await again.done()
  rmSync(home, { recursive: true })
})

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
  const today = new Date().toISOString().slice(0, 10)
  assert.ok((await second.run('/states info short')).text.includes(`fake-model, ${today})`))
  assert.match(
    (await second.run('/states info short')).text,
    /^measured {6}50\.0 % right, call 300 ms, 70 tokens, score 61\.0 \(8 cases, fake-model, \d{4}-\d\d-\d\d\)$/m,
  )
  await second.done()
  await assert.rejects(measuredWith(home, 'shrot'), /did you mean `short`\?$/)
  rmSync(home, { recursive: true })
})
