import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildPreferenceState, preferenceQuestion } from '../../source/prompt/preference.ts'

test('the state is one pair after the other, and the question goes on where it ends', () => {
  const state = buildPreferenceState([
    { request: 'how late is it', tool: 'get_time' },
    { request: 'who invented clocks', tool: null },
  ])
  assert.equal(state.name, 'preference')
  assert.equal(
    state.text,
    'Request: how late is it\nTool: get_time\nRequest: who invented clocks\nTool: none\n',
  )
  assert.deepEqual(preferenceQuestion('is it\n late?', 'get_time'), {
    text: 'Request: is it late?\nTool:',
    labels: [' get_time', ' none'],
  })
})

test('a long message is cut', () => {
  const { text } = preferenceQuestion('x'.repeat(5_000), 'get_time')
  assert.equal(text, `Request: ${'x'.repeat(300)}…\nTool:`)
})
