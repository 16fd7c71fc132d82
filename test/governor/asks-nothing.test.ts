// What only tells, or orders something else, and what says a value itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksNothing, statesValue } from '../../source/governor/asks-nothing.ts'

test('a sentence with a verb, and an order that no file can do, ask for nothing', () => {
  for (const message of [
    'dark mode is on',
    'Kim takes over for Sam',
    "Mia's at the dentist",
    'we did the sprint planning',
    'we need bread',
    'need washing powder',
    'get the kids from school',
    'assign 105 to Sam',
    'pack the passports',
  ])
    assert.equal(asksNothing(message), true, message)
})

test('a bare noun phrase, with a clause of its own or none, asks', () => {
  for (const message of [
    'total hours per client',
    'tests that are open',
    'everything I still owe',
    'books I have not read',
    'the invoices of Kite that are not paid',
    'print the shopping list',
    'order total per customer',
    'I need the wifi password',
    "Mia's birthday",
    'my to-do list for today',
    'are we in the hall or the chapel on 2 April',
    'did Mia get her jab',
  ])
    assert.equal(asksNothing(message), false, message)
})

test('a value that is said is told from one that is to be worked out', () => {
  for (const message of ['mug is 9.50', 'timeout 60', 'high of 75 tomorrow', "Uwe's birthday is on 20 June"])
    assert.equal(statesValue(message), true, message)
  for (const message of [
    '19 % of the net total',
    'pancakes for 6',
    'VAT on 84',
    'net total times 3',
    '220 to fahrenheit',
    'the rent is 1200 per month',
  ])
    assert.equal(statesValue(message), false, message)
})
