import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ring } from '../../source/contracts/rings.ts'
import { announceRing, describeRing } from '../../source/rings/ring-words.ts'

const NOW = Date.parse('2026-03-12T13:05:00Z')
const timeZone = 'Europe/Berlin'
const tea: Ring = { id: 2, kind: 'timer', label: 'tea', dueMs: NOW, setMs: NOW - 600_000 }

test('a ring that is due says what it is and the time', () => {
  const at = { nowMs: NOW + 20, timeZone, wasAway: false }
  assert.equal(announceRing(tea, at), 'The timer `tea` rings: it is 14:05.')
  assert.equal(announceRing({ ...tea, label: '' }, at), 'The timer of 10 minutes rings: it is 14:05.')
  assert.equal(announceRing({ ...tea, kind: 'alarm', label: '' }, at), 'The alarm rings: it is 14:05.')
})

test('a ring that nobody heard says when it rang', () => {
  const later = { nowMs: NOW + 300_000, timeZone, wasAway: false }
  assert.equal(announceRing(tea, later), 'The timer `tea` rang at 14:05.')
  assert.equal(
    announceRing(tea, { ...later, wasAway: true }),
    'The timer `tea` rang at 14:05, while I was away.',
  )
  assert.equal(
    announceRing(tea, { nowMs: NOW + 86_400_000, timeZone, wasAway: true }),
    'The timer `tea` rang on Thursday, 12 March 2026, 14:05, while I was away.',
  )
})

test('a row of the list has the time, the date where it is another day, and what is left', () => {
  assert.equal(describeRing(tea, NOW - 540_000, timeZone), 'timer 2, tea: 14:05 (in 9 minutes)')
  assert.equal(
    describeRing({ ...tea, kind: 'alarm', label: '', dueMs: NOW + 86_400_000 }, NOW, timeZone),
    'alarm 2: Friday, 13 March 2026, 14:05 (in 1 day)',
  )
})

test('a label cannot steer the terminal', () => {
  const said = announceRing({ ...tea, label: '\u001b[2J' }, { nowMs: NOW, timeZone, wasAway: false })
  assert.equal(said.includes('\u001b'), false)
})
