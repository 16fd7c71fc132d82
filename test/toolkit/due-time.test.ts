import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDue } from '../../source/toolkit/due-time.ts'

/** A Thursday, 10:24 in Berlin (UTC+1 until 29 March). */
const clock = { now: () => new Date('2026-03-12T09:24:00Z'), monotonicMs: () => 0, timeZone: 'Europe/Berlin' }
const due = (text: string, isReminder = true, at = clock) =>
  findDue(text, { clock: at, isReminder })?.toISOString()

for (const [text, wanted] of [
  ['call the dentist tomorrow at 10', '2026-03-13T09:00:00.000Z'],
  ['take the pills at 8 am and 8 pm', '2026-03-13T07:00:00.000Z'],
  ['hand it in by friday or monday at 10', '2026-03-13T08:00:00.000Z'],
  ['swimming on Friday at 4', '2026-03-13T15:00:00.000Z'],
  ['swimming on Friday at 4 in the morning', '2026-03-13T03:00:00.000Z'],
  ['turn the oven off in 20 minutes', '2026-03-12T09:44:00.000Z'],
  ['look again in half an hour', '2026-03-12T09:54:00.000Z'],
  ['check the oven 20 minutes from now', '2026-03-12T09:44:00.000Z'],
  ['check the oven in 20m', '2026-03-12T09:44:00.000Z'],
  ['feed the rabbits on Saturday', '2026-03-14T08:00:00.000Z'],
  ['pay the rent today', '2026-03-12T17:00:00.000Z'],
  ['take out the bins tonight', '2026-03-12T19:00:00.000Z'],
  ['dentist weds 2pm', '2026-03-18T13:00:00.000Z'],
  ['half nine tomorrow, call Jo', '2026-03-13T08:30:00.000Z'],
  ['meet Jo on friday, half 9', '2026-03-13T08:30:00.000Z'],
  ['call Jo 1/2 hour from now', '2026-03-12T09:54:00.000Z'],
  ['a week on sat at 3', '2026-03-21T14:00:00.000Z'],
  ['buy flowers the day before at 18', undefined],
  ['charge the camera two hours before the concert', undefined],
  ['call Jo the day after tomorrow at 18', '2026-03-14T17:00:00.000Z'],
  ['post it 2 days before Easter', '2026-04-03T07:00:00.000Z'],
  ['remind me 11.30 to ring Jo', '2026-03-12T10:30:00.000Z'],
  ['meet Jo at 7.30 on friday', '2026-03-13T06:30:00.000Z'],
  ['buy 2.50 m of rope', undefined],
  ['stretch at 9', '2026-03-12T20:00:00.000Z'],
  ['stretch at 11', '2026-03-12T10:00:00.000Z'],
  ['train at 17:40', '2026-03-12T16:40:00.000Z'],
  ['train at 09:10', '2026-03-13T08:10:00.000Z'],
  ['The vaccination is on the 9th at 8:15', '2026-04-09T06:15:00.000Z'],
  ['call Ida on Christmas Eve at 5', '2026-12-24T16:00:00.000Z'],
  ['remind me on Christmas to call my aunt', '2026-12-25T08:00:00.000Z'],
  ['buy fireworks on New Years Eve', '2026-12-31T08:00:00.000Z'],
  ['plant the onions by Easter', '2026-04-05T07:00:00.000Z'],
  ['buy christmas cards', undefined],
  ['meet Jo the 9th', '2026-04-09T07:00:00.000Z'],
  ['the 20th: pay the bill', '2026-03-20T08:00:00.000Z'],
  ['rent by the 15th', '2026-03-15T08:00:00.000Z'],
  ['meet on 2026-07-01 at 12:00', '2026-07-01T10:00:00.000Z'],
  ['renew my passport in June', '2026-06-01T07:00:00.000Z'],
  ['call Ana tomorrow at 5pm EST', '2026-03-13T22:00:00.000Z'],
  ['call Ana tomorrow at 5pm est', '2026-03-13T22:00:00.000Z'],
  // None of these words is a time zone.
  ['tomorrow at 10 get milk', '2026-03-13T09:00:00.000Z'],
  ['tomorrow at 10 eat breakfast', '2026-03-13T09:00:00.000Z'],
  ['tomorrow at 10:00 cat food', '2026-03-13T09:00:00.000Z'],
  ['tomorrow at 14:00 art class', '2026-03-13T13:00:00.000Z'],
  ['tomorrow at 3pm pet shop', '2026-03-13T14:00:00.000Z'],
  ['Friday at 16:00 vet', '2026-03-13T15:00:00.000Z'],
  ['at 6 get milk', '2026-03-12T17:00:00.000Z'],
  // The next time that the clock shows it.
  ['gym at 5', '2026-03-12T16:00:00.000Z'],
  ['gym at 1', '2026-03-12T12:00:00.000Z'],
  ['gym at 12', '2026-03-12T11:00:00.000Z'],
  ['gym at 10', '2026-03-12T21:00:00.000Z'],
  ['gym at 9:30 in the morning', '2026-03-13T08:30:00.000Z'],
  ['turn off the heater at midnight', '2026-03-12T23:00:00.000Z'],
  ['turn off the heater at noon', '2026-03-12T11:00:00.000Z'],
  ['bins at 9 in the evening', '2026-03-12T20:00:00.000Z'],
  // In words.
  ['meeting at half past six tomorrow', '2026-03-13T17:30:00.000Z'],
  ['meeting tomorrow at quarter past 8', '2026-03-13T07:15:00.000Z'],
  ['wake me at quarter to seven tomorrow', '2026-03-13T17:45:00.000Z'],
  ['bus at ten to nine', '2026-03-12T19:50:00.000Z'],
  ['train at 20 past 11', '2026-03-12T10:20:00.000Z'],
  ['dinner tomorrow at eight in the evening', '2026-03-13T19:00:00.000Z'],
  ['dinner at 8 in the evening tomorrow', '2026-03-13T19:00:00.000Z'],
  ['taxi at 4 at night on Friday', '2026-03-13T03:00:00.000Z'],
  ['dinner at seven', '2026-03-12T18:00:00.000Z'],
  ["lunch tomorrow twelve o'clock", '2026-03-13T11:00:00.000Z'],
  ['meet at seven thirty', '2026-03-12T18:30:00.000Z'],
  ['doctor next week Tuesday 10am', '2026-03-17T09:00:00.000Z'],
  ['next week on Tuesday at 10 dentist', '2026-03-17T09:00:00.000Z'],
  // All of the amount counts.
  ['bread out in an hour and a half', '2026-03-12T10:54:00.000Z'],
  ['call Ana in two and a half hours', '2026-03-12T11:54:00.000Z'],
  ['call Ana in 1 1/2 hours', '2026-03-12T10:54:00.000Z'],
  ['call Ana in 3 hours and a half', '2026-03-12T12:54:00.000Z'],
  ['call Ana in a quarter of an hour', '2026-03-12T09:39:00.000Z'],
  ['call Ana in three quarters of an hour', '2026-03-12T10:09:00.000Z'],
  ['call Ana in forty five minutes', '2026-03-12T10:09:00.000Z'],
  ['call Ana in ninety minutes', '2026-03-12T10:54:00.000Z'],
  ['call Ana in 10 minutes for an hour', '2026-03-12T09:34:00.000Z'],
  ['call Ana in a day and a half', '2026-03-13T21:24:00.000Z'],
  ['call Ana in 2 days at 9', '2026-03-14T08:00:00.000Z'],
  // The time is of each of the days; a month is as long as the calendar has it.
  ['bins on Monday and Friday at 7 am', '2026-03-16T06:00:00.000Z'],
  ['gym Monday, Wednesday and Friday at 7', '2026-03-16T06:00:00.000Z'],
  ['medicine Mon-Fri at 8', '2026-03-16T07:00:00.000Z'],
  ['call Ana a week from today at 3 pm', '2026-03-19T14:00:00.000Z'],
  ['call Ana two weeks from today at 8:30', '2026-03-26T07:30:00.000Z'],
  ['call Ana in a year and a half', '2027-09-12T07:00:00.000Z'],
  ['pay the rent next month on the 5th', '2026-04-05T07:00:00.000Z'],
  ['pay the rent next month on the 20th at 5 pm', '2026-04-20T15:00:00.000Z'],
  // Four digits are a clock, and no number of hours or things.
  ['get up at 0730 tomorrow', '2026-03-13T06:30:00.000Z'],
  ['news at 1930 hours', '2026-03-12T18:30:00.000Z'],
  ['call Ana in 30 hours', '2026-03-13T15:24:00.000Z'],
  // Behind midnight it is still the night of the day before.
  ['lock the door tonight at 12', '2026-03-12T23:00:00.000Z'],
  ['lock the door at midnight tonight', '2026-03-12T23:00:00.000Z'],
  ['lock the door tonight at 1', '2026-03-13T00:00:00.000Z'],
  ['lock the door tomorrow night at 12:30', '2026-03-13T23:30:00.000Z'],
  ['lock the door tonight at 11', '2026-03-12T22:00:00.000Z'],
  ['call tonight at 1 pm', '2026-03-12T12:00:00.000Z'],
  // Days that follow from others.
  ['buy a tree on 24.12. at 9', '2026-12-24T08:00:00.000Z'],
  ['at 5 on 13.3.', '2026-03-13T16:00:00.000Z'],
  ['be there by 9.30 on Friday', '2026-03-13T08:30:00.000Z'],
  ['visit Bob a week from Friday at 10', '2026-03-20T09:00:00.000Z'],
  ['visit Bob 2 days after Christmas', '2026-12-27T08:00:00.000Z'],
  ['a week before Christmas buy gifts', '2026-12-18T08:00:00.000Z'],
  ['visit Bob day after tomorrow at 8', '2026-03-14T07:00:00.000Z'],
  ['visit Bob a week on Tuesday at 4', '2026-03-24T15:00:00.000Z'],
  ['visit Bob two weeks tomorrow', '2026-03-27T08:00:00.000Z'],
  ['visit Bob Easter Sunday at 9', '2026-04-05T07:00:00.000Z'],
  ['Christmas party on Friday at 5', '2026-03-13T16:00:00.000Z'],
  ['visit Bob the 2nd of next month at 9', '2026-04-02T07:00:00.000Z'],
  ['rent in a fortnight', '2026-03-26T08:00:00.000Z'],
  ['call 2 days before the party', undefined],
  ['call ida on monday in two weeks', '2026-03-30T07:00:00.000Z'],
  ['call ida at the start of next week', '2026-03-16T08:00:00.000Z'],
  ['call ida in the middle of next week at 8:30', '2026-03-18T07:30:00.000Z'],
  ['hand it in by the end of the week', '2026-03-15T08:00:00.000Z'],
  ['call ida at the beginning of the week', '2026-03-16T08:00:00.000Z'],
  ['call ida at the start of next month', '2026-04-01T07:00:00.000Z'],
  ['call ida at the beginning of the month', '2026-04-01T07:00:00.000Z'],
  ['pay by the end of the year', '2026-12-31T08:00:00.000Z'],
  ['call ida on Monday of the week after next', '2026-03-23T08:00:00.000Z'],
  ['call ida on may 30', '2026-05-30T07:00:00.000Z'],
  ['call ida on may 14 at 10', '2026-05-14T08:00:00.000Z'],
  ['dinner 20.3. 20:00', '2026-03-20T19:00:00.000Z'],
  ['dinner the 20th 8pm', '2026-03-20T19:00:00.000Z'],
  // The half of the day stands behind the day.
  ['take the bread out at 6 tomorrow morning', '2026-03-13T05:00:00.000Z'],
  ['take the bread out at half past five tomorrow morning', '2026-03-13T04:30:00.000Z'],
  ['leave at 6 on saturday morning', '2026-03-14T05:00:00.000Z'],
  ['leave at 5:30 saturday morning', '2026-03-14T04:30:00.000Z'],
  ['call at 9 on friday evening', '2026-03-13T20:00:00.000Z'],
  ['call at 8 on friday night', '2026-03-13T19:00:00.000Z'],
  ['call at 10 tomorrow night', '2026-03-13T21:00:00.000Z'],
  ['lock the door at 12:30 tomorrow night', '2026-03-13T23:30:00.000Z'],
  ['send it by 9 friday evening', '2026-03-13T20:00:00.000Z'],
] as const) {
  test(`"${text}" is due ${wanted}`, () => assert.equal(due(text), wanted))
}

