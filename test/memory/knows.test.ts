import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTold, ownWords } from '../../source/memory/questions.ts'
import { openTestMemory } from './open-memory.ts'

test('a question about something of the person is known if one entry has all of its words', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  for (const text of [
    'my wifi password is tulip-88',
    'I parked the car on level 3',
    'my son Ole is 7 years old',
  ])
    memory.store({ text, kind: 'fact' })
  memory.store({ text: "my sister's name is Carla, not Klara", kind: 'correction' })
  for (const known of [
    'what is my wifi password',
    'my wifi password?',
    'hey, where did I park the car',
    'how old is my son again?',
    'tell me my wifi password please',
  ])
    assert.equal(memory.has(ownWords(known)), 'all', known)
  for (const near of ['what is my email password', "what is my sister's name?", 'did I ever wash the car?'])
    assert.equal(memory.has(ownWords(near)), 'some', near)
  for (const unknown of ['who is my landlord?', 'tell me where I met Jonas', '"my" OR NOT lamp?'])
    assert.equal(memory.has(ownWords(unknown)), 'none', unknown)
})

test('what is told of the person’s own is no question about it', () => {
  for (const told of [
    'my hairdresser is called Luigi',
    'hey, our wifi password is hunter2',
    "I'm Tim",
    'we moved to Bergen last month',
    'I parked on level 4',
  ])
    assert.equal(isTold(told), true, told)
  for (const other of [
    'my shoe size is what',
    'my shoe size',
    'my locker code?',
    'is my passport in the drawer',
    'I met my boss, where did he live',
    'find my note about Luigi',
    'the guy who cuts my hair',
  ])
    assert.equal(isTold(other), false, other)
})

test('a question that is not about something of the person has no words', () => {
  for (const other of [
    'what is a wifi password?',
    'my wifi password is broken',
    'who am I?',
    'tell me about goats',
    'where is the red lamp of the long corridor?',
    '',
  ])
    assert.deepEqual(ownWords(other), [], other)
  assert.deepEqual(ownWords('so, what is my wifi password'), ['wifi', 'password'])
  assert.deepEqual(ownWords('whats my name'), ['name'])
  assert.deepEqual(ownWords("the guy who cuts my hair, what's his name"), ['guy', 'cuts', 'hair', 'name'])
  assert.deepEqual(ownWords('I met my boss, what a day'), [])
  const story = Array.from({ length: 13 }, (_, at) => `word${at}`).join(' ')
  assert.deepEqual(ownWords(`where did I put ${story}?`), [])
})
