import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { writeArguments } from '../../source/engine/embedded/write-arguments.ts'
import { compileSchema } from '../../source/lib/json-schema.ts'
import { createFakeLane, type FakeLaneOptions, type Wish, wishFor } from './fake-lane.ts'

const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

async function write(
  schema: JsonSchema,
  wish: Wish | string,
  options: FakeLaneOptions & { maxTokens?: number; message?: string } = {},
) {
  const fake = createFakeLane(typeof wish === 'string' ? wishFor(wish) : wish, options)
  const { signal } = new AbortController()
  const written = await writeArguments(
    fake.lane,
    fake.prompt,
    schema,
    { whole: options.message ?? '' },
    options.maxTokens ?? 400,
    signal,
  )
  return { ...written, ...fake.counts }
}

/** Written one byte a token and in chunks: both must give `expected`. */
async function bothGive(schema: JsonSchema, wish: string, expected: unknown) {
  for (const merged of [false, true]) {
    const { text, cut } = await write(schema, wish, { merged })
    assert.equal(cut, false, `cut after ${text}`)
    assert.deepEqual(JSON.parse(text), expected)
    assert.deepEqual(compileSchema(schema)(JSON.parse(text)), [], text)
  }
}

const NAME = { name: { type: 'string' } }
const THREE = object({ a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } })

describe('what the model writes within the schema is kept as it is', () => {
  test('a required string', () =>
    bothGive(object(NAME, ['name']), '{"name": "notes.txt"}', { name: 'notes.txt' }))

  test('a string with quotes, a backslash and characters of several bytes', () =>
    bothGive(object(NAME, ['name']), '{"name": "a \\"b\\" \\\\ é 漢 😀"}', { name: 'a "b" \\ é 漢 😀' }))

  test('an empty string', () => bothGive(object(NAME, ['name']), '{"name": ""}', { name: '' }))

  for (const [wish, expected] of [
    ['{}', {}],
    ['{"a": "x"}', { a: 'x' }],
    ['{"b": 12}', { b: 12 }],
    ['{"c": true}', { c: true }],
    ['{"a": "x", "b": -7}', { a: 'x', b: -7 }],
    ['{"a": "x", "c": false}', { a: 'x', c: false }],
    ['{"b": 0, "c": true}', { b: 0, c: true }],
    ['{"a": "x", "b": 120, "c": false}', { a: 'x', b: 120, c: false }],
  ] as const) {
    test(`of three optional arguments those of ${wish}`, () => bothGive(THREE, wish, expected))
  }

  test('an optional argument between required ones, given and left out', async () => {
    const schema = object({ a: { type: 'number' }, b: { type: 'number' }, c: { type: 'number' } }, ['a', 'c'])
    await bothGive(schema, '{"a": 1, "b": 2.5, "c": 3}', { a: 1, b: 2.5, c: 3 })
    await bothGive(schema, '{"a": 1, "c": 3}', { a: 1, c: 3 })
  })

  test('names of which one begins like the other', async () => {
    const schema = object({ file: { type: 'string' }, file_name: { type: 'string' } })
    await bothGive(schema, '{"file_name": "x"}', { file_name: 'x' })
    await bothGive(schema, '{"file": "x", "file_name": "y"}', { file: 'x', file_name: 'y' })
  })

  test('a name that needs escapes', () =>
    bothGive(object({ 'a"b': { type: 'string' } }, ['a"b']), '{"a\\"b": "x"}', { 'a"b': 'x' }))

  test('values of an enum, also where one begins like another', async () => {
    const schema = object({ unit: { enum: ['day', 'days', 'week'] } }, ['unit'])
    for (const unit of ['day', 'days', 'week']) await bothGive(schema, `{"unit": "${unit}"}`, { unit })
  })

  test('an enum of numbers, and one of several types', async () => {
    await bothGive(object({ n: { enum: [5, 50, 500] } }, ['n']), '{"n": 50}', { n: 50 })
    await bothGive(object({ n: { enum: [5, 50, 500] } }, ['n']), '{"n": 5}', { n: 5 })
    await bothGive(object({ n: { enum: ['a', 1, null, true] } }, ['n']), '{"n": null}', { n: null })
  })

  test('arrays, nested objects and free values', async () => {
    await bothGive(
      object({ list: { type: 'array', items: { type: 'integer' } } }, ['list']),
      '{"list": [1, 2, 12]}',
      { list: [1, 2, 12] },
    )
    await bothGive(object({ list: { type: 'array', items: { type: 'string' } } }, ['list']), '{"list": []}', {
      list: [],
    })
    await bothGive(
      object({ deep: { type: 'object' } }, ['deep']),
      '{"deep": {"a": [1, {"b": null}], "c": "x"}}',
      { deep: { a: [1, { b: null }], c: 'x' } },
    )
    await bothGive(object({ any: {} }, ['any']), '{"any": [true, "x", 1.5]}', { any: [true, 'x', 1.5] })
  })

  test('a value of one of several types', async () => {
    const schema = object({ x: { type: ['null', 'string', 'integer'] } }, ['x'])
    await bothGive(schema, '{"x": null}', { x: null })
    await bothGive(schema, '{"x": "y"}', { x: 'y' })
    await bothGive(schema, '{"x": 12}', { x: 12 })
  })
})

