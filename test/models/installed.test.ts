import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { modelSha256 } from '../../source/models/checksum-record.ts'
import { inspectModel, listModels, removeModel } from '../../source/models/installed.ts'
import { takeLock } from '../../source/models/pull-lock.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'
import { hfSource, modelBytes, modelRow, sha256, temporaryFolder } from './model-bytes.ts'

const bytes = modelBytes(10_000)
const model = modelRow(bytes, [hfSource])

function setUp(t: TestContext) {
  const modelsDir = temporaryFolder(t)
  const record = join(modelsDir, 'tiny-1m.json')
  return { modelsDir, record, file: join(modelsDir, 'tiny-1m.gguf') }
}

test('a file dropped there by hand counts when size and sum are right', async (t) => {
  const { modelsDir, file, record } = setUp(t)
  writeFileSync(file, bytes)
  const found = await inspectModel(model, modelsDir)
  const expected = {
    state: 'installed',
    path: file,
    sizeBytes: 10_000,
    sha256: sha256(bytes),
    verified: true,
  }
  assert.deepEqual(found, expected)
  assert.equal(JSON.parse(readFileSync(record, 'utf8')).sha256, sha256(bytes))
})

test('the sum is not computed again while size and time are the same', async (t) => {
  const { modelsDir, file, record } = setUp(t)
  writeFileSync(file, bytes)
  await modelSha256(file, modelsDir)
  const kept = JSON.parse(readFileSync(record, 'utf8'))
  writeFileSync(record, JSON.stringify({ ...kept, sha256: 'b'.repeat(64) }))
  assert.equal(await modelSha256(file, modelsDir), 'b'.repeat(64))
  utimesSync(file, 1, 1)
  assert.equal(await modelSha256(file, modelsDir), sha256(bytes))
})

for (const text of ['', '{}', 'null', '{"sizeBytes":10000,"modifiedMs":"x"}']) {
  test(`a record that reads \`${text}\` is made anew`, async (t) => {
    const { modelsDir, file, record } = setUp(t)
    writeFileSync(file, bytes)
    writeFileSync(record, text)
    assert.equal(await modelSha256(file, modelsDir), sha256(bytes))
  })
}

test('two files of one name in other folders keep their own sums', async (t) => {
  const { modelsDir } = setUp(t)
  const [one, two] = [temporaryFolder(t), temporaryFolder(t)]
  writeFileSync(join(one, 'a.gguf'), bytes)
  writeFileSync(join(two, 'a.gguf'), 'GGUFother')
  assert.notEqual(
    await modelSha256(join(one, 'a.gguf'), modelsDir),
    await modelSha256(join(two, 'a.gguf'), modelsDir),
  )
  assert.equal(readdirSync(modelsDir).length, 2)
})

test('a cache folder that cannot be made does not keep the sum from being told', async (t) => {
  const { modelsDir, file } = setUp(t)
  writeFileSync(file, bytes)
  assert.equal(await modelSha256(file, join(file, 'cache')), sha256(bytes))
  assert.ok(readdirSync(modelsDir).length === 1)
})

for (const [what, content, reason] of [
  ['a shorter file', bytes.subarray(0, 9999), /it has 9999 bytes, not 10000/],
  ['another file of the same size', modelBytes(10_000, 5), /its sha256 is .+…, not .+…/],
  ['a file that is no GGUF', Buffer.alloc(10_000), /it is not a GGUF file/],
] as const) {
  test(`${what} is damaged, with the reason`, async (t) => {
    const { modelsDir, file } = setUp(t)
    writeFileSync(file, content)
    const found = await inspectModel(model, modelsDir)
    assert.ok(found.state === 'damaged')
    assert.match(found.reason, reason)
  })
}

test('the list has the catalogue in its order, then own files by name', async (t) => {
  const { modelsDir, file } = setUp(t)
  writeFileSync(file, bytes)
  writeFileSync(join(modelsDir, 'zebra.gguf'), 'GGUFzz')
  writeFileSync(join(modelsDir, 'mine.gguf'), 'GGUFm')
  writeFileSync(join(modelsDir, 'readme.txt'), '')
  mkdirSync(join(modelsDir, 'folder.gguf'))
  const other = modelRow(bytes, [hfSource], {
    id: 'other',
    verified: false,
    sizeIsExact: false,
    sha256: undefined,
  })
  const rows = await listModels({ type: 'catalogue', file: 'c', models: [other, model] }, modelsDir)
  assert.deepEqual(
    rows.map(({ id, state, installed, verified, sizeBytes }) => [id, state, installed, verified, sizeBytes]),
    [
      ['other', 'absent', false, false, 10_000],
      ['tiny-1m', 'installed', true, true, 10_000],
      ['mine', 'file', true, false, 5],
      ['zebra', 'file', true, false, 6],
    ],
  )
})

test('a folder that is not there lists the catalogue, and makes nothing', async () => {
  const rows = await listModels({ type: 'catalogue', file: 'c', models: [model] }, '/nowhere/models')
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['absent'],
  )
})

test('a removed model takes its record and the rest of stopped pulls with it, and nothing else', async (t) => {
  const { modelsDir, file, record } = setUp(t)
  writeFileSync(file, bytes)
  await modelSha256(file, modelsDir)
  assert.ok(existsSync(record))
  writeFileSync(join(modelsDir, 'tiny-1m.0123abcd.part'), 'x'.repeat(50))
  writeFileSync(join(modelsDir, 'tiny-1m.0123abcd.part.json'), '{}')
  mkdirSync(join(modelsDir, 'tiny-1m.0123abcd.part.d'))
  const others = ['tiny-1m.v2.gguf', 'tiny-1m.v2.0123abcd.part', 'tiny-1mx0123abcd.part']
  for (const name of others) writeFileSync(join(modelsDir, name), 'x')
  assert.equal(await removeModel('tiny-1m', modelsDir), 10_050)
  assert.deepEqual(readdirSync(modelsDir).sort(), others.sort())
  assert.equal(await removeModel('tiny-1m', modelsDir), undefined)
})

