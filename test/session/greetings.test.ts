// Small talk by the router that ships, by words alone (before the sentence model is fetched): nothing is called, nothing is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSession } from '../helpers/open-session.ts'

const GREETINGS = [
  'hello',
  'hello there',
  'Hello there!',
  'hi there',
  'hey there, how are you?',
  'hello you',
  'good morning',
  'how are you',
  'are you there?',
  'you there?',
  "what's up",
  'can we talk',
  'thanks a lot',
  'ok then',
  'bye for now',
]

test('greetings and thanks go to the model, without a tool and without a question', async () => {
  const { session, events, done } = await openTestSession()
  try {
    for (const greeting of GREETINGS) await session.submit(greeting)
    const answers = events.flatMap((event) =>
      event.type === 'answer' ? [`${event.source}: ${event.text}`] : [],
    )
    assert.deepEqual(
      answers,
      GREETINGS.map(() => 'model: I see.'),
    )
  } finally {
    await done()
  }
})
