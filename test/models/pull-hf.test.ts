import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inspectModel } from '../../source/models/installed.ts'
import type { PullProgress } from '../../source/models/progress.ts'
import { hfSource, modelBytes, sha256, temporaryFolder } from './model-bytes.ts'
import { bytes, failure, setUp, stopInTheMiddle } from './pull-setup.ts'

test('a pull brings the file, checks it and leaves nothing else but its record', async (t) => {
  const { pull, file, modelsDir, seen, server } = await setUp(t)
  const pulled = await pull({ env: { HF_ENDPOINT: `${server.endpoint}/`, HF_TOKEN: 'secret' } })
  assert.deepEqual(pulled, {
    path: file,
    sha256: sha256(bytes),
    verified: true,
    sizeBytes: bytes.length,
    fetched: true,
  })
  assert.ok(readFileSync(file).equals(bytes))
  assert.deepEqual(readdirSync(modelsDir).sort(), ['tiny-1m.gguf', 'tiny-1m.json'])
  assert.equal(server.requests[0]?.path, '/me/tiny/resolve/main/tiny.gguf')
  assert.equal(server.requests[0]?.authorization, 'Bearer secret')
  const fetched = seen.filter(({ phase }) => phase === 'fetch').at(-1)
  assert.deepEqual([fetched?.doneBytes, fetched?.totalBytes], [bytes.length, bytes.length])
})

test('a model that is here is not fetched again', async (t) => {
  const { pull, server } = await setUp(t)
  await pull()
  assert.equal((await pull()).fetched, false)
  assert.equal(server.requests.length, 1)
})

test('a stopped pull leaves no model, and the next one asks only for the rest', async (t) => {
  const { pull, server, modelsDir, model, file } = await setUp(t)
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  const left = await inspectModel(model, modelsDir)
  assert.equal(left.state, 'absent')
  assert.ok(left.state === 'absent' && left.partBytes > 0)
  const seen: PullProgress[] = []
  await pull({ onProgress: (progress) => seen.push(progress) })
  assert.equal(server.requests[1]?.range, `bytes=${left.partBytes}-`)
  assert.equal(seen[0]?.doneBytes, left.partBytes)
  assert.ok(readFileSync(file).equals(bytes))
})

test('a file that changed on the host is not mixed with what was fetched of the old one', async (t) => {
  const { pull, server, file, notices } = await setUp(t, {
    sha256: undefined,
    verified: false,
    sizeIsExact: false,
  })
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  const changed = modelBytes(bytes.length, 2)
  Object.assign(server.state, { body: changed, etag: '"two"' })
  const pulled = await pull()
  assert.equal(pulled.verified, false)
  assert.ok(readFileSync(file).equals(changed))
  assert.match(notices.join('\n'), /has another file now; starting `tiny-1m` again/)
})

test('a file that became shorter than what is here is fetched anew', async (t) => {
  const { pull, server, file } = await setUp(t, { sha256: undefined, verified: false, sizeIsExact: false })
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  Object.assign(server.state, { body: modelBytes(1000, 3), etag: '"two"' })
  await pull()
  assert.ok(readFileSync(file).equals(server.state.body))
})

test('a host that knows no ranges is read from the beginning', async (t) => {
  const { pull, server, file, notices } = await setUp(t)
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  server.state.ranges = false
  await pull()
  assert.ok(readFileSync(file).equals(bytes))
  assert.match(notices.join('\n'), /does not go on in the middle/)
})

test('a dropped connection is taken up again in the same pull', async (t) => {
  const { pull, server, file, notices } = await setUp(t)
  server.state.etag = '"one"'
  server.state.dropAfter = [300_000, 300_000]
  await pull()
  assert.ok(readFileSync(file).equals(bytes))
  assert.equal(server.requests.length, 3)
  assert.equal(notices.filter((text) => /trying again from there/.test(text)).length, 2)
})

test('a connection that brings no byte for the time set is given up with a sentence', async (t) => {
  const { pull, server } = await setUp(t)
  server.state.stallAfter = 0
  await assert.rejects(
    pull({ limits: { stallMs: 50, retryMs: 1 } }),
    failure('no_source', /no byte from `127\.0\.0\.1:\d+` for 0\.05 seconds/),
  )
})

