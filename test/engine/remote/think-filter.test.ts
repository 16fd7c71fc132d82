import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  behindBareThought,
  mayBeginInside,
  ThinkFilter,
  type Within,
} from '../../../source/engine/remote/think-filter.ts'

interface Given {
  readonly size?: number
  readonly within?: Within
  readonly cut?: boolean
}

/** What is given of a text in pieces of so many characters. */
function given(text: string, { size = 1, within = 'not', cut = false }: Given = {}): string {
  const filter = new ThinkFilter(within)
  let out = ''
  for (let at = 0; at < text.length; at += size) out += filter.take(text.slice(at, at + size))
  return out + filter.end(cut)
}

test('a thought is left out in pieces of any size, whether it is opened or begins inside', () => {
  for (const size of [1, 3, 7, 1000]) {
    assert.equal(given('<think>\na < b\n</think>\n\nYes.', { size }), 'Yes.')
    assert.equal(given('<think>\na\n</think>\nYes.', { size, within: 'surely' }), 'Yes.')
    assert.equal(given('a < b, so\n</think>\n\nYes.', { size, within: 'surely' }), 'Yes.')
    assert.equal(given('Yes, a < b.', { size }), 'Yes, a < b.')
  }
})

test('what was held for a thought and was none is the answer; what was cut may be one', () => {
  assert.equal(given('Yes, of course.', { within: 'surely' }), 'Yes, of course.')
  assert.equal(given('first I look at', { within: 'surely', cut: true }), '')
  assert.equal(given('Yes, first I look at', { within: 'maybe', cut: true }), 'Yes, first I look at')
  assert.equal(given('<think>never ends'), '')
  assert.equal(given('<thi'), '<thi')
})

test('an end of a thought stands on a line of its own; in a sentence it is what the answer is about', () => {
  assert.equal(behindBareThought('so I greet\n</think>\n\nHello.'), 'Hello.')
  assert.equal(behindBareThought('so I greet\n</think>'), '')
  assert.equal(behindBareThought('The tag `</think>` ends a thought.'), undefined)
  assert.equal(behindBareThought('A thought ends so:\n```\nhm\n</think>\n```\nand then'), undefined)
  assert.equal(behindBareThought('```\nx\n```\nso I greet\n</think>\nHello.'), 'Hello.')
  assert.equal(behindBareThought('Write\n<think>\na\n</think>\naround it.'), undefined)
})

test('names of models whose templates open the thought', () => {
  for (const name of [
    'deepseek-r1:8b',
    'DeepSeek-R1-Distill-Qwen-7B',
    'qwq',
    'Qwen/QwQ-32B',
    'qwen3-4b-thinking-2507',
    'phi-4-reasoning',
  ])
    assert.ok(mayBeginInside(name), name)
  for (const name of ['qwen2.5-coder-0.5b', 'llama-3.2', 'mistral-r100', 'tiny', 'gr1d', undefined])
    assert.ok(!mayBeginInside(name), String(name))
})