for (const [text, wanted] of [
  ['catch the 8:15 bus on monday', '2026-03-16T07:15:00.000Z'],
  ['join the 9am call on monday', '2026-03-16T08:00:00.000Z'],
  ['on monday join the 9am call', '2026-03-16T08:00:00.000Z'],
  ['take the 5:30 train tomorrow', '2026-03-13T16:30:00.000Z'],
  ['call mum about the 3pm meeting tomorrow at 10', '2026-03-13T09:00:00.000Z'],
  ['call mum on monday about the 3pm meeting', '2026-03-16T08:00:00.000Z'],
  ['call mum tomorrow, in the evening', '2026-03-13T17:00:00.000Z'],
  ['the party is tomorrow (friday) at 10', '2026-03-13T09:00:00.000Z'],
  ['call mum not today but tomorrow', '2026-03-13T08:00:00.000Z'],
  // What belongs to the thing that is to be done says nothing of when.
  ['pack tomorrow for the trip on saturday', '2026-03-13T08:00:00.000Z'],
  ['remind me tomorrow to pack the bag of saturday', '2026-03-13T08:00:00.000Z'],
  ['call mum at 5 about the party on saturday', '2026-03-12T16:00:00.000Z'],
  ['leave at 5 to be there at 6', '2026-03-12T16:00:00.000Z'],
  ['tomorrow at 10 call mum about the party on friday at 3', '2026-03-13T09:00:00.000Z'],
  ['buy sun cream tomorrow', '2026-03-13T08:00:00.000Z'],
  ['update the sat nav at 5', '2026-03-12T16:00:00.000Z'],
  ['prepare the mon call tomorrow', '2026-03-13T08:00:00.000Z'],
  ['dinner sat 8pm', '2026-03-14T19:00:00.000Z'],
  ['buy a night light tomorrow', '2026-03-13T08:00:00.000Z'],
] as const)
  test(`"${text}", with its day and its time apart, is due ${wanted}`, () => assert.equal(due(text), wanted))

