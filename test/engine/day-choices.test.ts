import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayChoices } from '../../source/engine/embedded/day-choices.ts'

for (const [message, days] of [
  ['what is older than six weeks', [42]],
  ['more than 2 years old', [730]],
  ['a fortnight', [14]],
  ['older than a couple of months', [60]],
  ['between 10 days and 1 month', [10, 30]],
  ['half a year', [183]],
  ['20d', [20]],
  ['a year and a half', undefined],
  ['last summer', undefined],
  ['importance below 0.2 w', undefined],
] as const)
  test(message, () => assert.deepEqual(dayChoices(message), days))
