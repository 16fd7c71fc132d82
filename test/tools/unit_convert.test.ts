import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { loadMath } from '../../source/toolkit/math-library.ts'
import { UNITS } from '../../source/toolkit/units/units.ts'
import unitConvert from '../../tools/unit_convert/tool.ts'
import { call, sentenceOf } from './tool-context.ts'

const CASES: readonly (readonly [value: number | undefined, from: string, to: string, said: string])[] = [
  [5, 'miles', 'km', '5 mi is 8.04672 km.'],
  [350, 'F', 'C', '350 °F is about 176.667 °C.'],
  [20, '°C', 'fahrenheit', '20 °C is 68 °F.'],
  [72, 'degrees', 'celsius', '72 °F is about 22.2222 °C.'],
  [-40, 'celsius', 'fahrenheit', '-40 °C is -40 °F.'],
  [-459.67, 'F', 'C', '-459.67 °F is -273.15 °C.'],
  [-273.15, 'C', 'K', '-273.15 °C is 0 K.'],
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
  [30, 'mpg', 'miles per litre', '30 mpg (US) is about 7.925 miles per litre.'],
  [12, 'miles a liter', 'l / 100 km', '12 miles per litre is about 5.178 l/100 km.'],
  [undefined, '5 l / 100 km', 'mpg', '5 l/100 km is about 47.04 mpg (US).'],
  [3, 'kg/m^3', 'g/L', '3 kg/m^3 is 3 g/L.'],
  [60, 'm2', 'square feet', '60 m² is about 645.835 ft².'],
  [1, 'kWh', 'MJ', '1 kWh is 3.6 MJ.'],
  [1, 'kwh', 'kj', '1 kWh is 3600 kJ.'],
  [30, 'psi', 'kpa', '30 psi is about 206.843 kPa.'],
  [100, 'kb', 'mb', '100 kB is 0.1 MB.'],
  [100, 'Mb', 'MB', '100 Mbit is 12.5 MB.'],
  [5, 'NM', 'km', '5 nmi is 9.26 km.'],
  [5, 'mils', 'mm', '5 thou is 0.127 mm.'],
  [200, 'Calories', 'kJ', '200 kcal is 836.8 kJ.'],
  [2, 'cubic centimetres', 'ml', '2 cm³ is 2 ml.'],
  [9, 'newtons', 'pounds', '9 N is about 2.02328 lbf.'],
  [100, 'kilometers an hour', 'miles an hour', '100 km/h is about 62.1371 mph.'],
  [10, 'metres/sec', 'knots', '10 m/s is about 19.4384 knots.'],
  [5, 'ft/sec', 'm/sec', '5 ft/sec is 1.524 m/sec.'],
  [5, 'lb/ft3', 'kg/m3', '5 lb/ft³ is about 80.0923 kg/m3.'],
  [1, 'sq miles', 'sq. km', '1 mi² is about 2.58999 km².'],
  [5, 'inches squared', 'square cm', '5 in² is 32.258 cm².'],
  [5, 'metres cubed', 'litres', '5 m³ is 5000 l.'],
  [25, 'C degrees', 'fahrenheit degrees', '25 °C is 77 °F.'],
  [180, 'cm', 'feet inches', '180 cm is about 5 ft 10.87 in.'],
  [180, 'cm', 'ft/in', '180 cm is about 5 ft 10.87 in.'],
  [undefined, '10km', 'miles', '10 km is about 6.21371 mi.'],
  [98.6, '98.6°F', '°C', '98.6 °F is 37 °C.'],
  [11, '5\'11"', 'cm', '5 ft 11 in is 180.34 cm.'],
  [5, '5 ft 11 in', 'cm', '5 ft 11 in is 180.34 cm.'],
  [undefined, '2 1/2 cups', 'ml', '2.5 US cups is about 591.471 ml.'],
  [undefined, '1,500 m', 'km', '1500 m is 1.5 km.'],
  [undefined, 'half a mile', 'm', '0.5 mi is 804.672 m.'],
  [0.5, 'half a mile', 'm', '0.5 mi is 804.672 m.'],
  [5, 'thousand miles', 'km', '5000 mi is 8046.72 km.'],
  [5000, 'thousand miles', 'km', '5000 mi is 8046.72 km.'],
  [undefined, '1.500,50 km', 'm', '1500.5 km is 1500500 m.'],
  [undefined, '1,500.50 km', 'm', '1500.5 km is 1500500 m.'],
  [undefined, '1.000.000 m', 'km', '1000000 m is 1000 km.'],
  [undefined, '1,000,000 m', 'km', '1000000 m is 1000 km.'],
  [undefined, '10 000 m', 'km', '10000 m is 10 km.'],
  [10, '10\u202f000 m', 'km', '10000 m is 10 km.'],
  [undefined, '1 234 567,5 m', 'km', '1234567.5 m is 1234.5675 km.'],
  [undefined, "1'500 m", 'km', '1500 m is 1.5 km.'],
  [undefined, '0,125 km', 'm', '0.125 km is 125 m.'],
  [undefined, '1,5 km', 'm', '1.5 km is 1500 m.'],
  [undefined, '1.500 km', 'm', '1.5 km is 1500 m.'],
  [undefined, '.5 km', 'm', '0.5 km is 500 m.'],
  [undefined, '-12,5 °C', 'F', '-12.5 °C is 9.5 °F.'],
  [undefined, '2½ cups', 'ml', '2.5 US cups is about 591.471 ml.'],
  [undefined, '½ mile', 'm', '0.5 mi is 804.672 m.'],
  [undefined, '3/4 inch', 'mm', '0.75 in is 19.05 mm.'],
  [5, 'five miles', 'km', '5 mi is 8.04672 km.'],
  [-5, 'ft 6 in', 'in', '-5 ft 6 in is -66 in.'],
  [-2, 'h 30 min', 'min', '-2 h 30 min is -150 min.'],
  [100, 'ps', 'kw', '100 PS is 73.549875 kW.'],
  [500, 'ps', 'ns', '500 ps is 0.5 ns.'],
  [10, 'days', 'weeks and days', '10 days is 1 week 3 days.'],
  [15, 'days', 'weeks and days', '15 days is 2 weeks 1 day.'],
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
  ['mpg', 'kg', /^incompatible: `mpg` is fuel use; it can be turned into l\/100 km, km\/l, miles per litre/],
  ['kg', 'metres', /^incompatible: `kg` measures mass and `metres` measures length/],
  ['bananas', 'km', /^unknown_unit: `bananas` is no unit that is known here; write it like km, lb or °C\.$/],
  ['kilometter', 'mi', /^unknown_unit: .*did you mean `kilometer`/],
  ['volts', 'amps', /^incompatible: `volts` and `amps` do not measure the same, so neither/],
  ['mw', 'W', /^unknown_unit: `mw` is no unit/],
  ['process.exit()', 'km', /^unknown_unit: /],
  ['constructor', 'km', /^unknown_unit: /],
  ['x'.repeat(5_000), 'km', /^unknown_unit: /],
]

