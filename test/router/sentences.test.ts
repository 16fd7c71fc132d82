import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { decideBySentence, hasQuotation } from '../../source/router/sentences.ts'

/** Stands in for the classifier: sure of what has "day" in it. */
function decide(sentence: string): RouteDecision {
  const tool = sentence.includes('day') ? 'get_day' : null
  const border = { tool: tool ?? 'get_day', logOdds: tool === null ? -4 : 4, threshold: 1 }
  return { tool, confidence: 0.98, by: 'classifier', candidates: [], border }
}

test('what stands behind a greeting is a sentence of its own', () => {
  assert.equal(decideBySentence('Morning! what day is it', decide)?.tool, 'get_day')
  assert.equal(decideBySentence('Morning! how are you', decide), undefined)
})

test('one sentence is no part of itself, and few words are none', () => {
  assert.equal(decideBySentence('what day is it', decide), undefined)
  assert.equal(decideBySentence('Morning! my day.', decide), undefined)
})

/** Stands in for the patterns: "set", "remind", "cancel" and "delete" at the beginning are for a tool. */
function order(sentence: string): RouteDecision {
  const tool = /^(?:please )?(?:set|remind|cancel|delete)\b/i.test(sentence) ? 'get_day' : null
  return { tool, confidence: 0.99, by: tool === null ? 'none' : 'pattern', candidates: [] }
}

test('what is only quoted behind a colon is not done', () => {
  for (const message of [
    'how do I say this politely: delete memory 3',
    'translate into French: remind me to buy milk',
    'Can you rewrite this more kindly: cancel all alarms, please',
    'what does this mean: cancel all alarms',
    'say it in German: remind me to buy milk',
    'Tim said: cancel the alarm',
    'my boss told me this morning: delete the report',
    'he asked: set a timer for 5 minutes. And she left.',
    'is there a mistake in the following sentence: remind me of buying milk',
    'Please proofread: remind me to buy milk',
    'spell: cancel all alarms',
    'Fix the grammar: remind me of buy milk',
    'Summarise this email:\nHi Tim,\nplease remind me to bring the ladder on Friday.\nThanks, Ann',
  ])
    assert.equal(decideBySentence(message, order), undefined, message)
})

test('what is asked for before a quotation, or behind another colon, is done', () => {
  for (const message of [
    'do this: set a timer for 5 minutes',
    'two things: set a timer for 5 minutes. How are you?',
    'I am late today. One more thing: remind me to call Tim',
    'Before I forget: remind me to correct the tests',
    'Remind me to call Tim. He said: it is urgent.',
    'She said so. Now: cancel the alarm',
  ])
    assert.equal(decideBySentence(message, order)?.tool, 'get_day', message)
})

test('a message with a quotation is known, so that it is not cut into requests', () => {
  assert.ok(hasQuotation('translate this: wake me at 7, and cancel all alarms'))
  assert.ok(!hasQuotation('two things: wake me at 7, and cancel all alarms'))
  assert.ok(!hasQuotation('wake me at 7:15 and correct the text'))
})
