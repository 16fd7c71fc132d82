import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostRelevant, RELEVANCE, relevanceOf } from '../../source/memory/relevance.ts'

const of = (text: string, context = '') => ({ text, context })

for (const [message, text, context = ''] of [
  ['how deep is the lake?', 'the lake is 63 m deep'],
  ["what's my son's name?", 'my son is called Jannik, not Yannick'],
  ['what is the capital of Portugal', 'Lisbon is the captial of Portugal'],
  ['when does the ferry leave?', 'it takes 55 minutes', 'ferry'],
  ['how should I begin coding the page?', 'sketch the page on paper before coding it'],
  ['what is the name of the plumber we use?', 'the plumber we use is Novak, not Dvorak'],
  [
    'write a short birthday greeting for Ida',
    'end a birthday greeting with Yours, Benno, not with Best regards',
  ],
  ['the printers rollers again', 'cleaning the rollers with alcohol helps the printer'],
] as const) {
  test(`"${message}" brings "${text}" back`, () => {
    assert.ok(relevanceOf(message, of(text, context)) >= RELEVANCE.least)
  })
}

for (const [message, text] of [
  ['hello, how are you?', 'the lake is 63 m deep'],
  ['how do I get from the station to the school of my son?', 'my son is called Jannik, not Yannick'],
  ['what is 18% of 349?', 'the lake is 63 m deep'],
  ['what time is it?', 'salting the aubergines first'],
  ['what is the name of the plumber we use?', "my sister's name is Carla, not Klara"],
  ['write a short story', 'end a short letter with Yours'],
  ['can you do this again please', 'do it again with less salt'],
  ['', 'the lake is 63 m deep'],
] as const) {
  test(`"${message}" does not bring "${text}" back`, () => {
    assert.ok(relevanceOf(message, of(text)) < RELEVANCE.least)
  })
}

test('the best comes first, and no more than the limit', () => {
  const entries = [
    of('the lake is cold'),
    of('the lake is 63 m deep'),
    of('deep water of the lake near Como'),
  ]
  assert.deepEqual(
    mostRelevant('how deep is the lake', entries, 2).map(({ text }) => text),
    ['the lake is 63 m deep', 'deep water of the lake near Como'],
  )
})

test('a pasted page costs no minutes, and no entry belongs to all of it', () => {
  const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26))
  const words = Array.from(
    { length: 5_000 },
    (_, at) => `word${letters(at)}${letters(Math.floor(at / 676))}xyz`,
  )
  const entries = Array.from({ length: 200 }, (_, at) => of(words.slice(at * 20, at * 20 + 20).join(' ')))
  const startedMs = performance.now()
  assert.deepEqual(mostRelevant(words.join(' '), entries, 3), [])
  assert.ok(performance.now() - startedMs < 60_000)
})
