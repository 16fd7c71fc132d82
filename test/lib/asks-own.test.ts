import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksOwn } from '../../source/lib/asks-own.ts'

test('what asks for something of the person is told from other questions and from what is told', () => {
  for (const request of ['where am I parked?', "what's my locker?", 'do we have eggs?'])
    assert.equal(asksOwn(request), true, request)
  for (const request of ['where is Lima?', 'my car is red', 'who is this?', 'is it in miami?'])
    assert.equal(asksOwn(request), false, request)
})
