import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findModel, nearestId } from '../../source/models/find-model.ts'
import { hfSource, modelBytes, modelRow, temporaryFolder } from './model-bytes.ts'

const ids = [
  'smollm2-135m-instruct-q4_1',
  'qwen2.5-coder-0.5b-instruct-q4_k_m',
  'qwen2.5-coder-1.5b-instruct-q4_k_m',
]

function setUp(t: TestContext) {
  const modelsDir = temporaryFolder(t)
  const models = ids.map((id) => modelRow(modelBytes(10), [hfSource], { id }))
  writeFileSync(join(modelsDir, 'mine.gguf'), 'GGUFmine')
  return { modelsDir, places: { catalogue: { type: 'catalogue', file: 'c', models }, modelsDir } as const }
}

for (const [asked, id] of [
  ['qwen2.5-coder-0.5b-instruct-q4_k_m', 'qwen2.5-coder-0.5b-instruct-q4_k_m'],
  ['smol', 'smollm2-135m-instruct-q4_1'],
  ['QWEN2.5-coder-1', 'qwen2.5-coder-1.5b-instruct-q4_k_m'],
] as const) {
  test(`\`${asked}\` is ${id}`, async (t) => {
    const { places, modelsDir } = setUp(t)
    const found = await findModel(asked, places)
    assert.ok(found.type === 'catalogue')
    assert.equal(found.id, id)
    assert.equal(found.path, join(modelsDir, `${id}.gguf`))
  })
}

test('the beginning of two ids names both', async (t) => {
  const found = await findModel('qwen', setUp(t).places)
  assert.ok(found.type === 'unknown')
  assert.match(
    found.message,
    /`qwen` is the beginning of 2 models: qwen2\.5-coder-0.+, qwen2\.5-coder-1.+; give more/,
  )
})

test('an unknown id is answered with the nearest one', async (t) => {
  const found = await findModel('qwen-0.5b', setUp(t).places)
  assert.ok(found.type === 'unknown')
  assert.equal(found.nearest, ids[1])
  assert.match(
    found.message,
    /There is no model `qwen-0\.5b`; did you mean `qwen2\.5-coder-0\.5b-instruct-q4_k_m`\?/,
  )
})

for (const [asked, id] of [
  ['smolm2', ids[0]],
  ['qwen2.5-coder-0.5', ids[1]],
  ['qwen 1.5b', ids[2]],
  ['coder-1.5', ids[2]],
  ['llama-3.1-70b', undefined],
  ['', undefined],
] as const) {
  test(`nearest to \`${asked}\` is ${id ?? 'nothing'}`, () =>
    assert.equal(nearestId(asked, asked === '' ? [] : ids), id))
}

test('an id that is like none points to the list', async (t) => {
  const found = await findModel('xyzzy', setUp(t).places)
  assert.ok(found.type === 'unknown')
  assert.match(found.message, /`ethervox model list` shows them all\./)
})

test('an own file is found by its name, with and without its ending, and by its path', async (t) => {
  const { places, modelsDir } = setUp(t)
  for (const asked of ['mine', 'mine.gguf', join(modelsDir, 'mine.gguf')]) {
    const found = await findModel(asked, places)
    assert.deepEqual(found, { type: 'file', id: 'mine', path: join(modelsDir, 'mine.gguf'), sizeBytes: 8 })
  }
})

test('the path of a model of the catalogue is that model', async (t) => {
  const { places, modelsDir } = setUp(t)
  const found = await findModel(join(modelsDir, `${ids[0]}.gguf`), places)
  assert.equal(found.type, 'catalogue')
})

test('a path that is nothing, no file or no GGUF is refused with what it is', async (t) => {
  const { places, modelsDir } = setUp(t)
  mkdirSync(join(modelsDir, 'folder'))
  writeFileSync(join(modelsDir, 'text.gguf'), 'hi')
  for (const [asked, pattern] of [
    ['./nowhere.gguf', /There is no file `\.\/nowhere\.gguf`; give the path/],
    [join(modelsDir, 'folder'), /is not a file/],
    [join(modelsDir, 'text.gguf'), /is not a GGUF file \(its first bytes/],
  ] as const) {
    const found = await findModel(asked, places)
    assert.ok(found.type === 'unknown')
    assert.match(found.message, pattern)
  }
})
