import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesOutside } from '../../source/lib/outside-pattern.ts'
import { IN_WORDS } from '../../source/toolkit/named-in-words.ts'

/** As a schema is read: one that is too long is none. */
const inWords = (message: string) => matchesOutside(IN_WORDS, message)

test('a number that is an id is one, whatever stands behind it', () => {
  for (const message of [
    'delete 3',
    'delete 3 thanks',
    'forget 12 please thanks',
    'mark 3 done thanks',
    'delete no. 3 thanks',
    'delete 3 for Chris',
    'delete 3 about taxes',
    'remove 5 from groceries',
    'delete 3 its duplicates',
    'forget 8 perhaps',
    'delete id3',
    'reminder #4 apples',
    'task 68 complete',
    'paid the 89 euros, that was 42 on my list',
  ])
    assert.equal(inWords(message), false, message)
})

test('what is counted in a story, an age, a seat and a year are no ids', () => {
  for (const message of [
    'I stood behind a man with 9 parcels, but it is sent! The parcel for Aunt Rosi can be marked done.',
    'I watered plant 3, mark that reminder as done',
    'Four seats in row 17, and he got the discount although he is 33. Consider the train tickets done.',
    "Our rabbit died on Sunday, she was 9. Please remove the reminder to clip Flocke's nails.",
    'Turns out it took ten minutes online. They send a new kettle, model K200. Mark the warranty claim as done.',
    'Called grandma, we talked about the 5 new neighbours. Check off calling grandma.',
    'the instrument is from 1912! Would you mark the piano tuning as done for me?',
    'So get rid of the anniversary dinner reminder, it was a table for 4 instead of 2.',
  ])
    assert.equal(inWords(message), true, message)
})
