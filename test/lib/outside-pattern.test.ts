import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesOutside } from '../../source/lib/outside-pattern.ts'
import { ENDLESS, ENDLESS_TEXT } from '../helpers/endless-pattern.ts'

test('a text matches whatever its case, or does not', () => {
  assert.equal(matchesOutside('recurs|nested', 'Nested folders'), true)
  assert.equal(matchesOutside('^(?=.*x)(a)\\1$', 'aa'), false)
})

test('a pattern that is broken, too long or without end tells nothing', () => {
  for (const pattern of ['(', 'a'.repeat(4_001), ENDLESS, ENDLESS])
    assert.equal(matchesOutside(pattern, ENDLESS_TEXT), undefined, pattern.slice(0, 20))
  assert.equal(matchesOutside(ENDLESS, 'aaa'), undefined, 'it is not tried again')
})
