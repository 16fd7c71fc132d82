import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optimize } from '../../source/optimizer/optimize.ts'
import type { Draft, LearnedExample } from '../../source/optimizer/ports.ts'
import { type FakeOptions, fakePorts, LINES, TOOLS } from './fake-ports.ts'

const never = new AbortController().signal

async function run(options: FakeOptions = {}, signal = never) {
  const ports = fakePorts(options)
  const outcome = await optimize(ports, signal)
  return { ports, ...outcome, text: outcome.result.text, rows: Object.fromEntries(ports.saved) }
}
const shots = { choice: { strategies: ['shots'] } } as const
const rules = { choice: { strategies: ['rules'] } } as const
const countOf = (draft: Draft) => draft.states?.get('clock_wake')?.fewShots?.length ?? 16

describe('index', () => {
  test('a better line takes the place of the present one, a worse one does not, and both are written down', async () => {
    const { rows, text } = await run({
      lines: { ...LINES, 'Tells where a parcel is': 'Weather, news and sports' },
    })
    assert.equal(rows.lamp_set?.oneLiner, 'Switch a lamp on or off')
    assert.equal(rows.lamp_set?.strategy, 'index')
    assert.equal(rows.parcel_track?.oneLiner, 'Find out where a parcel is just now')
    assert.equal(rows.parcel_track?.strategy, 'none')
    assert.equal(rows.parcel_track?.tried?.index?.reason, 'off the point')
    assert.match(text, /^index: 3 of 3 tools tried, 2 changed \(the others: off the point 1\)/)
    assert.match(text, /lamp_set {4}Turn any lamp of the house on or off → Switch a lamp on or off/)
    assert.match(text, /part accept, 2 requests: 2 right before, 2 after\n {2}better 0, worse 0/)
  })

  test('lines that cost a request are dropped, and that is said', async () => {
    const isBefore = ({ head }: Draft) => head?.[0]?.text.includes('Turn any lamp') === true
    const { rows, text, ports } = await run({
      isRight: (one, draft) => one.id !== 'none-1' || isBefore(draft),
    })
    assert.equal(rows.lamp_set?.oneLiner, 'Turn any lamp of the house on or off')
    assert.match(rows.lamp_set?.tried?.index?.reason ?? '', /lowers the score/)
    assert.deepEqual(rows.lamp_set?.tried?.index?.after, { right: 1, cases: 2 })
    assert.match(text, /0 changed \(the others: lowers the score 2, empty 1\)/)
    assert.equal(ports.journal.size, 0)
  })

  test('tools that did not change are not done again; one that changed is done alone', async () => {
    const first = await run()
    const kept = first.ports.saved
    const again = await run({ kept })
    assert.match(again.text, /nothing to do, 3 tools did not change since/)
    assert.deepEqual([again.ports.saves, again.ports.written.length, again.ports.asked.length], [0, 0, 0])
    const { ports, text } = await run({ kept: new Map([...kept].filter(([name]) => name !== 'lamp_set')) })
    assert.match(text, /1 of 1 tool tried, 2 done before, 1 changed/)
    assert.equal(ports.written[0]?.message, '1. Switches a lamp on or off')
    assert.equal(ports.saved.size, 3)
  })

  test('lines that an interrupted run wrote are not written again', async () => {
    const tools = Array.from({ length: 7 }, (_, at) => ({
      ...TOOLS[1],
      entry: { ...TOOLS[1]?.entry, name: `lamp_${at}`, contentHash: `hash ${at}` },
    })) as typeof TOOLS
    const stop = new AbortController()
    const first = await run({ tools, onWrite: (count) => count === 2 && stop.abort() }, stop.signal)
    assert.match(first.text, /Interrupted; what was finished is kept/)
    assert.equal(first.result.ok, false)
    assert.deepEqual([first.ports.saves, first.ports.journal.size], [0, 5])
    const ports = fakePorts({ tools })
    ports.journal = first.ports.journal
    await optimize(ports, never)
    assert.deepEqual([ports.written.length, ports.saved.size, ports.journal.size], [1, 7, 0])
  })

  test('the same run gives the same rows', async () => {
    const [one, other] = [await run(), await run()]
    assert.equal(JSON.stringify(other.rows), JSON.stringify(one.rows))
    assert.equal(other.text, one.text)
  })

  test('a dry run tries everything and keeps nothing', async () => {
    const { ports, text } = await run({ choice: { dryRun: true } })
    assert.match(text, /2 changed[\s\S]*Nothing was written \(`--dry-run`\)\.$/)
    assert.equal(ports.saves, 0)
  })
})

