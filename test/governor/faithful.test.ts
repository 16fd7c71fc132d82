import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endOfLastClause, findInvented, findUnfaithful, readSources } from '../../source/governor/faithful.ts'
import type { FaithfulCase } from './faithful-grounds.ts'
import { FALSE_ANSWERS } from './false-answers.ts'
import { TRUE_ANSWERS } from './true-answers.ts'

const reasonOf = ({ facts, answer, message = 'what is it?', keys = [[]], failed = false }: FaithfulCase) =>
  findUnfaithful({ facts, answer, message, keys, failed })

const title = ({ facts, answer, message }: FaithfulCase) =>
  `"${answer}" to "${message ?? ''}" from: ${facts.slice(0, 50)}`.replaceAll('\n', '⏎')

describe('a true answer passes', () => {
  for (const one of TRUE_ANSWERS) test(title(one), () => assert.equal(reasonOf(one), undefined))
})

describe('a false answer is caught for the right reason', () => {
  for (const one of FALSE_ANSWERS)
    test(title(one), () => assert.match(reasonOf(one) ?? 'it passed', one.because))
})

describe('an answer that is still being written', () => {
  test('a true answer is never stopped at the end of any of its clauses', () => {
    for (const { facts, answer, message = '' } of TRUE_ANSWERS) {
      const sources = readSources(`${facts}\n${message}`)
      for (let end = 1; end <= answer.length; end++) {
        const whole = answer.slice(0, endOfLastClause(answer.slice(0, end)))
        assert.equal(findInvented(whole, sources), undefined, `"${whole}" of "${answer}"`)
      }
    }
  })

  test('a time that still may get its pm belongs to no whole clause', () => {
    assert.equal(endOfLastClause('It is 10:24 '), 0)
    assert.equal(endOfLastClause('It is 10:24 PM. And'), 'It is 10:24 PM. '.length)
    assert.equal(endOfLastClause('The result is 7,006,652'), 0)
    assert.equal(endOfLastClause('two lines\nand'), 'two lines\n'.length)
  })
})

test('an answer from several results speaks of each of them', () => {
  const parts = [
    'todo.md:\n- [ ] call the dentist\n- [ ] send invoice 2087',
    'notes.txt:\nThe garage code is 7731.',
  ]
  const facts = parts.map((part, at) => `${at + 1}. ${part}`).join('\n')
  const reason = (answer: string) =>
    findUnfaithful({ answer, facts, parts, keys: [[], []], message: 'read both', failed: false })
  assert.equal(reason('You have to call the dentist, and the garage code is 7731.'), undefined)
  assert.equal(reason('Both files say that the garage code is 7731.'), 'it says nothing of result 1')
  assert.equal(reason('Invoice 2087 is to be sent.'), 'it says nothing of result 2')
})
