import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject, JsonSchema } from '../../source/contracts/json.ts'
import { correctedArguments } from '../../source/governor/corrections.ts'

const schema = (properties: JsonSchema['properties']): JsonSchema => ({ type: 'object', properties })
const TEXT: JsonSchema = { type: 'string', 'x-from': 'message' }
const FILE: JsonSchema = { ...TEXT, 'x-looks': 'file' }
const SEARCH = schema({ directory: { ...TEXT, 'x-looks': 'folder' }, pattern: TEXT })
const WRITE = schema({ path: FILE, content: TEXT })
const READ = schema({ path: FILE })
const CHANGE = schema({ id: { type: 'integer' }, text: TEXT })
const NAME = schema({ label: TEXT })
const WEATHER = schema({ place: { ...TEXT, 'x-kind': 'place' }, day: TEXT })
const FORGET = schema({ days: { type: 'integer' } })
const DELETE = schema({ ids: { type: 'array', items: { type: 'integer' } } })
const SHARE = schema({
  value: { type: 'number', 'x-from': 'message' },
  percentage: { type: 'number', 'x-from': 'message', 'x-unit': '%|percent' },
  operation: { enum: ['of', 'off'] },
})
const SUM = schema({ expression: { type: 'string', 'x-names': ['sqrt'] } })

const search = { directory: 'letters', pattern: 'rent' }
const weather = { place: 'Sidney', day: 'tomorrow' }
const write = { path: 'door.txt', content: 'back at noon' }
const change = { id: 8, text: 'order three cakes for Monday' }

