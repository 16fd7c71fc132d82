import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSpelledDays } from '../../source/toolkit/spelled-days.ts'

for (const [text, spelled] of [
  ['on saterday at 9', 'on saturday at 9'],
  ['tomorow morning', 'tomorrow morning'],
  ['tommorow', 'tomorrow'],
  ['wensday', 'wednesday'],
  ['thrusday', 'thursday'],
  ['firday', 'friday'],
  ['todya at 5', 'today at 5'],
  ['tonite', 'tonite'],
  ['Friday', 'Friday'],
  ['at midday', 'at midday'],
  ['his birthday', 'his birthday'],
  ['a holiday someday', 'a holiday someday'],
  ['the tomato day', 'the tomato day'],
  ['Toronto', 'Toronto'],
  ['blursday', 'blursday'],
  ['a daddy, a lady and candy', 'a daddy, a lady and candy'],
] as const)
  test(`"${text}"`, () => assert.equal(withSpelledDays(text), spelled))
