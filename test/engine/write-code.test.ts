import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { renderCode, writeCode } from '../../source/engine/embedded/write-code.ts'
import { createFakeLane, wishFor } from './fake-lane.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { expression: { type: 'string', 'x-names': ['sqrt', 'pi'] } },
  required: ['expression'],
}

async function write(wish: string, options: { merged?: boolean; maxTokens?: number; message?: string } = {}) {
  const fake = createFakeLane(wishFor(wish), options)
  const { signal } = new AbortController()
  const request = { whole: options.message ?? '' }
  const written = await writeCode(fake.lane, fake.prompt, SCHEMA, request, options.maxTokens ?? 100, signal)
  return { ...written, ...fake.counts }
}

test('requests are comments, answers the rest of a line, and the last request is open', () => {
  const text = renderCode([
    { role: 'user', text: 'what is 2 plus 3?' },
    { role: 'assistant', text: '2 + 3' },
    { role: 'user', text: 'Before: two\nNow: half of it' },
  ])
  assert.equal(
    text,
    'from math import *\n\n# what is 2 plus 3?\nanswer = 2 + 3\n\n# Before: two\n# Now: half of it\nanswer =',
  )
})

describe('writeCode', () => {
  for (const merged of [false, true]) {
    test(`takes the line up to its end (${merged ? 'chunks' : 'bytes'})`, async () => {
      const written = await write(' (77 - 32) * sqrt(5) / 12\n\n# something else\nanswer = 1', { merged })
      assert.deepEqual(JSON.parse(written.text), { expression: '(77 - 32) * sqrt(5) / 12' })
      assert.equal(written.cut, false)
      assert.equal(written.refused, 0)
    })
  }

  test('ends where the model ends its turn', async () => {
    const written = await write(' 2 * pi')
    assert.deepEqual(JSON.parse(written.text), { expression: '2 * pi' })
  })

  test('behind a sum a number takes the place of one, and the model is not asked', async () => {
    const fake = createFakeLane(wishFor(' 24 * 7'))
    const latest = 'and for 7 people?'
    const whole = `Before: 5 people at 24 -> {"expression": "5 * 24"} -> 5 * 24 = 120.\nNow: ${latest}`
    const { signal } = new AbortController()
    const written = await writeCode(fake.lane, fake.prompt, SCHEMA, { whole, latest }, 100, signal)
    assert.deepEqual(JSON.parse(written.text), { expression: '7 * 24' })
    assert.equal(written.generated, 0)
  })

  test('an empty line is no expression', async () => {
    const written = await write('\n')
    assert.notEqual(JSON.parse(written.text).expression, '')
    assert.ok(written.refused > 0)
  })

  test('other names, calls and comments are not written', async () => {
    for (const wish of [' import os\n', ' 2 + x\n', ' 2 # two\n', ' "2"\n', ' __2\n']) {
      const { text, refused, cut } = await write(wish)
      const { expression } = JSON.parse(text)
      assert.match(expression, /^(?:sqrt|pi|[\d\s+\-*/^%().,!_])*$/, wish)
      // What could not be ended is told as cut, and then nothing of it counts.
      assert.equal(expression === '', cut, wish)
      assert.ok(refused > 0, wish)
    }
  })

  test('an expression that stands in the message is copied without the model', async () => {
    const written = await write(' 1 + 1\n', { message: 'compute (14 + 6) * 9 - 35 please' })
    assert.deepEqual(JSON.parse(written.text), { expression: '(14 + 6) * 9 - 35' })
    assert.equal(written.generated, 0)
  })

  test('a line that does not end is cut', async () => {
    assert.equal((await write(' 1 + 1 + 1 + 1 + 1\n', { merged: false, maxTokens: 5 })).cut, true)
  })
})
