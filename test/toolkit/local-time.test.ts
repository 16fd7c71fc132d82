import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, isoDate, isoWeek, localTime } from '../../source/toolkit/local-time.ts'

function at(iso: string, timeZone: string) {
  return localTime({ now: () => new Date(iso), monotonicMs: () => 0, timeZone })
}

test('a moment is taken apart in the zone of the person', () => {
  assert.deepEqual(at('2026-03-12T09:24:30Z', 'Europe/Berlin'), {
    year: 2026,
    month: 3,
    day: 12,
    hour: 10,
    minute: 24,
    monthName: 'March',
    weekday: 'Thursday',
  })
})

test('the same moment is another day on the other side of the date line', () => {
  const moment = '2026-01-01T11:30:00Z'
  assert.equal(isoDate(at(moment, 'Pacific/Kiritimati')), '2026-01-02')
  assert.equal(isoDate(at(moment, 'Pacific/Pago_Pago')), '2026-01-01')
  assert.equal(isoDate(at('2026-01-01T09:30:00Z', 'Pacific/Pago_Pago')), '2025-12-31')
})

test('midnight is 00:00 and not 24:00', () => {
  assert.equal(clockText(at('2026-06-01T00:00:00Z', 'UTC')), '00:00')
})

test('summer time moves the clock', () => {
  assert.equal(clockText(at('2026-03-29T00:59:00Z', 'Europe/Berlin')), '01:59')
  assert.equal(clockText(at('2026-03-29T01:00:00Z', 'Europe/Berlin')), '03:00')
})

test('zones with half hours are right', () => {
  assert.equal(clockText(at('2026-03-12T09:24:00Z', 'Asia/Kolkata')), '14:54')
})

test('ISO weeks around New Year belong to the right year', () => {
  const weeks: readonly (readonly [number, number, number, number, number])[] = [
    [2026, 3, 12, 11, 2026],
    [2025, 12, 29, 1, 2026],
    [2025, 12, 28, 52, 2025],
    [2026, 12, 31, 53, 2026],
    [2027, 1, 3, 53, 2026],
    [2027, 1, 4, 1, 2027],
    [2021, 1, 1, 53, 2020],
    [2016, 1, 3, 53, 2015],
    [2024, 12, 30, 1, 2025],
    [2000, 2, 29, 9, 2000],
  ]
  for (const [year, month, day, week, weekYear] of weeks) {
    assert.deepEqual(isoWeek({ year, month, day }), { week, year: weekYear }, `${year}-${month}-${day}`)
  }
})