for (const [from, to, said] of REFUSED) {
  test(`${from.slice(0, 20)} to ${to} is refused with a reason`, async () =>
    assert.match(await sentenceOf(unitConvert, { value: 3, from, to }), said))
}

test('figures that are not one number are refused, and never a number of their own', async () => {
  const said = (from: string) => sentenceOf(unitConvert, { value: 5, from, to: 'cm' })
  assert.equal(
    await said('1.2.3 m'),
    'bad_value: `1.2.3` is not one number; write it like 1500.5, with one unit behind it.',
  )
  assert.match(await said('1,5,3 m'), /^bad_value: `1,5,3` is not one number/)
  assert.match(await said('1.00,000.5 m'), /^bad_value: /)
  assert.match(await said('5 11 in'), /^bad_value: `5 11` is not one number/)
  assert.match(await said('5-10 in'), /^bad_value: `5-10` is not one number/)
  assert.match(await said('10 00 m'), /^bad_value: `10 00` is not one number/)
  assert.match(await said('10'), /^unknown_unit: /)
})

test('below absolute zero there is no temperature', async () => {
  const said = (value: number, from: string, to: string) => sentenceOf(unitConvert, { value, from, to })
  assert.equal(
    await said(-500, '°C', 'F'),
    'bad_value: -500 °C is below absolute zero, which is -273.15 °C, so there is no such temperature.',
  )
  assert.match(await said(-459.68, 'F', 'K'), /^bad_value: .*, which is -459\.67 °F, so/)
  assert.match(await said(-1, 'kelvin', 'C'), /^bad_value: .*, which is 0 K, so/)
})

test('"did you mean" names each unit once', async () => {
  const { message } = Object(await call(unitConvert, { value: 3, from: 'foo', to: 'm' }))
  assert.match(message, /did you mean `foot` or `food calorie`/)
  assert.doesNotMatch(message, /foots/)
})

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
