// What lists of commands say of times and of rows that they leave out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sessions from '../../commands/sessions.ts'
import undo from '../../commands/undo.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import { whenText } from '../../source/sessions/when.ts'

const when = (time: string) => whenText(time, 'Europe/Berlin')

function contextOf(rest: object): CommandContext {
  return rest as CommandContext
}

test('changes that can be taken back are listed by the clock of the person', async () => {
  const change = { id: '1', path: '/w/a.txt', isNew: false, at: '2026-03-12T09:24:00.000Z' }
  const context = contextOf({
    services: {
      fileHistory: { list: async () => [change], tidy: async () => [], elsewhere: async () => [] },
    },
    conversations: { when },
  })
  assert.equal((await undo.run('list', context)).text, '  2026-03-12 10:24  changed  /w/a.txt')
})

test('the hint to more conversations lists the same ones', async () => {
  const row = { id: '20260312-102430-01', changed: '2026-03-12T09:24:00.000Z', turns: 1, title: 'boat' }
  const context = contextOf({ conversations: { when, rows: () => [row, row], unreadable: () => [] } })
  const textOf = async (input: string) => (await sessions.run(input, context)).text.split('\n').at(-1)
  assert.equal(await textOf('1 --all'), 'and 1 more: `/sessions 2 --all`')
  assert.equal(await textOf('1'), 'and 1 more: `/sessions 2`')
})