describe('what the schema does not allow is not written', () => {
  const validWhateverIsWished = async (schema: JsonSchema, wishes: readonly string[]) => {
    for (const wish of wishes)
      for (const merged of [false, true]) {
        const { text, cut } = await write(schema, wish, { merged })
        assert.equal(cut, false, `${wish} was cut after ${text}`)
        assert.deepEqual(compileSchema(schema)(JSON.parse(text)), [], `${wish} became ${text}`)
      }
  }

  test('pieces of characters that nobody wants to end do not stand in the way of the end', async () => {
    const { text, cut } = await write(object(NAME, ['name']), '{"name": "ab\ncd"}', { second: [0xe6, 0xf0] })
    assert.equal(cut, false, text)
    assert.deepEqual(JSON.parse(text), { name: 'ab' })
  })

  test('prose, a foreign name, a missing argument and an early end become the required argument', () =>
    validWhateverIsWished(object(NAME, ['name']), [
      'I will call the tool now.',
      '{"other": "x"}',
      '{}',
      '',
      '{"name": 7}',
      '{"name": null}',
      '{"name": {"x": 1}}',
      '```json\n{"name": "x"}\n```',
    ]))

  test('a word where a number belongs, a second point, leading zeros and a bare point', () =>
    validWhateverIsWished(object({ n: { type: 'number' } }, ['n']), [
      '{"n": "many"}',
      '{"n": 1.2.3}',
      '{"n": 007}',
      '{"n": .5}',
      '{"n": -.5}',
      '{"n": +5}',
      '{"n": 1e999}',
      '{"n": NaN}',
    ]))

  test('a fraction where a whole number belongs', () =>
    validWhateverIsWished(object({ n: { type: 'integer' } }, ['n']), [
      '{"n": 2.5}',
      '{"n": "2"}',
      '{"n": -}',
    ]))

  test('a value that is not in the enum, and a boolean in quotes', () =>
    validWhateverIsWished(
      object({ unit: { enum: ['day', 'week'] }, on: { type: 'boolean' } }, ['unit', 'on']),
      ['{"unit": "month", "on": "yes"}', '{"unit": "days", "on": 1}', '{"unit": "day", "on": True}'],
    ))

  test('arguments in another order, twice, or after the end', () =>
    validWhateverIsWished(object({ a: { type: 'string' }, b: { type: 'string' } }, ['b']), [
      '{"b": "2", "a": "1"}',
      '{"b": "2", "b": "3"}',
      '{"a": "1"}',
      '{"b": "2"}, {"b": "3"}',
    ]))

  test('a line break inside a string', () =>
    validWhateverIsWished(object(NAME, ['name']), ['{"name": "a\nb"}']))

  test('a string beyond its greatest length, also with an escape at the end', () =>
    validWhateverIsWished(object({ s: { type: 'string', maxLength: 3 } }, ['s']), [
      '{"s": "abcdef"}',
      '{"s": "ab\\n\\n"}',
      '{"s": "\\"\\"\\"\\""}',
    ]))

  test('a list without end ends by itself', () =>
    validWhateverIsWished(object({ l: { type: 'array', items: { type: 'integer' } } }, ['l']), [
      `{"l": [${'1, '.repeat(60)}`,
    ]))
})

