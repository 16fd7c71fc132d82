import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optimize } from '../../source/optimizer/optimize.ts'
import type { Draft, LearnedExample, TrialCase } from '../../source/optimizer/ports.ts'
import { fakePorts, LINES, runFake, TOOLS } from './fake-ports.ts'

describe('index', () => {
  test('a better line takes the place of the present one, a worse one does not, and both are written down', async () => {
    const { rows, text } = await runFake({
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
    const { rows, text, ports } = await runFake({
      isRight: (one, draft) => one.id !== 'none-1' || isBefore(draft),
    })
    assert.equal(rows.lamp_set?.oneLiner, 'Turn any lamp of the house on or off')
    assert.match(rows.lamp_set?.tried?.index?.reason ?? '', /lowers the score/)
    assert.deepEqual(rows.lamp_set?.tried?.index?.after, { right: 1, cases: 2 })
    assert.match(text, /0 changed \(the others: lowers the score 2, empty 1\)/)
    assert.equal(ports.journal.size, 0)
  })

  test('what the person taught is asked first', async () => {
    const none = (id: string, isTaught: boolean): TrialCase => ({
      ...{ id, part: 'accept', message: id, tool: null, accepted: {} },
      ...(isTaught && { isTaught }),
    })
    const cases = [
      ...Array.from({ length: 30 }, (_, at) => none(`test ${at}`, false)),
      ...['a', 'b', 'c'].map((name) => none(`taught ${name}`, true)),
    ]
    const { ports } = await runFake({ cases })
    const asked = new Set(ports.asked.map(({ id }) => id))
    assert.equal(asked.size, 6)
    for (const name of ['a', 'b', 'c']) assert.ok(asked.has(`taught ${name}`), name)
  })

  test('tools that did not change are not done again; one that changed is done alone', async () => {
    const first = await runFake()
    const kept = first.ports.saved
    const again = await runFake({ kept })
    assert.match(again.text, /nothing to do, 3 tools did not change since/)
    assert.deepEqual([again.ports.saves, again.ports.written.length, again.ports.asked.length], [0, 0, 0])
    const { ports, text } = await runFake({
      kept: new Map([...kept].filter(([name]) => name !== 'lamp_set')),
    })
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
    const first = await runFake({ tools, onWrite: (count) => count === 2 && stop.abort() }, stop.signal)
    assert.match(first.text, /Interrupted; what was finished is kept/)
    assert.equal(first.result.ok, false)
    assert.deepEqual([first.ports.saves, first.ports.journal.size], [0, 5])
    const ports = fakePorts({ tools })
    ports.journal = first.ports.journal
    await optimize(ports, new AbortController().signal)
    assert.deepEqual([ports.written.length, ports.saved.size, ports.journal.size], [1, 7, 0])
  })

  test('the same run gives the same rows', async () => {
    const [one, other] = [await runFake(), await runFake()]
    assert.equal(JSON.stringify(other.rows), JSON.stringify(one.rows))
    assert.equal(other.text, one.text)
  })

  test('a dry run tries everything and keeps nothing', async () => {
    const { ports, text } = await runFake({ choice: { dryRun: true } })
    assert.match(text, /2 changed[\s\S]*Nothing was written \(`--dry-run`\)\.$/)
    assert.equal(ports.saves, 0)
  })
})

describe('examples', () => {
  const examples = { choice: { strategies: ['examples'] }, tools: TOOLS.slice(1, 2) } as const
  const requests = () => ['light in the hall', 'Light in the hall!', 'put the porch lamp out']
  const words = ['Bulb, lantern,bulb , lamp_set, 100', 'brighten, switch it on and off', '']

  test('new requests that are plain, new, and lead to the tool again are kept with words, and the router learns them', async () => {
    const heard: (readonly LearnedExample[])[] = []
    const { ports, rows, text } = await runFake({
      ...examples,
      requests,
      words,
      learn: (all) => heard.push(all),
    })
    assert.deepEqual(rows.lamp_set?.examples, ['light in the hall', 'put the porch lamp out'])
    assert.deepEqual(rows.lamp_set?.words, ['bulb', 'lantern', 'brighten'])
    const all = [
      { tool: 'lamp_set', text: 'light in the hall' },
      { tool: 'lamp_set', text: 'put the porch lamp out' },
      ...['bulb', 'lantern', 'brighten'].map((text) => ({ tool: 'lamp_set', text, isWords: true })),
    ]
    assert.deepEqual(heard, [all, [], all], 'tried, taken back, and kept')
    assert.match(text, /lamp_set {2}2 new requests of 3, 3 words, no test goes another way/)
    assert.equal(ports.asked.length, 0, 'nothing else can have changed')
    assert.deepEqual(
      ports.written.map(({ state }) => state.name),
      ['example-words', 'example-requests'],
    )
  })

  test('a request that is not plain, or that the router does not bring near its tool, is not kept', async () => {
    const { rows } = await runFake({
      ...examples,
      requests: () => ['lamp_set {"on"}', 'put the porch lamp out', 'what is love'],
      learn: () => undefined,
      candidates: (request) => (request.includes('porch') ? ['clock_set', 'lamp_set'] : ['clock_set']),
    })
    assert.deepEqual(rows.lamp_set?.examples, ['put the porch lamp out'])
  })

  test('where nothing is left of what was written, that is said and not done again', async () => {
    const { rows, text } = await runFake({
      ...examples,
      requests: () => ['lamp_set {"on"}', 'lamp_set'],
      learn: () => assert.fail('it learned'),
    })
    assert.equal(rows.lamp_set?.tried?.examples?.kept, false)
    assert.match(text, /none of 2 led to the tool in words of its own 1/)
  })

  test('where the router then loses a request it forgets them', async () => {
    let known = 0
    const learn = (all: readonly LearnedExample[]) => {
      known = all.length
    }
    const isTurned = ({ id }: TrialCase) => id === 'accept-1' && known > 0
    const { rows, text, ports } = await runFake({
      ...examples,
      requests,
      learn,
      isRight: (one) => !isTurned(one),
      decision: (one) => (isTurned(one) ? 'lamp_set' : String(one.tool)),
    })
    assert.equal(known, 0)
    assert.equal(rows.lamp_set?.examples, undefined)
    assert.deepEqual(
      ports.asked.map(({ id }) => id),
      ['accept-1', 'accept-1'],
      'the others go as before',
    )
    assert.match(text, /dropped:\n {2}lamp_set {2}new requests lower the score \(1 → 0 of 1\)/)
  })

  test('a router that cannot learn leaves the tool for later, and a tool with enough is left alone', async () => {
    const later = await runFake({ ...examples, requests })
    assert.deepEqual([later.rows, later.ports.written.length], [{}, 0])
    const [lamp] = examples.tools
    if (lamp === undefined) return assert.fail('there is a lamp')
    const full = {
      ...lamp,
      detail: { ...lamp.detail, examples: Array.from({ length: 10 }, (_, at) => `lamp ${at}`) },
    }
    const { rows, text } = await runFake({
      ...examples,
      tools: [full],
      requests,
      learn: () => assert.fail('it learned'),
    })
    assert.equal(rows.lamp_set?.tried?.examples?.reason, 'it has 10')
    assert.match(text, /0 changed \(the others: enough of them 1\)$/)
    assert.match(later.text, /0 changed \(the others: the router cannot learn 1\)$/)
  })
})

test('one strategy after another keeps what the one before found', async () => {
  const { rows } = await runFake({
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
