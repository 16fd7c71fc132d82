import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareAfter } from '../../source/router/follow-ups.ts'
import { countTransitions, readTransitions } from '../../source/router/transitions.ts'

const groupOf = (tool: string) => (tool.startsWith('note') ? 'notes' : 'other')
const tools = ['note_read', 'note_change', 'clock']
type Beliefs = Readonly<Record<string, number>>
interface Said {
  readonly message?: string
  readonly alone?: Beliefs
  readonly leaning?: Beliefs
  readonly changes?: boolean
}
const follows = (last: string, tool: string, times: number) =>
  Array.from({ length: times }, (_, at) => ({ last, tool, text: `${tool} ${at}` }))
const counted = [
  ...follows('note_change', 'note_change', 12),
  ...follows('note_change', 'note_read', 3),
  ...follows('note_read', 'note_read', 6),
  ...follows('note_read', 'note_change', 5),
  ...follows('clock', 'clock', 4),
]
const transitions = readTransitions(tools, countTransitions(tools, counted))
const shares = (last: string, { message = 'that', alone = {}, leaning = {}, changes = true }: Said = {}) => {
  const of = (beliefs: Beliefs) => (tool: string) => beliefs[tool] ?? 0
  const found = shareAfter(tools, {
    message,
    last,
    changes,
    alone: of(alone),
    leaning: of(leaning),
    transitions,
    groupOf,
  })
  assert.ok(Math.abs(found.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9)
  return found
}
const first = (last: string, said?: Said) => shares(last, said).toSorted((a, b) => b.score - a.score)[0]?.tool
const shareOf = (tool: string, found: ReturnType<typeof shares>) =>
  found.find((one) => one.tool === tool)?.score ?? 0

test('a message that says nothing itself is for the tool of the last call', () => {
  for (const last of tools) assert.equal(first(last), last)
})

test('what the message says for another tool, alone or behind calls, counts against it', () => {
  assert.equal(first('note_change', { alone: { note_read: 0.003 } }), 'note_change')
  const long = 'what was it that I had written down there before'
  assert.equal(first('note_change', { message: long, alone: { note_read: 0.9 } }), 'note_read')
  const leaning = { note_read: 0.9, note_change: 0.001 }
  assert.equal(first('note_change', { message: long, leaning }), 'note_read')
})

test('short messages, joining words and numbers stay with the call', () => {
  const alone = { note_read: 0.5 }
  const stays = (message: string) =>
    shareOf('note_change', shares('note_change', { message, alone, leaning: alone }))
  assert.ok(stays('oak') > stays('the one of oak that stood there'))
  assert.ok(stays('and oak') > stays('oak then'))
  assert.ok(stays('oak 7') > stays('oak seven'))
})

test('a call without arguments has nothing to change, so its tool is no nearer than its group', () => {
  const alone = { note_change: 0.003 }
  assert.equal(first('note_read', { alone }), 'note_read')
  assert.equal(first('note_read', { alone, changes: false }), 'note_change')
})

test('a tool that no follow-up is of stays with its call as often as all others do', () => {
  const { behind, share } = readTransitions(tools, countTransitions(tools, counted))
  assert.equal(share('stranger'), 0.005)
  assert.ok(behind('stranger', 'stranger', true) > 0.7)
  assert.ok(behind('stranger', 'stranger', false) < 0.01)
  assert.ok(behind('note_change', 'note_change', true) > behind('note_read', 'note_read', true))
})

test('a call of a tool that is not known is not counted', () => {
  assert.deepEqual([...countTransitions(tools, follows('web', 'clock', 2))], Array(9).fill(0))
})