const CASES: readonly (readonly [string, JsonSchema, JsonObject, JsonObject | undefined])[] = [
  // One value in place of another one.
  [
    'oops sorry, the fourth one should be 19, not 9',
    SUM,
    { expression: '(14 + 18 + 21 + 9 + 23) / 5' },
    { expression: '(14 + 18 + 21 + 19 + 23) / 5' },
  ],
  ['the second, not 9', SUM, { expression: '9 + 2' }, undefined],
  // Two at once.
  [
    "not cakes, pies. And it's Thursday, sorry",
    CHANGE,
    change,
    { ...change, text: 'order three pies for Thursday' },
  ],
  ["not cakes, pies. And I can't believe it", CHANGE, change, undefined],
  ['not rent, deposit', SEARCH, search, { ...search, pattern: 'deposit' }],
  ['deposit instead of rent please', SEARCH, search, { ...search, pattern: 'deposit' }],
  ['oh no, in contracts, not in letters', SEARCH, search, { ...search, directory: 'contracts' }],
  ['on Tuesday, not on Monday', CHANGE, change, { ...change, text: 'order three cakes for Tuesday' }],
  ['sorry, at one, not at noon', WRITE, write, { ...write, content: 'back at one' }],
  ['I meant plan.md, not notes.md', READ, { path: 'notes.md' }, { path: 'plan.md' }],
  ['change Monday to Friday', CHANGE, change, { ...change, text: 'order three cakes for Friday' }],
  [
    'the sour one, not the sweet',
    SEARCH,
    { directory: 'letters', pattern: 'sweet cake' },
    { directory: 'letters', pattern: 'sour cake' },
  ],
  [
    'to the park I mean, not the pool',
    CHANGE,
    { id: 2, text: 'take Emil to the pool' },
    { id: 2, text: 'take Emil to the park' },
  ],
  ['actually go for 60', FORGET, { days: 90 }, { days: 60 }],
  ["hm, let's say 60", FORGET, { days: 90 }, { days: 60 }],
  ['no, not pictures, call it holiday', NAME, { label: 'pictures' }, { label: 'holiday' }],
  ['with 18 instead of 16', SUM, { expression: '3.75 * 16' }, { expression: '3.75 * 18' }],
  [
    'wait sorry, max was 40 not 50',
    SHARE,
    { value: 50, percentage: 34, operation: 'of' },
    { value: 40, percentage: 34, operation: 'of' },
  ],
  // The same for another number: the one of its size.
  [
    'likewise for 1,260.50.',
    SHARE,
    { value: 3415, percentage: 20, operation: 'of' },
    { value: 1260.5, percentage: 20, operation: 'of' },
  ],
  ['and the same for 75 please', FORGET, { days: 90 }, { days: 75 }],
  ['likewise for Lisbon', SHARE, { value: 3415, percentage: 20, operation: 'of' }, undefined],
  ['the same for 300', SHARE, { value: 280, percentage: 200, operation: 'of' }, undefined],
  // A bare number for the only one, for the one with its digits, or for the only one of about its size.
  ['oops wrong nr, i meant 21', DELETE, { ids: [12] }, { ids: [21] }],
  ['hmm no, I wanted to say 180 days', FORGET, { days: 90 }, { days: 180 }],
  ['hmm no, I wanted to say 180 euros', FORGET, { days: 90 }, undefined],
  [
    'no 84000 sry',
    SHARE,
    { value: 48000, percentage: 22, operation: 'of' },
    { value: 84000, percentage: 22, operation: 'of' },
  ],
  [
    'sorry, 900',
    SHARE,
    { value: 800, percentage: 15, operation: 'of' },
    { value: 900, percentage: 15, operation: 'of' },
  ],
  ['sorry, 54', SHARE, { value: 60, percentage: 40, operation: 'of' }, undefined],
  ['ok, 900', SHARE, { value: 800, percentage: 15, operation: 'of' }, undefined],
  ['sorry, 2', SHARE, { value: 5000, percentage: 20, operation: 'of' }, undefined],
  ...(
    [
      ['three hundred, not 5000', 300],
      ['40 thousand, not 5000', 40_000],
      ['about 2.5k, not 5000', 2_500],
      ['another one, not 5000', undefined],
      ['around one third, not 5000', undefined],
    ] as const
  ).map(
    ([message, value]) =>
      [
        message,
        SHARE,
        { value: 5000, percentage: 20, operation: 'of' },
        value && { value, percentage: 20, operation: 'of' },
      ] as const,
  ),
  ['tea, not coffee', SEARCH, search, undefined],
  ['the fruit, not the company', SEARCH, search, undefined],
  ['the rent is due in May, not in June', SEARCH, search, undefined],
  ['why rent, not deposit?', SEARCH, search, undefined],
  // An amount.
  ['make that five cakes', CHANGE, change, { ...change, text: 'order five cakes for Monday' }],
  ['make it 30 days', FORGET, { days: 90 }, { days: 30 }],
  ['make it 30', FORGET, { days: 90 }, { days: 30 }],
  ['better 30', FORGET, { days: 90 }, { days: 30 }],
  ['make that 3 pies', CHANGE, change, undefined],
  ['make it 20', SHARE, { value: 80, percentage: 15, operation: 'of' }, undefined],
  [
    'make that 20 percent',
    SHARE,
    { value: 80, percentage: 15, operation: 'of' },
    { value: 80, percentage: 20, operation: 'of' },
  ],
  ['same again with 50', SUM, { expression: '12 * 45' }, { expression: '12 * 50' }],
  ['once more with a nine', SUM, { expression: 'sqrt(8)' }, { expression: 'sqrt(9)' }],
  // A value of a kind.
  ['wrong word, I meant lease', SEARCH, search, { ...search, pattern: 'lease' }],
  ['wrong folder, try contracts', SEARCH, search, { ...search, directory: 'contracts' }],
  ["that's the wrong file: plan.md", READ, { path: 'notes.md' }, { path: 'plan.md' }],
  ['wrong id, I meant 41', CHANGE, change, { ...change, id: 41 }],
  ['make it say back at two instead', WRITE, write, { ...write, content: 'back at two' }],
  ['no, it should read "closed"', WRITE, write, { ...write, content: 'closed' }],
  ['sorry, plan.md', READ, { path: 'notes.md' }, { path: 'plan.md' }],
  ['15 i mean', DELETE, { ids: [5] }, { ids: [15] }],
  ['no, twelve', FORGET, { days: 90 }, { days: 12 }],
  ['oops 4417', NAME, { label: 'my lock is 4471' }, { label: 'my lock is 4417' }],
  ['no, 15', NAME, { label: '10 minutes' }, { label: '15 minutes' }],
  ['no, 15', NAME, { label: 'from 9:00 to 10:00' }, undefined],
  ['15', NAME, { label: '10 minutes' }, undefined],
  // A day, or a time of day.
  ["no, it's on Friday", CHANGE, change, { ...change, text: 'order three cakes for Friday' }],
  ['move it to tomorrow', CHANGE, change, { ...change, text: 'order three cakes for tomorrow' }],
  ['sorry, at 6', CHANGE, { id: 2, text: 'fetch Leo at 5' }, { id: 2, text: 'fetch Leo at 6' }],
  [
    'no, half past six',
    WRITE,
    { ...write, content: 'back at 7 pm' },
    { ...write, content: 'back at half past six' },
  ],
  ['no, at 8', NAME, { label: '7 am' }, { label: '8 am' }],
  ['make it 8', NAME, { label: '7:15' }, { label: '8' }],
  ['make it 8', NAME, { label: '7:15 pm' }, { label: '8 pm' }],
  ['make it 8:30', NAME, { label: '7' }, { label: '8:30' }],
  ['actually, the 5th of May', NAME, { label: '4 May' }, { label: 'the 5th of May' }],
  ['no, at 6', CHANGE, { id: 2, text: 'open from 9:00 to 17:00' }, undefined],
  ['hmm better an hour', NAME, { label: '45 mins' }, { label: 'an hour' }],
  ['make it an hour and a half', NAME, { label: '10 minutes' }, { label: 'an hour and a half' }],
  ['no, half an hour', CHANGE, { id: 2, text: 'stir it every 10 minutes' }, undefined],
  ['Friday', CHANGE, change, undefined],
  [
    'no, on Friday',
    CHANGE,
    { id: 2, text: 'call Rui tomorrow at 5' },
    { id: 2, text: 'call Rui on Friday at 5' },
  ],
  ['sorry, tomorrow', CHANGE, { id: 2, text: 'call Rui on Monday' }, { id: 2, text: 'call Rui tomorrow' }],
  // A place.
  ['no its sydney', WEATHER, weather, { ...weather, place: 'sydney' }],
  ['I meant Sydney', WEATHER, weather, { ...weather, place: 'Sydney' }],
  ['sorry, New York', WEATHER, weather, { ...weather, place: 'New York' }],
  ['no, Sydney', SEARCH, search, undefined],
  ['no, typo', WEATHER, weather, undefined],
  ['sorry, I meant paris', WEATHER, weather, { ...weather, place: 'paris' }],
  ["no, it's paris", WEATHER, weather, { ...weather, place: 'paris' }],
  ["No, it's Paris", WEATHER, weather, { ...weather, place: 'Paris' }],
  ...[
    "that's great",
    "that's cold",
    "that's late",
    'it is raining',
    "it's munich",
    'I need coffee',
    'I want lunch',
    'take care',
    "no, that's great",
    "no, it's raining",
    "oh no, it's cold",
    "sorry, it's late",
    'no, I need coffee',
    'No, Great',
    "It's Cold",
  ].map((message) => [message, WEATHER, weather, undefined] as const),
  ...[
    'wait a minute',
    'hang on a sec',
    'hold on, just a moment',
    'ok wait, one second please',
    'wait a min!',
  ].map((message) => [message, NAME, { label: '10 minutes' }, undefined] as const),
  ['wait a minute, 15', NAME, { label: '10 minutes' }, { label: '15 minutes' }],
  ['wait, 5 minutes', NAME, { label: '10 minutes' }, { label: '5 minutes' }],
  ['no, a minute', NAME, { label: '10 minutes' }, { label: 'a minute' }],
  ['Great', WEATHER, weather, undefined],
  ['No, Thanks', WEATHER, weather, undefined],
  ['no, tell me about the trams', WEATHER, weather, undefined],
  // Remarks.
  ['wrong number, sorry', CHANGE, change, undefined],
  ["that's wrong but ok", CHANGE, change, undefined],
  ['no, thanks', SEARCH, search, undefined],
  ['no', SEARCH, search, undefined],
  ['ok stop', SEARCH, search, undefined],
  ['make it shorter', WRITE, write, undefined],
  ['make it a poem', WRITE, write, undefined],
  ['it should read better', WRITE, write, undefined],
  ['the text is great', WRITE, write, undefined],
  ['I meant the composer', SEARCH, search, undefined],
  ['no, that was all', WRITE, write, undefined],
  ['wrong place for a joke, I know', SEARCH, search, undefined],
  ['not bad', SEARCH, search, undefined],
]

describe('the call before with another value', () => {
  for (const [message, parameters, args, expected] of CASES)
    test(`${message} (${JSON.stringify(args)})`, () => {
      assert.deepEqual(correctedArguments(message, args, parameters), expected)
    })
})

test('what is the same already is no correction', () => {
  assert.equal(correctedArguments('make it 90', { days: 90 }, FORGET), undefined)
})
