import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openArguments, requiredBeside } from '../../source/lib/open-arguments.ts'

const SCHEMA = {
  properties: {
    id: { 'x-unless': 'about' },
    about: { 'x-when': '\\babout\\b', 'x-alone': true },
    limit: { 'x-when': '\\d' },
    note: {},
  },
  required: ['note'],
}

const open = (request: string, leans = false) =>
  openArguments(SCHEMA, request, leans).map(({ name, required }) => `${name}${required ? '!' : ''}`)

test('of two arguments that stand for each other a request opens one, and that one is written', () => {
  assert.deepEqual(open('the one about tea'), ['about!', 'note!'])
  assert.deepEqual(open('number nine'), ['id!', 'note!'])
})

test('an argument of its own words is not opened by a request that leans on the turn before', () => {
  assert.deepEqual(open('the one about tea', true), ['id!', 'note!'])
  assert.deepEqual(open('the one about tea, 3', true), ['id!', 'limit!', 'note!'])
})

test('an optional argument is open always, one with an expression where that matches', () => {
  const optional = { properties: { a: {}, b: { 'x-when': 'b' } } }
  assert.deepEqual(
    openArguments(optional, 'a', false).map(({ name, required }) => [name, required]),
    [['a', false]],
  )
})

test('what is needed is the one of the two that is given, or the one that is asked for', () => {
  const names = (args: Record<string, unknown>) => requiredBeside(SCHEMA, args).map(([name]) => name)
  assert.deepEqual(names({}), ['id', 'note'])
  assert.deepEqual(names({ about: 'tea' }), ['about', 'note'])
  assert.deepEqual(names({ id: 3 }), ['id', 'note'])
  assert.deepEqual(names({ id: 3, about: 'tea' }), ['id', 'note'])
})
