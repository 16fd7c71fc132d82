import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareAfter } from '../../source/router/follow-ups.ts'

const groupOf = (tool: string) => (tool.startsWith('note') ? 'notes' : 'other')
const tools = ['note_read', 'note_change', 'clock']
const first = (last: string, belief: Readonly<Record<string, number>>, takesArguments?: boolean) => {
  const shares = shareAfter(last, tools, (tool) => belief[tool] ?? 0, groupOf, takesArguments)
  assert.ok(Math.abs(shares.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9)
  return shares.toSorted((a, b) => b.score - a.score)[0]?.tool
}

test('a message that says nothing itself is for the tool of the last call', () => {
  assert.equal(first('note_change', {}), 'note_change')
})

test('what the message says for another tool of the group counts against it', () => {
  assert.equal(first('note_change', { note_read: 0.003 }), 'note_change')
  assert.equal(first('note_change', { note_read: 0.9 }), 'note_read')
})

test('a call without arguments has nothing to change, so its tool is as near as its group', () => {
  assert.equal(first('note_read', { note_change: 0.003 }), 'note_read')
  assert.equal(first('note_read', { note_change: 0.003 }, false), 'note_change')
})
