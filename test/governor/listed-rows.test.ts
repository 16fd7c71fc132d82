import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRows } from '../../source/governor/listed-rows.ts'

const said = '3 reminders:\n7: take the bread out (due 06:00)\n6: get milk (due 10:00)\n4: call Rui'
const call = { message: 'list my reminders', tool: 'list', arguments: {}, said }

for (const [message, expected] of [
  ['mark the second as done', 'mark number 6 as done'],
  ['the last one is done', 'number 4 is done'],
  ['delete the first and the 3rd reminder', 'delete number 7 and reminder 4'],
  ['tick the fifth off', undefined],
  ['remind me on the first of May', undefined],
  ['the second half was better', undefined],
  ['what is 2 + 3?', undefined],
] as const)
  test(message, () => assert.equal(withRows(message, call), expected))

test('one row, or rows without ids, are no list to count in', () => {
  for (const other of ['1 reminder:\n7: get milk', 'docs has 2 entries:\na.md\nb.md'])
    assert.equal(withRows('mark the first as done', { ...call, said: other }), undefined)
})
