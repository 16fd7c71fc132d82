import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvalTurn } from '../../source/evaluation/cases.ts'
import { judge } from '../../source/evaluation/judge.ts'

const caseOf = (input: string, gold: EvalTurn['gold'], fails = false): EvalTurn => ({
  input,
  tool: 'x',
  arguments: {},
  gold,
  fails,
})

describe('a judged answer', () => {
  const time = caseOf('time?', [['10:24']])
  const product = caseOf('1234 times 5678', [['7006652', '7,006,652']])
  const code = caseOf('garage code?', [['7731']])
  const missing = caseOf('open plan.txt', [['plan.txt']], true)
  const below = caseOf('3 minus 8', [['-5']])
  const list = caseOf('what is here?', [['notes.txt'], ['todo.md', 'to-do list']])

  const right = [
    [time, 'It is 10:24.', '10:24'],
    [time, 'The time is 10:24 AM.', '10:24'],
    [product, 'It is 7,006,652.', 7006652],
    [product, '1,234 × 5,678 = 7006652', 7006652],
    [code, 'The code is **7731**.', { text: 'The garage code is 7731.' }],
    [list, 'There are Notes.txt and   todo.md.', ['notes.txt', 'todo.md']],
    [list, 'notes.txt and a to-do list', ['notes.txt', 'todo.md']],
    [missing, 'There is no plan.txt.', null],
    [missing, 'I couldn’t open plan.txt.', null],
    [below, 'The result is -5.', -5],
    [below, '3 minus 8 is minus 5.', -5],
    [below, 'It is −5.', -5],
    [caseOf('355 / 113', [['3.14']]), 'It is 3.14159292035398.', '3.14159292035398'],
    [caseOf('when?', [['14:30', '2:30']]), 'At 2:30 PM.', '14:30'],
  ] as const
  for (const [one, answer, result] of right) {
    test(`is true: ${answer}`, () => assert.equal(judge(one, answer, result), undefined))
  }

  const wrong = [
    [time, 'It is late.', '10:24', /lacks 10:24/],
    [time, 'It is 10:24, and 7 minutes before was 10:17.', '10:24', /comes from nowhere/],
    [product, 'It is 700,665,200.', 7006652, /lacks/],
    [code, 'The code is 7731 or 1234.', '7731', /the number 1234/],
    [caseOf('10 / 4', [['2.5']]), 'It is 2.', 2, /lacks 2\.5/],
    [code, 'The code is 77310.', '7731', /lacks/],
    [list, 'There is notes.txt.', [], /lacks todo\.md \| to-do list/],
    [missing, 'plan.txt is open.', null, /does not say that it failed/],
    [below, 'The result is 5.', -5, /lacks -5/],
  ] as const
  for (const [one, answer, result, reason] of wrong) {
    test(`is not true: ${answer}`, () => assert.match(judge(one, answer, result) ?? '', reason))
  }

  test('numbers of the request, of the result and of the accepted arguments are known', () => {
    const one = { ...caseOf('add 2', [['5']]), arguments: { b: [3] } }
    assert.equal(judge(one, '2 plus 3 is 5, in 17 steps', { steps: 17 }), undefined)
  })
})