describe('what the request leaves open', () => {
  const share = object(
    {
      value: { type: 'number', 'x-from': 'message' },
      percentage: { type: 'number', 'x-from': 'message', 'x-unit': '%' },
      operation: { enum: ['of', 'off'], 'x-cues': { off: '\\boff\\b', of: '\\bof\\b' } },
    },
    ['value', 'percentage', 'operation'],
  )

  test('a call of which nothing is open is written without asking the model', async () => {
    const { text, generated, weakest } = await write(share, '{}', { message: '15% off 80' })
    assert.deepEqual(JSON.parse(text), { value: 80, percentage: 15, operation: 'off' })
    assert.deepEqual([generated, weakest], [0, 1])
  })

  test('of several numbers the model chooses, and the next argument has the other', async () => {
    const message = '1150 of the 1600'
    const { text } = await write(share, '{"value": 1600, "percentage": 1600, "operation": "off"}', {
      message,
    })
    assert.deepEqual(JSON.parse(text), { value: 1600, percentage: 1150, operation: 'of' })
  })

  test('a number that begins like another one', async () => {
    const message = '5% of 8 or of 80'
    for (const value of [8, 80]) {
      const wish = `{"value": ${value}, "percentage": 5, "operation": "of"}`
      assert.equal(JSON.parse((await write(share, wish, { message })).text).value, value)
    }
  })

  test('a file is one of those that are named', async () => {
    const schema = object({ path: { type: 'string', 'x-from': 'message', 'x-looks': 'file' } }, ['path'])
    const message = 'compare a.txt with b.txt'
    const { text } = await write(schema, '{"path": "b.txt"}', { message })
    assert.deepEqual(JSON.parse(text), { path: 'b.txt' })
    const other = await write(schema, '{"path": "c.txt"}', { message })
    assert.ok(message.includes(JSON.parse(other.text).path))
  })
})

describe('the work around the values', () => {
  test('a tool without arguments is written without asking the model', async () => {
    const written = await write(object({}), '{"x": 1}')
    assert.equal(written.text, '{}')
    assert.equal(written.generated, 0)
    assert.equal((await write({ type: 'object' }, '')).text, '{}')
  })

  test('running out of tokens is told, and the text is then no JSON', async () => {
    const { text, cut, generated } = await write(object(NAME, ['name']), '{"name": "a long name"}', {
      merged: false,
      maxTokens: 5,
    })
    assert.equal(cut, true)
    assert.equal(generated, 5)
    assert.throws(() => JSON.parse(text))
  })

  test('the surest values have the probability of the free choice', async () => {
    const written = await write(object({ n: { type: 'integer' } }, ['n']), '{"n": 12}')
    assert.equal(written.refused, 0)
    assert.equal(written.weakest, 0.8)
  })

  test('after a refused wish the probability is one among the legal tokens', async () => {
    const written = await write(object({ n: { type: 'integer' } }, ['n']), '{"n": many}')
    assert.ok(written.refused > 0)
    assert.ok(written.weakest > 0 && written.weakest <= 1, String(written.weakest))
    assert.equal(JSON.parse(written.text).n, 0)
  })

  test('a long prompt is evaluated in chunks before the first decision', async () => {
    const { appended } = await write(object(NAME, ['name']), '{"name": "x"}')
    assert.ok(appended > 10)
  })

  test('an abort between two tokens rejects with the reason', async () => {
    const stop = new AbortController()
    const fake = createFakeLane((written) => {
      if (written.endsWith('ab')) stop.abort(new Error('enough'))
      return wishFor('{"name": "abcdef"}')(written)
    })
    const work = writeArguments(
      fake.lane,
      fake.prompt,
      object(NAME, ['name']),
      { whole: '' },
      400,
      stop.signal,
    )
    await assert.rejects(work, /enough/)
  })
})
