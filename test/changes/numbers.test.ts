// Numbers come into their own cell, in its form and its unit, and a row stays one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChange } from '../../source/changes/find-change.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const PRICES = 'item,price,stock\nbike,1200,3\ntyre,15,20\npump,25,4\n'
const POINTS = 'item,price,stock\nbike,1200.50,3\ntyre,15.00,20\npump,25.00,4\n'
const COMMAS = 'item;price;stock\nbike;1.200,50;3\ntyre;15,00;20\npump;25,00;4\n'
const JSONL = '{"item":"bike","price":1200,"stock":3}\n{"item":"tyre","price":15,"stock":20}\n'
const ACCOUNTS = 'name,balance,limit\nTim,120,500\nAnn,-20,300\nBob,40,200\n'
const STOCK = 'item,amount,shelf\nflour,500 g,top\nsugar,250 g,top\nrice,900 g,low\n'
const PANTRY =
  'flour: 500 g\nsugar: 800\nmilk: 1 l\nfreezer temperature: 4 C\nscorer: Mr Smith\ncode: 5511\noven_min: 20\n'
const CONFIG = 'server:\n  timeout: 1200\n  host: "alpha"\n  budget: 1500\n'

const changeFor = (message: string, path: string, text: string) => {
  const found = findChange(message, [{ path, text }], TODAY)
  return found && [found.old, found.new]
}

for (const [message, path, text, old, fresh] of [
  // Whatever parts thousands in the message is no cell and no decimal.
  ['the bike price is now 1,300', 'prices.csv', PRICES, 'bike,1200,3', 'bike,1300,3'],
  ['bike now costs 1,300', 'prices.csv', PRICES, 'bike,1200,3', 'bike,1300,3'],
  ['tyre stock is now 2,000', 'prices.csv', PRICES, 'tyre,15,20', 'tyre,15,2000'],
  ['the tyre price is now 18.50', 'prices.csv', PRICES, 'tyre,15,20', 'tyre,18.50,20'],
  ['the bike price is now 1,300', 'prices.csv', POINTS, 'bike,1200.50,3', 'bike,1300.00,3'],
  [
    'the bike price is now 1,300',
    'prices.jsonl',
    JSONL,
    '{"item":"bike","price":1200,"stock":3}',
    '{"item":"bike","price":1300,"stock":3}',
  ],
  ['the bike price is now 1300', 'preise.csv', COMMAS, 'bike;1.200,50;3', 'bike;1.300,00;3'],
  ['the bike price is now 1.300', 'preise.csv', COMMAS, 'bike;1.200,50;3', 'bike;1.300,00;3'],
  ['the bike price is now 1.300,75', 'preise.csv', COMMAS, 'bike;1.200,50;3', 'bike;1.300,75;3'],
  [
    'the bike price is now 1300',
    'prices.csv',
    'item,price\nbike,"1,200.50"\ntyre,15\n',
    'bike,"1,200.50"',
    'bike,"1,300.00"',
  ],
  ['the timeout is now 1,500', 'config.yaml', CONFIG, '  timeout: 1200', '  timeout: 1500'],
  ['the code is now 0824', 'pantry.txt', PANTRY, 'code: 5511', 'code: 0824'],
  // The column that is named, or that holds prices.
  ['the tyre now costs 18', 'prices.csv', PRICES, 'tyre,15,20', 'tyre,18,20'],
  ['the pump costs 30 now', 'prices.csv', PRICES, 'pump,25,4', 'pump,30,4'],
  ['the pump is down to 3', 'prices.csv', PRICES, 'pump,25,4', 'pump,25,3'],
  // A sign is part of the number.
  ["Ann's balance is now 30", 'accounts.csv', ACCOUNTS, 'Ann,-20,300', 'Ann,30,300'],
  ["Tim's balance is now -50", 'accounts.csv', ACCOUNTS, 'Tim,120,500', 'Tim,-50,500'],
  ["Tim's balance is minus 50 now", 'accounts.csv', ACCOUNTS, 'Tim,120,500', 'Tim,-50,500'],
  [
    'the freezer temperature is now -18',
    'pantry.txt',
    PANTRY,
    'freezer temperature: 4 C',
    'freezer temperature: -18 C',
  ],
  [
    'the freezer temperature should be minus 18',
    'pantry.txt',
    PANTRY,
    'freezer temperature: 4 C',
    'freezer temperature: -18 C',
  ],
  // The unit that is said.
  ['the flour is now 2 kg', 'pantry.txt', PANTRY, 'flour: 500 g', 'flour: 2 kg'],
  ['the flour is now 400 grams', 'pantry.txt', PANTRY, 'flour: 500 g', 'flour: 400 g'],
  ['the flour is now 400', 'pantry.txt', PANTRY, 'flour: 500 g', 'flour: 400 g'],
  ['milk is now 500 ml', 'pantry.txt', PANTRY, 'milk: 1 l', 'milk: 500 ml'],
  ['the flour amount is now 2 kg', 'stock.csv', STOCK, 'flour,500 g,top', 'flour,2 kg,top'],
  [
    'they want 6 kg of the brie',
    'orders.csv',
    'cheese,kg,price\nbrie,4.5,210\nfeta,2.0,90\n',
    'brie,4.5,210',
    'brie,6.0,210',
  ],
  // "Now" is no part of a name.
  ['the scorer is now Miss Chandra', 'pantry.txt', PANTRY, 'scorer: Mr Smith', 'scorer: Miss Chandra'],
  ['the host is now beta', 'config.yaml', CONFIG, '  host: "alpha"', '  host: "beta"'],
] as const)
  test(`${message} of ${path}: ${fresh}`, () =>
    assert.deepEqual(changeFor(message, path, text), [old, fresh]))

for (const [message, path, text] of [
  // A comma would make one more cell, or JSON that nothing reads.
  ['the tyre price is now 18,50', 'prices.csv', PRICES],
  ['the tyre price is now 18,50', 'prices.jsonl', JSONL],
  // Money that one has is no price and no stock.
  ['I only have 18 euros for the tyre', 'prices.csv', PRICES],
  ['tyres have gone up to 18', 'prices.csv', PRICES],
  ['the pump weighs 2 kg', 'prices.csv', PRICES],
  ["Ann's balance is now 30", 'accounts.csv', 'name,balance,limit\nTim,120,500\nAnn,(20),300\n'],
  ["Ann's balance is now 30", 'accounts.csv', 'name,balance,limit\nTim,120,500\nAnn,,300\n'],
  ['Ann is now at 30', 'accounts.csv', ACCOUNTS],
  // Another kind of unit, or none to hold it against.
  ['the flour is now 2 packs', 'pantry.txt', PANTRY],
  ['the sugar is now 2 kg', 'pantry.txt', PANTRY],
  ['the oven is now 2 hours', 'pantry.txt', PANTRY],
  ['the budget is now 2k', 'config.yaml', CONFIG],
  ['the host is now', 'config.yaml', CONFIG],
  ['the scorer is now no longer Mr Smith', 'pantry.txt', PANTRY],
] as const)
  test(`${message} changes nothing of ${path}`, () => assert.equal(changeFor(message, path, text), undefined))
