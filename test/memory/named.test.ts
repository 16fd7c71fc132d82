import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOn, openTestMemory } from './open-memory.ts'

test("a person's words mean the entry that has all of them, else most of them, and several where they do not tell them apart", async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  for (const text of ['call the dentist', 'pay the dentist bill', 'water the plants', 'buy milk and eggs'])
    memory.store({ text, kind: 'reminder', due: daysOn(1) })
  memory.store({ text: 'my dentist is Dr Novak', kind: 'fact' })
  const named = (words: string) => memory.named(words, 'reminder').map(({ id }) => id)
  assert.deepEqual(named('the dentist'), [1, 2])
  assert.deepEqual(named('dentist bill'), [2])
  assert.deepEqual(named('my reminder to call the dentist'), [1])
  assert.deepEqual(named('Call the  dentist'), [1], 'what says the same')
  assert.deepEqual(named('watering the plant'), [3])
  assert.deepEqual(named('buy milk at the corner shop'), [4])
  assert.deepEqual(named('the passport'), [])
  assert.deepEqual(named('buy the plane tickets to Oslo'), [], 'one word of many is not enough')
  assert.deepEqual(named(''), [])
  assert.deepEqual(
    memory
      .named('my dentist')
      .map(({ id }) => id)
      .sort(),
    [1, 2, 5],
    'of all kinds where none is said',
  )
  memory.complete(3)
  assert.deepEqual(named('plants'), [], 'what is done is not open')
  assert.deepEqual(memory.named('the plants'), [])
})
