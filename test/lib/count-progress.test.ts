import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countProgress } from '../../source/lib/count-progress.ts'

/** Lines, or what a terminal is sent, for these steps: milliseconds that each took, then what it tells. */
function written(isTTY: boolean, steps: readonly (readonly [number, number, number, 'states' | 'ours'])[]) {
  const texts: string[] = []
  let time = 0
  const progress = countProgress({ isTTY, write: (text) => texts.push(text) }, () => time)
  for (const [took, ...step] of steps) {
    time += took
    progress(...step)
  }
  return texts.join('')
}

test('outside a terminal a state that was made has a line, those that were there only the first and the last', () => {
  assert.equal(
    written(false, [
      [3000, 0, 4, 'states'],
      [9000, 1, 4, 'states'],
      [20, 2, 4, 'states'],
      [30, 3, 4, 'states'],
      [20, 4, 4, 'states'],
      [900, 1, 26, 'ours'],
      [900, 25, 26, 'ours'],
    ]),
    'states 0/4\nstates 1/4\nstates 4/4\nours 25/26\n',
  )
})

test('in a terminal one line tells how far it is, and ends where the next begins', () => {
  assert.equal(
    written(true, [
      [0, 0, 1, 'states'],
      [0, 1, 1, 'states'],
      [0, 1, 2, 'ours'],
      [0, 2, 2, 'ours'],
    ]),
    '\rstates 0/1 \rstates 1/1 \n\rours 1/2 \rours 2/2 \n',
  )
})