for (const text of [
  'buy milk tomorrow and call mum on sunday at 5',
  'call mum on 31.4. at 10',
  'call mum on 13.13. at 10',
  'pay rent on february 30 at 10',
  'call ana at 3 pm london time',
])
  test(`"${text}" is not due at a moment that was not said`, () => assert.equal(due(text), undefined))

for (const text of [
  'buy light bulbs',
  'buy sun cream',
  'the garage code is 4471',
  'bring 12 plates',
  'I may march',
  'the 3rd floor',
  'buy 5 m of rope',
  'cut the bread from five to six pieces',
  'we stopped at one of the lakes',
])
  test(`"${text}" is never due`, () => assert.equal(due(text), undefined))

test('a fact is due only with a day and a time, or in a span of time', () => {
  assert.equal(due('dentist on Friday at 4', false), '2026-03-13T15:00:00.000Z')
  assert.equal(due('the bread is ready in 20 minutes', false), '2026-03-12T09:44:00.000Z')
  for (const text of [
    'feed the cat on Saturday',
    "Anna's birthday is June 14",
    'the cat eats at 7',
    'the tulips were planted on 12 October at 9',
    'every Monday at 8 there is yoga',
    'the 8:15 bus on monday is full',
    'the lake is 63 m deep',
    'the flight takes 3h',
    'bake it for 20 minutes',
    'parking is 3 hours at most',
  ])
    assert.equal(due(text, false), undefined, text)
})

