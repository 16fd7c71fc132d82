import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count, visible } from '../../source/toolkit/plain-words.ts'

test('one has no plural', () => {
  assert.equal(count(1, 'line', 'lines'), '1 line')
  assert.equal(count(0, 'line', 'lines'), '0 lines')
  assert.equal(count(2, 'entry', 'entries'), '2 entries')
})

test('escape sequences cannot reach a terminal', () => {
  assert.equal(visible('\u001b[31mred\u0007\u007f\u009b'), '␛[31mred␇␡\ufffd')
})

test('line breaks and tabs stay, carriage returns before a line break go', () => {
  assert.equal(visible('a\tb\r\nc\rd\n'), 'a\tb\nc␍d\n')
})

test('letters of all scripts stay', () => {
  assert.equal(visible('Grüße, 日本 😀'), 'Grüße, 日本 😀')
})
