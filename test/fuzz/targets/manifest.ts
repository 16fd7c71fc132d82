// `tools.bin`: any bytes, with checksums that fit more often than not, so that what is behind them is read, too.
import assert from 'node:assert/strict'
import { openRouter } from '../../../source/composing/open-router.ts'
import type { CompiledTool } from '../../../source/contracts/manifest.ts'
import { isManifestProblem } from '../../../source/contracts/manifest.ts'
import { crc32 } from '../../../source/lib/checksum.ts'
import { HEADER } from '../../../source/manifest/layout.ts'
import { readManifest } from '../../../source/manifest/reader.ts'
import { contentHashOf } from '../../../source/manifest/tool-bytes.ts'
import { findUnwritable, writeManifest } from '../../../source/manifest/writer.ts'
import { Registry } from '../../../source/registry/registry.ts'
import { decodeRouter, encodeRouter } from '../../../source/router/model-bytes.ts'
import { trainRouter } from '../../../source/router/train.ts'
import { BUILT_AT, placesOf, sampleTool } from '../../manifest/sample-tools.ts'
import { easyTools } from '../../router/samples.ts'
import { mutateBytes } from '../mutate-bytes.ts'
import { mutateValue } from '../mutate-json.ts'
import type { Mutator, Target } from '../target.ts'

const REQUESTS = ['what time is it?', 'read notes.txt and then 3 + 4', '', 'alarm now 12 \u0000 ☃']
const WORDS = [
  'type',
  'object',
  'string',
  'properties',
  'required',
  'pattern',
  'user',
  'arguments',
  'examples',
  'triggers',
  'x',
  '(?<days>\\d+)',
]

export async function open(): Promise<Target> {
  const tools = [
    sampleTool('get_time'),
    sampleTool('file_read', { risk: 'write', deprecated: { since: '1', use: 'get_time' } }),
    sampleTool('calculator'),
  ]
  const small = {
    ...easyTools,
    tools: easyTools.tools.map((one) => ({ ...one, examples: one.examples.slice(0, 4) })),
    none: easyTools.none.slice(0, 8),
  }
  const router = trainRouter(small, { crossValidate: false }).bytes
  const model = decodeRouter(router)
  assert.ok(!isManifestProblem(model))
  const nested = encodeRouter({ ...model, followUps: model })
  const write = (more: object) =>
    Buffer.from(writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32', ...more }))
  return {
    seeds: [
      write({ router }),
      write({ router: nested }),
      write({ router, byteOrder: 'big' }),
      write({ footer: 'sha256' }),
      write({ tools: [] }),
    ],
    mutators: [
      mutateBytes,
      sealed(mutateBytes),
      sealed(mutateBytes),
      mutateDetail,
      mutateDetail,
      mutateRouter,
      mutateRouter,
      mutateTools,
    ],
    mostBytes: 400_000,
    run: readEverything,
  }
}

function readEverything(bytes: Buffer): void {
  const manifest = readManifest(bytes)
  if (isManifestProblem(manifest)) {
    assert.ok(manifest.code !== '' && manifest.message !== '')
    return
  }
  for (const { name } of manifest.entries) JSON.stringify(manifest.detail(name))
  assert.match(manifest.contentHash, /^[0-9a-f]{64}$/)
  const registry = new Registry({ manifest, disabled: [], loadTool: () => Promise.reject(new Error('none')) })
  const { router } = openRouter(manifest, registry, undefined, undefined)
  const known = new Set(registry.enabled.map(({ name }) => name))
  for (const request of REQUESTS) {
    const { candidates } = router.route(request, known)
    for (const { score } of candidates) assert.ok(score >= 0 && score <= 1, `a score of ${score}`)
  }
}

/** The same change, and the checksum at the end made right. */
function sealed(change: Mutator): Mutator {
  return (input, random, donor) => {
    const bytes = Buffer.from(change(input, random, donor))
    if (bytes.length < 80) return bytes
    // Where it is longer or shorter now, the header says so.
    if (random.chance(0.8)) bytes.writeUInt32LE(bytes.length, HEADER.fileSize)
    return seal(bytes)
  }
}

function seal(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(0, bytes.length - 5)) >>> 0, bytes.length - 4)
  return bytes
}

