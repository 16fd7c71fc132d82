import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import type { Approval } from '../../source/governor/execute.ts'
import { FIND, runTestTurn } from './turn-ports.ts'

const find = (changes: Partial<Tool>): Tool => ({
  ...FIND,
  parameters: { type: 'object', properties: { name: { type: 'string' } } },
  run: ({ name }) => name ?? 'nothing',
  say: (result) => ({ sentence: `Found ${result}.` }),
  ...changes,
})

describe('what changed while it was asked about', () => {
  const once = { allowed: true, decision: 'once', reason: 'allowed by you' } as const
  /** A call whose preview is another text each time that the world changes; how often it was asked about, and what of it was shown. */
  async function asking(tool: Partial<Tool>, approvals: readonly Approval[], changes: number) {
    let world = 0
    const shown: (string | undefined)[] = []
    const turn = await runTestTurn('go', {
      engine: undefined,
      tools: [find({ preview: () => `world ${world}`, ...tool })],
      approve: async (_, asked) => {
        shown.push(await asked.preview(asked.arguments))
        if (world < changes) world++
        return approvals[shown.length - 1] ?? once
      },
      input: { call: { name: 'find_file', arguments: { name: 'a' } } },
    })
    const notices = turn.events.filter((event) => event.type === 'notice')
    return { turn, shown, notices: notices.length }
  }

  test('is asked again with what would be done now, until that is what was shown', async () => {
    const { turn, shown, notices } = await asking({ holdsPreview: true }, [], 2)
    assert.deepEqual([shown, notices], [['world 0', 'world 1', 'world 2'], 2])
    assert.equal(turn.find('tool.finished')?.ok, true)
    assert.equal(turn.events.filter((event) => event.type === 'approval').length, 1)
  })

  test('is asked again with the arguments that the person made of it, and may be denied', async () => {
    const denied = { allowed: false, decision: 'denied', reason: 'no' } as const
    const { turn, shown } = await asking(
      { holdsPreview: true },
      [{ ...once, arguments: { name: 'a' } }, denied],
      1,
    )
    assert.deepEqual(shown, ['world 0', 'world 1'])
    assert.equal(turn.outcome.status, 'user_denied')
  })

  test('runs where the tool does not hold to its preview, and where a rule allows it', async () => {
    assert.deepEqual((await asking({}, [], 1)).shown, ['world 0'])
    const byRule = { ...once, decision: 'policy' } as const
    assert.deepEqual((await asking({ holdsPreview: true }, [byRule], 1)).shown, ['world 0'])
  })
})
