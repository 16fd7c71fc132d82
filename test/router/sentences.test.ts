import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { decideBySentence } from '../../source/router/sentences.ts'

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
