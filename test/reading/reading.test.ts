import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ACTS } from '../../source/contracts/request-acts.ts'
import { findProgram } from '../../source/paths.ts'
import { readingFigures } from '../../source/reading/figures.ts'
import { actShares, beyondOf, type ReadingModel } from '../../source/reading/reading-model.ts'
import { readingText } from '../../source/reading/reading-text.ts'
import { RequestReader } from '../../source/reading/request-reader.ts'

const ROUTE = { tool: null, by: 'none', candidates: [{ tool: 'get_time', score: 0.25 }] } as const
const model: ReadingModel = JSON.parse(readFileSync(findProgram().reading, 'utf8'))

describe('a request as text', () => {
  test('stands before the request that it may lean on and what the likeliest tables are about', () => {
    const last = { message: 'how many eggs are left', act: 'ask' } as const
    assert.equal(
      readingText('and milk?', last, ['stock: item, count']),
      'and milk? | ask: how many eggs are left | stock: item, count',
    )
    assert.equal(readingText('hello', undefined, []), 'hello | none:')
  })

  test('names the tool of the request before where it was for one', () => {
    const last = { message: '3 miles in km', act: 'tool', tool: 'unit_convert' } as const
    assert.equal(readingText('and 5?', last, []), 'and 5? | unit_convert: 3 miles in km')
  })
})

describe('a request as figures', () => {
  test('are as many with tables as without', () => {
    const [with_, without] = [
      { about: Array(model.aboutCount).fill(0.5), best: 0.7, none: 0.1 },
      undefined,
    ].map((tables) =>
      readingFigures({ request: 'a', route: ROUTE, last: undefined, tables }, model.groups, model.aboutCount),
    )
    assert.equal(with_?.length, model.mean.length)
    assert.equal(without?.length, model.mean.length)
    assert.ok([...(with_ ?? []), ...(without ?? [])].every(Number.isFinite))
  })
})

describe('what was learned', () => {
  test('has weights for each act and each figure', () => {
    for (const head of [model.meant, model.worded]) {
      assert.equal(head.bias.length, ACTS.length)
      assert.deepEqual([...new Set(head.figures.map(({ length }) => length))], [model.mean.length])
    }
  })

  test('gives shares that make one, with a vector and without', () => {
    const figures = model.mean.map(() => 1e6)
    for (const vector of [undefined, new Float32Array(384).fill(0.05)]) {
      const shares = Object.values(actShares(figures, vector, model))
      assert.ok(Math.abs(shares.reduce((sum, one) => sum + one, 0) - 1) < 1e-9)
    }
    assert.equal(beyondOf(undefined, model), 'other')
  })

  test('is used without a sentence model by words alone', async () => {
    const reader = new RequestReader({ model: () => model, vectors: undefined })
    const read = { request: 'hello there', route: ROUTE, last: undefined, tables: undefined }
    const { acts } = await reader.read(read)
    assert.deepEqual(acts, (await reader.read(read)).acts)
    assert.equal(reader.actOf('file_query'), 'ask')
    assert.equal(reader.actOf('some_tool_of_a_server'), 'tool')
  })
})
