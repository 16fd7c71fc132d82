// A file whose name has a blank reaches what a command does with it: quoted, as completion writes it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import collect from '../../commands/collect.ts'
import exportCommand from '../../commands/export.ts'
import mcp from '../../commands/mcp.ts'
import memory from '../../commands/memory.ts'
import model from '../../commands/model.ts'
import plugins from '../../commands/plugins.ts'
import states from '../../commands/states.ts'
import stats from '../../commands/stats.ts'
import tool from '../../commands/tool.ts'
import type { Command, CommandContext } from '../../source/contracts/command.ts'

/** Everything at once: whatever is called is kept with its arguments, and gives the same. */
function recorder(): { readonly context: CommandContext; readonly given: unknown[] } {
  const given: unknown[] = []
  const context: unknown = new Proxy(() => {}, {
    get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : context),
    apply: (_, __, values: readonly unknown[]) => {
      given.push(...values.flat())
      return context
    },
  })
  return { context: context as CommandContext, given }
}

for (const [command, line] of [
  [collect, 'export FILE'],
  [exportCommand, 'FILE --force'],
  [exportCommand, 'FILE'],
  [mcp, 'import FILE'],
  [memory, 'export FILE json'],
  [model, 'FILE'],
  [plugins, 'install FILE --yes'],
  [plugins, 'seal FILE'],
  [states, 'export night FILE'],
  [states, 'import FILE'],
  [states, 'import FILE other'],
  [stats, 'export FILE'],
  [tool, 'check FILE'],
  [tool, 'new tides --from-docs FILE'],
] as readonly (readonly [Command, string])[]) {
  test(`/${command.name} ${line} takes a quoted name with a blank`, async () => {
    const { context, given } = recorder()
    try {
      await command.run(line.replace('FILE', '"my file.json"'), context)
    } catch {
      // What it says of the result is no matter here, and there is none.
    }
    const texts = given.flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one ?? {})))
    assert.ok(texts.includes('my file.json'), JSON.stringify(texts))
  })
}

test('/memory import takes a quoted name with a blank', async () => {
  const read: string[] = []
  const opened = {
    importFrom: async (place: string) => {
      read.push(place)
      throw new Error('enough')
    },
  }
  const context = { memory: { open: async () => opened }, workspace: '/w' } as unknown as CommandContext
  await assert.rejects(async () => memory.run('import "my file.json" --merge', context), /enough/)
  assert.deepEqual(read, ['/w/my file.json'])
})

test('the notes of a state keep their quotes', async () => {
  const { context, given } = recorder()
  try {
    await states.run('save night "quiet" and  slow', context)
  } catch {
    // As above.
  }
  assert.deepEqual(given.slice(0, 2), ['night', '"quiet" and slow'])
})
