import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optimize } from '../../source/optimizer/optimize.ts'
import type { Draft } from '../../source/optimizer/ports.ts'
import { CASES, fakePorts, runFake, TOOLS } from './fake-ports.ts'

const shots = { choice: { strategies: ['shots'] } } as const
const rules = { choice: { strategies: ['rules'] } } as const
const countOf = (draft: Draft) => draft.states?.get('clock_wake')?.fewShots?.length ?? 16

describe('shots', () => {
  test('the fewest examples with which no request is lost stand in the state', async () => {
    const { rows, text, touched } = await runFake({
      ...shots,
      isRight: ({ isExample }, draft) => countOf(draft) >= 8 || (isExample && countOf(draft) > 4) === true,
    })
    const { fewShots, stateTokens, strategy } = rows.clock_wake ?? {}
    assert.equal(fewShots?.length, 8)
    assert.ok(stateTokens !== undefined && stateTokens.after < stateTokens.before * 0.75)
    assert.equal(strategy, 'shots')
    assert.deepEqual([...touched], ['clock_wake'])
    assert.match(text, /clock_wake {2}8 examples of 16, \d+ → \d+ tokens \(4 → 4 of 4\)/)
    assert.equal(rows.lamp_set?.tried?.shots?.reason, 'it has no arguments')
  })

  test('what loses a request of the part accept is not taken, but the next larger one', async () => {
    const { rows } = await runFake({
      ...shots,
      isRight: ({ id }, draft) => id !== 'accept-2' || countOf(draft) >= 12,
    })
    assert.equal(rows.clock_wake?.fewShots?.length, 12)
  })

  test('where every smaller state loses one, all examples stay and it is said', async () => {
    const { rows, text } = await runFake({
      ...shots,
      isRight: ({ id }, draft) => id !== 'accept-2' || countOf(draft) === 16,
    })
    assert.equal(rows.clock_wake?.fewShots, undefined)
    assert.match(text, /dropped:\n {2}clock_wake {2}fewer examples lower the score \(4 → 3 of 4\)/)
    assert.match(text, /^shots: 3 of 3 tools tried, 0 changed \(the others: no arguments 2\)/)
    assert.doesNotMatch(text, /part accept/, 'the table is of what was changed')
  })

  test('an example without which its own request fails comes back', async () => {
    const few = (await runFake(shots)).rows.clock_wake?.fewShots ?? []
    const left = TOOLS[0]?.detail.fewShots.find(({ user }) => !few.includes(user))?.user
    const { rows } = await runFake({
      ...shots,
      isRight: ({ isExample, message }) => !isExample || message !== left,
    })
    assert.deepEqual([few.length, rows.clock_wake?.fewShots?.length], [4, 5])
    assert.ok(left !== undefined && rows.clock_wake?.fewShots?.includes(left))
  })

  test('the others come near only where requests fail without them and not with them', async () => {
    const isNear = (draft: Draft) => draft.states?.get('clock_wake')?.nearest === true
    const { rows } = await runFake({
      ...shots,
      isRight: ({ isExample }, draft) => !isExample || isNear(draft),
    })
    assert.equal(rows.clock_wake?.nearest, true)
    assert.equal(rows.clock_wake?.fewShots?.length, 8)
    assert.deepEqual(rows.clock_wake?.tried?.shots?.after, { right: 4, cases: 4 })
    const without = await runFake({ ...shots, isRight: ({ isExample }) => !isExample })
    assert.equal(without.rows.clock_wake?.fewShots, undefined)
    assert.equal(without.rows.clock_wake?.tried?.shots?.reason, 'fewer examples lose requests')
  })

  test('a tool without requests is left for later', async () => {
    const { rows, touched } = await runFake({ ...shots, cases: [] })
    assert.equal(rows.clock_wake, undefined)
    assert.equal(touched.size, 0)
  })

  test('a tool with requests of train alone is left for later: nothing would decide', async () => {
    const cases = CASES.filter(({ part }) => part === 'train')
    for (const choice of [shots, rules]) {
      const { rows, text } = await runFake({ ...choice, cases })
      assert.deepEqual(rows.clock_wake?.fewShots ?? rows.clock_wake?.instruction, undefined)
      assert.match(text, /no test to decide by 1/)
    }
  })

  test('`--again` tries once more what was not kept, and nothing else', async () => {
    const first = await runFake({ ...shots, isRight: (_, draft) => countOf(draft) === 16 })
    const kept = first.ports.saved
    assert.equal(kept.get('clock_wake')?.tried?.shots?.kept, false)
    const same = await runFake({ ...shots, kept })
    assert.equal(same.ports.asked.length, 0)
    assert.match(same.text, /3 tools did not change since; `--again` tries once more what was not kept\.$/)
    const again = await runFake({ choice: { strategies: ['shots'], again: true }, kept })
    assert.equal(again.rows.clock_wake?.fewShots?.length, 4)
    const once = await runFake({ choice: { strategies: ['shots'], again: true }, kept: again.ports.saved })
    assert.equal(once.ports.asked.length, 0)
  })

  test('a run that finds nothing writes nothing, so that the one before can still be undone', async () => {
    const { ports, text } = await runFake({ ...shots, cases: [], tools: TOOLS.slice(0, 1) })
    assert.match(text, /^shots: 1 of 1 tool tried, 0 changed \(the others: off, or no test to decide by 1\)$/)
    assert.equal(ports.saves, 0)
  })

  test('an interrupt keeps the tools that were finished, and the next run does the rest', async () => {
    const stop = new AbortController()
    const tools = ['a_wake', 'b_wake'].map((name) => ({
      ...TOOLS[0],
      entry: { ...TOOLS[0]?.entry, name, contentHash: name },
    })) as typeof TOOLS
    const cases = fakePorts().cases()
    const of = (name: string) =>
      cases.map((one) => ({ ...one, id: `${name} ${one.id}`, tool: one.tool && name }))
    const both = [...of('a_wake'), ...of('b_wake')]
    const first = await runFake(
      { ...shots, tools, cases: both, onAsk: (count) => count === 30 && stop.abort() },
      stop.signal,
    )
    assert.deepEqual(Object.keys(first.rows), ['a_wake'])
    const second = await runFake({ ...shots, tools, cases: both, kept: first.ports.saved })
    assert.deepEqual(Object.keys(second.rows), ['a_wake', 'b_wake'])
    assert.match(second.text, /1 of 1 tool tried, 1 done before/)
  })

  test('a budget that ends keeps what was finished, and is no failure', async () => {
    const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    const ports = fakePorts({ choice: { strategies: ['shots'], budgetS: 0.02 }, onAsk: wait })
    const ask = ports.ask
    const slow = {
      ...ports,
      ask: async (...asked: Parameters<typeof ask>) => {
        await new Promise((resolve) => setImmediate(resolve))
        return ask(...asked)
      },
    }
    const { result } = await optimize(slow, new AbortController().signal)
    assert.equal(result.ok, true)
    assert.match(result.text, /The budget of 0\.02 s ended; what was finished is kept/)
  })
})

