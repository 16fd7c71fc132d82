import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject, JsonSchema } from '../../source/contracts/json.ts'
import { changedNumber } from '../../source/engine/embedded/changed-number.ts'
import { withBefore } from '../../source/prompt/before.ts'
import alarm from '../../tools/alarm_create/tool.ts'
import dates from '../../tools/date_compute/tool.ts'
import note from '../../tools/memory_store/tool.ts'
import timer from '../../tools/timer_create/tool.ts'

function keptBy(tool: { readonly name: string; readonly parameters: JsonSchema }, args: JsonObject) {
  const earlier = { message: 'before', tool: tool.name, arguments: args, said: 'Done.' }
  return (latest: string) => changedNumber(tool.parameters, { whole: withBefore(latest, [earlier]), latest })
}

describe('what an argument keeps of the call before (`x-keeps`)', () => {
  test('the unit, where a number stands without one', () => {
    const kept = keptBy(timer, { duration: '9 minutes', label: 'pasta' })
    assert.deepEqual(kept('another one for the sauce, 20'), { duration: '20 minutes' })
    assert.deepEqual(kept('8 for the beans'), { duration: '8 minutes' })
    assert.deepEqual(kept('20 seconds for the egg'), {})
    assert.deepEqual(kept('two more'), {})
    assert.deepEqual(kept('8 or 9'), {})
    assert.deepEqual(keptBy(timer, { duration: 'half an hour' })('and 20'), {})
  })
  test('what is to be done with a date, unless the message says it', () => {
    const kept = keptBy(dates, { operation: 'add', date: 'today', amount: '45 days' })
    assert.deepEqual(kept('and 60'), { operation: 'add', amount: '60 days' })
    assert.deepEqual(kept('how long since 3 May 1987'), {})
    const since = keptBy(dates, { operation: 'days_since', date: '3 November 1987' })
    assert.deepEqual(since('14 feb 1990?'), { operation: 'days_since' })
  })
  test('the day of an alarm, where another time alone is named', () => {
    const kept = keptBy(alarm, { time: '6:45 am', date: 'tomorrow' })
    assert.deepEqual(kept('and one for Leo at 7:15, same day'), { date: 'tomorrow' })
    assert.deepEqual(kept('and the day after at 7'), {})
    assert.deepEqual(kept('same on sunday'), {})
    assert.deepEqual(kept('7:15 would be better'), {})
  })
  test('the tags of a note', () => {
    const kept = keptBy(note, { text: 'call the vet', tags: ['reminder'] })
    assert.deepEqual(kept('also to pick up the dry cleaning'), { tags: ['reminder'] })
    assert.deepEqual(kept('note that the vet is closed'), {})
  })
  test('nothing of the call of another tool', () => {
    const earlier = {
      message: 'x',
      tool: 'other',
      arguments: { duration: '9 minutes', kind: 1 },
      said: 'Done.',
    }
    assert.deepEqual(
      changedNumber(timer.parameters, {
        whole: withBefore('20 for the sauce', [earlier]),
        latest: '20 for the sauce',
      }),
      {},
    )
  })
})
