import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone } from '../../source/toolkit/zoned-time.ts'
import { AMOUNT_CUE, CUES, TO_CUE } from '../../tools/date_compute/cues.ts'
import dateCompute from '../../tools/date_compute/tool.ts'
import getTimeIn from '../../tools/get_time_in/tool.ts'
import { ZONE_OF } from '../../tools/get_time_in/zones.ts'
import { call, sentenceOf } from './tool-context.ts'

const DATES: readonly (readonly [args: { [name: string]: string }, said: string])[] = [
  [
    { operation: 'days_until', date: 'Christmas' },
    'Christmas (Friday, 25 December 2026) is in 288 days (41 weeks and 1 day; 9 months and 13 days).',
  ],
  [
    { operation: 'days_until', date: '9 March' },
    'Tuesday, 9 March 2027 is in 362 days (51 weeks and 5 days; 11 months and 25 days).',
  ],
  [{ operation: 'days_since', date: '9 March' }, 'Monday, 9 March 2026 was 3 days ago.'],
  [{ operation: 'days_until', date: 'today' }, 'Thursday, 12 March 2026 is today.'],
  [
    { operation: 'days_between', date: '3 May', to: '1 June' },
    'From Sunday, 3 May 2026 to Monday, 1 June 2026 it is 29 days (4 weeks and 1 day).',
  ],
  [
    { operation: 'days_between', date: '3 May and 1 June' },
    'From Sunday, 3 May 2026 to Monday, 1 June 2026 it is 29 days (4 weeks and 1 day).',
  ],
  [
    { operation: 'days_between', date: '3', to: '20 May' },
    'From Sunday, 3 May 2026 to Wednesday, 20 May 2026 it is 17 days (2 weeks and 3 days).',
  ],
  [
    { operation: 'days_between', date: 'Christmas', to: 'New Year' },
    'From Friday, 25 December 2026 to Friday, 1 January 2027 it is 7 days (1 week).',
  ],
  [
    { operation: 'days_between', date: '28 December to 3 January' },
    'From Monday, 28 December 2026 to Sunday, 3 January 2027 it is 6 days.',
  ],
  [
    { operation: 'days_until', date: 'Friday 25 December' },
    'Friday, 25 December 2026 is in 288 days (41 weeks and 1 day; 9 months and 13 days).',
  ],
  [{ operation: 'weekday_of', date: '12.5.61' }, '12 May 1961 was a Friday.'],
  [
    { operation: 'days_between', date: '1 June 2027', to: '31 May 2027' },
    'From Monday, 31 May 2027 to Tuesday, 1 June 2027 it is 1 day.',
  ],
  [
    { operation: 'add', date: 'Friday', amount: '3 weeks' },
    '3 weeks after Friday, 13 March 2026 is Friday, 3 April 2026.',
  ],
  [
    { operation: 'add', date: 'today', amount: '-3 weeks' },
    '3 weeks before today, Thursday, 12 March 2026, is Thursday, 19 February 2026.',
  ],
  [
    { operation: 'subtract', date: 'today', amount: 'minus 3 weeks' },
    '3 weeks after today, Thursday, 12 March 2026, is Thursday, 2 April 2026.',
  ],
  [
    { operation: 'days_since', date: '2025' },
    'Wednesday, 1 January 2025 was 435 days ago (62 weeks and 1 day; 1 year, 2 months and 11 days).',
  ],
  [
    { operation: 'days_until', date: 'the month' },
    'The end of the month (Tuesday, 31 March 2026) is in 19 days (2 weeks and 5 days).',
  ],
  [
    { operation: 'add', date: 'today', amount: '3 business days' },
    'bad_amount: `3 business days` is no span of days that can be counted; say it like 3 weeks or 45 days.',
  ],
  [
    { operation: 'subtract', date: 'today', amount: '9000 years' },
    'out_of_range: The calendar begins with the year 1; use less than `9000 years`.',
  ],
  [{ operation: 'add', date: '3 weeks from Friday' }, '3 weeks from Friday is 3 April 2026, a Friday.'],
  [
    { operation: 'add', date: '3 weeks from Friday', amount: '3 weeks' },
    '3 weeks from Friday is 3 April 2026, a Friday.',
  ],
  [
    { operation: 'add', date: 'today', amount: '90 days' },
    '90 days after today, Thursday, 12 March 2026, is Wednesday, 10 June 2026.',
  ],
  [
    { operation: 'add', date: '31 January 2027', amount: 'a month' },
    '1 month after Sunday, 31 January 2027 is Sunday, 28 February 2027.',
  ],
  [
    { operation: 'subtract', date: '15 May', amount: 'two months' },
    '2 months before Friday, 15 May 2026 is Sunday, 15 March 2026.',
  ],
  [{ operation: 'weekday_of', date: '12 March 1999' }, '12 March 1999 was a Friday.'],
  [{ operation: 'weekday_of', date: 'tomorrow' }, 'Tomorrow is 13 March 2026, a Friday.'],
  [{ operation: 'date_of', date: 'next Friday' }, 'Next Friday is 20 March 2026, a Friday.'],
  [{ operation: 'date_of', date: 'easter 2027' }, 'Easter 2027 is 28 March 2027, a Sunday.'],
  [
    { operation: 'date_of', date: 'the last Sunday in October' },
    'The last Sunday in October is 25 October 2026, a Sunday.',
  ],
  [
    { operation: 'add', date: 'today' },
    'bad_amount: It is not said what is added to `today`; say it like 3 weeks or 45 days.',
  ],
  [
    { operation: 'days_until', date: 'blursday' },
    'bad_date: `blursday` is no date that exists or that can be read; write it like 12 March 2026.',
  ],
  [
    { operation: 'add', date: 'today', amount: '9000 years' },
    'out_of_range: The calendar ends with the year 9999; use less than `9000 years`.',
  ],
]