describe('shots', () => {
  test('the fewest examples with which no request is lost stand in the state', async () => {
    const { rows, text, touched } = await run({
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
    const { rows } = await run({
      ...shots,
      isRight: ({ id }, draft) => id !== 'accept-2' || countOf(draft) >= 12,
    })
    assert.equal(rows.clock_wake?.fewShots?.length, 12)
  })

  test('where every smaller state loses one, all examples stay and it is said', async () => {
    const { rows, text } = await run({
      ...shots,
      isRight: ({ id }, draft) => id !== 'accept-2' || countOf(draft) === 16,
    })
    assert.equal(rows.clock_wake?.fewShots, undefined)
    assert.match(text, /dropped:\n {2}clock_wake {2}fewer examples lower the score/)
  })

  test('an example without which its own request fails comes back', async () => {
    const few = (await run(shots)).rows.clock_wake?.fewShots ?? []
    const left = TOOLS[0]?.detail.fewShots.find(({ user }) => !few.includes(user))?.user
    const { rows } = await run({
      ...shots,
      isRight: ({ isExample, message }) => !isExample || message !== left,
    })
    assert.deepEqual([few.length, rows.clock_wake?.fewShots?.length], [4, 5])
    assert.ok(left !== undefined && rows.clock_wake?.fewShots?.includes(left))
  })

  test('the others come near only where requests fail without them and not with them', async () => {
    const isNear = (draft: Draft) => draft.states?.get('clock_wake')?.nearest === true
    const { rows } = await run({ ...shots, isRight: ({ isExample }, draft) => !isExample || isNear(draft) })
    assert.equal(rows.clock_wake?.nearest, true)
    assert.equal(rows.clock_wake?.fewShots?.length, 8)
    assert.deepEqual(rows.clock_wake?.tried?.shots?.after, { right: 4, cases: 4 })
    const without = await run({ ...shots, isRight: ({ isExample }) => !isExample })
    assert.equal(without.rows.clock_wake?.fewShots, undefined)
    assert.equal(without.rows.clock_wake?.tried?.shots?.reason, 'fewer examples lose requests')
  })

  test('a tool without requests is left for later', async () => {
    const { rows, touched } = await run({ ...shots, cases: [] })
    assert.equal(rows.clock_wake, undefined)
    assert.equal(touched.size, 0)
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
    const first = await run(
      { ...shots, tools, cases: both, onAsk: (count) => count === 30 && stop.abort() },
      stop.signal,
    )
    assert.deepEqual(Object.keys(first.rows), ['a_wake'])
    const second = await run({ ...shots, tools, cases: both, kept: first.ports.saved })
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
    const { result } = await optimize(slow, never)
    assert.equal(result.ok, true)
    assert.match(result.text, /The budget of 0\.02 s ended; what was finished is kept/)
  })
})

describe('rules', () => {
  const says = (text: string) => (draft: Draft) =>
    draft.states?.get('clock_wake')?.instruction?.includes(text) === true
  const leaveOut = says('Leave "label" out')

  test('a sentence made from what went wrong stays if it helps', async () => {
    const { rows, text } = await run({
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
    const { rows, text } = await run({
      ...rules,
      isRight: ({ id }, draft) =>
        id === 'train-3' ? leaveOut(draft) : id !== 'accept-1' || !leaveOut(draft),
    })
    assert.equal(rows.clock_wake?.instruction, undefined)
    assert.match(rows.clock_wake?.tried?.rules?.reason ?? '', /lowers the score/)
    assert.match(text, /0 changed/)
  })

  test('the model’s own advice is tried, but not one that repeats the request’s values', async () => {
    const advice = 'Mind the hour that is given.'
    const own = await run({
      ...rules,
      advice,
      isRight: ({ id }, draft) => id !== 'train-3' || says('Mind the hour')(draft),
    })
    assert.equal(own.rows.clock_wake?.instruction, advice)
    const cases = fakePorts()
      .cases()
      .map((one) => ({ ...one, accepted: { hour: ['seven'] } }))
    const { rows } = await run({
      ...rules,
      cases,
      advice: 'Always write seven there.',
      isRight: ({ id }, draft) => id !== 'train-3' || says('seven')(draft),
    })
    assert.equal(rows.clock_wake?.instruction, undefined)
  })

  test('where nothing failed nothing is tried', async () => {
    const { rows, ports } = await run(rules)
    assert.equal(rows.clock_wake?.tried?.rules?.reason, 'no request failed')
    assert.equal(ports.written.length, 0)
  })
})

describe('examples', () => {
  const examples = { choice: { strategies: ['examples'] }, tools: TOOLS.slice(1, 2) } as const
  const requests = [
    'light in the hall',
    'Light in the hall!',
    'lamp_set {"on"}',
    'put the porch lamp out',
    'what is love',
  ]

  test('new requests that are plain, new, and lead to the tool again are kept, and the router learns them', async () => {
    const heard: (readonly LearnedExample[])[] = []
    const comesBack = (request: string) => request !== 'what is love'
    const { rows, text } = await run({ ...examples, requests, learn: (all) => heard.push(all), comesBack })
    assert.deepEqual(rows.lamp_set?.examples, ['light in the hall', 'put the porch lamp out'])
    assert.deepEqual(heard, [
      [
        { tool: 'lamp_set', text: 'light in the hall' },
        { tool: 'lamp_set', text: 'put the porch lamp out' },
      ],
    ])
    assert.match(text, /lamp_set {2}2 new requests of 10 \(6 → 6 of 6\)/)
  })

  test('where the router then loses a request it forgets them', async () => {
    let known = 0
    const learn = (all: readonly LearnedExample[]) => {
      known = all.length
    }
    const isRight: FakeOptions['isRight'] = ({ id }) => id !== 'accept-1' || known === 0
    const { rows, text } = await run({ ...examples, requests, learn, isRight })
    assert.equal(known, 0)
    assert.equal(rows.lamp_set?.examples, undefined)
    assert.match(text, /dropped:\n {2}lamp_set {2}new requests lower the score/)
  })

  test('a router that cannot learn leaves the tool for later, and a tool with enough is left alone', async () => {
    const later = await run({ ...examples, requests })
    assert.deepEqual([later.rows, later.ports.written.length], [{}, 0])
    const [lamp] = examples.tools
    if (lamp === undefined) return assert.fail('there is a lamp')
    const full = {
      ...lamp,
      detail: { ...lamp.detail, examples: Array.from({ length: 10 }, (_, at) => `lamp ${at}`) },
    }
    const { rows } = await run({
      ...examples,
      tools: [full],
      requests,
      learn: () => assert.fail('it learned'),
    })
    assert.equal(rows.lamp_set?.tried?.examples?.reason, 'it has 10')
  })
})

test('one strategy after another keeps what the one before found', async () => {
  const { rows } = await run({
    choice: { strategies: ['index', 'shots', 'rules'] },
    isRight: ({ id }, draft) =>
      id !== 'train-3' || draft.states?.get('clock_wake')?.instruction !== undefined,
  })
  const row = rows.clock_wake
  assert.equal(row?.strategy, 'index+shots+rules')
  assert.equal(row?.oneLiner, 'Wake a person')
  assert.equal(row?.fewShots?.length, 4)
  assert.match(row?.instruction ?? '', /^\w/)
})
