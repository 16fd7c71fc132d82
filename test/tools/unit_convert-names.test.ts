// Names of units that a word behind or between them decides.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import unitConvert from '../../tools/unit_convert/tool.ts'
import { sentenceOf } from './tool-context.ts'

const CASES: readonly (readonly [value: number | undefined, from: string, to: string, said: string])[] = [
  [5, 'gallons imperial', 'litres', '5 imperial gallons is 22.73045 l.'],
  [5, 'litres', 'gallons imperial', '5 l is about 1.09985 imperial gallons.'],
  [5, 'gallons american', 'litres', '5 US gallons is 18.92705892 l.'],
  [3, 'miles nautical', 'km', '3 nmi is 5.556 km.'],
  [3, 'tons metric', 'kg', '3 t is 3000 kg.'],
  [3, 'tons long', 'kg', '3 long tons is about 3048.14 kg.'],
  [10, 'ounces troy', 'g', '10 troy oz is 311.034768 g.'],
  [2, 'pints british', 'ml', '2 imperial pints is 1136.5225 ml.'],
  [2, 'british pints', 'ml', '2 imperial pints is 1136.5225 ml.'],
  [2, 'fl oz imperial', 'ml', '2 imperial fl oz is 56.826125 ml.'],
  [2, 'cups metric', 'ml', '2 metric cups is 500 ml.'],
  [2, 'ounces imperial', 'ml', '2 imperial fl oz is 56.826125 ml.'],
  [6, 'feet imperial', 'metres', '6 ft is 1.8288 m.'],
  [6, 'feet long', 'metres', '6 ft is 1.8288 m.'],
  [2, 'cups oats', 'ml', '2 US cups is 473.176473 ml.'],
  [undefined, 'an ounce of gold', 'grams', '1 troy oz is 31.1034768 g.'],
  [2, 'ounces of silver', 'grams', '2 troy oz is 62.2069536 g.'],
  [2, 'ounces of butter', 'grams', '2 oz is 56.69904625 g.'],
  [500, 'calories', 'kJ', '500 kcal is 2092 kJ.'],
  [500, 'cal', 'kilojoules', '500 kcal is 2092 kJ.'],
  [840, 'kJ', 'calories', '840 kJ is about 200.765 kcal.'],
  [500, 'cal', 'J', '500 cal is 2092 J.'],
  [500, 'small calories', 'kJ', '500 cal is 2.092 kJ.'],
  [5, 'cal', 'cal', '5 cal is 5 cal.'],
  [2500, 'cal', 'kcal', '2500 cal is 2.5 kcal.'],
  [29.92, 'inches of mercury', 'hPa', '29.92 inHg is about 1013.21 hPa.'],
  [760, 'millimetres of mercury', 'kPa', '760 mmHg is about 101.325 kPa.'],
  [30, 'minutes of arc', 'degrees', '30 arcminutes is 0.5 degrees.'],
  [2, 'units of electricity', 'MJ', '2 kWh is 7.2 MJ.'],
  [undefined, "6'2", 'cm', '6 ft 2 in is 187.96 cm.'],
  [undefined, "5'3", 'cm', '5 ft 3 in is 160.02 cm.'],
  [undefined, '6’2', 'cm', '6 ft 2 in is 187.96 cm.'],
  [undefined, '5’11”', 'cm', '5 ft 11 in is 180.34 cm.'],
  [5, "'11''", 'cm', '5 ft 11 in is 180.34 cm.'],
  [undefined, '6ft2', 'cm', '6 ft 2 in is 187.96 cm.'],
  [undefined, '11st2', 'kg', '11 st 2 lb is 70.76040972 kg.'],
  [6, 'ft2', 'm2', '6 ft² is 0.55741824 m².'],
  [6, 'ft3', 'litres', '6 ft³ is about 169.901 l.'],
]

for (const [value, from, to, said] of CASES)
  test(`${value ?? 'one'} ${from} in ${to}: ${said}`, async () => {
    const args: JsonObject = value === undefined ? { from, to } : { value, from, to }
    assert.equal(await sentenceOf(unitConvert, args), said)
  })

test('a kind that the unit does not have is refused, never taken for another one', async () => {
  const said = (from: string) => sentenceOf(unitConvert, { value: 5, from, to: 'ml' })
  assert.match(await said('cups imperial'), /^unknown_unit: `cups imperial` is no unit/)
  assert.match(await said('gallons troy'), /^unknown_unit: /)
})

test('what decides the unit is not cut from the request', () => {
  const { from = {} } = unitConvert.parameters.properties ?? {}
  for (const message of [
    '5 gallons imperial in litres',
    '10 ounces troy in grams',
    '10 ounces of gold in grams',
    '29.92 inches of mercury in hPa',
  ])
    assert.equal(choicesFor(from, { whole: message }, [], []), undefined, message)
  assert.deepEqual(choicesFor(from, { whole: '10 ounces of butter in grams' }, [], []), ['ounces'])
})