for (const [args, said] of DATES) {
  test(`${Object.values(args).join(' ')}: ${said}`, async () =>
    assert.equal(await sentenceOf(dateCompute, args), said))
}

const MORNING = {
  now: () => new Date('2026-03-12T09:24:00Z'),
  monotonicMs: () => 0,
  timeZone: 'Europe/Berlin',
}

for (const [args, said] of [
  [
    { operation: 'add', date: 'now', amount: '36 hours' },
    '1 day and 12 hours from now it is Friday, 13 March 2026, 22:24.',
  ],
  [
    { operation: 'subtract', date: 'today', amount: '90 minutes' },
    '1 hour and 30 minutes ago it was Thursday, 12 March 2026, 08:54.',
  ],
  [
    { operation: 'date_of', date: 'in 36 hours' },
    '1 day and 12 hours from now it is Friday, 13 March 2026, 22:24.',
  ],
  [
    { operation: 'add', date: 'today', amount: '48 hours' },
    '2 days after today, Thursday, 12 March 2026, is Saturday, 14 March 2026.',
  ],
] as const)
  test(`hours are counted on the clock: ${JSON.stringify(args)}`, async () =>
    assert.equal(await sentenceOf(dateCompute, args, { clock: MORNING }), said))

test('hours are not added to a day that has no time', async () => {
  const outcome = await call(dateCompute, { operation: 'add', date: '3 May', amount: '90 minutes' })
  assert.equal(
    outcome.type === 'failed' && outcome.message,
    '`90 minutes` is no number of whole days, and `3 May` has no time of day; name whole days, or count from now.',
  )
  const far = await call(dateCompute, { operation: 'add', date: 'now', amount: '99999999999.5 hours' })
  assert.equal(far.type === 'failed' && far.code, 'out_of_range')
})

test('days are those of the calendar, however long the night was', async () => {
  const clock = {
    now: () => new Date('2026-03-28T22:30:00Z'),
    monotonicMs: () => 0,
    timeZone: 'Europe/Berlin',
  }
  assert.equal(
    await sentenceOf(dateCompute, { operation: 'days_until', date: '30 March' }, { clock }),
    'Monday, 30 March 2026 is in 2 days.',
  )
})

const OPENED: readonly (readonly [message: string, operation: keyof typeof CUES])[] = [
  ['how many days until Christmas', 'days_until'],
  ['days till my holiday on 3 June', 'days_until'],
  ['how long has it been since 1 May 2019', 'days_since'],
  ['how many days lie between 3 March and 19 June', 'days_between'],
  ['3 May - 17 June how many days', 'days_between'],
  ['what date is 3 weeks from Friday', 'add'],
  ['which date was it three weeks ago', 'subtract'],
  ['date two months before 15 May', 'subtract'],
  ['which weekday was 4 July 1990', 'weekday_of'],
  ['was 9 November 1989 a Thursday?', 'weekday_of'],
  ['when is easter next year', 'date_of'],
]

test('a message opens the operation that it asks for', () => {
  for (const [message, operation] of OPENED) assert.match(message, new RegExp(CUES[operation], 'iu'), message)
})

test('a second date and an amount are written where the message has them', () => {
  const [to, amount] = [new RegExp(TO_CUE, 'iu'), new RegExp(AMOUNT_CUE, 'iu')]
  assert.match('how many days lie between 3 March and 19 June', to)
  assert.match('from 1 May to 3 June, how many weeks', to)
  assert.match('3 May - 17 June how many days', to)
  assert.doesNotMatch('how many days until Christmas', to)
  assert.doesNotMatch('what date is 3 weeks from Friday', to)
  assert.match('what date is 3 weeks from Friday', amount)
  assert.match('the day a fortnight before Easter', amount)
  assert.doesNotMatch('how many days until 3 May', amount)
  assert.doesNotMatch('which weekday was 4 July 1990', amount)
})