test('3/5/2027 is 3 May, in zones of the United States 5 March, as for alarms', () => {
  assert.equal(due('taxes on 3/5/2027'), '2027-05-03T07:00:00.000Z')
  assert.equal(due('taxes on 25/12/2026'), '2026-12-25T08:00:00.000Z')
  const newYork = { ...clock, timeZone: 'America/New_York' }
  assert.equal(due('taxes on 3/5/2027', true, newYork), '2027-03-05T14:00:00.000Z')
  assert.equal(due('taxes on 25/12/2026', true, newYork), '2026-12-25T14:00:00.000Z')
})

test('times are those of the person’s zone, also on the day when its clocks change', () => {
  const newYork = { ...clock, timeZone: 'America/New_York' }
  assert.equal(due('call mum tomorrow at 10', true, newYork), '2026-03-13T14:00:00.000Z')
  const before = { ...clock, now: () => new Date('2026-03-28T20:00:00Z') }
  assert.equal(due('brunch tomorrow at 10', true, before), '2026-03-29T08:00:00.000Z')
  assert.equal(due('look in 12 hours', true, before), '2026-03-29T08:00:00.000Z')
})

test('a day that this month does not have is one of the next that has it', () => {
  const inApril = { ...clock, now: () => new Date('2026-04-10T08:24:00Z') }
  assert.equal(due('pay the rent on the 31st at 10', true, inApril), '2026-05-31T08:00:00.000Z')
  const inJanuary = { ...clock, now: () => new Date('2026-01-30T08:24:00Z') }
  assert.equal(due('pay the rent on the 29th', true, inJanuary), '2026-03-29T07:00:00.000Z')
})