test('a host that accepts and never answers is passed over after the time to reach it', async (t) => {
  const { pull, server } = await setUp(t)
  server.state.silent = true
  await assert.rejects(
    pull({ limits: { reachMs: 50 } }),
    failure('no_source', /`127\.0\.0\.1:\d+` cannot be reached within 0\.05 seconds/),
  )
})

test('an unreachable port is said in one line and the next source is tried', async (t) => {
  const { pull, server, notices, model, file } = await setUp(t)
  const other = join(temporaryFolder(t), 'copy.gguf')
  writeFileSync(other, bytes)
  await server.close()
  server.close = async () => undefined
  const sources = [hfSource, { type: 'path', path: other } as const]
  await pull({ model: { ...model, sources } })
  assert.equal(notices.length, 1)
  assert.match(
    notices[0] ?? '',
    /^hf:me\/tiny\/tiny\.gguf: `127.+` cannot be reached \(ECONNREFUSED\); trying \/.+copy\.gguf\.$/,
  )
  assert.ok(readFileSync(file).equals(bytes))
})

for (const [status, pattern] of [
  [404, /does not have the file \(404\)/],
  [401, /refuses the file \(401\): set HF_TOKEN/],
  [503, /answers with status 503/],
] as const) {
  test(`status ${status} ends the pull with its reason and leaves nothing`, async (t) => {
    const { pull, server, modelsDir } = await setUp(t)
    server.state.status = status
    await assert.rejects(pull(), failure('no_source', pattern))
    assert.deepEqual(readdirSync(modelsDir), [])
  })
}

test('a redirect in a circle ends', async (t) => {
  const { pull, server } = await setUp(t)
  server.state.redirectTo = `${server.endpoint}/again`
  await assert.rejects(pull(), failure('no_source', /redirects in a circle/))
})

test('too little room is said before a byte is written', async (t) => {
  const { pull, modelsDir } = await setUp(t)
  await assert.rejects(
    pull({ freeBytes: async () => 5000 }),
    failure('disk_full', /it needs 1\.0 MB, 5\.0 kB are free; make room, or set ETHERVOX_MODELS/),
  )
  assert.deepEqual(readdirSync(modelsDir), [])
})

test('what is here already is not counted as room that is needed', async (t) => {
  const { pull, server } = await setUp(t)
  server.state.etag = '"one"'
  await stopInTheMiddle(server, pull)
  assert.equal((await pull({ freeBytes: async () => bytes.length - 1 })).fetched, true)
})

test('a pull that is stopped before it begins touches nothing', async (t) => {
  const { pull, server } = await setUp(t)
  await assert.rejects(pull({ signal: AbortSignal.abort() }), failure('cancelled', /was stopped/))
  assert.equal(server.requests.length, 0)
})

test('two pulls of one model at a time: the second is told who has it', async (t) => {
  const { pull, file } = await setUp(t)
  const both = await Promise.allSettled([pull(), pull()])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const refused = both.find((one) => one.status === 'rejected')
  failure('busy', new RegExp(`is being fetched by process ${process.pid}`))(refused?.reason)
  assert.ok(existsSync(file))
})

test('a models folder that cannot be made is a sentence with the way out', async (t) => {
  const { pull, modelsDir } = await setUp(t)
  writeFileSync(join(modelsDir, 'taken'), '')
  await assert.rejects(
    pull({ modelsDir: join(modelsDir, 'taken', 'models') }),
    failure('cannot_write', /cannot be written \(ENOTDIR\)/),
  )
})

test('an HF_ENDPOINT that is no address is named', async (t) => {
  const { pull } = await setUp(t)
  await assert.rejects(
    pull({ env: { HF_ENDPOINT: 'mirror' } }),
    failure('no_source', /HF_ENDPOINT is not an address: `mirror`/),
  )
})

test('memory that is cleaned up between the answer and its first byte does not end the pull', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { pull, notices } = await setUp(t)
  // Asked between the two.
  const freeBytes = async () => {
    for (let round = 0; round < 5; round++) {
      collect()
      await setImmediate()
    }
    return bytes.length
  }
  assert.equal((await pull({ freeBytes })).fetched, true)
  assert.deepEqual(notices, [])
})
