import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf } from '../../source/engine/embedded/difference.ts'
import calculator from '../../tools/calculator_compute/tool.ts'

const expression = calculator.parameters.properties?.expression ?? {}
const of = (whole: string, latest?: string) => differenceOf(expression, { whole, latest })

test('what is given back is the greater amount less the other, in any order', () => {
  assert.equal(of('lunch was 23.40 and I gave the waiter 50, how much do I get back?'), '50 - 23.4')
  assert.equal(of('I paid with a 20, the bread is 3.85: how much change?'), '20 - 3.85')
  assert.equal(of("what's my change from 10 for 6.20"), '10 - 6.2')
})

test('a message behind another call has its own two amounts', () => {
  const paid = 'I paid with a 20, the bread is 3.85: how much change?'
  assert.equal(of(`shopping.txt (milk, 2 rolls)\n${paid}`, paid), '20 - 3.85')
})

test('where more is to be reckoned the model writes it', () => {
  for (const message of [
    '2 coffees at 3.20 and I gave 10, how much do I get back?',
    'two coffees for 3.20 and I gave 10, how much do I get back?',
    'how much do I get back of 50 at 20 %?',
    '16 bottles at 0.25 deposit each, how much do I get back',
    'how much is 23.40 and 50?',
    'he changed 50 to 23',
  ])
    assert.equal(of(message), undefined, message)
  assert.equal(of('(17 * 3 = 51)\nhow much do I get back of 100', 'how much do I get back of 100'), undefined)
})
