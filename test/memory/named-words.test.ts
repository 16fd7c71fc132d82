// A person's words for one entry, as people say them, and words that tell of something else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestMemory } from './open-memory.ts'

/** What is remembered, what is said, and whether that is meant. */
const TABLE: readonly (readonly [entry: string, said: string, isMeant: boolean])[] = [
  // Another number, name, relative, place or thing.
  ['water plant 2', 'water plant 3', false],
  ['water plant 2', 'I watered plant 3', false],
  ['water 2 plants', 'water 3 plants', false],
  ['read chapter 4 of the history book', 'chapter 5 of the history book', false],
  ['tax return 2025', 'the 2024 tax return', false],
  ['call Martina', 'calling Marina', false],
  ['call Martina', 'calling marina', false],
  ['dinner with Anna', 'dinner with Hanna', false],
  ["my sister's birthday is 3 May", "my brother's birthday", false],
  ["my sister's birthday is 3 May", 'my brothers birthday', false],
  ["Bob's phone number is 0171 5551234", "Anna's phone number", false],
  ["Bob's phone number is 0171 5551234", 'anna phone number', false],
  ['the wifi password at work is Hunter2', 'wifi password at home', false],
  ['the wifi password at work is Hunter2', 'the netflix password', false],
  ['the wifi password is Hunter2', "Bob's wifi password", false],
  ['my favourite colour is blue', 'my favourite food', false],
  ['take out the bins', 'take out the recycling', false],
  ['call the dentist', 'call the plumber', false],
  ['feed the cat', 'feeding the dog', false],
  ['buy bread', 'buy milk', false],
  ['the gym code is 1234', 'the garage code', false],
  ['buy a present for Ben', 'the present for Mia', false],
  ['flight to Berlin on Friday at 9', 'the flight to Munich', false],
  ['pick up the parcel from the post office', 'the parcel from the neighbour', false],
  ['budget meeting with finance', 'the budget meeting with Lena', false],
  ['Tom is vegetarian', 'Tim is vegetarian', false],
  ['buy milk at Lidl', 'the milk at Aldi', false],
  ["the dog's vet appointment", "the cat's vet appointment", false],
  // The same thing in other words.
  ['water plant 2', 'plant 2', true],
  ['water plant 2', 'I watered plant 2', true],
  ['call the dentist about the crown', 'the dentist thing', true],
  ['call the dentist about the crown', 'the dentist appointment', true],
  ['call the dentist about the crown', 'I called the dentist about my tooth', true],
  ['call the dentist about the crown', 'the dentist at 10', true],
  ['call the dentist about the crown', 'my 10 am dentist call', true],
  ['call the dentist about the crown', 'dentist on friday', true],
  ['call the dentist about the crown', 'calling the dentst', true],
  ['call Martina', 'calling martina', true],
  ['call Martina', 'Martina', true],
  ['call Anna about the trip', "Anna's trip call", true],
  ["my mother's birthday is 3 May", "mum's birthday", true],
  ['my brother Tom has his birthday on 3 May', "Tom's birthday", true],
  ["Tom's birthday is 3 May", "my brother Tom's birthday", true],
  ["my sister's birthday is 3 May", 'the birthday of my sister', true],
  ["my sister's birthday is 3 May", "my sister's birthday on the 3rd", true],
  ["Bob's phone number is 0171 5551234", "bob's number", true],
  ['the wifi password at work is Hunter2', 'the wifi password', true],
  ['the wifi password at work is Hunter2', 'wifi password at work', true],
  ['the wifi password is Hunter2', 'the wifi code', true],
  ['electricity bill due Friday', 'I paid the electricity bill finally', true],
  ['pick up the cake on Saturday at 3', 'I picked up the cake from the bakery', true],
  ['pick up the cake on Saturday at 3', 'the cake pickup', true],
  ['buy milk and eggs', 'buy milk at the corner shop', true],
  ['buy milk and eggs', 'I bought the milk and the eggs at Aldi', true],
  ['watch the film about bees', 'I watched the film with Anna', true],
  ['renew car insurance before 1 April', 'renewing my car insurance on 1 April', true],
  ['send Lena the slides', 'the slides for Lena', true],
  ['the cleaner comes on Thursdays', 'the cleaner on Thursday', true],
  ['Tom is vegetarian', 'that Tom is a vegetarian', true],
  ['buy apples', 'buy 3 apples', true],
  ['take out the bins', 'the bins are out', true],
  ['take out the bins on Monday', 'I took the bins out', true],
  ['renew the passport', 'passport renewal', true],
  ['book flights to Oslo', 'the Oslo trip', true],
  ['return the shoes order', 'The shoe order', true],
  ['vacuum the living room', 'LIVING ROOM VACUUMING', true],
  ['I like tea', 'I like tea', true],
  ['my dentist is Dr Novak', 'Dr. Novak', true],
  ['pay rent', 'rent payment', true],
  ['my shoe size is 43', 'my shoe size', true],
  ['my shoe size is 43', 'the shoe size thing', true],
  ['feed the cat every day at 8', 'the 8 o’clock cat feeding', true],
]

for (const [entry, said, isMeant] of TABLE)
  test(`"${said}" ${isMeant ? 'means' : 'is not'} "${entry}"`, async () => {
    using opened = await openTestMemory()
    opened.memory.store({ text: entry, kind: 'fact' })
    assert.deepEqual(
      opened.memory.named(said).map(({ text }) => text),
      isMeant ? [entry] : [],
    )
  })

test('a number tells entries apart, and so do a time and a word that stands in another one', async () => {
  using opened = await openTestMemory()
  for (const text of [
    'water plant 2',
    'water plant 3',
    'vet at 9',
    'vet at 4',
    'water the bedroom plants',
    'paint the kitchen',
  ])
    opened.memory.store({ text, kind: 'fact' })
  const named = (words: string) => opened.memory.named(words).map(({ id }) => id)
  assert.deepEqual(named('I watered plant 3'), [2])
  assert.deepEqual(named('the vet at 4'), [4])
  assert.deepEqual(named('water the kitchen plants'), [])
  assert.deepEqual(named('the bedroom plants'), [5])
})

for (const [text, queries] of [
  ['我的狗叫小白', ['狗', '小白', '我的狗', '我的狗叫什么']],
  ['日本の友達は田中さん', ['田中', '友達', '田中 phone']],
  ['ทดสอบภาษาไทย', ['ภาษา']],
  ['İstanbul is nice', ['İstanbul', 'istanbul', 'ISTANBUL']],
] as const)
  for (const query of queries)
    test(`searching "${query}" finds "${text}"`, async () => {
      using opened = await openTestMemory()
      for (const one of ['我喜欢茶', '東京に住んでいます', 'กาแฟ', 'Ankara is big', text])
        opened.memory.store({ text: one, kind: 'fact' })
      assert.deepEqual(
        opened.memory.search({ words: query, limit: 3 }).map((entry) => entry.text),
        [text],
      )
    })
