// What the words of a request leave open of a percentage, and what its patterns answer at once.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { LONGEST_PATTERN } from '../../source/lib/outside-pattern.ts'
import { readToolWords } from '../../source/manifest/tool-words.ts'
import { CUES } from '../../tools/percentage_calculate/cues.ts'
import percentage from '../../tools/percentage_calculate/tool.ts'

const file = join(import.meta.dirname, '..', '..', 'tools', 'percentage_calculate', 'config.yaml')
const { words } = readToolWords(readFileSync(file, 'utf8'), file)

const { operation = {} } = percentage.parameters.properties ?? {}
const left = (whole: string) => choicesFor(operation, { whole }, [], [])

/** The call that the first matching pattern makes. */
function called(message: string): object | undefined {
  for (const { pattern, arguments: own } of words?.triggers ?? []) {
    const match = new RegExp(`^(?:${pattern})$`, 'iu').exec(message)
    if (match !== null) return { ...match.groups, ...own }
  }
  return undefined
}

describe('a share is answered at once only where it is of the group that was named', () => {
  for (const message of [
    '12 of 20 passed, what percent failed',
    '8 of 40 seats are taken, what percent is free',
    '15 of 60 people came, what percent stayed home',
    '30 of 120 said yes, what percent said no',
    'we sold 20 of 80 tickets, what percent is unsold',
    '6 of 30 days were rainy, what percent were dry',
    'what percent of the pupils failed if 12 of 20 passed',
    'what percent is free if 8 of 40 are taken',
    '4 wrong of 32, what percent right',
  ])
    test(message, () => {
      assert.equal(called(message), undefined)
      assert.deepEqual(left(message), ['share_and_rest'])
    })

  for (const message of [
    '12 of 20 passed, what percent is that',
    '12 of 20 passed, what percent passed',
    'i got 12 of 20 right, what percent did I get?',
    '12 of 20 said yes, so what percent said yes',
    '12 of 20 pupils passed. what percent of the pupils passed',
    'what percent did i get with 12 of 20',
  ])
    test(message, () => {
      assert.deepEqual(called(message), { value: '20', percentage: '12', operation: 'is_what_percent' })
      assert.deepEqual(left(message), ['is_what_percent'])
    })
})

describe('the operation that a request leaves open', () => {
  for (const [message, expected] of [
    ["240 including 20% vat, what's the net price", 'before_increase'],
    ['what was the price before 20% VAT if I paid 240', 'before_increase'],
    ['how much is 119 euros without 19% VAT', 'before_increase'],
    ['I paid 240 including 20% VAT. What is it without the VAT?', 'before_increase'],
    ['price including 7% tax is 53.50, what is it before the tax', 'before_increase'],
    ['my rent went up 5% to 840, what was it before', 'before_increase'],
    ['a coat costs 80 after 20% off, what was the original price', 'before_decrease'],
    ['the jacket is 60 after a 25% discount, what did it cost before', 'before_decrease'],
    ["what did the shirt cost originally if it's 24 with 40% off", 'before_decrease'],
    ['from 80 to 60, how many percent down is that', 'change'],
    ['by what percent did 200 drop to 150', 'change'],
    ['how many percent is 60 more than 50', 'change'],
    ['how much cheaper is 60 than 80 in percent', 'change'],
    ['we had 1,150 visitors last year and 1,380 this year, by what percent did we grow', 'change'],
    // These stay as they were.
    ['sale 50% off, original price 139', 'decrease'],
    ['what is the new price if the original price is 139 and it is 50% off', 'decrease'],
    ['3000 minus 20% tax, net?', 'decrease'],
    ['net 840, tax 7%, gross?', 'increase'],
    ['without the 20% it was 65, and with it: how much more?', 'increase+decrease'],
    ['add 19% to the net price of 240', 'increase'],
    ["what's a 20% tip on 64 before tax", 'of'],
    ['16 lambs of 250 fell ill, how many percent', 'is_what_percent'],
    ['what percent of 80 is 60', 'is_what_percent'],
  ] as const)
    test(message, () => assert.deepEqual(left(message)?.toSorted(), expected.split('+').toSorted()))
})

test('plain changes and net prices need no model', () => {
  assert.deepEqual(called('from 80 to 60, how many percent down is that'), {
    value: '80',
    percentage: '60',
    operation: 'change',
  })
  assert.deepEqual(called('how many percent more is 60 than 50'), {
    value: '50',
    percentage: '60',
    operation: 'change',
  })
  assert.deepEqual(called("240 including 20% vat, what's the net price?"), {
    value: '240',
    percentage: '20',
    operation: 'before_increase',
  })
  assert.equal(called('it went from 80 to 60 percent'), undefined)
})

test('no pattern is too long, or takes long for what is long', () => {
  const patterns = [...Object.values(CUES).flat(), ...(words?.triggers ?? []).map(({ pattern }) => pattern)]
  const texts = [
    '12 of 20 passed what percent ',
    'from 12 to ',
    'what percent is ',
    'what was it before ',
    '1 ',
    'a ',
  ]
  for (const pattern of patterns) {
    assert.ok(pattern.length <= LONGEST_PATTERN)
    const compiled = new RegExp(pattern, 'iu')
    const startMs = performance.now()
    for (const text of texts) compiled.test(text.repeat(4_000 / text.length))
    assert.ok(performance.now() - startMs < 60_000, pattern.slice(0, 80))
  }
})
