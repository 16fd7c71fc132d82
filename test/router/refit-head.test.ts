import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quantizeHead, unquantizeHead } from '../../source/router/learn-senses.ts'
import { type HeadExample, refitHead } from '../../source/router/refit-head.ts'
import { scoreVector } from '../../source/router/sense-head.ts'

const CLASSES = 3
const WIDTH = 4
const start = { weight: new Float32Array(CLASSES * WIDTH), bias: new Float32Array(CLASSES) }
/** Class k along axis k, a little of another axis beside it. */
const examples = Array.from({ length: 90 }, (_, at): HeadExample => {
  const label = at % CLASSES
  const vector = new Float32Array(WIDTH)
  vector[label] = 0.9
  vector[(label + 1 + (at % 2)) % WIDTH] = 0.4
  return { vector, label, weight: 1 + (at % 2) }
})

function bestOf(head: ReturnType<typeof quantizeHead>, vector: Float32Array): number {
  const scores = new Float64Array(CLASSES)
  scoreVector(head, vector, scores)
  return scores.indexOf(Math.max(...scores))
}

test('a head that knows nothing learns what its examples say, the same each time', () => {
  const learned = refitHead(start, examples)
  const head = quantizeHead(learned, CLASSES)
  for (const { vector, label } of examples) assert.equal(bestOf(head, vector), label)
  assert.deepEqual(refitHead(start, examples), learned)
})

test('what no example speaks of stays as it was', () => {
  const from = { weight: Float32Array.from(start.weight), bias: start.bias }
  from.weight[WIDTH - 1] = 2
  const flat = examples.map((one) => ({ ...one, vector: one.vector.with(WIDTH - 1, 0) }))
  const { weight } = refitHead(from, flat)
  assert.ok(Math.abs((weight[WIDTH - 1] as number) - 2) < 0.01)
})

test('a head that was made small gives the same differences between its classes when it is taken out again', () => {
  const weight = Float32Array.from({ length: CLASSES * WIDTH }, (_, at) => Math.sin(at))
  const bias = Float32Array.from([0.5, -1, 2])
  const back = unquantizeHead(quantizeHead({ weight, bias }, CLASSES))
  const over = (of: Float32Array, k: number, at: number) =>
    (of[k * WIDTH + at] as number) - (of[at] as number)
  for (let k = 1; k < CLASSES; k += 1)
    for (let at = 0; at < WIDTH; at += 1)
      assert.ok(Math.abs(over(weight, k, at) - over(back.weight, k, at)) < 0.03, `${k} ${at}`)
  assert.deepEqual(back.bias, bias)
})
