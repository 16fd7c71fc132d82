import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedList } from '../../source/session/shared-list.ts'

test('a list that grew leaves the one it grew from as it was, and may grow twice', () => {
  const empty = new SharedList<string | undefined>()
  const one = empty.with('one')
  const [two, other] = [one.with('two'), one.with(undefined)]
  assert.deepEqual(
    [empty.all, one.all, two.all, other.all],
    [[], ['one'], ['one', 'two'], ['one', undefined]],
  )
  assert.deepEqual([empty.last, two.last], [undefined, 'two'])
})

test('a hundred thousand lists of one conversation are read without end of the stack', () => {
  let list = new SharedList<number>()
  for (let at = 0; at < 100_000; at++) list = list.with(at)
  assert.equal(list.all.length, 100_000)
  assert.equal(list.all[4], 4)
})
