// What changes by an amount, swaps, or is all of a list has no new value that the message says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChange } from '../../source/changes/find-change.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const FILES = [
  {
    path: 'budget.csv',
    text: 'item,amount,paid\nrent,1200,yes\npower,85.50,no\nwater,30,no\ninternet,40,no\n',
  },
  {
    path: 'team.md',
    text: '| Name | Shift | Hours |\n|---|---|---|\n| Anna | Mon | 38 |\n| Ben | Tue | 40 |\n| Cara | Wed | 20 |\n',
  },
  { path: 'settings.ini', text: '[heater]\ntemperature = 20\nbrightness = 80\n' },
  { path: 'shopping.txt', text: 'Shopping\n\nMilk\nBread\nEggs\n' },
  {
    path: 'bakes.md',
    text: '| Bake | Who |\n|---|---|\n| cake | Sian |\n| scones | Emrys |\n| tart | Owen |\n',
  },
]
const changeFor = (message: string) => {
  const found = findChange(message, FILES, TODAY)
  return found && [found.old, found.new]
}

for (const message of [
  'water is 10% more',
  'water is 10% cheaper now',
  'water got 10 percent more expensive',
  'water is 5 euros less now',
  'increase the water amount by 20%',
  'the water amount rose 5',
  'water is less than 40',
  'internet is 5 cheaper',
  'internet is 5 dearer from may',
  'rent goes up 50 in june',
  'rent is down 50 now',
  'set the temperature 2 degrees higher',
  'make the brightness 10% lower',
  'the temperature should be 2 up',
  'Anna and Ben swap shifts',
  'Anna swaps with Ben',
  'Sian swaps with Emrys',
  'Anna is ill on Wednesday',
  'Ben is off on Friday',
  'Anna is on holiday until Wednesday',
  'remove everything from the shopping list',
  'delete all of it from the shopping list',
  'delete the shopping list',
])
  test(`"${message}" changes nothing`, () => assert.equal(changeFor(message), undefined))

for (const [message, ...change] of [
  ['rent went up to 1250', 'rent,1200,yes', 'rent,1250,yes'],
  ['rent goes up to 1250 in june', 'rent,1200,yes', 'rent,1250,yes'],
  ['rent is down to 1100', 'rent,1200,yes', 'rent,1100,yes'],
  ['water is 35 now, up from 30', 'water,30,no', 'water,35,no'],
  ['set water to 35', 'water,30,no', 'water,35,no'],
  ['raise the temperature to 22', 'temperature = 20', 'temperature = 22'],
  ['turn the brightness down to 70', 'brightness = 80', 'brightness = 70'],
  ['heater temperature should be 21 degrees', 'temperature = 20', 'temperature = 21'],
  ['Ben works 38 hours now', '| Ben | Tue | 40 |', '| Ben | Tue | 38 |'],
  ['Anna is on Wednesday now', '| Anna | Mon | 38 |', '| Anna | Wed | 38 |'],
  ["Sian can't do the cake, Emrys is making one", '| cake | Sian |', '| cake | Emrys |'],
  ['remove the milk from the shopping list', 'Milk\n', ''],
] as const)
  test(`"${message}" makes it ${JSON.stringify(change[1])}`, () =>
    assert.deepEqual(changeFor(message), [...change]))
