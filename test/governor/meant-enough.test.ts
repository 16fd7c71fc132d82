import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGeneral } from '../../source/governor/general-question.ts'
import { isMeant } from '../../source/governor/meant-enough.ts'
import type { MeantFile } from '../../source/lib/meant-file.ts'

const FILE: MeantFile = {
  path: 'notes.md',
  isTable: false,
  share: 0.4,
  likeness: 0.1,
  lead: 0.2,
  isNamed: false,
  excerpt: undefined,
}

test('what a whole kind has is asked of the world, what somebody has of the files', () => {
  for (const [request, expected] of [
    ['What do vegans put in their coffee?', false],
    ['how often do cats wash their ears', false],
    ['what did the neighbours put in their coffee', true],
    ['how did James pay their rent', true],
    ['what do vegans put in my coffee', true],
  ] as const)
    assert.equal(isMeant(request, FILE), expected, request)
})

test('what something is, or is for, is asked of the world', () => {
  for (const request of [
    "what's a readme for?",
    'whats a readme for',
    'what are todo-lists good for',
    'what is a berth anyhow?',
    'so whats a stopcock',
  ])
    assert.ok(isGeneral(request), request)
  for (const request of [
    "what's the spare key for",
    'what is the budget for May',
    'what is the spare key',
    "what's a table for six at Nonna's",
  ])
    assert.ok(!isGeneral(request), request)
})
