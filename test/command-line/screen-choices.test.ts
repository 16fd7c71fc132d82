import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantsLines } from '../../source/command-line/screen-choices.ts'

test('lines are wanted by the flag, else by ACCESSIBLE', () => {
  assert.equal(wantsLines(true, {}), true)
  assert.equal(wantsLines(false, { ACCESSIBLE: '1' }), false)
  assert.equal(wantsLines(undefined, { ACCESSIBLE: '1' }), true)
  assert.equal(wantsLines(undefined, { ACCESSIBLE: '0' }), false)
  assert.equal(wantsLines(undefined, { ACCESSIBLE: '' }), false)
  assert.equal(wantsLines(undefined, {}), false)
})

test('a terminal that cannot move its cursor gets lines, unless the flag says otherwise', () => {
  assert.equal(wantsLines(undefined, { TERM: 'dumb' }), true)
  assert.equal(wantsLines(false, { TERM: 'dumb' }), false)
  assert.equal(wantsLines(undefined, { TERM: 'xterm' }), false)
})
