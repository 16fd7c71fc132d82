import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { readValue } from '../../source/engine/embedded/value-shape.ts'

/** Every prefix must be open or an end, and the whole text must be a value. */
function accepts(schema: JsonSchema, text: string) {
  for (let length = 0; length < text.length; length++) {
    const reading = readValue(schema, text.slice(0, length))
    assert.ok(reading.open, `\`${text.slice(0, length)}\` of \`${text}\` is not open`)
  }
  assert.ok(readValue(schema, text).ends.includes(text.length), `\`${text}\` does not end`)
}

function refuses(schema: JsonSchema, text: string) {
  const reading = readValue(schema, text)
  assert.equal(reading.open, false, `\`${text}\` may go on`)
  assert.ok(!reading.ends.includes(text.length), `\`${text}\` is a value`)
}

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const INTEGER = { type: 'integer' }

describe('every beginning of a legal value is open', () => {
  const legal: readonly [JsonSchema, readonly string[]][] = [
    [TEXT, ['""', '"a"', '"a b"', '"\\""', '"\\\\"', '"\\u00e9"', '"\\n\\t\\/"', '"漢字 😀"', '"{}[],:"']],
    [INTEGER, ['0', '-0', '7', '-12', '1234567890123456']],
    [NUMBER, ['0', '0.5', '-0.5', '12.25', '-3', '1.000000000001']],
    [{ type: 'boolean' }, ['true', 'false']],
    [{ type: 'null' }, ['null']],
    [{ enum: ['a', 'ab', 'b c'] }, ['"a"', '"ab"', '"b c"']],
    [{ enum: [1, 10, null, true, 'x'] }, ['1', '10', 'null', 'true', '"x"']],
    [{ type: 'array' }, ['[]', '[1]', '[1, 2]', '[1,2]', '["a", true, null, {"b": []}]']],
    [{ type: 'array', items: INTEGER }, ['[]', '[1, -2, 30]']],
    [{ type: 'array', items: { type: 'array', items: TEXT } }, ['[["a"], [], ["b", "c"]]']],
    [{ type: 'object' }, ['{}', '{"a": 1}', '{"a":1,"b":"x"}', '{"a": {"b": {"c": [1.5]}}}']],
    [{}, ['1.5', '"x"', '[1]', '{"a": null}', 'true', 'null', '-2']],
    [{ type: ['string', 'null'] }, ['"x"', 'null']],
    [{ type: ['null', 'integer', 'boolean'] }, ['null', '12', 'false']],
    [{ type: 'string', maxLength: 3 }, ['"abc"', '"\\n\\n\\n"', '"a\\u00e9b"', '""']],
  ]
  for (const [schema, texts] of legal) {
    test(`${JSON.stringify(schema)}: ${texts.join(' ')}`, () => {
      for (const text of texts) accepts(schema, text)
    })
  }
})

describe('what cannot become a legal value is refused at once', () => {
  const illegal: readonly [JsonSchema, readonly string[]][] = [
    [TEXT, ['a', '1', "'", '"a\n', '"\\x', '"\\u12g', ' "']],
    [INTEGER, ['"', '1.', '01', '-01', '+', '1e', 'a', '--', '12345678901234567']],
    [NUMBER, ['.', '-.', '.5', '00', '1.2.', '1e5', 'NaN', '+1', '1,']],
    [{ type: 'boolean' }, ['True', 'yes', '1', '"true']],
    [{ enum: ['a', 'ab'] }, ['"b', '"abc', 'a', '1']],
    [{ enum: [] }, ['"', '1']],
    [{ type: 'array', items: INTEGER }, ['[a', '["', '[,', '[1 ', '[1,  ', '[1]]', '(']],
    [{ type: 'object' }, ['{a', '{1', '{"a" ', '{"a":}', '{"a": 1,}', '{,']],
    [{ type: 'string', maxLength: 3 }, ['"abcd', '"ab\\nc', '"abc\\']],
    [{ type: ['string', 'null'] }, ['1', 'nil']],
  ]
  for (const [schema, texts] of illegal) {
    test(`${JSON.stringify(schema)}: ${texts.map((text) => JSON.stringify(text)).join(' ')}`, () => {
      for (const text of texts) refuses(schema, text)
    })
  }
})

describe('where a value ends', () => {
  test('the end of a string is seen inside a longer text', () => {
    assert.deepEqual(readValue(TEXT, '"a"}, "b"'), { ends: [3], open: false })
  })

  test('a number may end or go on', () => {
    assert.deepEqual(readValue(INTEGER, '12'), { ends: [2], open: true })
    assert.deepEqual(readValue(INTEGER, '12}'), { ends: [2], open: false })
    assert.deepEqual(readValue(NUMBER, '12.'), { ends: [2], open: true })
  })

  test('an enum may end in two ways', () => {
    assert.deepEqual(readValue({ enum: [1, 10] }, '10'), { ends: [1, 2], open: false })
  })

  test('reading begins where it is told', () => {
    assert.deepEqual(readValue(TEXT, '{"a": "b"}', 6).ends, [9])
  })

  test('a list takes 32 items and no comma behind the last', () => {
    const items = Array.from({ length: 32 }, (_, at) => String(at)).join(', ')
    accepts({ type: 'array', items: INTEGER }, `[${items}]`)
    refuses({ type: 'array', items: INTEGER }, `[${items},`)
    refuses({ type: 'array', items: INTEGER }, `[${items}, 7`)
  })

  test('no string is longer than 2000 characters, whatever the schema says', () => {
    accepts({ type: 'string', maxLength: 9_000 }, `"${'a'.repeat(2_000)}"`)
    refuses({ type: 'string', maxLength: 9_000 }, `"${'a'.repeat(2_001)}`)
  })
})
