import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Tool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { type AskedCall, endingOf, previewCall } from '../../source/governor/approve-call.ts'
import { type Approval, failed } from '../../source/governor/execute.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { FIND, GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const DENIED: Approval = { allowed: false, decision: 'denied', reason: 'you said: not now' }
const find = (changes: Partial<Tool> = {}): Tool => ({
  ...FIND,
  parameters: { type: 'object', properties: { name: { type: 'string' } } },
  run: ({ name }) => name ?? 'nothing',
  say: (result) => ({ sentence: `Found ${result}.` }),
  ...changes,
})
const call = (args = {}) => ({ name: 'find_file', arguments: args })

describe('a call that the person refused', () => {
  test('ends the turn as `user_denied`, and the reason is a fact that the model hears', async () => {
    const engine = createFakeEngine({ answers: { go: 'I did not run it, as you said: not now.' } })
    const route = { ...routed('find_file'), arguments: {} }
    const turn = await runTestTurn('go', { engine, route, approve: async () => DENIED, tools: [find()] })
    assert.equal(turn.outcome.status, 'user_denied')
    assert.equal(turn.find('answer')?.status, 'user_denied')
    assert.equal(turn.find('turn.finished')?.status, 'user_denied')
    assert.equal(turn.find('approval')?.decision, 'denied')
    const sentence = 'find_file was not run: you said: not now.'
    assert.deepEqual(turn.find('tool.finished')?.error, { code: 'denied', message: sentence })
    assert.equal(engine.asked[0]?.messages.at(-1)?.text, `go\nFacts: ${sentence}`)
    assert.deepEqual(turn.outcome.messages, [
      { role: 'user', text: `go\nFacts: ${sentence}` },
      { role: 'assistant', text: 'I did not run it, as you said: not now.' },
    ])
  })

  test('ends it well if something else was done in it', async () => {
    const engine = createFakeEngine({
      answers: {
        go: '<tool_call name="get_time" />',
        'go\nFacts: 1. find_file was not run: you said: not now.\n2. It is 10:24.':
          'find_file was not run; it is 10:24.',
      },
    })
    const route = {
      ...routed('find_file'),
      arguments: {},
      candidates: [
        { tool: 'find_file', score: 0.9 },
        { tool: 'get_time', score: 0.1 },
      ],
    }
    const answers = [DENIED, { allowed: true, decision: 'policy', reason: 'reads' } as const]
    const turn = await runTestTurn('go', {
      engine,
      route,
      tools: [find(), GET_TIME],
      approve: async () => answers.shift() ?? assert.fail('a third call'),
    })
    assert.equal(turn.outcome.status, 'success')
  })

  test('is no ending of its own where the policy refused', () => {
    const denied = failed('x', 'denied', 'x was not run.')
    assert.equal(endingOf([]), 'success')
    assert.equal(endingOf([denied]), 'success')
    assert.equal(endingOf([{ ...denied, isDenied: true }, denied]), 'user_denied')
  })

  test('is told with the end of the sentence that the person wrote', async () => {
    const approve = async () => ({ ...DENIED, reason: 'you said: why?' })
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find()],
      approve,
      input: { call: call() },
    })
    assert.equal(turn.outcome.answer, 'find_file was not run: you said: why?')
  })
})

describe('a call with arguments that only read', () => {
  test('is judged as reading, and with others as what the tool may do', async () => {
    const risks: string[] = []
    for (const name of ['look', 'clear']) {
      await runTestTurn(`${name} please`, {
        engine: createFakeEngine({
          answers: { [`${name} please\nFacts: Found ${name}.`]: `Found ${name}.` },
        }),
        route: { ...routed('find_file'), arguments: { name } },
        tools: [find({ risk: 'write', readsWhen: { name: ['look', 'list'] } })],
        approve: async (_signal, { tool }) => {
          risks.push(tool.risk)
          return { allowed: true, decision: 'policy', reason: 'test' }
        },
      })
    }
    assert.deepEqual(risks, ['read', 'write'])
  })
})

describe('arguments that the person edited', () => {
  const edited = {
    allowed: true,
    decision: 'once',
    reason: 'allowed by you',
    arguments: { name: 'b' },
  } as const

  test('are called again under the same id, and they are what runs', async () => {
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find()],
      approve: async () => edited,
      input: { call: call({ name: 'a' }) },
    })
    const calls = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event] : []))
    assert.deepEqual(
      calls.map((event) => [event.call, event.arguments]),
      [
        ['1.1', { name: 'a' }],
        ['1.1', { name: 'b' }],
      ],
    )
    assert.deepEqual(turn.order.slice(1, 5), ['tool.called', 'tool.called', 'approval', 'tool.finished'])
    assert.equal(turn.find('tool.finished')?.result, 'b')
  })

  test('are checked by the schema of the tool', async () => {
    let faults: readonly (string | undefined)[] = []
    await runTestTurn('go', {
      engine: undefined,
      tools: [find()],
      approve: async (_, asked) => {
        faults = [asked.check({ name: 'b' }), asked.check({ name: 7 })]
        return edited
      },
      input: { call: call() },
    })
    assert.deepEqual(faults, [undefined, '`name` must be text, but it is `7`.'])
  })
})

test('a call that is likely not what was meant is not run, and what it would have done is told', async () => {
  const reason = 'only 34 % sure that this is what you mean'
  const approve = async () => ({ allowed: false, decision: 'policy', reason, isUnsure: true }) as const
  const tool = find({ run: () => assert.fail('it ran'), preview: ({ name }) => `looks for ${name}` })
  const engine = createFakeEngine()
  const route = { ...routed('find_file'), arguments: { name: 'a' } }
  const turn = await runTestTurn('go', { engine, route, tools: [tool], approve })
  const sentence = `I did nothing, as I am ${reason}. Say it in other words, or use \`/call\`.`
  assert.equal(turn.outcome.answer, `${sentence}\nlooks for a`)
  assert.equal(turn.find('tool.finished')?.error?.code, 'unsure')
  assert.equal(engine.asked.length, 0)
  const bare = await runTestTurn('go', { engine, route, tools: [find()], approve })
  assert.equal(bare.outcome.answer, `${sentence}\nfind_file {"name":"a"}`)
})

