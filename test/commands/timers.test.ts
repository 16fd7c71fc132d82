import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandContext } from '../../source/session/command-context.ts'
import { completeAt } from '../../source/session/complete.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('a reminder is none of what `/timers cancel` offers or takes away, and the answer says what does', async () => {
  const { session, run, done } = await openCommands({ flags: { approve: 'write' } })
  await session.submit('/call memory_store {"text":"pay the rent tomorrow at 10","tags":["reminder"]}')
  assert.match((await run('/timers')).text, /pay the rent/)
  const context = commandContext(session, new AbortController().signal)
  const offered = async () => {
    const line = '/timers cancel '
    const found = await completeAt(line, line.length, { context, used: [], files: async () => [] })
    return found?.choices.map(({ text }) => text) ?? []
  }
  assert.ok(!(await offered()).includes('1'))
  const one = await run('/timers cancel 1')
  assert.deepEqual([one.ok, one.text], [false, '`1` is a reminder; `/memory delete 1` takes it away.'])
  assert.match((await run('/timers cancel 2')).text, /^There is no timer or alarm `2`/)
  await session.submit('/call timer_create {"duration":"10 minutes","label":"tea"}')
  assert.ok((await offered()).includes('1'))
  assert.match((await run('/timers cancel 1')).text, /^Cancelled: timer 1, tea/)
  assert.match((await run('/timers')).text, /pay the rent/)
  await done()
})
