import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallRequest, CallResult } from '../../source/contracts/engine.ts'
import { writeOrAnother } from '../../source/governor/write-or-another.ts'

const FIRST = "SELECT what FROM spent WHERE who = 'Walter'"
const AT = FIRST.indexOf('WHERE')
const SECOND = 'SELECT what FROM spent LIMIT 1'
const DELETE = "DELETE FROM spent WHERE who = 'Ann'"
const REQUEST: CallRequest = {
  state: { name: 'tables', messages: [] },
  message: 'what did we buy first',
  opening: '',
  parameters: {},
  maxTokens: 50,
}

/** What comes of it, and what was asked. `finds`: programs of which something comes. */
async function write(
  finds: readonly string[],
  first: Partial<CallResult> = {},
  second: Partial<CallResult> = {},
) {
  const asked: CallRequest[] = []
  const result = (text: string, more: Partial<CallResult>): CallResult => ({
    text,
    usage: { evaluated: 1, reused: 1, generated: 1 },
    weakest: 0.6,
    weakestAt: AT,
    totalMs: 1,
    cut: false,
    ...more,
  })
  const writeCall = async (request: CallRequest) => {
    asked.push(request)
    return request.other === undefined ? result(FIRST, first) : result(SECOND, { weakest: 0.9, ...second })
  }
  const finding = async (sql: string) => finds.includes(sql)
  const made = await writeOrAnother(REQUEST, { writeCall }, finding, new AbortController().signal)
  return { made, asked }
}

test('a program that finds something is the only one', async () => {
  const { made, asked } = await write([FIRST, SECOND])
  assert.deepEqual([made.text, asked.length], [FIRST, 1])
})

test('one that finds nothing is written otherwise from where the model was least sure, and is no surer than that', async () => {
  const { made, asked } = await write([SECOND])
  assert.equal(made.text, SECOND)
  assert.ok(Math.abs((made.weakest ?? 0) - 0.36) < 1e-9)
  assert.deepEqual([made.usage.generated, made.totalMs], [2, 2])
  assert.deepEqual(asked[1]?.other, { behind: 'SELECT what FROM spent ', than: "WHERE who = 'Walter'" })
})

test('one that is likelier as a whole takes the place of a first that finds something, too', async () => {
  const first = { weakest: 0.5, behindWeakest: Math.log(0.4) }
  const { made, asked } = await write([FIRST, SECOND], first, { likelihood: Math.log(0.9) })
  assert.deepEqual([made.text, made.weakest, asked.length], [SECOND, 0.45, 2])
  const less = await write([FIRST, SECOND], first, { likelihood: Math.log(0.3) })
  assert.deepEqual([less.made.text, less.asked.length], [FIRST, 2])
  const surer = await write([FIRST, SECOND], { weakest: 0.6, behindWeakest: Math.log(0.9) })
  assert.deepEqual([surer.made.text, surer.asked.length], [FIRST, 1], 'no other can be likelier')
  const barren = await write([FIRST], first, { likelihood: 0 })
  assert.equal(barren.made.text, FIRST)
})

const KEPT: readonly (readonly [
  why: string,
  finds: readonly string[],
  first: Partial<CallResult>,
  second?: Partial<CallResult>,
])[] = [
  ['the other finds nothing either', [], {}],
  ['the other was cut', [SECOND], {}, { cut: true }],
  ['the other says that there is no program', ['NONE'], {}, { text: 'NONE' }],
  ['the other would change something', [DELETE], {}, { text: DELETE }],
  ['the model was sure', [SECOND], { weakest: 0.95 }],
  ['nobody tells where it was least sure', [SECOND], { weakestAt: undefined }],
  ['it was cut', [SECOND], { cut: true }],
]

for (const [why, finds, first, second] of KEPT)
  test(`the first one stays where ${why}`, async () => {
    assert.equal((await write(finds, first, second)).made.text, FIRST)
  })

test('no other is asked for where the model was sure, or declined', async () => {
  for (const first of [{ weakest: 0.95 }, { text: 'NONE' }, { cut: true }])
    assert.equal((await write([SECOND], first)).asked.length, 1)
})
