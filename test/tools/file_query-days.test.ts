// Rows by their days: years in the first column, what is to be left out, quarters and halves, and what is not understood.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion, type TableAnswer } from '../../tools/file_query/answer.ts'
import { dayOf } from '../../tools/file_query/cells.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const answerTo = async (csv: string) => {
  const table = (await readTable('a.csv', csv)) as Table
  return (question: string) => answerQuestion(table, question, TODAY)
}

/** Each question means rows that come to so much. */
function verifyValues(
  ask: (question: string) => TableAnswer,
  wanted: Readonly<Record<string, string | null>>,
): void {
  const found = Object.keys(wanted).map((question) => [question, ask(question).value])
  assert.deepEqual(Object.fromEntries(found), wanted)
}

const rain = await answerTo(
  'year,rainfall_mm\n2019,500\n2020,610\n2021,720\n2022,480\n2023,530\n2024,690\n2025,450',
)
const costs = await answerTo(
  `date,what,amount
2026-01-05,food,1
2026-02-05,rent,20
2026-02-07,food,300
2026-03-01,fun,4000
2026-03-09,food,50000`,
)

test('a first column of years that count on has the years that are asked for', () => {
  verifyValues(rain, {
    'total rainfall since 2023': '1670',
    'total rainfall after 2023': '1140',
    'total rainfall before 2021': '1110',
    'average rainfall from 2020 to 2024': '606',
    'average rainfall between 2020 and 2024': '606',
    'average rainfall 2020-2024': '606',
    'total until 2020': '1110',
    'total rainfall 2021 or 2023': '1250',
    'total in 2022': '480',
    'total not in 2022': '3500',
    'total rainfall': '3980',
  })
  assert.equal(rain('wettest year').shown.length <= 1, true)
  assert.equal(rain('which years had more than 600').rows, 3)
  assert.equal(rain('highest rainfall').name, '2021')
})

test('days, months, years and weekdays that are to be left out are left out', () => {
  verifyValues(costs, {
    'total without February': '54001',
    'total excluding February': '54001',
    'total except for February': '54001',
    'total not counting February': '54001',
    'total in all months but February': '54001',
    'total apart from March': '321',
    'how much apart from March': '321',
    'total not in February': '54001',
    'total except 2026-02-05': '54301',
    'total except on 5 February': '54301',
    'total without January and March': '320',
    'total except from 5 January to 7 February': '54000',
    'total in 2026 without February': '54001',
    'total for January, not February': '1',
    'total not before March': '54000',
    'total up to but not including March': '321',
    'total no later than February': '321',
    'total except Sundays': '50321',
    'total without food': '4020',
  })
  assert.deepEqual(costs('total without February').where, ['not February'])
  assert.equal(costs('total not in 2026').rows, 0)
  assert.equal(costs('how many not in February').rows, 3)
  assert.deepEqual(costs('and in March? (before: total without February)').where, ['March'])
  assert.deepEqual(costs('and March? (before: total in February)').where, ['March'])
})

test('quarters and halves are spans of months', async () => {
  const year = await answerTo(
    'date,km\n2025-12-31,1\n2026-01-01,20\n2026-03-31,300\n2026-04-01,4000\n2026-07-16,50000\n2026-07-15,600000',
  )
  verifyValues(year, {
    'total in Q1': '320',
    'total in Q1 2026': '320',
    'total in 2026 Q2': '4000',
    'total in the first quarter': '320',
    'second quarter total': '4000',
    'total in the fourth quarter of 2025': '1',
    'total in the last quarter of 2025': '1',
    'total last quarter': '1',
    'total this quarter': '320',
    'total in the first half of 2026': '4320',
    'total in the second half of the year': '650001',
    'total in H1 2026': '4320',
    'total in the first half of July': '600000',
    'total in the second half of July': '50000',
    'total since Q2 2026': '654000',
    'total without Q1': '654001',
  })
  assert.deepEqual(year('total in Q1').where, ['January to March'])
  const named = await answerTo('date,quarter,km\n2026-05-01,Q1,1\n2026-05-02,Q2,20\n2026-05-03,Q1,300')
  assert.deepEqual(named('total in Q1').where, ['quarter is Q1'])
})

test('a part of a month or a season that is not understood is told', () => {
  assert.match(String(costs('total in the first week of March').where), /`first week` was not understood/)
  assert.match(String(costs('total in winter').where), /`winter` was not understood/)
  assert.match(String(costs('total in week 11').where), /`week 11` was not understood/)
  assert.equal(costs('total in the first week of March').operation, 'sum')
  assert.doesNotMatch(String(costs('total last week').where), /understood/)
})

test('a year of two digits is one', async () => {
  const runs = await answerTo('date,km\n3/4/26,5\n3/5/26,6\n15/3/26,7\n4/3/26,9')
  verifyValues(runs, {
    'total km in March': '16',
    'total km on 3/4/26': '5',
    'total km on 3 April': '5',
    'newest run': '3/5/26',
  })
  assert.deepEqual(dayOf('1.2.85'), { year: 1985, month: 2, day: 1 })
  assert.equal(dayOf('26-03-04'), undefined)
  assert.equal(dayOf('3/4-26'), undefined)
})
