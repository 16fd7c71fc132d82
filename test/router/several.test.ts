import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { splitRequests } from '../../source/router/several.ts'

/** Stands in for the classifier: the first tool whose words a request has. */
const WORDS: readonly [string, RegExp][] = [
  ['get_time', /\btime\b|\blate\b/],
  ['file_read', /\bread\b|\bopen\b/],
  ['file_search', /\bsearch\b/],
  ['calculator', /\d/],
]
const OPENERS: { readonly [tool: string]: readonly string[] } = {
  get_time: ['what', 'how', 'on'],
  calculator: ['what', 'add', 'multiply'],
  file_read: ['read', 'open'],
  file_search: ['search'],
}

function route(request: string): RouteDecision {
  const tool = WORDS.find(([, words]) => words.test(request.toLowerCase()))?.[0] ?? null
  return { tool, confidence: 0.95, by: 'classifier', candidates: [] }
}
const split = (message: string) =>
  splitRequests(message, { route, opens: (tool, word) => OPENERS[tool]?.includes(word) ?? false })

describe('a message with several requests', () => {
  const several: readonly [string, readonly string[]][] = [
    ['how late is it, and what is 9 times 9?', ['how late is it', 'what is 9 times 9?']],
    ['What time is it? Read todo.md', ['What time is it?', 'Read todo.md']],
    ['read a.md then open b.md', ['read a.md', 'open b.md']],
    ['read both todo.md and notes.txt', ['read todo.md', 'read notes.txt']],
    [
      'open a.txt, docs/b.txt and c.csv please'.replace(' please', ''),
      ['open a.txt', 'open docs/b.txt', 'open c.csv'],
    ],
    ['7*8 and also 9*13', ['7*8', '9*13']],
  ]
  for (const [message, parts] of several) {
    test(`"${message}" is cut`, () => assert.deepEqual(split(message), parts))
  }
})

describe('a message with one request stays whole', () => {
  for (const message of [
    'on time, what is 7 * 8?',
    'what is 5 and 7 and 9 added up',
    'search for salt and pepper',
    'The recipe wants 250 grams for 4 persons. What is it for 14?',
    'I wrote it down in notes.md, can you read it for me?',
    'search for "time and read" in docs',
    'hello, how are you and your family?',
    `read ${'very '.repeat(100)}long.txt and open b.txt`,
  ]) {
    test(`"${message.slice(0, 60)}"`, () => assert.deepEqual(split(message), [message]))
  }
})
