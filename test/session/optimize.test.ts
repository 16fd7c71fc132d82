import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { homePaths } from '../../source/paths.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const SCRIPT = { calls: { '1. Cancel a timer or an alarm, or all of them': '{"1":"Cancel timer or alarm"}' } }
const SAME = Object.fromEntries(
  Object.keys(SCRIPT.calls).map((asked) => [asked, '{"1":"Cancel a timer or an alarm, or all of them"}']),
)
const RUN = '/optimize_tool_prompts --tool timer_cancel'

function last(events: readonly SessionEvent[]) {
  const found = events.findLast((event) => event.type === 'command')
  return found?.type === 'command' ? found : assert.fail('a command said something')
}

describe('optimized prompts', () => {
  test('say of which model, engine and tools they are, and apply in the same conversation', async () => {
    const { session, engine, events, home, done } = await openTestSession({ script: SCRIPT })
    await session.submit('hello')
    const heads: string[] = []
    const { prepareHead } = engine
    engine.prepareHead = async (messages, options) => {
      heads.push(messages[0]?.text ?? '')
      return prepareHead(messages, options)
    }
    await session.submit(RUN)
    const file = JSON.parse(readFileSync(join(homePaths(home, {}).optimized, 'fake-model.json'), 'utf8'))
    const { tools, ...about } = file
    assert.deepEqual(
      { ...about, manifest: about.manifest.length },
      {
        formatVersion: 1,
        model: { id: 'fake-model', sha256: '0'.repeat(64) },
        engine: 'fake',
        chatFormat: 'chatml',
        manifest: 64,
      },
    )
    assert.deepEqual(Object.keys(tools), ['timer_cancel'])
    assert.equal(tools.timer_cancel.oneLiner, 'Cancel timer or alarm')
    assert.equal(session.view.level, 1)
    await session.submit('thanks')
    assert.equal(heads.length, 1)
    assert.equal(engine.asked.at(-1)?.messages.at(-3)?.text, 'hello')
    assert.equal(last(events).ok, true)
    await done()
  })

  test('of a run that changed nothing are level 2, with the reason, and are not tried again', async () => {
    const { session, events, done } = await openTestSession({ script: { calls: SAME } })
    await session.submit(RUN)
    assert.match(last(events).text, /0 changed/)
    assert.equal(session.view.level, 2)
    assert.match(session.view.reasons.join(' '), /^Nothing that was tried for this model was kept/)
    await session.submit(RUN)
    assert.match(last(events).text, /nothing to do, 1 tool did not change since/)
    await done()
  })

  test('that stand are found, and the model is not asked', async () => {
    const { session, engine, events, done } = await openTestSession({ script: SCRIPT })
    await session.submit(RUN)
    const written = engine.written.length
    await session.submit(RUN)
    assert.match(last(events).text, /nothing to do, 1 tool did not change since/)
    assert.equal(engine.written.length, written)
    await done()
  })

  test('of another model or a newer format are named and ignored, and a run makes new ones', async () => {
    const good = { contentHash: 'x', oneLiner: 'Line' }
    const cases: [object, RegExp][] = [
      [{ formatVersion: 2, tools: { timer_cancel: good } }, /have the format `2`, this program reads 1/],
      [{ formatVersion: 1, model: { id: 'other' }, tools: { timer_cancel: good } }, /are for another model/],
    ]
    for (const [content, reason] of cases) {
      const home = temporaryFolder('home')
      const { optimized } = homePaths(home, {})
      mkdirSync(optimized, { recursive: true })
      writeFileSync(join(optimized, 'fake-model.json'), JSON.stringify(content))
      const { session, done } = await openTestSession({ script: SCRIPT, home, flags: {} })
      await session.submit(RUN)
      assert.equal(session.view.level, 1)
      await session.submit('/optimize_tool_prompts --undo')
      assert.equal(session.view.level, 2)
      assert.match(session.view.reasons.join(' '), reason)
      await done()
      rmSync(home, { recursive: true, force: true })
    }
  })

  test('a role that forbids a tool leaves it for later: it cannot be tried', async () => {
    const script = { calls: { 'cancel the tea timer': '{"which":"tea"}' } }
    const { session, events, done } = await openTestSession({ script })
    const calls: Record<string, string> = script.calls
    for (const { input } of await session.ports.toolTests('timer_cancel')) calls[input] = '{"which":"x"}'
    const run = '/optimize_tool_prompts --tool timer_cancel --strategy shots'
    await session.submit('/role math')
    await session.submit(run)
    assert.equal(
      last(events).text,
      'shots: 1 of 1 tool tried, 0 changed (the others: off, or no test to decide by 1)',
    )
    await session.submit('/role none')
    await session.submit(run)
    assert.match(last(events).text, /^shots: 1 of 1 tool tried, 1 changed/)
    await done()
  })

  test('with fewer examples stand in the tool’s state, and its saved one is gone', async () => {
    const script = { calls: { 'cancel the tea timer': '{"which":"tea"}' } }
    const { session, engine, home, done } = await openTestSession({ script })
    const { states } = homePaths(home, {})
    const saved = join(states, 'fake-model', 'call-timer_cancel.kv')
    mkdirSync(join(states, 'fake-model'), { recursive: true })
    writeFileSync(saved, 'state')
    session.slot.states.note('timer_cancel')
    const calls: Record<string, string> = script.calls
    for (const { input } of await session.ports.toolTests('timer_cancel')) calls[input] = '{"which":"x"}'
    await session.submit('/optimize_tool_prompts --tool timer_cancel --strategy shots')
    assert.deepEqual(session.ground.tools.detail('timer_cancel')?.optimized?.fewShots?.length, 4)
    assert.throws(() => readFileSync(saved), /ENOENT/)
    assert.ok(!session.slot.states.names.includes('timer_cancel'))
    await session.submit('cancel the tea timer')
    const state = engine.written.at(-1)?.state.messages ?? []
    assert.equal(state.filter(({ role, text }) => role === 'user' && !text.startsWith('Before:')).length, 4)
    await done()
  })

  test('cannot learn to write calls for a model that is elsewhere or not to be tuned, and say so', async () => {
    const { session, events, done } = await openTestSession({ script: SCRIPT })
    const learn = '/optimize_tool_prompts --strategy calls'
    await session.submit(learn)
    const { ok, text } = last(events)
    assert.deepEqual([ok, text], [false, 'calls: not done: the model is not a file of this machine'])
    await session.submit('/settings tunedCalls false')
    await session.submit(learn)
    assert.match(
      last(events).text,
      /^calls: not done: the setting `tunedCalls` is off; `\/settings tunedCalls true`/,
    )
    await done()
  })

  test('are taken up by the same model, loaded once more, where it learned to write calls', async () => {
    const { session, events, done } = await openTestSession({ script: SCRIPT })
    const applied = { result: { ok: true, text: 'learned', data: null }, ground: undefined, touched: [] }
    const loads: (string | undefined)[] = []
    const { loadEngine, optimizer } = session.ports
    const load: typeof loadEngine = (options) => {
      loads.push(options.model)
      return loadEngine(options)
    }
    Object.assign(session.ports, {
      loadEngine: load,
      optimizer: { ...optimizer, run: async () => ({ ...applied, reloads: true }) },
    })
    await session.submit('/optimize_tool_prompts --strategy calls')
    assert.equal(last(events).text, 'learned')
    assert.deepEqual(loads, ['fake-model'])
    assert.equal(session.slot.state, 'ready')
    const failing: typeof loadEngine = async () => ({
      type: 'failed',
      model: 'fake-model',
      reason: 'no memory',
    })
    Object.assign(session.ports, { loadEngine: failing })
    await session.submit('/optimize_tool_prompts --strategy calls')
    assert.deepEqual([last(events).ok, last(events).text], [false, 'learned\nno memory'])
    await done()
  })
})
