import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { featuresOf, needsTool, plainFrom } from '../../source/router/behind-a-call.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyTools } from './samples.ts'

const unsure = { lean: 0, none: 0.5, agrees: false, nearest: 0.5, message: 'the blue lamp' }

test('leaning, a tool for the message alone, agreement, a sure tool and a joining word speak for a tool', () => {
  const sure = needsTool(unsure)
  assert.ok(needsTool({ ...unsure, lean: 1 }) > sure)
  assert.ok(needsTool({ ...unsure, none: 0.1 }) > sure)
  assert.ok(needsTool({ ...unsure, agrees: true }) > sure)
  assert.ok(
    needsTool({ ...unsure, message: 'and a blue lamp' }) > needsTool({ ...unsure, message: 'a blue lamp' }),
  )
  assert.ok(needsTool({ ...unsure, nearest: 0.9 }) > sure)
})

test('a joining or asking word is a whole word, in any script', () => {
  const joins = (message: string) => featuresOf({ ...unsure, message })[4]
  assert.deepEqual(['and tea', 'Andrew is nice', 'nowhere to go', 'noël approche'].map(joins), [1, 0, 0, 0])
  assert.equal(featuresOf({ ...unsure, message: 'soñé contigo' })[5], 0)
})

test('a sum says itself what it is for, a percentage and a lone number do not', () => {
  for (const sum of ['what is 17 * 23?', '8-3', 'plus 12', 'and minus 4.50', '+ 7'])
    assert.equal(plainFrom(sum), 0.9, sum)
  for (const other of ['and add 5 percent', 'now a plus for you', 'there are two minus signs'])
    assert.equal(plainFrom(other), 0.98, other)
  // Three words at most are said of the last call, whatever tool they name.
  for (const short of ['plus 12 %', '12', 'and for 7', 'sunday?', 'png then'])
    assert.equal(plainFrom(short), Number.POSITIVE_INFINITY, short)
})

test('certainty of none stays finite, and other weights may be tried', () => {
  for (const none of [0, 1]) assert.ok(featuresOf({ ...unsure, none }).every(Number.isFinite))
  assert.equal(needsTool(unsure, [0, 0, 0, 0, 0, 0]), 0.5)
})

const tools = easyTools.tools.map(({ name }) => name)
const [sums = ''] = tools.filter((name) => name.startsWith('calc'))
const numbers = ['3', '12', '7', '40', '9', '15', 'that', 'half of it']
const followUps = ['and with', 'plus', 'minus', 'once more with', 'now times'].flatMap((words) =>
  numbers.map((number) => ({ tool: sums, last: sums, text: `${words} ${number}` })),
)
const remarks = ['thanks', 'great', 'lovely', 'I see', 'oh dear', 'nice one'].flatMap((words) =>
  ['', ', friend', ' indeed', ' my dear', ', really', ' so much'].map((more) => `${words}${more}`),
)
const model = decodeRouter(trainRouter({ ...easyTools, followUps, remarks }).bytes)
assert.ok(!isManifestProblem(model))
const router = createRouter({ model, triggers: [], words: [], notAllowed: 'none' })

test('behind a call a message that leans goes to its tool, a remark to none, and a request of its own to its own tool', () => {
  const after = (message: string) => router.route(message, new Set(tools), sums)
  assert.equal(after('plus 6').tool, sums)
  assert.equal(after('plus 6').by, 'follow-up')
  assert.equal(after('thanks, indeed').tool, null)
  assert.equal(after('what time it is').tool, 'get_time')
  // The turns before may still say more of it.
  assert.equal(after('what time it is').by, 'follow-up')
})

test('without a call before it, or behind one of a tool that is off, nothing leans', () => {
  assert.notEqual(router.route('plus 6', new Set(tools)).by, 'follow-up')
  const others = new Set(tools.filter((name) => name !== sums))
  assert.notEqual(router.route('plus 6', others, sums).by, 'follow-up')
})

test('behind a tool that the classifier does not know, what leans goes to it', () => {
  const route = router.route('plus it', new Set(['my_tool', 'my_other']), 'my_tool')
  assert.equal(route.tool, 'my_tool')
})
