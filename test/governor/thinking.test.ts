import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thinkingOf, withoutThinking } from '../../source/governor/answer-stream.ts'

const RAW = '\n<think>\nIs 3 < 4? Yes.\n</think>\n\nYes, <b>it</b> is.'

test('what is thought grows with what is written, and no half of a tag is part of it', () => {
  let before = ''
  for (let end = 0; end <= RAW.length; end++) {
    const thought = thinkingOf(RAW.slice(0, end))
    assert.ok(thought.startsWith(before), JSON.stringify([before, thought]))
    assert.ok(!/<\/|think/.test(thought))
    before = thought
  }
  assert.equal(before, '\nIs 3 < 4? Yes.\n')
})

test('a text is thought or answer, never both, and one without a thought has none', () => {
  assert.equal(withoutThinking(RAW), 'Yes, <b>it</b> is.')
  assert.equal(thinkingOf('No <think> here'), '')
  assert.equal(thinkingOf('<thinking>'), '')
})