test('late in the evening midnight and the hours behind it are still to come, and so they are behind it', () => {
  const late = { ...clock, now: () => new Date('2026-03-12T21:30:00Z') }
  assert.equal(due('lock the door tonight at 1', true, late), '2026-03-13T00:00:00.000Z')
  assert.equal(due('lock the door tonight at 12', true, late), '2026-03-12T23:00:00.000Z')
  const behind = { ...clock, now: () => new Date('2026-03-11T23:30:00Z') }
  assert.equal(due('lock the door tonight at 1', true, behind), '2026-03-12T00:00:00.000Z')
})

for (const [text, wanted] of [
  ['pay the rent in a month', '2026-02-28T08:00:00.000Z'],
  ['pay the rent in a month at 5 pm', '2026-02-28T16:00:00.000Z'],
  ['pay the rent next month', '2026-02-28T08:00:00.000Z'],
  ['pay the rent a month from today', '2026-02-28T08:00:00.000Z'],
  ['pay the rent in 3 months', '2026-04-30T07:00:00.000Z'],
] as const)
  test(`on 31 January "${text}" is ${wanted}: no month is passed over`, () => {
    const clock = {
      now: () => new Date('2026-01-31T09:24:00Z'),
      monotonicMs: () => 0,
      timeZone: 'Europe/Berlin',
    }
    assert.equal(findDue(text, { clock, isReminder: true })?.toISOString(), wanted)
  })

test('four digits that may be a year or a measure are no time', () => {
  for (const text of ['submit the report by 2030', 'the hut at 1500 metres'])
    assert.equal(due(text), undefined, text)
})
