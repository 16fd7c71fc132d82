import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FewShot } from '../../source/contracts/manifest.ts'
import { chooseShots } from '../../source/optimizer/choose-shots.ts'

const shots: readonly FewShot[] = [
  { user: 'five miles in km', arguments: { value: 5, from: 'miles', to: 'km' } },
  { user: 'six miles in km', arguments: { value: 6, from: 'miles', to: 'km' } },
  { user: 'seven miles in km', arguments: { value: 7, from: 'miles', to: 'km' } },
  { user: 'grams in an ounce', arguments: { from: 'ounce', to: 'grams' } },
  { user: '2.5 inches as cm, three digits', arguments: { value: 2.5, from: 'inches', to: 'cm', digits: 3 } },
  { user: 'eight miles in km', arguments: { value: 8, from: 'miles', to: 'km' } },
]

test('few examples between them give each optional argument, and leave it out', () => {
  const chosen = chooseShots(shots, 3)
  assert.equal(chosen.length, 3)
  assert.ok(chosen.some((shot) => 'digits' in shot.arguments))
  assert.ok(chosen.some((shot) => !('value' in shot.arguments)))
  assert.ok(chosen.some((shot) => 'value' in shot.arguments && !('digits' in shot.arguments)))
})

test('they stay in their order, and the same shots give the same choice', () => {
  const chosen = chooseShots(shots, 4)
  assert.deepEqual(
    chosen.map((shot) => shots.indexOf(shot)),
    chosen.map((shot) => shots.indexOf(shot)).sort((a, b) => a - b),
  )
  assert.deepEqual(chooseShots(shots, 4), chosen)
})

test('a smaller choice is part of a larger one', () => {
  const larger = new Set(chooseShots(shots, 4))
  assert.ok(chooseShots(shots, 2).every((shot) => larger.has(shot)))
})

test('where there are no more than wanted all stay', () => {
  assert.deepEqual(chooseShots(shots, 6), shots)
  assert.deepEqual(chooseShots([], 4), [])
})