describe('a dry run', () => {
  const dry = { allowed: false, decision: 'policy', reason: 'dry run', isDryRun: true } as const

  test('tells what would happen, and runs nothing', async () => {
    const tool = find({ run: () => assert.fail('it ran'), preview: ({ name }) => `looks for ${name}` })
    const engine = createFakeEngine()
    const route = { ...routed('find_file'), arguments: { name: 'a' } }
    const turn = await runTestTurn('go', { engine, route, tools: [tool], approve: async () => dry })
    assert.deepEqual([turn.find('approval')?.decision, turn.find('approval')?.reason], ['policy', 'dry run'])
    const sentence = 'dry run: find_file was not run; it would run with {"name":"a"}.'
    assert.deepEqual(turn.find('tool.finished')?.error, { code: 'dry_run', message: sentence })
    assert.equal(turn.outcome.answer, `${sentence}\nlooks for a`)
    assert.equal(turn.outcome.source, 'tool')
    assert.equal(turn.outcome.status, 'success')
    assert.equal(engine.asked.length, 0)
    assert.equal(turn.outcome.messages[0]?.text, `go\nFacts: ${sentence}\nlooks for a`)
  })

  test('of long arguments tells the beginning', async () => {
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find()],
      approve: async () => dry,
      input: { call: call({ name: '😀'.repeat(2_000) }) },
    })
    assert.ok(turn.outcome.answer.isWellFormed())
    assert.match(turn.outcome.answer, /^dry run: find_file .*…\.$/)
    assert.ok(turn.outcome.answer.length < 400)
  })

  test('that is interrupted while it looks is cancelled', async () => {
    const stop = new AbortController()
    const tool = find({
      preview: () => {
        stop.abort()
        return new Promise<never>(() => {})
      },
    })
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [tool],
      approve: async () => dry,
      input: { call: call() },
      signal: stop.signal,
    })
    assert.equal(turn.outcome.status, 'cancelled')
  })
})

describe('what is known of a call ahead', () => {
  const looking = async (changes: Partial<Tool>, look: (call: AskedCall) => Promise<unknown>) => {
    let seen: unknown
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find({ risk: 'write', ...changes })],
      approve: async (_, asked) => {
        seen = await look(asked).catch((error: Error) => error.message)
        return DENIED
      },
      input: { call: call({ name: 'a' }) },
    })
    return { seen, turn }
  }
  const fails = () => {
    throw new ToolFailure('not_found', 'There is no file `a`.')
  }

  test('is the failure of its preview, and nothing where the preview has a bug or none is made', async () => {
    const failure = async (preview: Tool['preview']) => {
      const { seen } = await looking({ preview }, async (asked) => (await asked.failure())?.message)
      return seen
    }
    assert.equal(await failure(fails), 'There is no file `a`.')
    assert.equal(await failure(() => 'a diff'), undefined)
    assert.equal(await failure(undefined), undefined)
    assert.equal(
      await failure(() => {
        throw new Error('a bug')
      }),
      undefined,
    )
  })

  test('is what the tool opens; one with a bug may open anything', async () => {
    const widens = async (own: Tool['widens']) =>
      (await looking({ widens: own }, (asked) => asked.widens())).seen
    assert.equal(await widens(({ name }) => `it opens ${name}`), 'it opens a')
    assert.equal(await widens(() => undefined), undefined)
    assert.equal(await widens(undefined), undefined)
    assert.equal(await widens(fails), 'There is no file `a`.')
    assert.equal(
      await widens(() => {
        throw new Error('a bug.')
      }),
      'what it would open cannot be told (a bug)',
    )
  })

  test('a call that nobody was asked about ends with its own failure, and the turn well', async () => {
    const failure = { code: 'not_found', message: 'There is no file `a`.' }
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find()],
      approve: async () => ({ allowed: false, decision: 'policy', reason: 'not asked about', failure }),
      input: { call: call() },
    })
    assert.deepEqual(turn.find('tool.finished')?.error, failure)
    assert.deepEqual([turn.find('approval')?.decision, turn.find('approval')?.by], ['denied', 'policy'])
    assert.equal(turn.outcome.answer, 'There is no file `a`.')
    assert.equal(turn.outcome.status, 'success')
  })
})

describe('a preview', () => {
  const context = {
    workspace: '/',
    signal: new AbortController().signal,
  } as unknown as ToolContext
  const of = (preview: Tool['preview'], limitMs?: number) =>
    previewCall(find({ preview }), { name: 'a' }, context, limitMs)

  test('is what the tool says, and none where it offers none', async () => {
    assert.equal(await of(({ name }) => `of ${name}`), 'of a')
    assert.equal(await of(async () => 'later'), 'later')
    assert.equal(await of(undefined), undefined)
  })

  test('that fails says why, and never rejects', async () => {
    const fails = (error: Error) => () => {
      throw error
    }
    assert.equal(
      await of(fails(new ToolFailure('not_found', 'There is no file `a`.'))),
      'It would fail: There is no file `a`.',
    )
    assert.equal(await of(fails(new Error('a bug'))), 'There is no preview: a bug.')
    assert.equal(
      await of(() => new Promise<never>(() => {}), 20),
      'There is no preview: it took longer than 0.02 seconds.',
    )
  })
})
