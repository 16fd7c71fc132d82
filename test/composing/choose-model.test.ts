import assert from 'node:assert/strict'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { asItCame, chooseModel, modelRows } from '../../source/composing/choose-model.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('a large file is of a model that needs no examples near a message', async (t) => {
  const modelsDir = temporaryFolder('choose')
  t.after(() => rmSync(modelsDir, { recursive: true }))
  const sources = { catalogue: 'models/catalogue.yaml', modelsDir }
  for (const [bytes, near] of [
    [500_000_000, true],
    [1_100_000_000, false],
  ] as const) {
    const path = join(modelsDir, `of-${bytes}.gguf`)
    writeFileSync(path, 'GGUF')
    // Sparse: it takes no room.
    truncateSync(path, bytes)
    const chosen = await chooseModel(path, sources, 8e9, { unsummed: true })
    assert.equal(chosen.type === 'chosen' && chosen.style.near, near)
  }
})

test('a model that was tuned for calls needs none either, unless a person wants it as it came or the adapter is refused', async (t) => {
  const modelsDir = temporaryFolder('choose')
  t.after(() => rmSync(modelsDir, { recursive: true }))
  const id = 'qwen2.5-coder-0.5b-instruct-q4_k_m'
  const file = join(modelsDir, `${id}.gguf`)
  writeFileSync(file, 'GGUF')
  truncateSync(file, 491_400_064)
  const choose = async (tunedCalls: boolean) => {
    const sources = { catalogue: 'models/catalogue.yaml', modelsDir, tunedCalls }
    const chosen = await chooseModel(id, sources, 8e9, { unsummed: true })
    assert.ok(chosen.type === 'chosen')
    return chosen
  }
  const tuned = await choose(true)
  assert.equal(tuned.callAdapter && basename(tuned.callAdapter.path), `${id}.calls.gguf`)
  assert.equal(tuned.style.near, false)
  const plain = await choose(false)
  assert.equal(plain.callAdapter, undefined)
  assert.equal(plain.style.near, true)
  assert.deepEqual(await asItCame(tuned), plain)
})

test("what was learned on this machine comes before what the program brings, for a file of the person's own, too", async (t) => {
  const folder = temporaryFolder('choose')
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'mine.gguf')
  writeFileSync(path, 'GGUF')
  const optimized = join(folder, 'optimized')
  mkdirSync(optimized)
  const sources = { catalogue: 'models/catalogue.yaml', modelsDir: folder, optimized }
  const choose = async (more: object = {}) => {
    const chosen = await chooseModel(path, { ...sources, ...more }, 8e9)
    assert.ok(chosen.type === 'chosen')
    return chosen
  }
  const { id, sha256 } = await choose()
  const adapter = { file: 'mine.0123abcd.calls.gguf', sha256: 'a'.repeat(64) }
  const calls = { from: 'these', trial: { kept: true, reason: 'learned' }, adapter }
  const write = (file: object) => writeFileSync(join(optimized, `${id}.json`), JSON.stringify(file))
  write({ formatVersion: 1, model: { id, sha256 }, tools: {}, calls })
  const tuned = await choose()
  assert.deepEqual(tuned.callAdapter, {
    path: join(optimized, adapter.file),
    sha256: adapter.sha256,
    isLearnedHere: true,
  })
  assert.equal(tuned.style.near, false)
  assert.equal((await choose({ tunedCalls: false })).callAdapter, undefined)
  for (const broken of [
    { formatVersion: 2, model: { id, sha256 }, calls },
    { formatVersion: 1, model: { id, sha256: 'b'.repeat(64) }, calls },
    {
      formatVersion: 1,
      model: { id, sha256 },
      calls: { ...calls, adapter: { ...adapter, file: '../x.gguf' } },
    },
    { formatVersion: 1, model: { id, sha256 }, calls: 'none' },
    {},
  ]) {
    write(broken)
    assert.equal((await choose()).callAdapter, undefined)
  }
})

test('of own models the largest that fits the free memory is taken, and one that is none costs nothing', async (t) => {
  const modelsDir = temporaryFolder('choose')
  t.after(() => rmSync(modelsDir, { recursive: true }))
  const put = (name: string, bytes: number, head = 'GGUF') => {
    writeFileSync(join(modelsDir, `${name}.gguf`), head)
    truncateSync(join(modelsDir, `${name}.gguf`), bytes)
  }
  put('small', 1_000)
  put('middle', 2_000_000)
  put('large', 5_000_000)
  put('broken', 3_000_000, '<html>')
  put('rest', 10, '<')
  const sources = { catalogue: 'models/catalogue.yaml', modelsDir }
  const chosenAt = async (freeBytes: number) => {
    const chosen = await chooseModel(undefined, sources, freeBytes, { unsummed: true })
    return chosen.type === 'chosen' ? chosen.id : chosen.reason
  }
  for (const [freeBytes, id] of [
    [8e9, 'large'],
    [4_000_000, 'middle'],
    [1_500, 'small'],
    [10, 'small'],
  ] as const)
    assert.equal(await chosenAt(freeBytes), id)
  assert.deepEqual(
    (await modelRows(sources)).filter(({ installed }) => installed).map(({ id }) => id),
    ['large', 'middle', 'small'],
  )
  assert.ok((await modelRows(sources)).every(({ id }) => !['broken', 'rest'].includes(id)))
})
