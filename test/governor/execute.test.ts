import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApprovalPolicy } from '../../source/contracts/approval.ts'
import type { Risk, Tool } from '../../source/contracts/tool.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { checkArguments, decideByPolicy, executeTool } from '../../source/governor/execute.ts'
import { factCharacters, factsOf, wholeText } from '../../source/governor/facts.ts'
import { compileSchema } from '../../source/lib/json-schema.ts'
import { GET_TIME } from './turn-ports.ts'

const context = (signal = new AbortController().signal) => ({
  workspace: '/',
  clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
  program: { name: 'ethervox', version: '0', model: undefined, contextTokens: undefined, toolsEnabled: [] },
  signal,
  services: {},
})
const run = (tool: Partial<Tool>, limitMs?: number, signal?: AbortSignal) => {
  let now = 0
  return executeTool({ ...GET_TIME, ...tool }, {}, context(signal), () => (now += 5), limitMs)
}

describe('running a tool', () => {
  test('gives its result, what it says, and how long it took', async () => {
    assert.deepEqual(await run({}), {
      name: 'get_time',
      ok: true,
      result: { time: '10:24' },
      said: { sentence: 'It is 10:24.', key: ['10:24'] },
      ms: 5,
    })
  })

  test('a refusal keeps its code and its sentence', async () => {
    const outcome = await run({ run: () => Promise.reject(new ToolFailure('too_large', 'It is too large.')) })
    assert.deepEqual(outcome, {
      name: 'get_time',
      ok: false,
      error: { code: 'too_large', message: 'It is too large.' },
      said: { sentence: 'It is too large.' },
      ms: 5,
    })
  })

  test('a tool that throws anything else has failed', async () => {
    const thrown = [new TypeError('x is undefined'), 'a text'] as const
    for (const value of thrown) {
      const outcome = await run({
        run: () => {
          throw value
        },
      })
      assert.equal(outcome.error?.code, 'failed')
      assert.match(outcome.said.sentence, /^get_time failed: (x is undefined|a text)$/)
    }
  })

  test('a tool that cannot say its result has failed', async () => {
    const outcome = await run({ say: () => assert.fail('no words') })
    assert.equal(outcome.error?.code, 'failed')
  })

  test('a tool that keeps a longer limit of its own has it', async () => {
    const slow = { run: () => new Promise<never>(() => {}), longestMs: 20 }
    assert.equal((await run(slow)).said.sentence, 'get_time did not finish within 0.02 seconds.')
  })

  test('a tool that never ends is stopped at the limit, and its signal fires', async () => {
    let seen: AbortSignal | undefined
    const outcome = await run(
      {
        run: (_, { signal }) => {
          seen = signal
          return new Promise<never>(() => {})
        },
      },
      20,
    )
    assert.deepEqual(outcome.error, {
      code: 'timeout',
      message: 'get_time did not finish within 0.02 seconds.',
    })
    assert.equal(seen?.aborted, true)
  })

  test('a tool that ends because of the limit is told as late, not as failed', async () => {
    const outcome = await run(
      {
        run: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
      },
      20,
    )
    assert.equal(outcome.error?.code, 'timeout')
  })

  test('an abort is no result: it rejects', async () => {
    await assert.rejects(run({}, undefined, AbortSignal.abort(new Error('enough'))), /enough/)
    const stop = new AbortController()
    const late = run(
      { run: () => new Promise<never>(() => stop.abort(new Error('enough'))) },
      undefined,
      stop.signal,
    )
    await assert.rejects(late, /enough/)
  })
})

describe('the policy', () => {
  const risks: readonly Risk[] = ['read', 'write', 'execute', 'network']
  const allowed: { readonly [P in ApprovalPolicy]: readonly Risk[] } = {
    none: [],
    read: ['read'],
    ask: ['read'],
    write: ['read', 'write'],
    all: risks,
  }
  for (const policy of Object.keys(allowed) as ApprovalPolicy[]) {
    test(`\`${policy}\` lets ${allowed[policy].join(', ') || 'nothing'} run and ${policy === 'ask' ? 'asks for' : 'refuses'} the rest`, () => {
      for (const risk of risks) {
        const decided = decideByPolicy(policy, risk)
        if (allowed[policy].includes(risk)) assert.equal(decided?.allowed, true)
        else assert.equal(decided?.allowed, policy === 'ask' ? undefined : false)
        if (decided) assert.match(decided.reason, new RegExp(`^${risk} tools .*--approve ${policy}`))
      }
    })
  }
})

describe('arguments and facts', () => {
  test('every broken rule is told in one sentence', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { enum: ['x'] } },
      required: ['a', 'b'],
    }
    assert.equal(checkArguments({ a: 1, b: 'x' }, compileSchema(schema)), undefined)
    const fault = checkArguments({ a: 1.5, b: 'y' }, compileSchema(schema)) ?? ''
    assert.match(fault, /`a` must be a whole number/)
    assert.match(fault, /`b` must be one of/)
  })

  test('one result stands alone, several are numbered, none is empty', () => {
    const said = { sentence: 'notes.txt (2 lines):', detail: 'a\nb' }
    assert.equal(wholeText(said), 'notes.txt (2 lines):\na\nb')
    assert.equal(factsOf([said], 2_000), 'notes.txt (2 lines):\na\nb')
    assert.equal(factsOf([{ sentence: 'One.' }, { sentence: 'Two.' }], 2_000), '1. One.\n2. Two.')
    assert.equal(factsOf([], 2_000), '')
  })

  test('a long result keeps its head and its tail, and says what is missing', () => {
    const detail = Array.from({ length: 900 }, (_, at) => `line ${at}`).join('\n')
    const facts = factsOf([{ sentence: 'big.txt (900 lines):', detail }], 2_000)
    assert.ok(facts.length < 2_000, String(facts.length))
    assert.match(facts, /^big\.txt \(900 lines\):\nline 0\n/)
    assert.match(facts, /\[… \d+ characters left out …\]/)
    assert.ok(facts.endsWith('line 899'))
    const missing = Number(/\[… (\d+) characters/.exec(facts)?.[1])
    const kept = facts.length - (/\n\[….*…\]\n/.exec(facts)?.[0].length ?? 0)
    assert.equal(kept + missing, 'big.txt (900 lines):\n'.length + detail.length)
  })

  test('the room of facts follows the window, within bounds', () => {
    assert.deepEqual(
      [512, 1_024, 4_096, 8_192, 32_768, 131_072].map(factCharacters),
      [600, 600, 1_024, 2_048, 8_000, 8_000],
    )
  })

  test('no character is cut in half, wherever the cut falls', () => {
    for (let shift = 0; shift < 4; shift++) {
      const facts = factsOf([{ sentence: `${'x'.repeat(shift)}${'😀'.repeat(2_000)}` }], 2_000)
      assert.ok(facts.isWellFormed(), `shifted by ${shift}`)
    }
  })

  test('several long results share the room', () => {
    const long = { sentence: 'x'.repeat(3_000) }
    assert.ok(factsOf([long, long, long], 2_000).length < 2_200)
  })
})
