import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { compileOwnSchema, compileSchema, findSchemaFault } from '../../source/lib/json-schema.ts'
import { ENDLESS, ENDLESS_TEXT } from '../helpers/endless-pattern.ts'
import { publicData } from '../helpers/public-data.ts'

const CATALOGUE = publicData('mcp-catalogue/tools.jsonl')

function messages(schema: object, value: unknown): string[] {
  return compileSchema(schema)(value).map((broken) => broken.message)
}

describe('a schema that takes for ever', () => {
  const refused = (schema: object, value: unknown) =>
    assert.match(messages(schema, value).join(), /^The value could not be checked within 250 ms: /)

  test('is ended wherever its pattern stands, and what it can tell in time it tells', () => {
    const schema = {
      type: 'object',
      properties: { text: { anyOf: [{ type: 'number' }, { pattern: ENDLESS }] } },
    }
    refused(schema, { text: ENDLESS_TEXT })
    assert.deepEqual(messages(schema, { text: 'aaa' }), [])
    refused({ patternProperties: { [ENDLESS]: true } }, { [ENDLESS_TEXT]: 1 })
    refused({ propertyNames: { pattern: ENDLESS } }, { [ENDLESS_TEXT]: 1 })
  })

  test('is ended without a pattern, too: pairs of items, references into each other', () => {
    refused(
      { uniqueItems: true },
      Array.from({ length: 60_000 }, (_, at) => ({ at })),
    )
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = at === 39 ? { const: 1 } : { $ref: `#/$defs/d${at + 1}` }
        return [`d${at}`, { anyOf: [next, next] }]
      }),
    )
    refused({ $defs, $ref: '#/$defs/d0' }, 2)
  })

  test('is not tried a fifth time', () => {
    const schema = { title: 'four times', pattern: ENDLESS }
    for (const _ of [1, 2, 3, 4]) {
      assert.deepEqual(messages(schema, 'aaa'), [])
      refused(schema, ENDLESS_TEXT)
    }
    refused(schema, 'aaa')
  })

  test('of the program itself is tried each time', () => {
    const check = compileOwnSchema({ pattern: ENDLESS })
    for (const _ of [1, 2, 3, 4, 5]) assert.equal(check(ENDLESS_TEXT).length, 1)
    assert.deepEqual(check('aaa'), [])
  })

  test('by a pattern that is longer than any person writes cannot be used', () => {
    assert.match(
      findSchemaFault({ pattern: 'a'.repeat(4_001) })?.message ?? '',
      /has 4001 characters, more than/,
    )
    assert.equal(findSchemaFault({ pattern: 'a'.repeat(4_000) }), undefined)
  })
})

