// What was taught word for word is called as it was taught.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { TaughtCase } from '../../source/contracts/teaching.ts'
import { asTaught } from '../../source/session/taught-shots.ts'

const LEDGER: TaughtCase = {
  id: 't1',
  text: 'Show me the ledger',
  tool: 'file_read',
  from: 'teach',
  arguments: { path: 'notes.txt' },
}
const decided: RouteDecision = { tool: 'file_read', confidence: 0.97, by: 'taught', candidates: [] }
const none = () => undefined

test('the same words have the taught arguments', () => {
  for (const message of ['Show me the ledger', '  show me  the LEDGER! '])
    assert.deepEqual(asTaught(decided, message, [LEDGER], none).arguments, { path: 'notes.txt' })
})

test('other words, another tool, another version or another reason have none', () => {
  const given = (decision: RouteDecision, message: string, cases: readonly TaughtCase[], version = none) =>
    asTaught(decision, message, cases, version).arguments
  assert.equal(given(decided, 'show me the ledgers', [LEDGER]), undefined)
  assert.equal(given(decided, LEDGER.text, [{ ...LEDGER, tool: 'file_list' }]), undefined)
  assert.equal(given({ ...decided, by: 'classifier' }, LEDGER.text, [LEDGER]), undefined)
  assert.equal(
    asTaught(decided, LEDGER.text, [{ ...LEDGER, version: '1.0.0' }], () => '2.0.0').arguments,
    undefined,
  )
})

test('of two for the same words the later one counts', () => {
  const later = { ...LEDGER, id: 't2', arguments: { path: 'ledger.csv' } }
  assert.deepEqual(asTaught(decided, LEDGER.text, [LEDGER, later], none).arguments, { path: 'ledger.csv' })
})

test('arguments that the tool does not take any more are left out, and the choice of the tool stays', () => {
  const taking = (type: string) => () => ({ type: 'object', properties: { path: { type } } })
  const asked = (type: string) => asTaught(decided, LEDGER.text, [LEDGER], none, taking(type))
  assert.deepEqual(asked('string').arguments, { path: 'notes.txt' })
  assert.deepEqual(asked('number'), decided)
})
