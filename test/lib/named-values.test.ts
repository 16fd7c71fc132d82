// Values of notes, lists and settings, and which of them a request needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureOf, overPeriod, wantedOf } from '../../source/lib/measures.ts'
import { namedValues, spokenField, unitOf } from '../../source/lib/named-values.ts'
import { relevantLines, relevantValue } from '../../source/lib/relevant-lines.ts'

const NOTE = `# Rye bread
- 400 g rye flour (type 1150)
- rest 35 minutes
Bake for 50 minutes at 220 °C.
Next time: 14 May 2026, 18:30`

test('a note has its numbers, dates and times with their units', () => {
  const found = namedValues(NOTE).map(({ text, measure }) => `${text} ${measure}`)
  assert.deepEqual(found, [
    '400 g weight',
    '1150 number',
    '35 minutes time',
    '50 minutes time',
    '220 °C temperature',
    '14 May 2026 date',
    '18:30 clock',
  ])
})

test('versions, codes and parts of words are no values', () => {
  assert.deepEqual(namedValues('v1.2.3, order 2026-031, B12, 192.168.0.1, a4'), [])
})

test('fields of JSON, INI and YAML are called by their path, and a unit in the name goes behind the number', () => {
  const lines = (text: string) => namedValues(text).map(({ line }) => line)
  assert.deepEqual(lines('{"pump": {"power_w": 85, "flow_l_per_min": 42}}'), [
    'pump power: 85 watts',
    'pump flow litres per minute: 42',
  ])
  assert.deepEqual(lines('[bisque]\ntop_temp_c = 960'), ['bisque top temp: 960 °C'])
  assert.deepEqual(lines('pump:\n  hours_per_day: 9'), ['pump hours per day: 9'])
  assert.deepEqual(lines('[{"item": "chain", "price_eur": 21.9}]'), ['chain price: 21.9 eur'])
})

test('the unit of a field is none where it is a rate', () => {
  assert.equal(unitOf('distance_km'), 'km')
  assert.equal(unitOf('Weight (kg)'), 'kg')
  assert.equal(unitOf('price_per_kg'), undefined)
  assert.equal(spokenField('distance_km', '21.1'), 'distance 21.1 km')
  assert.equal(spokenField('distance_km', 'far'), 'distance km far')
})

test('a request gets the line that has its words, and several where it names several', () => {
  const values = namedValues(
    'Base rent: 874.00 EUR\nGarage: 55.00 EUR\nBase rent goes up by 2.5 % in May.\nDeposit: 2622 EUR',
  )
  assert.deepEqual(relevantLines('base rent times twelve', values), ['Base rent: 874.00 EUR'])
  assert.deepEqual(relevantLines('add up the base rent and the garage', values), [
    'Base rent: 874.00 EUR',
    'Garage: 55.00 EUR',
  ])
  assert.deepEqual(relevantLines('what is the garrage a year', values), ['Garage: 55.00 EUR'])
  assert.deepEqual(relevantLines('how far is the moon', values), [])
})

test('two lines with the same words are none', () => {
  assert.deepEqual(relevantLines('double the price', namedValues('price: 12 EUR\nprice: 14 EUR')), [])
})

test('a conversion and days to a date are asked plainly, of the value that they can be of', () => {
  const values = namedValues(NOTE)
  const plain = (request: string) => {
    const wanted = wantedOf(request)
    const value = relevantValue(
      request,
      values.filter(({ measure }) => measure === wanted?.measure),
    )
    return value && wanted?.plainly(value.text)
  }
  assert.equal(plain('oven temperature in fahrenheit'), 'convert 220 °C to fahrenheit')
  assert.equal(plain('how many ounces of flour'), 'convert 400 g to ounces')
  assert.equal(plain('how many days until the next time'), 'how many days until 14 May 2026')
  assert.equal(plain('how many weeks since it'), 'how many weeks since 14 May 2026')
  assert.equal(plain('how many grams of flour'), undefined)
  assert.equal(wantedOf('what does it cost'), undefined)
  const ahead = wantedOf('please remind me two days before the class starts')
  assert.equal(ahead?.measure, 'date')
  assert.equal(ahead?.plainly('3 May'), 'please remind me two days before 3 May, the class starts')
  assert.equal(wantedOf('remind me an hour before my train leaves')?.measure, 'clock')
})

test('what comes each month is reckoned over a year, where that is asked and nothing else', () => {
  assert.equal(
    overPeriod('my rent per year', 'my rent is 840 euros a month', '840 euros'),
    '840 euros times 12',
  )
  assert.equal(overPeriod('what do I pay annually', 'fee 5 EUR per week', '5 EUR'), '5 EUR times 52')
  assert.equal(overPeriod('my rent for 3 years', 'my rent is 840 euros a month', '840 euros'), undefined)
  assert.equal(overPeriod('my rent', 'my rent is 840 euros a month', '840 euros'), undefined)
})

test('units say what is measured', () => {
  const measures = ['3 h', '2 km', '€12', '40 %', '2026-03-01', '7 pm', '12'].map(
    (value) => measureOf(value).measure,
  )
  assert.deepEqual(measures, ['time', 'distance', 'money', 'share', 'date', 'clock', 'number'])
})