test("a person's own file beside a model is neither written nor removed, and the sum is kept all the same", async (t) => {
  const { modelsDir, file, record } = setUp(t)
  writeFileSync(file, bytes)
  writeFileSync(record, '{"mine": true}')
  assert.equal(await modelSha256(file, modelsDir), sha256(bytes))
  assert.equal(readFileSync(record, 'utf8'), '{"mine": true}')
  const [own = ''] = readdirSync(modelsDir).filter((name) => /^tiny-1m\.[0-9a-f]{8}\.json$/.test(name))
  const kept = JSON.parse(readFileSync(join(modelsDir, own), 'utf8'))
  writeFileSync(join(modelsDir, own), JSON.stringify({ ...kept, sha256: 'b'.repeat(64) }))
  assert.equal(await modelSha256(file, modelsDir), 'b'.repeat(64))
  assert.equal(await removeModel('tiny-1m', modelsDir), 10_000)
  assert.deepEqual(readdirSync(modelsDir), ['tiny-1m.json'])
})

test('an own model of any name is removed', async (t) => {
  const { modelsDir } = setUp(t)
  for (const id of ['a(b', 'c++', '[d', 'e$', '(Q4) f*']) {
    const names = [`${id}.gguf`, `${id}.0123abcd.part`, `${id}x.0123abcd.part`]
    for (const name of names) writeFileSync(join(modelsDir, name), 'GGUF')
    assert.equal(await removeModel(id, modelsDir), 8)
    assert.deepEqual(readdirSync(modelsDir), [`${id}x.0123abcd.part`])
    rmSync(join(modelsDir, `${id}x.0123abcd.part`))
  }
})

test('a model that is being fetched is not removed', async (t) => {
  const { modelsDir, file } = setUp(t)
  writeFileSync(file, bytes)
  const lock = await takeLock(modelsDir, 'tiny-1m')
  await assert.rejects(removeModel('tiny-1m', modelsDir), { code: 'busy' })
  await lock.release()
  assert.equal(await removeModel('tiny-1m', modelsDir), 10_000)
})

test('a list can be had without reading any file whole; what is loaded is summed all the same', async (t) => {
  const { modelsDir, file } = setUp(t)
  writeFileSync(file, modelBytes(10_000).fill(7, 9_000))
  assert.equal((await inspectModel(model, modelsDir, { unsummed: true })).state, 'installed')
  assert.deepEqual(readdirSync(modelsDir), ['tiny-1m.gguf'], 'nothing was recorded')
  const found = await inspectModel(model, modelsDir)
  assert.equal(found.state, 'damaged')
})

test('a file where a folder should be is a folder without models', async (t) => {
  const { file } = setUp(t)
  writeFileSync(file, bytes)
  for (const modelsDir of [file, join(file, 'models')]) {
    const rows = await listModels({ type: 'catalogue', file: 'c', models: [model] }, modelsDir)
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['absent'],
    )
  }
})

test('a link that leads nowhere is listed as damaged, and costs no model beside it', async (t) => {
  const { modelsDir } = setUp(t)
  writeFileSync(join(modelsDir, 'own.gguf'), bytes)
  symlinkSync(join(modelsDir, 'taken-away'), join(modelsDir, 'gone.gguf'))
  const rows = await listModels({ type: 'catalogue', file: 'c', models: [model] }, modelsDir)
  assert.deepEqual(
    rows.map(({ id, state, installed }) => [id, state, installed]),
    [
      ['tiny-1m', 'absent', false],
      ['gone', 'damaged', false],
      ['own', 'file', true],
    ],
  )
})

test('an own file that is no model is listed as damaged, with the reason', async (t) => {
  const { modelsDir } = setUp(t)
  writeFileSync(join(modelsDir, 'broken.gguf'), '<html>')
  writeFileSync(join(modelsDir, 'empty.gguf'), '')
  symlinkSync(join(modelsDir, 'taken-away'), join(modelsDir, 'gone.gguf'))
  symlinkSync(modelsDir, join(modelsDir, 'folder.gguf'))
  const rows = await listModels({ type: 'catalogue', file: 'c', models: [] }, modelsDir)
  assert.deepEqual(
    rows.map(({ id, state, installed, note }) => [id, state, installed, note]),
    [
      ['broken', 'damaged', false, 'it is not a GGUF file'],
      ['empty', 'damaged', false, 'it is not a GGUF file'],
      ['folder', 'damaged', false, 'it is not a file'],
      ['gone', 'damaged', false, 'it is a link that leads nowhere'],
    ],
  )
})

test('on a full disk a model is removed all the same, unless it is being fetched', {
  skip: whyNoDisk() ?? false,
}, async (t) => {
  const { path: modelsDir, fill } = mountDisk(t, 1)
  writeFileSync(join(modelsDir, 'tiny-1m.gguf'), bytes)
  const lock = await takeLock(modelsDir, 'tiny-1m')
  fill()
  await assert.rejects(takeLock(modelsDir, 'other'), { code: 'ENOSPC' })
  await assert.rejects(removeModel('tiny-1m', modelsDir), { code: 'busy' })
  await lock.release()
  fill()
  assert.equal(await removeModel('tiny-1m', modelsDir), 10_000)
  assert.deepEqual(readdirSync(modelsDir), ['filler'])
})
