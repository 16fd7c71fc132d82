import assert from 'node:assert/strict'
import { test } from 'node:test'
import composite from '../../commands/composite.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import { commandContext } from '../../source/session/command-context.ts'
import { completeAt } from '../../source/session/complete.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('names that exist are offered behind the commands that take them', async () => {
  const chat = await openCommands()
  await chat.run('/states save kitchen')
  const context = commandContext(chat.session, new AbortController().signal)
  const offered = async (line: string) => {
    const found = await completeAt(line, line.length, { context, used: [], files: async () => ['a.json'] })
    return found?.choices.map(({ text }) => text) ?? []
  }
  for (const line of ['/states load ', '/states compare kitchen ', '/states export kit'])
    assert.deepEqual(await offered(line), ['kitchen'], line)
  assert.deepEqual(await offered('/states import '), ['a.json'])
  assert.ok((await offered('/states best ')).includes('latency'))
  for (const line of ['/persona tu', '/persona use tu'])
    assert.deepEqual(await offered(line), ['tutor'], line)
  assert.deepEqual(await offered('/memory import '), ['a.json'])
  for (const line of ['/tools pin file_r', '/tools resume file_r', '/bad file_r', '/teach file_r'])
    assert.ok((await offered(line)).includes('file_read'), line)
  await chat.done()
})

test('a composite is offered behind the words that take one', async () => {
  const rows = [{ name: 'morning', state: 'used' }]
  const context = { composites: { list: () => rows } } as unknown as CommandContext
  assert.deepEqual(await composite.complete?.('show', context), [{ text: 'morning', note: 'used' }])
  assert.deepEqual(await composite.complete?.('show morning', context), [])
})
