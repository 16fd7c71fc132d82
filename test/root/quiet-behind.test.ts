import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { openGround } from '../../source/ground.ts'
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
  const home = temporaryFolder('home')
  const { router, tools } = openGround({
    program: findProgram(),
    home: homePaths(home, {}),
    systemText: '',
    modelId: () => '',
  })
  const enabled = new Set(tools.enabled.map(({ name }) => name))
  const called = CALLED.flatMap((last) =>
    SOCIAL.filter((message) => router.route(message, enabled, last).tool !== null).map(
      (message) => `${message} behind ${last}`,
    ),
  )
  assert.deepEqual(called, [])
  rmSync(home, { recursive: true })
})