describe('rules', () => {
  const says = (text: string) => (draft: Draft) =>
    draft.states?.get('clock_wake')?.instruction?.includes(text) === true
  const leaveOut = says('Leave "label" out')

  test('a sentence made from what went wrong stays if it helps', async () => {
    const { rows, text } = await runFake({
      ...rules,
      isRight: ({ id }, draft) => id !== 'train-3' || leaveOut(draft),
    })
    assert.equal(rows.clock_wake?.instruction, 'Leave "label" out unless the request gives it.')
    assert.equal(rows.clock_wake?.strategy, 'rules')
    assert.match(
      text,
      /clock_wake {2}Leave "label" out unless the request gives it\., \d+ → \d+ tokens \(4 → 4 of 4\)/,
    )
  })

  test('one that costs another request is not taken', async () => {
    const { rows, text } = await runFake({
      ...rules,
      isRight: ({ id }, draft) =>
        id === 'train-3' ? leaveOut(draft) : id !== 'accept-1' || !leaveOut(draft),
    })
    assert.equal(rows.clock_wake?.instruction, undefined)
    assert.match(rows.clock_wake?.tried?.rules?.reason ?? '', /lowers the score/)
    assert.match(text, /0 changed/)
    assert.match(text, /dropped:\n {2}clock_wake {2}"Leave .*" lowers the score \(4 → 3 of 4\)/)
  })

  test('the model’s own advice is tried, but not one that repeats the request’s values', async () => {
    const advice = 'Mind the hour that is given.'
    const own = await runFake({
      ...rules,
      advice,
      isRight: ({ id }, draft) => id !== 'train-3' || says('Mind the hour')(draft),
    })
    assert.equal(own.rows.clock_wake?.instruction, advice)
    const cases = fakePorts()
      .cases()
      .map((one) => ({ ...one, accepted: { hour: ['seven'] } }))
    const { rows } = await runFake({
      ...rules,
      cases,
      advice: 'Always write seven there.',
      isRight: ({ id }, draft) => id !== 'train-3' || says('seven')(draft),
    })
    assert.equal(rows.clock_wake?.instruction, undefined)
  })

  test('one that the file would not hold is not tried', async () => {
    const [clock] = TOOLS
    if (clock === undefined) return assert.fail('there is a clock')
    const hours = Array.from({ length: 60 }, (_, at) => `hour ${at}`)
    const parameters = { type: 'object', properties: { hour: { type: 'string', enum: hours } } } as const
    const { rows } = await runFake({
      ...rules,
      tools: [{ ...clock, detail: { ...clock.detail, parameters } }],
      isRight: ({ id }, draft) => id !== 'train-3' || says('Choose "hour"')(draft),
    })
    assert.equal(rows.clock_wake?.instruction, undefined)
    assert.equal(rows.clock_wake?.tried?.rules?.reason, 'no sentence helps')
  })

  test('where nothing failed nothing is tried', async () => {
    const { rows, ports } = await runFake(rules)
    assert.equal(rows.clock_wake?.tried?.rules?.reason, 'no request failed')
    assert.equal(ports.written.length, 0)
  })
})
