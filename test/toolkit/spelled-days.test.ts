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
  ['tonite', 'tonight'],
  ['weds 2pm', 'wednesday 2pm'],
  ['on tues. at 9', 'on tuesday at 9'],
  ['until thurs. Then rest', 'until thursday. Then rest'],
  ['sat morning', 'saturday morning'],
  ['a week on sat at 3', 'a week on saturday at 3'],
  ['dentist, wed 9:30', 'dentist, wednesday 9:30'],
  ['we sat there until five', 'we sat there until five'],
  ['the sun at noon', 'the sun at noon'],
  ['update the sat nav', 'update the sat nav'],
  ['fri-colours', 'fri-colours'],
  ['1/2 hour from now', 'half an hour from now'],
  ['in 1/2 an hour', 'in half an hour'],
  ['due 1/2 at 3', 'due 1/2 at 3'],
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