describe('a value', () => {
  test('that fits has no broken rule', () => {
    const schema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] }
    assert.deepEqual(compileSchema(schema)({ days: 3, more: true }), [])
  })

  test('gets every broken rule at once, with its path', () => {
    const schema = {
      type: 'object',
      properties: { days: { type: 'integer', minimum: 1 }, list: { items: { enum: ['a', 'b'] } } },
      required: ['city'],
    }
    const broken = compileSchema(schema)({ days: 0, list: ['a', 'c'] })
    assert.deepEqual(
      broken.map(({ path, rule }) => [path, rule]),
      [
        ['', 'required'],
        ['/days', 'minimum'],
        ['/list/1', 'enum'],
      ],
    )
  })

  const sentences: [object, unknown, string][] = [
    [{ type: 'integer' }, 'three', 'The value must be a whole number, but it is `"three"`.'],
    [{ type: ['string', 'null'] }, 3, 'The value must be text or null, but it is `3`.'],
    [{ enum: ['a', 1] }, 'b', 'The value must be one of `"a"`, `1`, but it is `"b"`.'],
    [{ const: 'a' }, 'b', 'The value must be `"a"`, but it is `"b"`.'],
    [{ minimum: 1 }, 0, 'The value must be at least 1, but it is `0`.'],
    [{ maximum: 1 }, 2, 'The value must be at most 1, but it is `2`.'],
    [{ exclusiveMinimum: 1 }, 1, 'The value must be more than 1, but it is `1`.'],
    [{ exclusiveMaximum: 1 }, 1, 'The value must be less than 1, but it is `1`.'],
    [{ multipleOf: 5 }, 7, 'The value must be a multiple of 5, but it is `7`.'],
    [{ minLength: 1 }, '', 'The value must have at least 1 character, but it is `""`.'],
    [{ maxLength: 2 }, 'abc', 'The value must have at most 2 characters, but it is `"abc"`.'],
    [{ pattern: '^a' }, 'b', 'The value must match the pattern `^a`, but it is `"b"`.'],
    [{ minItems: 1 }, [], 'The value must have at least 1 item, but it is `[]`.'],
    [{ maxItems: 1 }, [1, 2], 'The value must have at most 1 item, but it is `[1,2]`.'],
    [{ uniqueItems: true }, [1, 1], 'The value must not have equal items (0 and 1 are), but it is `[1,1]`.'],
    [{ minProperties: 1 }, {}, 'The value must have at least 1 property, but it is `{}`.'],
    [{ maxProperties: 0 }, { a: 1 }, 'The value must have at most 0 properties, but it is `{"a":1}`.'],
    [{ required: ['a'] }, {}, 'The value needs `a`, which is missing.'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'The value needs `b` because it has `a`.'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      'The value has `b`, which the schema does not know; it knows `a`.',
    ],
    [
      { properties: { a: { items: { type: 'number' } } } },
      { a: [1, 'x'] },
      '`a[1]` must be a number, but it is `"x"`.',
    ],
    [{ properties: { 'a/b': { type: 'null' } } }, { 'a/b': 1 }, '`a/b` must be null, but it is `1`.'],
    [{ not: {} }, 1, 'The value must NOT be valid, but it is `1`.'],
  ]
  for (const [schema, value, sentence] of sentences) {
    test(`is told: ${sentence}`, () => assert.deepEqual(messages(schema, value), [sentence]))
  }

  test('that is long is quoted in part', () => {
    const [sentence = ''] = messages({ type: 'number' }, 'x'.repeat(500))
    assert.ok(sentence.length < 150, sentence)
    assert.match(sentence, /x…`\.$/)
  })

  test('is never changed', () => {
    const value = { days: '3' }
    compileSchema({ properties: { days: { type: 'integer' }, city: { default: 'Berlin' } } })(value)
    assert.deepEqual(value, { days: '3' })
  })
})

describe('a schema', () => {
  test('that cannot be used is reported, and refuses every value', () => {
    const cycle: { [name: string]: unknown } = {}
    cycle.properties = { self: cycle }
    const bad = [
      { type: 'strnig' },
      { $ref: '#/nope' },
      { $ref: 'https://example.org/x' },
      { pattern: '(' },
      cycle,
    ]
    for (const schema of bad) {
      assert.equal(findSchemaFault(schema)?.rule, 'schema')
      assert.match(compileSchema(schema)({})[0]?.message ?? '', /^The schema itself cannot be used: .+\.$/)
    }
    assert.equal(findSchemaFault({ type: 'string' }), undefined)
  })

  test('may use unknown keywords and formats, and patterns of the old kind', () => {
    assert.deepEqual(
      messages({ 'x-order': 1, format: 'fancy', type: 'string', pattern: '^[\\w\\-]+$' }, 'a-b'),
      [],
    )
  })

  test('of draft-07 keeps the meaning that it has there', () => {
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'number' }] }
    assert.equal(messages(draft07, ['x']).length, 1)
    const draft2020 = { prefixItems: [{ type: 'number' }] }
    assert.equal(messages(draft2020, ['x']).length, 1)
  })

  test('with the limits of draft-04 is understood', () => {
    const schema = {
      properties: { page: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9 } },
    }
    assert.deepEqual(messages(schema, { page: 0 }), ['`page` must be more than 0, but it is `0`.'])
    assert.deepEqual(messages(schema, { page: 9 }), [])
    assert.deepEqual(messages({ maximum: 3, exclusiveMaximum: false }, 3), [])
  })

  test('may have the same $id as another one', () => {
    const one = { $id: 'https://example.org/a', $ref: '#/$defs/x', $defs: { x: { type: 'string' } } }
    const two = { $id: 'https://example.org/a', $ref: '#/$defs/x', $defs: { x: { type: 'number' } } }
    assert.deepEqual([messages(one, 'a'), messages(two, 1)], [[], []])
    assert.deepEqual([messages(one, 1).length, messages(two, 'a').length], [1, 1])
  })

  test('that calls itself asynchronous is checked at once all the same', () => {
    assert.equal(messages({ $async: true, type: 'string' }, 1).length, 1)
  })

  test('that is recursive is followed', () => {
    const tree = {
      $ref: '#/$defs/n',
      $defs: { n: { properties: { v: { type: 'number' }, next: { $ref: '#/$defs/n' } } } },
    }
    assert.deepEqual(messages(tree, { v: 1, next: { v: 2, next: { v: 'x' } } }), [
      '`next.next.v` must be a number, but it is `"x"`.',
    ])
  })

  test('gives one check for one text', () => {
    assert.equal(
      compileSchema({ title: 'once', type: 'string' }),
      compileSchema({ title: 'once', type: 'string' }),
    )
    assert.notEqual(compileSchema({ title: 'once' }), compileSchema({ title: 'twice' }))
  })

  test('of each of 527 tools of real servers can be used', {
    skip: !CATALOGUE && 'ETHERVOX_DATA has no mcp-catalogue/tools.jsonl',
  }, () => {
    const lines = readFileSync(CATALOGUE ?? '', 'utf8')
      .trim()
      .split('\n')
    const faults = lines
      .map((line) => findSchemaFault(JSON.parse(line).inputSchema))
      .filter((one) => one !== undefined)
    assert.equal(lines.length, 527)
    assert.deepEqual(faults, [])
  })
})

test('a check that would take for ever ends, and refuses the value', () => {
  const check = compileSchema({ type: 'string', pattern: '^(a+)+$' })
  assert.deepEqual(check('aaaa'), [])
  assert.equal(check('b')[0]?.rule, 'pattern')
  const [broken] = check(`${'a'.repeat(60)}!`)
  assert.equal(broken?.rule, 'schema')
  assert.match(broken?.message ?? '', /^The value could not be checked within \d+ ms: /)
  assert.deepEqual(check('aaaa'), [], 'and the next one is checked as before')
  const doubled = Array.from({ length: 70 }, (_, at) => [
    `d${at + 1}`,
    { allOf: [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }] },
  ])
  const $defs = { d0: { type: 'string', minLength: 1 }, ...Object.fromEntries(doubled) }
  assert.equal(compileSchema({ $defs, $ref: '#/$defs/d3' })('').length, 8)
  assert.equal(compileSchema({ $defs, $ref: '#/$defs/d70' })('x')[0]?.rule, 'schema')
})

test('a fault of a schema quotes little of it', () => {
  const fault = findSchemaFault({ type: 'string', pattern: `${'.'.repeat(300_000)}(` })
  assert.equal(fault?.rule, 'schema')
  assert.ok((fault?.message.length ?? 0) < 400)
})
