// A line that is mistyped is refused with what the command takes; it is not taken for something else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import clear from '../../commands/clear.ts'
import quit from '../../commands/quit.ts'
import states from '../../commands/states.ts'
import status from '../../commands/status.ts'
import task from '../../commands/task.ts'
import warm from '../../commands/warm.ts'
import why from '../../commands/why.ts'
import type { CommandContext } from '../../source/contracts/command.ts'

/** What the line makes of the tasks: the call, or the refusal. */
async function asked(line: string): Promise<string> {
  const tasks = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: readonly unknown[]) => ({
          ok: true,
          text: `${String(name)} ${JSON.stringify(given)}`,
          data: null,
        }),
    },
  )
  const { ok, text } = await task.run(line, { tasks } as unknown as CommandContext)
  assert.equal(ok, !text.startsWith('`'))
  return text
}

describe('/task', () => {
  for (const line of [
    ...[
      'cancel all',
      'cancel 3 4',
      'cancel task 3',
      'edit 9',
      'go now',
      'resume last',
      'list all',
      'show #2',
    ],
    '--steps 3 go now',
  ])
    test(`plans nothing of \`${line}\``, async () => {
      assert.match(
        await asked(line),
        / is not known; it takes \[GOAL\|go .+A goal that begins so stands in quotes\.$/,
      )
    })

  for (const line of [
    '--minutes 1.5 tidy up',
    '--steps 5x tidy',
    '--steps -1 tidy',
    '--step 3 tidy',
    '--steps',
  ])
    test(`plans nothing of \`${line}\``, async () => {
      assert.match(
        await asked(line),
        / is not known; before the goal stand `--steps N`.+with a whole number\./,
      )
    })

  test('goals are what they were, in quotes also such as begin like a line', async () => {
    for (const [line, plan] of [
      ['tidy up my notes', '["tidy up my notes",{}]'],
      ['--steps 3 --minutes=2 tidy up', '["tidy up",{"steps":3,"minutes":2}]'],
      ['"list all files"', '["list all files",{}]'],
      ['--tokens 5000 "go home"', '["go home",{"tokens":5000}]'],
      ['going home: what do I need?', '["going home: what do I need?",{}]'],
      ['List all files', '["List all files",{}]'],
      ['show-case my notes', '["show-case my notes",{}]'],
    ] as const)
      assert.equal(await asked(line), `plan ${plan}`)
    assert.equal(await asked('cancel 3'), 'cancel [3]')
    assert.equal(await asked('edit 2 read it'), 'edit [null,2,"read it"]')
    assert.match(await asked('--steps 3'), /has no goal/)
  })
})

test('words behind a command that takes none are refused, and nothing is done', async () => {
  // Whatever it would do fails here.
  const context = {} as CommandContext
  for (const [command, line] of [
    [clear, 'now please'],
    [quit, 'x'],
    [warm, 'x'],
    [status, 'x'],
  ] as const) {
    const { ok, text } = await command.run(line, context)
    assert.deepEqual([ok, text], [false, `\`/${command.name}\` takes nothing behind it, not \`${line}\`.`])
  }
  assert.deepEqual((await why.run('foo', context)).text, '`/why foo` is not known; it takes [prompts].')
})

test('/states knows no verb that every object has', async () => {
  const say = async (line: string) => (await states.run(line, {} as CommandContext)).text
  assert.match(await say('constructor'), /^`\/states constructor` is not known; it takes \[list\|/)
  assert.match(await say('toString x'), /is not known/)
  assert.equal(await say('list x'), '`/states list` takes nothing, not `x`.')
  assert.equal(await say('load'), '`/states load` takes the name of one state.')
})
