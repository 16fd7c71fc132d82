import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { loadMath } from '../../source/toolkit/math-library.ts'
import unitConvert from '../../tools/unit_convert/tool.ts'
import { UNITS } from '../../tools/unit_convert/units.ts'
import { call, sentenceOf } from './tool-context.ts'

const CASES: readonly (readonly [value: number | undefined, from: string, to: string, said: string])[] = [
  [5, 'miles', 'km', '5 mi is 8.04672 km.'],
  [350, 'F', 'C', '350 °F is about 176.667 °C.'],
  [20, '°C', 'fahrenheit', '20 °C is 68 °F.'],
  [72, 'degrees', 'celsius', '72 °F is about 22.2222 °C.'],
  [-40, 'celsius', 'fahrenheit', '-40 °C is -40 °F.'],
  [300, 'K', '°C', '300 K is 26.85 °C.'],
  [5, 'foot 7', 'cm', '5 ft 7 in is 170.18 cm.'],
  [5, '\'11"', 'cm', '5 ft 11 in is 180.34 cm.'],
  [6, 'ft 2 in', 'metres', '6 ft 2 in is 1.8796 m.'],
  [5, 'stone 4', 'kg', '5 st 4 lb is 33.56583538 kg.'],
  [180, 'cm', 'feet and inches', '180 cm is about 5 ft 10.87 in.'],
  [90, 'minutes', 'hours and minutes', '90 min is 1 h 30 min.'],
  [undefined, 'a litre', 'cups', '1 l is about 4.22675 US cups.'],
  [undefined, 'nautical mile', 'km', '1 nmi is 1.852 km.'],
  [undefined, 'gallon', 'litres', '1 US gallon is 3.785411784 l.'],
  [undefined, 'uk pint', 'ml', '1 imperial pint is 568.26125 ml.'],
  [500, 'nm', 'mm', '500 nm is 0.0005 mm.'],
  [45, 'Nm', 'ft lb', '45 Nm is about 33.1903 ft·lbf.'],
  [12, 'oz', 'ml', '12 US fl oz is about 354.882 ml.'],
  [16, 'oz', 'lb', '16 oz is 1 lb.'],
  [2, 'GB', 'MB', '2 GB is 2000 MB.'],
  [100, 'Mbps', 'MB/s', '100 Mbit/s is 12.5 MB/s.'],
  [10, 'knots', 'km/h', '10 knots is 18.52 km/h.'],
  [100, 'km/h', 'mph', '100 km/h is about 62.1371 mph.'],
  [30, 'mpg', 'litres per 100 km', '30 mpg (US) is about 7.84 l/100 km.'],
  [7, 'l/100km', 'mpg', '7 l/100 km is about 33.6 mpg (US).'],
  [3, 'kg/m^3', 'g/L', '3 kg/m^3 is 3 g/L.'],
  [60, 'm2', 'square feet', '60 m² is about 645.835 ft².'],
  [1, 'kWh', 'MJ', '1 kWh is 3.6 MJ.'],
]

for (const [value, from, to, said] of CASES) {
  test(`${value ?? 'one'} ${from} in ${to}: ${said}`, async () => {
    const args: JsonObject = value === undefined ? { from, to } : { value, from, to }
    assert.equal(await sentenceOf(unitConvert, args), said)
  })
}

const REFUSED: readonly (readonly [from: string, to: string, said: RegExp])[] = [
  ['dollars', 'euros', /^money: `dollars` is money; exchange rates change every day/],
  ['pounds', 'quid', /^money: `quid` is money/],
  [
    'cups',
    'grams',
    /^incompatible: `cups` measures volume and `grams` measures mass.*depends on the substance/,
  ],
  ['kg', 'metres', /^incompatible: `kg` measures mass and `metres` measures length/],
  ['bananas', 'km', /^unknown_unit: `bananas` is no unit that is known here; write it like km, lb or °C\.$/],
  ['kilometter', 'mi', /^unknown_unit: .*did you mean `kilometer`/],
  ['process.exit()', 'km', /^unknown_unit: /],
  ['constructor', 'km', /^unknown_unit: /],
  ['x'.repeat(5_000), 'km', /^unknown_unit: /],
]

for (const [from, to, said] of REFUSED) {
  test(`${from.slice(0, 20)} to ${to} is refused with a reason`, async () =>
    assert.match(await sentenceOf(unitConvert, { value: 3, from, to }), said))
}

test('what an answer must bring is the number, which it may round', async () => {
  const outcome = await call(unitConvert, { value: 350, from: 'F', to: 'C' })
  assert.deepEqual(outcome.type === 'said' && outcome.said.key, [['176.667', '176.67', '176.7', '177']])
})

test('every unit of the table has a base that mathjs knows, and converts into itself', async () => {
  const math = await loadMath()
  for (const { base, factor, shown } of UNITS) {
    assert.equal(math.unit(base).equalBase(math.unit(base)), true, shown)
    assert.ok(Number(factor) > 0, shown)
  }
})
