import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCommands } from '../../source/home/load-commands.ts'
import { findProgram } from '../../source/paths.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('/help shows every command once, under a heading', async () => {
  const chat = await openCommands()
  const { text } = await chat.run('/help')
  const lines = text.split('\n')
  for (const { name } of chat.session.ports.commands)
    assert.equal(lines.filter((line) => line.startsWith(`  /${name} `)).length, 1, name)
  assert.deepEqual(lines.filter((line) => /^[A-Z]/.test(line)).slice(0, 3), [
    'Asking and reading',
    'Going back',
    'Conversations',
  ])
  await chat.done()
})

test('/help COMMAND shows lines that can be typed', async () => {
  const chat = await openCommands()
  const { text, data } = await chat.run('/help settings')
  assert.match(text, /For example:\n {2}\/settings\n/)
  assert.ok(Array.isArray((data as { examples: unknown }).examples))
  await chat.done()
})

test('a sentence of /help COMMAND does not end in its middle', async () => {
  const chat = await openCommands()
  for (const { name } of chat.session.ports.commands) {
    const { text } = await chat.run(`/help ${name}`)
    for (const line of text.split('\n').slice(2, text.split('\n').indexOf('For example:')))
      assert.match(line, /[.!?:`]$|^ |^$/, `${name}: ${line}`)
  }
  await chat.done()
})

test('every example is a line of its own command', async () => {
  const commands = await loadCommands(findProgram())
  const wrong = commands.flatMap(({ name, examples = [] }) =>
    examples.filter((line) => !`${line} `.startsWith(`/${name} `)),
  )
  assert.deepEqual(wrong, [])
  assert.ok(commands.filter(({ examples }) => examples !== undefined).length > 30)
})