/** Bytes of one detail, with its checksum. */
const mutateDetail: Mutator = (input, random, donor) => {
  const entries = placesWithin(input)?.entries ?? []
  const bytes = Buffer.from(input)
  if (entries.length === 0) return mutateBytes(bytes, random, donor)
  const { at, detailOffset, detailBytes } = random.pick(entries)
  const detail = bytes.subarray(detailOffset, detailOffset + detailBytes)
  if (detail.length < 8) return bytes
  mutateBytes(detail, random, donor).copy(detail, 0, 0, detail.length)
  if (random.chance(0.7)) detail.writeUInt32LE(Math.max(0, detail.length - 4), 0)
  bytes.writeUInt32LE(crc32(detail) >>> 0, at + 12)
  return seal(bytes)
}

/** Bytes of the router's chunk, with its own checksum and the header's; now and then it becomes its own model for follow-ups. */
const mutateRouter: Mutator = (input, random, donor) => {
  const places = placesWithin(input)
  const bytes = Buffer.from(input)
  if (places === undefined || places.routerBytes < 64) return mutateBytes(bytes, random, donor)
  const { routerOffset, routerBytes } = places
  let chunk: Buffer = Buffer.from(bytes.subarray(routerOffset, routerOffset + routerBytes))
  if (random.chance(0.1)) chunk = nestedIn(chunk, random.length(200))
  else {
    const inner = chunk.subarray(0, chunk.length - 4)
    chunk = Buffer.concat([mutateBytes(inner, random, donor), Buffer.alloc(4)])
  }
  if (chunk.length < 10) return bytes
  chunk.writeUInt32LE(crc32(chunk.subarray(0, chunk.length - 4)) >>> 0, chunk.length - 4)
  const made = Buffer.concat([
    bytes.subarray(0, routerOffset),
    chunk,
    bytes.subarray(routerOffset + routerBytes),
  ])
  made.writeUInt32LE(chunk.length, HEADER.routerBytes)
  made.writeUInt32LE(crc32(chunk) >>> 0, HEADER.routerCrc)
  made.writeUInt32LE(made.length, HEADER.fileSize)
  return seal(made)
}

/** The chunk with itself as the model for follow-ups, so many times. */
function nestedIn(chunk: Buffer, times: number): Buffer {
  // The last field: its length, no bytes, the checksum.
  const bare = chunk.subarray(0, chunk.length - 8)
  let made: Buffer = chunk
  for (let done = 0; done < times && made.length + bare.length < 300_000; done++) {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(made.length)
    const whole = Buffer.concat([bare, length, made, Buffer.alloc(4)])
    whole.writeUInt32LE(crc32(whole.subarray(0, -4)) >>> 0, whole.length - 4)
    made = whole
  }
  return made
}

/** What the tools say, written anew by the program itself where it takes it. */
const mutateTools: Mutator = (input, random) => {
  const manifest = readManifest(input)
  if (isManifestProblem(manifest)) return input
  const tools = manifest.entries.flatMap((entry): CompiledTool[] => {
    const detail = manifest.detail(entry.name)
    if (isManifestProblem(detail)) return []
    const parts = { ...detail, oneLiner: entry.oneLiner, group: entry.group }
    const changed = mutateValue(parts, random, parts, WORDS) as CompiledTool
    if (typeof changed !== 'object' || changed === null) return []
    try {
      const tool = { ...entry, ...detail, ...changed, contentHash: '' }
      const whole = { ...tool, contentHash: contentHashOf(tool) }
      return findUnwritable(whole) === undefined ? [whole] : []
    } catch {
      return []
    }
  })
  const router = manifest.router()
  try {
    return Buffer.from(
      writeManifest({
        tools,
        builtAt: BUILT_AT,
        footer: 'crc32',
        ...(router instanceof Uint8Array && { router }),
      }),
    )
  } catch {
    // The writer refuses what it cannot write.
    return input
  }
}

function placesWithin(input: Buffer): ReturnType<typeof placesOf> | undefined {
  try {
    const places = placesOf(input)
    const { routerOffset, routerBytes } = places
    const fits = places.entries.every(
      ({ at, detailOffset, detailBytes }) =>
        at + 16 <= input.length && detailOffset + detailBytes <= input.length,
    )
    return fits && routerOffset + routerBytes <= input.length && places.entries.length < 1_000
      ? places
      : undefined
  } catch {
    return undefined
  }
}
