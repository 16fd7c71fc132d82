import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editDistance, nearestName } from '../../source/lib/nearest-name.ts'

const TOOLS = ['get_time_zone', 'get_time', 'get_date', 'file_read', 'file_list', 'calculator_compute']

describe('the nearest name', () => {
  const hints = [
    ['get_tim', 'get_time_zone'],
    ['gettime', 'get_time'],
    ['get_tiem', 'get_time'],
    ['GET_TIME', 'get_time'],
    ['file_raed', 'file_read'],
    ['calc', 'calculator_compute'],
    ['calculator_compyte', 'calculator_compute'],
    ['get_data', 'get_date'],
  ] as const
  for (const [asked, name] of hints) {
    test(`of ${asked} is ${name}`, () => assert.equal(nearestName(asked, TOOLS), name))
  }

  test('is nothing where none comes close, so that a hint is never a wild guess', () => {
    for (const asked of ['', 'x', 'weather', 'zzzzzzzz', 'get_weather_forecast']) {
      assert.equal(nearestName(asked, TOOLS), undefined, asked)
    }
    assert.equal(nearestName('get_time', []), undefined)
  })

  test('an exact name in another case wins over one that it begins', () => {
    assert.equal(nearestName('Get_Time', ['get_time_zone', 'get_time']), 'get_time')
  })

  test('of equally near ones the first is taken', () => {
    assert.equal(nearestName('car', ['cat', 'cap']), 'cat')
  })

  test('is given as it is written', () => {
    assert.equal(nearestName('jsondeltas', ['jsonDeltas']), 'jsonDeltas')
  })
})

describe('the edit distance', () => {
  const distances = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['abc', 'abcd', 1],
    ['abc', 'bc', 1],
    ['help', 'hlep', 1],
    ['ab', 'ba', 1],
    ['kitten', 'sitting', 3],
    ['abcd', 'badc', 2],
  ] as const
  for (const [left, right, distance] of distances) {
    test(`of "${left}" and "${right}" is ${distance}, both ways`, () => {
      assert.equal(editDistance(left, right), distance)
      assert.equal(editDistance(right, left), distance)
    })
  }
})
