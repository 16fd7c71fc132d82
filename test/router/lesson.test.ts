import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import type { TaughtExample } from '../../source/contracts/teaching.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyTools } from './samples.ts'

const model = decodeRouter(trainRouter(easyTools, { crossValidate: false }).bytes)
if (isManifestProblem(model)) throw new Error(model.message)
const allowed = new Set(['get_time', 'file_read', 'calculator', 'polish'])

/** A router whose lesson can be changed. */
function teachable() {
  let taught: readonly TaughtExample[] = []
  const router = createRouter({
    model: model as Exclude<typeof model, { code: string }>,
    triggers: [],
    words: [],
    taught: () => taught,
  })
  return {
    route: (text: string) => router.route(text, allowed),
    teach: (examples: readonly TaughtExample[]) => (taught = examples),
  }
}

const polish: readonly TaughtExample[] = [
  { text: 'burnish the wibbet', tool: 'polish' },
  { text: 'give the wibbet a burnish', tool: 'polish' },
]

test('a tool that the classifier does not know can be taught, and others stay as they are', () => {
  const { route, teach } = teachable()
  const before = ['show the file notes.txt', 'how much is 12 * 7'].map(route)
  assert.notEqual(route('wibbet burnish please').tool, 'polish')
  teach(polish)
  const decided = route('wibbet burnish please')
  assert.deepEqual([decided.tool, decided.by], ['polish', 'taught'])
  assert.ok(polish.some(({ text }) => text === decided.taught))
  assert.deepEqual(
    ['show the file notes.txt', 'how much is 12 * 7'].map((text) => route(text).tool),
    before.map(({ tool }) => tool),
  )
})

test('what is forgotten leaves nothing behind, and one of two is as if it alone was taught', () => {
  const { route, teach } = teachable()
  const asked = ['wibbet burnish please', 'tell me the time', 'a joke about wibbets']
  const before = asked.map(route)
  teach(polish)
  asked.map(route)
  teach(polish.slice(0, 1))
  const one = asked.map(route)
  const fresh = teachable()
  fresh.teach(polish.slice(0, 1))
  assert.deepEqual(one, asked.map(fresh.route))
  teach([])
  assert.deepEqual(asked.map(route), before)
})

test('a taught message decides word for word, also for none, but never for a tool that is off', () => {
  const { route, teach } = teachable()
  teach([
    { text: 'tell me the time', tool: null },
    { text: 'open b.txt', tool: 'unknown_tool' },
  ])
  const { tool, by } = route('Tell me the  time!')
  assert.deepEqual([tool, by], [null, 'taught'])
  assert.notEqual(route('open b.txt').tool, 'unknown_tool')
})

test('a decision does not read all that was taught again', () => {
  const { route, teach } = teachable()
  let reads = 0
  const many = Array.from({ length: 200 }, (_, at): TaughtExample => {
    const text = `burnish the wibbet ${at} ${'abcdefghij'[at % 10]}q`
    return {
      get text() {
        reads += 1
        return text
      },
      tool: 'polish',
    }
  })
  const texts = many.map(({ text }) => text)
  teach(many)
  route('wibbet burnish please')
  reads = 0
  for (const text of texts) assert.equal(route(text).by, 'taught')
  for (const text of texts) assert.equal(route(`please ${text}`).by, 'taught')
  assert.ok(reads < 10 * many.length, `${reads} reads`)
})
