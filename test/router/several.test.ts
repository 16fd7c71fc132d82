import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { splitRequests } from '../../source/router/several.ts'

/** Stands in for the classifier: the first tool whose words a request has. */
const WORDS: readonly [string, RegExp][] = [
  ['get_time', /\btime\b|\blate\b/],
  ['file_read', /\bread\b|\bopen\b/],
  ['file_search', /\bsearch\b/],
  ['convert', /\d \S+ to/],
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
  // Likely a search in the memory, and left out by the threshold all the same.
  const candidates = /^(?:where|do) .*\bmy\b/i.test(request) ? [{ tool: 'recall', score: 0.91 }] : []
  return { tool, confidence: 0.95, by: 'classifier', candidates }
}
const split = (message: string, isByMeaning = false) =>
  splitRequests(message, {
    isByMeaning,
    route,
    opens: (tool, word) => OPENERS[tool]?.includes(word) ?? false,
    takesOne: (tool) => tool === 'get_time',
    takes: (tool, word) => tool === 'file_read' && ['path', 'lines'].includes(word),
  })

test('what is read by meaning has to be surer of a part that does not begin like a request', () => {
  const parts = ['what time is it?', 'open b.md']
  for (const isByMeaning of [false, true]) assert.deepEqual(split(parts.join(' '), isByMeaning), parts)
  const told = 'this is a search and open b.md'
  assert.equal(split(told).length, 2)
  assert.deepEqual(split(told, true), [told])
})

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
    ['where is my car? and open b.md', ['where is my car?', 'open b.md']],
    ['search for: eggs. what time is it?', ['search for: eggs', 'what time is it?']],
    ['two things: open a.txt and open b.md', ['two things: open a.txt', 'open b.md']],
    [
      'read app.py, tides.py and util.js from src',
      ['read app.py from src', 'read tides.py from src', 'read util.js from src'],
    ],
    [
      'open /opt/tools as Tools and /opt/maps as Maps',
      ['open /opt/tools as Tools', 'open /opt/maps as Maps'],
    ],
    [
      'search a.txt with the text one and b.txt with the text two',
      ['search a.txt with the text one', 'search b.txt with the text two'],
    ],
    ['open eggs in list.txt and milk in other.txt', ['open eggs in list.txt', 'open milk in other.txt']],
    ['search TODO in src and in the folder docs', ['search TODO in src', 'search TODO in the folder docs']],
    [
      'did you search about my dentist, and about my garden?',
      ['did you search about my dentist?', 'did you search about my garden?'],
    ],
    [
      'read that Nils is well, also read that Carla is not',
      ['read that Nils is well', 'read that Carla is not'],
    ],
    [
      'ring me at time 5, 10 and 15 please',
      ['ring me at time 5 please', 'ring me at time 10 please', 'ring me at time 15 please'],
    ],
    ['time #3 and #4', ['time 3', 'time 4']],
    ['5 f to c and 20 kg to pounds', ['5 f to c', '20 kg to pounds']],
    [
      'remind me to be on time for Rui tomorrow and to ask the time on Friday',
      ['remind me to be on time for Rui tomorrow', 'remind me to ask the time on Friday'],
    ],
    [
      'remind me to be on time at noon, to ask the time on Sunday and what is 12 * 3',
      ['remind me to be on time at noon', 'remind me to ask the time on Sunday', 'what is 12 * 3'],
    ],
    [
      'what about a 20 minute timer for tea and a 5 minute one for eggs',
      ['what about a 20 minute timer for tea', 'what about a 5 minute timer for eggs'],
    ],
    ['time it at 6:30 and 7', ['time it at 6:30', 'time it at 7']],
    [
      'time me for 7 am and another one for 8 am tomorrow',
      ['time me for 7 am tomorrow', 'time me for 8 am tomorrow'],
    ],
    ['open the door n what time is it', ['open the door', 'what time is it']],
  ]
  for (const [message, parts] of several) {
    test(`"${message}" is cut`, () => assert.deepEqual(split(message), parts))
  }
})

describe('a message with one request stays whole', () => {
  for (const message of [
    'on time, what is 7 * 8?',
    'where is my car? where is my key?',
    'what is 5 and 7 and 9 added up',
    'search for salt and pepper',
    'The recipe wants 250 grams for 4 persons. What is it for 14?',
    'I wrote it down in notes.md, can you read it for me?',
    'search for "time and read" in docs',
    'What time is it said in there? Read it out.',
    'how many days between 2024-01-15 and 2024-09-03',
    'difference between 12.03.2026 and 24.12.2026 in days',
    'I read the prompt last week and how late was it then',
    'My son shared 240 sweets among 4. What is 240 / 4?',
    'open a.txt as one and b.txt',
    'time between 9:30 and 10:15',
    'search for: eggs, and read the time of it',
    'open the log and lines 40',
    'time 1,200 and 3.50',
    'does "time" stand in src, and in which?',
    'search the roof of the house, not the time',
    'remind me to save time and to ask how late it is',
    'hello, how are you and your family?',
    `read ${'very '.repeat(100)}long.txt and open b.txt`,
  ]) {
    test(`"${message.slice(0, 60)}"`, () => assert.deepEqual(split(message), [message]))
  }
})
