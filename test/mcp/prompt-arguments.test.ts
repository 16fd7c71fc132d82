import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promptArguments } from '../../source/mcp/prompt-arguments.ts'

const of = (line: string, takes: readonly string[] = ['name', 'how']) =>
  promptArguments(takes, line.split(' '))

test('words go to the arguments in their order, and the last takes the rest', () => {
  assert.deepEqual(of('Ann'), { name: 'Ann' })
  assert.deepEqual(of('Ann very warmly'), { name: 'Ann', how: 'very warmly' })
  assert.deepEqual(of('Ann x=1'), { name: 'Ann', how: 'x=1' }, 'no name that it takes')
  assert.deepEqual(of('Ann', []), {})
  assert.deepEqual(of('a b', ['constructor']), { constructor: 'a b' })
  assert.deepEqual(of('kindly', ['']), { '': 'kindly' }, 'a word without an equals sign is whole')
})

test('an argument that is given by name keeps its value, whatever stands around it', () => {
  assert.deepEqual(of('how=warmly Ann Lee'), { how: 'warmly', name: 'Ann Lee' })
  assert.deepEqual(of('Ann how=warmly Lee'), { how: 'warmly', name: 'Ann Lee' })
  assert.deepEqual(of('name=Ann very warmly'), { name: 'Ann', how: 'very warmly' })
  assert.deepEqual(of('warmly name=Ann'), { name: 'Ann', how: 'warmly' })
  assert.deepEqual(of('how=a=b Ann'), { how: 'a=b', name: 'Ann' })
})

test('where all are given by name, a word goes on with the value before it', () => {
  assert.deepEqual(of('how=warmly name=Ann Lee'), { how: 'warmly', name: 'Ann Lee' })
  assert.deepEqual(of('how=very warmly name=Ann'), { how: 'very warmly', name: 'Ann' })
})
