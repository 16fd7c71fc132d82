import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { turnPerson } from '../../source/governor/own-person.ts'

describe('what is the person’s own', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['My wifi password is Heron77.', 'what is my wifi password?', 'Your wifi password is Heron77.'],
    ['I remember my dog’s name is Bello.', "what's my dog's name?", 'I remember your dog’s name is Bello.'],
    [
      'I put the keys in the drawer.',
      'where are they?\n3: I put the keys in the drawer',
      'You put the keys in the drawer.',
    ],
    [
      "It says I'm allergic, and I was ill.",
      "I'm allergic and I was ill",
      "It says you're allergic, and you were ill.",
    ],
    ['Our rent is 600.', 'what is our rent', 'Your rent is 600.'],
    // Nobody said it of theirs, or it is quoted.
    ['My result is 5.', 'what is 2 + 3?', 'My result is 5.'],
    ['I found two.', 'where is it?', 'I found two.'],
    ['It says "my dog barks".', 'what does my dog file say?', 'It says "my dog barks".'],
    ['Mystery solved.', 'my stery', 'Mystery solved.'],
  ]
  for (const [answer, said, expected] of cases)
    test(`${answer} to ${said.split('\n')[0]}`, () => assert.equal(turnPerson(answer, said), expected))
})
