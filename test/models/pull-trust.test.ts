import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspectModel } from '../../source/models/installed.ts'
import { modelBytes, sha256 } from './model-bytes.ts'
import { serveModel } from './model-server.ts'
import { bytes, failure, setUp, stopInTheMiddle } from './pull-setup.ts'

test('without an ETag and without a known sum nothing is gone on with', async (t) => {
  const { pull, server, file } = await setUp(t, { sha256: undefined, verified: false })
  await stopInTheMiddle(server, pull)
  server.state.body = modelBytes(bytes.length, 2)
  await pull()
  assert.ok(readFileSync(file).equals(server.state.body))
})

test('one flipped byte is refused and nothing of the file is kept', async (t) => {
  const { pull, server, modelsDir } = await setUp(t)
  const flipped = Buffer.from(bytes)
  flipped[700_000] = (flipped[700_000] ?? 0) ^ 1
  server.state.body = flipped
  await assert.rejects(pull(), failure('bad_checksum', /the sha256 is .+…, not .+…/))
  assert.deepEqual(readdirSync(modelsDir), [])
})

test('bytes damaged in a half-fetched file cost a second try from the beginning, not the pull', async (t) => {
  const { pull, server, modelsDir, file, notices } = await setUp(t)
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  const part = readdirSync(modelsDir).find((name) => name.endsWith('.part')) ?? ''
  const damaged = readFileSync(join(modelsDir, part))
  damaged[10] = (damaged[10] ?? 0) ^ 1
  writeFileSync(join(modelsDir, part), damaged)
  await pull()
  assert.ok(readFileSync(file).equals(bytes))
  assert.match(notices.join('\n'), /the sha256 is .+; starting again/)
})

test('a host that announces another size is refused before a byte is fetched', async (t) => {
  const { pull, server, seen } = await setUp(t)
  server.state.body = modelBytes(5000)
  await assert.rejects(
    pull(),
    failure('bad_checksum', /has a file of 5000 bytes, the catalogue one of 1048576/),
  )
  assert.deepEqual(seen, [])
})

test('the sum that the host names is held against a model that the catalogue has no sum of', async (t) => {
  const { pull, server, notices, modelsDir, model } = await setUp(t, { sha256: undefined, verified: false })
  server.state.linkedEtag = `"${sha256(bytes)}"`
  assert.equal((await pull()).verified, true)
  assert.deepEqual(notices, [])
  const found = await inspectModel(model, modelsDir)
  assert.ok(found.state === 'installed' && found.verified)
})

test('bytes that differ from the sum that the host names are refused', async (t) => {
  const { pull, server } = await setUp(t, { sha256: undefined, verified: false })
  server.state.etag = `"${'0'.repeat(64)}"`
  await assert.rejects(pull(), failure('bad_checksum', /not 000000000000…/))
})

test('a model without any known sum is kept and called not verified', async (t) => {
  const { pull, notices } = await setUp(t, { sha256: undefined, verified: false })
  assert.equal((await pull()).verified, false)
  assert.match(notices.join(), /`tiny-1m` is not verified/)
})

test('a page of HTML in the place of an unknown model is refused', async (t) => {
  const { pull, server } = await setUp(t, { sha256: undefined, verified: false, sizeIsExact: false })
  server.state.body = Buffer.from('<html>sign in</html>')
  await assert.rejects(pull(), failure('bad_checksum', /is not a GGUF file/))
})

test('the token does not travel to another host, and the sum stands in the first answer', async (t) => {
  const { pull, server } = await setUp(t, { sha256: undefined, verified: false })
  const store = await serveModel(bytes)
  t.after(() => store.close())
  server.state.redirectTo = `${store.endpoint}/store/abc`
  server.state.linkedEtag = `"${sha256(bytes)}"`
  assert.equal((await pull({ env: { HF_ENDPOINT: server.endpoint, HF_TOKEN: 'secret' } })).verified, true)
  assert.equal(server.requests[0]?.authorization, 'Bearer secret')
  assert.equal(store.requests[0]?.path, '/store/abc')
  assert.equal(store.requests[0]?.authorization, undefined)
})

test('a file of the right name with other bytes is replaced, and said to be', async (t) => {
  const { pull, file, notices } = await setUp(t)
  writeFileSync(file, modelBytes(bytes.length, 9))
  await pull()
  assert.ok(readFileSync(file).equals(bytes))
  assert.match(notices[0] ?? '', /is not `tiny-1m`: its sha256 is .+; it is fetched anew/)
  assert.equal(notices.filter((text) => text.includes('fetched anew')).length, 1)
})
