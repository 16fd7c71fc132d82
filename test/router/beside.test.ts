import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { questionsBeside } from '../../source/router/beside.ts'

/** Stands in for the classifier: the first tool whose words a request has. */
const WORDS: readonly [string, RegExp][] = [
  ['timer', /\btimers?\b/],
  ['get_time', /\btime\b/],
  ['recall', /\bmy keys\b/],
  ['read', /\bread\b/],
  ['calculator', /\d/],
]

function route(request: string): RouteDecision {
  const tool = WORDS.find(([, words]) => words.test(request.toLowerCase()))?.[0] ?? null
  const score = /\bpossibly\b/.test(request) ? 0.4 : 0
  return { tool, confidence: 0.95, by: 'classifier', candidates: [{ tool: 'timer', score }] }
}
const cut = (message: string) =>
  questionsBeside(message, {
    route,
    opens: (_, word) => ['set', 'start', 'read', 'what', 'two', 'cancel'].includes(word),
  })

describe('a question that no tool is for, beside a request', () => {
  for (const [message, question, request, isFirst, leans] of [
    ['Who wrote Faust? And what time is it?', 'Who wrote Faust?', 'what time is it?', true, false],
    ['who wrote faust and what time is it', 'who wrote faust', 'what time is it', true, false],
    ['Set a timer for 5. Why is the sky blue?', 'Why is the sky blue?', 'Set a timer for 5.', false, false],
    [
      'A long day! Who wrote Faust? Set a timer for 5',
      'A long day! Who wrote Faust?',
      'Set a timer for 5',
      true,
      false,
    ],
    [
      'set a timer for 9 minutes, is that enough for an egg?'.replace(', is', '. Is'),
      'Is that enough for an egg?',
      'set a timer for 9 minutes.',
      false,
      true,
    ],
    [
      'start a timer for 5, and tell me something nice about cats',
      'tell me something nice about cats',
      'start a timer for 5',
      false,
      false,
    ],
  ] as const)
    test(message, () => assert.deepEqual(cut(message), { question, request, isFirst, leans }))
})

describe('a message that stays whole', () => {
  for (const message of [
    'what time is it?',
    'Who wrote Faust? And when was he born?',
    // The question is what the sum is asked with.
    '30 boxes with 48 jars each, 17 of them broke. How many good jars are there?',
    'two sacks hold 40 kg. What does one weigh?',
    "Net price 74.50, tax 20. What's the gross?",
    'My bill was 60. Who pays the rest?',
    // It is asked of the program itself, or of something of the person's own.
    'How are you today, friend? Set a timer for 5',
    'Where are my keys then? Set a timer for 5',
    // The request speaks of what the question names.
    'Who is the king of Spain? Set a timer for him',
    'Is that really so? Set a timer for 5',
    'What could possibly happen here? Set a timer for 5',
    `${'Set a timer for 5. '.repeat(30)}Why is the sky blue?`,
  ])
    test(message, () => assert.equal(cut(message), undefined))
})
