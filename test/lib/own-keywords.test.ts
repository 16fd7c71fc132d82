import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutOwnKeywords } from '../../source/lib/own-keywords.ts'

test('keywords that begin with `x-` go at every depth, and names of parameters and values stay', () => {
  const schema = {
    type: 'object',
    'x-when': '(',
    properties: {
      'x-rate': { type: 'number', 'x-unit': 'm', default: 1 },
      properties: { type: 'object', 'x-from': 'message', properties: { 'x-a': { enum: [{ 'x-b': 1 }] } } },
      list: { type: 'array', items: { 'x-ask': 'what?', type: 'string' } },
      either: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/x-c', 'x-or': [] }] },
      any: true,
    },
    required: ['x-rate'],
    patternProperties: { '^x-': { 'x-d': 1 } },
    $defs: { 'x-c': { const: { 'x-e': 2 }, 'x-f': 3 } },
    additionalProperties: { 'x-g': 1 },
  }
  assert.deepEqual(withoutOwnKeywords(schema), {
    type: 'object',
    properties: {
      'x-rate': { type: 'number', default: 1 },
      properties: { type: 'object', properties: { 'x-a': { enum: [{ 'x-b': 1 }] } } },
      list: { type: 'array', items: { type: 'string' } },
      either: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/x-c' }] },
      any: true,
    },
    required: ['x-rate'],
    patternProperties: { '^x-': {} },
    $defs: { 'x-c': { const: { 'x-e': 2 } } },
    additionalProperties: {},
  })
})
