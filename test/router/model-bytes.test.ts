import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { crc32 } from '../../source/lib/checksum.ts'
import type { RouterModel } from '../../source/router/model.ts'
import { decodeRouter, encodeRouter } from '../../source/router/model-bytes.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyNames, easyTools } from './samples.ts'

const bytes = Buffer.from(trainRouter(easyTools, { crossValidate: false }).bytes)

function decoded(from: Uint8Array): RouterModel {
  const model = decodeRouter(from)
  assert.ok(!isManifestProblem(model), isManifestProblem(model) ? model.message : '')
  return model
}

function withChecksum(damaged: Buffer): Buffer {
  damaged.writeUInt32LE(crc32(damaged.subarray(0, damaged.length - 4)), damaged.length - 4)
  return damaged
}

test('a model that is read and written again is the same bytes', () => {
  assert.deepEqual(Buffer.from(encodeRouter(decoded(bytes))), bytes)
})

test('models within models are refused, also thousands of them', () => {
  const none = {
    ...decoded(bytes),
    vocabulary: {
      hashes: new Uint32Array(),
      counts: new Uint16Array(),
      blocks: new Uint8Array(),
      documents: 1,
    },
    weights: new Int8Array(),
    followUps: undefined,
    transitions: new Uint16Array(),
  }
  const bare = Buffer.from(encodeRouter(none)).subarray(0, -12)
  let nested: Buffer = Buffer.from(encodeRouter(none))
  for (let levels = 2; nested.length < 1_500_000; levels++) {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(nested.length)
    nested = withChecksum(Buffer.concat([bare, length, nested, Buffer.alloc(8)]))
    if (levels > 3 && nested.length < 1_490_000) continue
    const read = decodeRouter(nested)
    assert.equal(isManifestProblem(read), levels > 2, `${levels} levels`)
    if (isManifestProblem(read)) assert.match(read.message, /nested too deep/)
  }
})

test('raised thresholds are those of all tools, are kept, and count', async () => {
  const model = decoded(bytes)
  assert.deepEqual(model.calibration.raised, [])
  const withRaised = (raised: readonly number[]) =>
    Buffer.from(encodeRouter({ ...model, calibration: { ...model.calibration, raised } }))
  const raised = model.tools.map((_, at) => (at === 0 ? 50 : 0))
  assert.deepEqual(decoded(withRaised(raised)).calibration.raised, raised)
  const problem = decodeRouter(withRaised(raised.slice(1)))
  assert.match(isManifestProblem(problem) ? problem.message : '', /raised thresholds are not those/)
  const [first = ''] = model.tools
  const example = easyTools.tools.find(({ name }) => name === first)?.examples[0] ?? assert.fail()
  const tool = (model: RouterModel) =>
    createRouter({ model, triggers: [], words: [] }).route(example, new Set(model.tools)).tool
  assert.deepEqual([tool(model), tool(decoded(withRaised(raised)))], [first, null])
})

test('transitions are those of all pairs of tools, and are kept', () => {
  const model = decoded(bytes)
  const transitions = Uint16Array.from(
    model.tools.flatMap((_, i) => model.tools.map((_tool, j) => i * 7 + j)),
  )
  assert.deepEqual(decoded(encodeRouter({ ...model, transitions })).transitions, transitions)
  const read = decodeRouter(encodeRouter({ ...model, transitions: transitions.subarray(1) }))
  assert.ok(isManifestProblem(read))
  assert.match(read.message, /transitions are not those of/)
})

test('a truncated chunk is refused at every length', () => {
  for (let length = 0; length < bytes.length; length += length < 400 ? 1 : 97) {
    assert.ok(isManifestProblem(decodeRouter(bytes.subarray(0, length))), `length ${length}`)
  }
})

test('a truncated chunk with a fitting checksum is refused at every length', () => {
  for (let length = 10; length < bytes.length; length += length < 400 ? 1 : 97) {
    const cut = withChecksum(Buffer.from(bytes.subarray(0, length)))
    assert.ok(isManifestProblem(decodeRouter(cut)), `length ${length}`)
  }
})

test('a flipped byte is found by the checksum', () => {
  for (let at = 6; at < bytes.length; at += 101) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x40, at)
    const problem = decodeRouter(damaged)
    assert.ok(isManifestProblem(problem), `byte ${at}`)
    assert.equal(problem.code, 'bad_checksum')
  }
})

test('a flipped byte under a fitting checksum gives a problem or a model that still routes', () => {
  let refused = 0
  for (let at = 0; at < bytes.length; at += at < 400 ? 1 : 53) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(at) ^ flip, at)
      const model = decodeRouter(at < bytes.length - 4 ? withChecksum(damaged) : damaged)
      if (isManifestProblem(model)) {
        refused += 1
        continue
      }
      const allowed = new Set(model.tools)
      const { confidence } = createRouter({ model, triggers: [], words: [] }).route(
        'what time is it',
        allowed,
      )
      assert.ok(confidence >= 0 && confidence <= 1, `byte ${at}: confidence ${confidence}`)
    }
  }
  assert.ok(refused > 100, `${refused} refused`)
})

test('foreign bytes and a newer version are named as such', () => {
  const foreign = Buffer.from(bytes)
  foreign.write('ABCD', 'latin1')
  const newer = Buffer.from(bytes)
  newer.writeUInt16LE(9, 4)
  assert.deepEqual(decodeRouter(foreign), {
    code: 'bad_magic',
    message: 'The router\'s chunk begins with "ABCD".',
  })
  assert.deepEqual(decodeRouter(newer), {
    code: 'bad_version',
    message: "The router's chunk has version `9`.",
  })
})

test('a chunk that promises more than there is allocates nothing for it', () => {
  const greedy = Buffer.from(bytes)
  const names = [...easyNames].reduce((sum, name) => sum + 2 + name.length, 0)
  const featuresAt = 8 + 32 + names + 3 * 8 + 1 + 5 * 8 + 2 + 4
  greedy.writeUInt32LE(0xffffffff, featuresAt)
  const problem = decodeRouter(withChecksum(greedy))
  assert.ok(isManifestProblem(problem))
  assert.match(problem.message, /4294967295 features do not fit/)
})
