import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../source/contracts/engine.ts'
import type { ToolDetail } from '../../source/contracts/manifest.ts'
import { WarmStates } from '../../source/session/warm-states.ts'
import { openTestSession } from '../helpers/open-session.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']

/** States of 30 bytes on a disk that may have so many of them; what is asked of the engine. */
function createStates(budget: number, keepsStates = true) {
  const saved = new Map<string, number>()
  const asked: string[] = []
  const states = new WarmStates({
    ports: {
      savedStates: async () => [...saved].map(([name, bytes]) => ({ name, bytes, tokens: 1 })),
      diskUse: async () => ({ states: 0, heads: 5, budget, models: 0 }),
      buildCallState: (name) => ({ name, messages: [] }),
    },
    wanted: () => NAMES,
    detail: (name) => (name === 'gone' ? undefined : ({} as ToolDetail)),
    keepsStates: () => keepsStates,
    emit: () => undefined,
  })
  const engine = {
    info: { modelId: 'm' },
    prepareCall: async ({ name }: { readonly name: string }) => {
      asked.push(name)
      if (keepsStates) saved.set(name, 30)
      return { source: 'built', tokens: 1, ms: 1, rejected: undefined }
    },
  } as unknown as Engine
  const make = (names: readonly string[]) =>
    states.make({ engine, names, signal: new AbortController().signal, onEach: () => undefined })
  return { states, make, asked, saved }
}

test('states are made until those of the model and all heads fill the budget; what is there is looked at all the same', async () => {
  const { make, asked, saved } = createStates(100)
  assert.deepEqual(await make(NAMES), ['d', 'e'])
  assert.deepEqual([...saved.keys()], ['a', 'b', 'c'])
  asked.length = 0
  assert.deepEqual(await make(['d', 'c', 'b', 'e']), ['d', 'e'])
  assert.deepEqual(asked, ['c', 'b'])
})

test('states of tools that nobody wants take no room: they are the ones that go', async () => {
  const { make, saved } = createStates(100)
  for (const name of ['old', 'older', 'oldest']) saved.set(name, 30)
  assert.deepEqual(await make(NAMES), ['d', 'e'])
})

test('one state is made whatever the budget, and all are where none is kept', async () => {
  assert.deepEqual(await createStates(10).make(['a']), [])
  assert.deepEqual(await createStates(0, false).make(NAMES), [])
})

test('what was made is not looked at again, until it is gone, tools change or another model comes', async () => {
  const { states, make } = createStates(1_000)
  await make(['a', 'gone', 'b'])
  assert.deepEqual(states.names, ['a', 'b'])
  assert.deepEqual(states.unchecked(['a', 'b', 'c']), ['c'])
  await make(['c'])
  states.forget(['a'])
  assert.deepEqual([states.names, states.unchecked(['a', 'b', 'c'])], [['b', 'c'], ['a']])
  states.note('a')
  assert.deepEqual([states.names, states.unchecked(['a'])], [['b', 'c', 'a'], ['a']])
  states.forget(['a'])
  states.recheck()
  assert.deepEqual(
    [states.names, states.unchecked(['b', 'c'])],
    [
      ['b', 'c'],
      ['b', 'c'],
    ],
  )
  states.begin(['a'])
  assert.deepEqual([states.names, states.unchecked(['a'])], [['a'], ['a']])
})

test('while nobody waits each state of a tool is looked at once, not after every message; that of programs each time', async () => {
  const { session, engine, done } = await openTestSession({ interactive: true })
  const { slot } = session
  const last = slot.wantsState.at(-1) ?? ''
  const asked: string[] = []
  let came = Promise.withResolvers<void>()
  engine.prepareCall = async ({ name }) => {
    asked.push(name)
    if (name === last) came.resolve()
    return { source: 'restored', tokens: 1, ms: 1, rejected: undefined }
  }
  await came.promise
  assert.deepEqual(asked, ['tables', ...slot.wantsState])
  await session.submit('hello')
  came = Promise.withResolvers<void>()
  slot.states.forget([last])
  await came.promise
  await done()
  assert.deepEqual(asked, ['tables', ...slot.wantsState, 'tables', last])
})

test('states of what was called most come first, the others by priority', async () => {
  const { session, done } = await openTestSession()
  const { slot } = session
  const [first = '', second = '', ...more] = slot.wantsState
  const [last = '', beforeLast = ''] = more.slice(-2).reverse()
  const counts = new Map([
    [last, 7],
    [beforeLast, 2],
  ])
  session.ports.setup.lines.calls = (name) => counts.get(name) ?? 0
  assert.deepEqual(slot.wantsState.slice(0, 4), [last, beforeLast, first, second])
  assert.equal(slot.wantsState.length, more.length + 2)
  await done()
})

test('/warm says how many do not fit', async () => {
  const { default: warm } = await import('../../commands/warm.ts')
  const run = async (left: readonly string[]) => {
    const context = {
      engine: {},
      warm: async (onEach: (done: number) => void) => {
        onEach(3)
        return left
      },
    }
    const { text } = await warm.run('', context as never)
    return text
  }
  assert.equal(await run([]), '3 context states are ready.')
  assert.match(await run(['d']), /^3 context states are ready\. One more does not fit into .*statesBudgetMb/)
  assert.match(await run(['d', 'e']), / 2 more do not fit /)
})
