import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortLine } from '../../source/lib/short-line.ts'
import { idNamed } from '../../source/sessions/rows.ts'
import { compareIds, idOf, whenText } from '../../source/sessions/when.ts'

const IDS = ['20260311-090000-01', '20260312-102430-01', '20260312-102430-02', '20260313-080000-01']

test('an id is found by itself and by a beginning that no other has', () => {
  assert.deepEqual(idNamed('20260312-102430-01', IDS), { id: '20260312-102430-01' })
  assert.deepEqual(idNamed('20260311', IDS), { id: '20260311-090000-01' })
  assert.deepEqual(idNamed('20260312', IDS), {
    reason:
      '`20260312` fits 2 conversations: `20260312-102430-02`, `20260312-102430-01`; type more of the id.',
  })
})

test('an unknown id is answered with the nearest one, or with the last ones', () => {
  assert.deepEqual(idNamed('20260313-080000-02', IDS), {
    reason: 'There is no conversation `20260313-080000-02`; did you mean `20260313-080000-01`?',
  })
  const { reason } = idNamed('boat', IDS) as { readonly reason: string }
  assert.match(reason, /^There is no conversation `boat`; the last are `20260313-080000-01`, .* …/)
  assert.deepEqual(idNamed('boat', IDS.slice(0, 1)), {
    reason:
      'There is no conversation `boat`; the last is `20260311-090000-01` (`/sessions --all` lists them).',
  })
  assert.deepEqual(idNamed('boat', []), { reason: 'There is no conversation `boat`; none is kept yet.' })
})

test('a title is one line and never half a character', () => {
  assert.equal(shortLine('  a\n b\t c ', 10), 'a b c')
  assert.equal(shortLine('abcdefghi👋klm', 10), 'abcdefghi…')
  assert.ok(shortLine('abcdefgh👋klm', 10).isWellFormed())
})

test('more than ninety-nine of one second are in their order', () => {
  const ids = ['20260312-102430-100', '20260312-102430-99', '20260312-102431-01', '20260312-102430-02']
  assert.deepEqual([...ids].sort(compareIds), [
    '20260312-102430-02',
    '20260312-102430-99',
    '20260312-102430-100',
    '20260312-102431-01',
  ])
})

test('ids sort by time in UTC, a person reads the time of their zone', () => {
  assert.equal(idOf(new Date('2026-03-12T23:24:30.123Z')), '20260312-232430')
  assert.equal(whenText('2026-03-12T23:24:30.123Z', 'Europe/Berlin'), '2026-03-13 00:24')
  assert.equal(whenText('yesterday', 'UTC'), 'yesterday')
})