const PLACES: readonly (readonly [place: string, said: string])[] = [
  ['Tokyo', 'It is 18:24 in Tokyo, 8 hours ahead of here.'],
  ['in new york?', 'It is 05:24 in New York, 5 hours behind here.'],
  ['São Paulo', 'It is 06:24 in Sao Paulo, 4 hours behind here.'],
  ['paris, france', 'It is 10:24 in Paris, the same as here.'],
  ['US west coast', 'It is 02:24 in US West Coast, 8 hours behind here.'],
  ['mumbai now', 'It is 14:54 in Mumbai, 4 hours and 30 minutes ahead of here.'],
  ['Hawaii', 'It is 23:24 on Wednesday in Hawaii, 11 hours behind here.'],
  ['UTC', 'It is 09:24 in UTC, 1 hour behind here.'],
  ['utc+5:30', 'It is 14:54 in UTC+5:30, 4 hours and 30 minutes ahead of here.'],
  ['Asia/Tokyo', 'It is 18:24 in Asia/Tokyo, 8 hours ahead of here.'],
  ['Toyko', 'unknown_place: The time zone of `Toyko` is not known here; did you mean `Tokyo`?'],
  [
    'Springfield',
    'unknown_place: The time zone of `Springfield` is not known here; name a large city of the same zone.',
  ],
  ['the US', 'several_zones: `the US` has several time zones; name a city there.'],
  [
    'utc+99',
    'unknown_place: The time zone of `utc+99` is not known here; name a large city of the same zone.',
  ],
]

const SAME_NAMES: readonly (readonly [place: string, said: RegExp])[] = [
  ['Paris, Texas', /^It is 04:24 in Paris, Texas, 6 hours behind/],
  ['Portland, Maine', /^It is 05:24 in Portland, Maine,/],
  ['Seattle, Washington', /^It is 02:24 in Seattle,/],
  ['Vancouver, Washington', /^It is 02:24 in Vancouver, Washington,/],
  ['Cordoba, Spain', /^It is 10:24 in Cordoba, Spain,/],
  ['Santiago, Spain', /^It is 10:24 in Santiago, Spain,/],
  ['Santiago, Chile', /^It is 06:24 in Santiago,/],
  ['Manchester, New Hampshire', /^It is 05:24 in Manchester, New Hampshire,/],
  ['Rome, New York', /^It is 05:24 in Rome, New York,/],
  ['Cambridge, MA', /^It is 05:24 in Cambridge, MA,/],
  ['Athens, Georgia', /^It is 05:24 in Athens, Georgia,/],
  ['Tbilisi, Georgia', /^It is 13:24 in Tbilisi,/],
  ['Georgia', /^several_zones: /],
  ['Berlin, DE', /^It is 10:24 in Berlin, the same/],
  ['Cancun, Mexico', /^It is 04:24 in Cancun,/],
  ['Hong Kong, China', /^It is 17:24 in Hong Kong,/],
  ['San Jose, Costa Rica', /^It is 03:24 in San Jose, Costa Rica,/],
  ['London, Canada', /^unknown_place: /],
  ['tokyo japan', /^It is 18:24 in Tokyo,/],
  ['new york usa', /^It is 05:24 in New York,/],
  ['L.A.', /^It is 02:24 in LA,/],
  ["St. John's", /^It is 06:54 in St Johns,/],
  ['La Paz', /^It is 05:24 in La Paz,/],
  ['the UK', /^It is 09:24 in the UK,/],
  ['the Netherlands', /^It is 10:24 in the Netherlands,/],
  ['Slovakia', /^It is 10:24 in Slovakia,/],
  ['Tanzania', /^It is 12:24 in Tanzania,/],
  ['it', /^unknown_place: /],
  ['united states of america', /^several_zones: /],
]

for (const [place, said] of SAME_NAMES) {
  test(`of places with one name the one that is meant: ${place}`, async () =>
    assert.match(await sentenceOf(getTimeIn, { place }), said))
}

for (const [place, said] of PLACES) {
  test(`the time in ${place}: ${said}`, async () =>
    assert.equal(await sentenceOf(getTimeIn, { place }), said))
}

test('the zone of every name in the table is one that Intl knows', () => {
  for (const zone of new Set(ZONE_OF.values())) assert.equal(isTimeZone(zone), true, zone)
})

test('summer time of the other place counts', async () => {
  const clock = {
    now: () => new Date('2026-03-20T12:00:00Z'),
    monotonicMs: () => 0,
    timeZone: 'Europe/Berlin',
  }
  const outcome = await call(getTimeIn, { place: 'New York' }, { clock })
  assert.equal(
    outcome.type === 'said' && outcome.said.sentence,
    'It is 08:00 in New York, 5 hours behind here.',
  )
})
