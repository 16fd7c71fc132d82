import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findReminderTime } from '../../source/toolkit/reminder-time.ts'
import { deedFirst } from '../../tools/memory_store/deed-first.ts'
import { someContext } from './tool-context.ts'

const timeOf = (text: string) =>
  JSON.stringify(findReminderTime(text, { clock: someContext.clock, isReminder: true }))

for (const [text, kept] of [
  ['Remind me tomorrow at 10 to get milk', 'get milk tomorrow at 10'],
  ['can you remind me in 20 minutes to take the pizza out?', 'take the pizza out in 20 minutes'],
  ['remind me every Monday at 7 to put the bins out', 'put the bins out every Monday at 7'],
  ['remind me about the talk to Al at 5', undefined],
  ['remind me tomorrow to ring Jo on Friday at 3', undefined],
  ['remind me to get milk', undefined],
  ['get milk tomorrow at 10', undefined],
] as const)
  test(`"${text}" is kept as ${kept ?? 'it is'}`, () => {
    assert.equal(deedFirst(text, timeOf), kept ?? text)
    if (kept !== undefined) assert.equal(timeOf(kept), timeOf(text))
  })

for (const text of [
  `remind me${' '.repeat(8_000)}`,
  `remind me${' '.repeat(8_000)}x`,
  `remind me tomorrow to${' '.repeat(8_000)}x`,
  `remind me tomorrow to x${' .'.repeat(8_000)}x`,
])
  test(`"${text.slice(0, 12).trim()}" with ${text.length} signs is read at once`, () => {
    const begun = performance.now()
    deedFirst(text, () => undefined)
    assert.ok(performance.now() - begun < 500)
  })
