import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareAfter } from '../../source/router/follow-ups.ts'

const groupOf = (tool: string) => (tool.startsWith('note') ? 'notes' : 'other')
const tools = ['note_read', 'note_change', 'clock']
type Beliefs = Readonly<Record<string, number>>
const first = (last: string, alone: Beliefs, takesArguments?: boolean, leaning: Beliefs = {}) => {
  const beliefs = { alone: (tool: string) => alone[tool] ?? 0, leaning: (tool: string) => leaning[tool] ?? 0 }
  const shares = shareAfter(last, tools, beliefs, groupOf, takesArguments)
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

test('what the message means behind calls counts beside what it says alone', () => {
  const alone = { note_read: 0.01, clock: 0.01 }
  assert.equal(first('note_change', alone), 'note_change')
  assert.equal(first('note_change', alone, true, { note_read: 0.9, note_change: 0.001 }), 'note_read')
})
