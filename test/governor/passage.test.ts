import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findEdit } from '../../source/governor/passage.ts'

const CONFIG =
  'server:\n  host: pier.local\n  port: 8142\n  timeout_seconds: 45\n# see the docs on ports\nlevel: low\n'
const LIST = 'oat milk\n6 eggs\nrye bread\n- [ ] two lemons\ncoffee 500 g\n'
const README = '# Harbour\n\nTools for the office. Version 2.4.1.\nContact: Ines, extension 315.\n'
const SOUP = '# Soup\n\n300 g red lentils, 2 carrots, 1 onion, 1.2 litres of stock.\nCook for 25 minutes.\n'
const ODD =
  'temperature: 18\noffset: -5\nh264 quality: high\nport2 = auto\nbudget: 1,200.50\nratio: 0.5\nstart: 09:00\nDay 1: rest\nlength_km: 12\n'
const SHOP = '- 1 l milk\n- 300g oats\n- 2 carrots\n'

describe('the passage that a request means', () => {
  for (const [request, text, old, fresh, before = ''] of [
    ['Change it to 8150.', CONFIG, 'port: 8142', 'port: 8150', 'Which port does the server use?'],
    ['set the port to 9', CONFIG, 'port: 8142', 'port: 9'],
    [
      'set the timeout to 90',
      CONFIG.replace('timeout_seconds', 'timeout seconds'),
      'timeout seconds: 45',
      'timeout seconds: 90',
    ],
    ['change the host to quay.local please', CONFIG, 'host: pier.local', 'host: quay.local'],
    ['Now bump the version in the README to 2.5.0', README, 'Version 2.4.1', 'Version 2.5.0'],
    ['in that one change the carrots from 2 to 4', SOUP, '2 carrots', '4 carrots'],
    ['change the lentils to 400 g', SOUP, '300 g red lentils', '400 g red lentils'],
    ['swap the bread for gluten-free crackers', LIST, 'rye bread', 'gluten-free crackers'],
    ['replace the eggs with tofu on my shopping list', LIST, '6 eggs', '6 tofu'],
    ['got the eggs already take em off', LIST, '6 eggs\n', ''],
    ['take the eggs out of my list', LIST, '6 eggs\n', ''],
    ['remove the coffee', LIST, 'coffee 500 g\n', ''],
    ['take the lemons off the list', LIST, '- [ ] two lemons\n', ''],
    ['in config.yaml change port 8142 to 9000', CONFIG, 'port: 8142', 'port: 9000'],
    ['port ought to be 9000 instead of 8142 in config.yaml', CONFIG, 'port: 8142', 'port: 9000'],
    [
      'It was awful, it should be 3 carrots rather than 2 carrots. Fix that in soup.md',
      SOUP,
      '2 carrots',
      '3 carrots',
    ],
    ['Raise the coffee to 750 on the list. It has been 500 for ages.', LIST, 'coffee 500 g', 'coffee 750 g'],
    ['The readme still says 2.4.1. Change it to 2.5.0', README, 'Version 2.4.1', 'Version 2.5.0'],
    [
      'The plumber moved to 8:15, same day, can you change that',
      'Mon 16 March 07:30 plumber\nTue 09:00 roofer\n',
      'Mon 16 March 07:30 plumber',
      'Mon 16 March 8:15 plumber',
    ],
    // What is said is written, its sign and its point too.
    ['set the temperature to -5', ODD, 'temperature: 18', 'temperature: -5'],
    ['set the offset to 3', ODD, 'offset: -5', 'offset: 3'],
    ['set the offset to -7', ODD, 'offset: -5', 'offset: -7'],
    ['set the ratio to .7', ODD, 'ratio: 0.5', 'ratio: .7'],
    ['set the budget to 1,300', ODD, 'budget: 1,200.50', 'budget: 1,300'],
    ['set the temperature to 20 instead', ODD, 'temperature: 18', 'temperature: 20'],
    // Figures of a name are no value.
    ['set the h264 quality to 20', ODD, 'h264 quality: high', 'h264 quality: 20'],
    ['set port2 to 8150', ODD, 'port2 = auto', 'port2 = 8150'],
    ['set day 1 to 30 minutes', ODD, 'Day 1: rest', 'Day 1: 30 minutes'],
    // The unit stands there.
    ['set the length to 14 km', ODD, 'length_km: 12', 'length_km: 14'],
    ['change the oats to 400 g', SHOP, '300g oats', '400g oats'],
    ['change the oats to 400', SHOP, '300g oats', '400g oats'],
    ['change the oats from 300g to 400g', SHOP, '300g oats', '400g oats'],
    ['set the wait to 2 min', 'wait: 30 s\n', 'wait: 30 s', 'wait: 2 min'],
    ['set the port to 9', 'port: 8142 # see http:\n', 'port: 8142 # see http:', 'port: 9 # see http:'],
    ['change the oats from 300 to 400 g', 'oats 300 g\n', 'oats 300 g', 'oats 400 g'],
    ['change the offset from -5 to 3', ODD, 'offset: -5', 'offset: 3'],
    ['Change it to low tide', 'tide: high\nport: 1\n', 'tide: high', 'tide: low tide', 'which tide is set?'],
  ] as const)
    test(request, () => assert.deepEqual(findEdit(request, before, text), { old, new: fresh }))
})

describe('one that is not plain', () => {
  for (const [request, text] of [
    // It stands in two lines.
    ['set the port to 9', 'port: 1\nport: 2\n'],
    ['set the colour to red', CONFIG],
    // The unit is another one than stands there: what the model writes stays.
    ['change the milk to 500 ml', SHOP],
    ['change the milk from 1 l to 500 ml', SHOP],
    ['change the oats to 1 kg', SHOP],
    ['change the carrots to 2 cans', SHOP],
    ['set the budget to 2k', ODD],
    ['change the start to 8 am', ODD],
    ['move the start to 8:30 pm', ODD],
    ['set the temperature to 20 degrees', ODD],
    ['set the temperature to between 18 and 20', ODD],
    // Behind its sign, and within another number.
    ['change the offset from 5 to 3', ODD],
    ['change the budget from 200 to 300', ODD],
    // Which of the numbers?
    ['change the size to 9', 'size 3 by 4\n'],
    ['remove the stock', SOUP],
    ['take the words "remove the eggs" out of shopping.txt', LIST],
    ['take the purple stained bread off the list', LIST],
    ['make it better', LIST],
    // It is done to a thing, and to no line.
    ['take the eggs out please', LIST],
    ['drop the lemons at school', LIST],
    ['remove the coffee stain from the carpet', LIST],
    ['remove the bread from the oven', LIST],
    ['delete the photos of the eggs', LIST],
    ['what is the port?', CONFIG],
    ['swap the version for a word', README.replace('Version', 'The number of this version has long been')],
  ] as const)
    test(request, () => assert.equal(findEdit(request, '', text), undefined))
})

test('blanks between words are one, and a text is no edit', () => {
  const found = findEdit(`change the port ${' '.repeat(1_000)} to 8150`, '', 'port: 8142\n')
  assert.deepEqual(found, { old: 'port: 8142', new: 'port: 8150' })
  assert.equal(
    findEdit(`${'so much to say '.repeat(200)}: change the port to 8150`, '', 'port: 8142\n'),
    undefined,
  )
})
