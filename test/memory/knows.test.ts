import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestMemory } from './open-memory.ts'

test('a question about something of the person that one entry has is known', async () => {
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
    assert.equal(memory.knows(known), true, known)
  for (const unknown of [
    'what is my email password',
    'how do I change my wifi password',
    'what is a wifi password?',
    'my wifi password is broken',
    "what is my sister's name?",
    'who am I?',
    '"my" OR NOT lamp?',
    '',
  ])
    assert.equal(memory.knows(unknown), false, unknown)
})
