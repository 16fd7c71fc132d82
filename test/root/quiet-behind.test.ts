import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { openGround } from '../../source/composing/ground.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

// None of them stands in `prompts/remarks.txt`.
const SOCIAL = [
  'hello my friend',
  'hi hi',
  'heya',
  'greetings',
  'thanks a million',
  'much obliged',
  'sorry what',
  'understood',
  'got it',
  'fair enough',
  'no worries',
]
// They need no tool either, and lean on nothing.
const NEW = [
  'why do some years have 53 weeks',
  'translate good night into Danish',
  'write a limerick about a cat that likes rain',
  'book me a table for two at seven',
  'what does gregarious mean',
  'my battery is at 20 percent again',
  'who painted the night watch',
  'send Priya an email about the meeting',
  'how do I read a file line by line in Rust',
  'is it rude to leave before dessert',
  'play something quiet',
  'explain recursion to a child',
]
const CALLED = [
  'calculator_compute',
  'date_compute',
  'file_list',
  'file_read',
  'file_search',
  'get_weather_forecast',
  'memory_store',
  'percentage_calculate',
  'timer_create',
  'unit_convert',
]

test('a greeting, thanks or a word of assent behind a call is left alone', () => {
  assert.deepEqual(calledBehind(SOCIAL), [])
})

test('what is new in the middle of a conversation is left alone as it would be at its start', () => {
  const called = calledBehind(NEW)
  assert.ok(called.length <= 0.05 * NEW.length * CALLED.length, called.join('\n'))
})

/** Pairs of a message and the tool of the last call in which a tool is called. */
function calledBehind(messages: readonly string[]): readonly string[] {
  const home = temporaryFolder('home')
  const { router, tools } = openGround({
    program: findProgram(),
    home: homePaths(home, {}),
    systemText: '',
    modelId: () => '',
  })
  const enabled = new Set(tools.enabled.map(({ name }) => name))
  rmSync(home, { recursive: true })
  return CALLED.flatMap((last) =>
    messages
      .filter((message) => router.route(message, enabled, last).tool !== null)
      .map((message) => `${message} behind ${last}`),
  )
}
