import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readGgufFileInfo } from 'node-llama-cpp'
import { makeAdapted, sweepBeside } from '../../source/engine/embedded/adapted-model.ts'
import { bytesOfQ8, weightsOfQ8 } from '../../source/lib/q8.ts'
import { bertToGguf } from '../../source/models/bert-to-gguf.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { tinyBert } from '../models/tiny-bert.ts'

const folder = temporaryFolder('adapted')
after(() => rmSync(folder, { recursive: true, force: true }))
const modelPath = join(folder, 'tiny.gguf')
writeFileSync(modelPath, bertToGguf(tinyBert(), 'tiny'))

type Given = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly values: readonly number[] }>
>

/** In 16 bits. */
function adapterFile(name: string, tensors: Given): string {
  let offset = 0
  const table: Record<string, object> = {}
  const data = Object.entries(tensors).map(([key, { shape, values }]) => {
    const bytes = Buffer.alloc(2 * values.length)
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    values.forEach((value, at) => {
      view.setFloat16(2 * at, value, true)
    })
    table[key] = { dtype: 'F16', shape, data_offsets: [offset, offset + bytes.length] }
    offset += bytes.length
    return bytes
  })
  const head = Buffer.from(JSON.stringify(table))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat([length, head, ...data]))
  return path
}

async function tensorsOf(path: string): Promise<ReadonlyMap<string, Float32Array>> {
  const bytes = readFileSync(path)
  const { fullTensorInfo = [] } = await readGgufFileInfo(path, { readTensorInfo: true })
  return new Map(
    fullTensorInfo.map(({ name, dimensions, ggmlType, fileOffset }) => {
      const size = dimensions.reduce<number>((so, of) => so * Number(of), 1)
      const from = Number(fileOffset)
      if (ggmlType === 8) return [name, weightsOfQ8(bytes.subarray(from, from + bytesOfQ8(size)))]
      return [name, Float32Array.from({ length: size }, (_, at) => bytes.readFloatLE(from + 4 * at))]
    }),
  )
}

const ones = (count: number, value = 1) => Array.from({ length: count }, () => value)

test('b · a is added to a weight, what stands alone to the rest, and nothing else changes', async () => {
  // 64 rows of 32: row 3 gets twice the numbers 0, 1/32, 2/32 … of the second row of `a`.
  const a = Array.from({ length: 2 * 32 }, (_, at) => (at < 32 ? 5 : (at - 32) / 32))
  const b = Array.from({ length: 64 * 2 }, (_, at) => (at === 3 * 2 + 1 ? 2 : 0))
  const adapterPath = adapterFile('good.safetensors', {
    'blk.0.ffn_up.weight.a': { shape: [2, 32], values: a },
    'blk.0.ffn_up.weight.b': { shape: [64, 2], values: b },
    'blk.0.ffn_up.bias': { shape: [64], values: ones(64, 0.25) },
    'token_embd_norm.weight': { shape: [32], values: ones(32, -0.5) },
  })
  const madePath = join(folder, 'made', 'tuned.gguf')
  mkdirSync(join(folder, 'made'))
  writeFileSync(join(folder, 'made', 'before.gguf'), 'of another adapter')
  writeFileSync(join(folder, 'made', 'vectors.json'), '{}')
  for (const [name, hours] of [
    ['.tuned.gguf.0123456789ab.tmp', 2],
    ['.tuned.gguf.ba9876543210.tmp', 0],
  ] as const) {
    const path = join(folder, 'made', name)
    writeFileSync(path, 'half')
    const then = Date.now() / 1000 - hours * 3600
    utimesSync(path, then, then)
  }
  await sweepBeside(madePath)
  await makeAdapted(modelPath, adapterPath, madePath)
  assert.deepEqual(readdirSync(join(folder, 'made')).sort(), [
    '.tuned.gguf.ba9876543210.tmp',
    'tuned.gguf',
    'vectors.json',
  ])
  const [before, behind] = [await tensorsOf(modelPath), await tensorsOf(madePath)]
  assert.deepEqual([...behind.keys()], [...before.keys()])
  for (const [name, values] of before)
    values.forEach((value, at) => {
      const isRow3 = name === 'blk.0.ffn_up.weight' && Math.floor(at / 32) === 3
      const added = isRow3
        ? (2 * (at % 32)) / 32
        : name === 'blk.0.ffn_up.bias'
          ? 0.25
          : name === 'token_embd_norm.weight'
            ? -0.5
            : 0
      const off = Math.abs((behind.get(name)?.[at] as number) - value - added)
      assert.ok(off < (isRow3 ? 0.02 : 1e-3), `${name} ${at}: ${off}`)
    })
})

test('an adapter of another model, half of one, and no adapter are refused, and nothing is left', async () => {
  const madePath = join(folder, 'refused', 'tuned.gguf')
  const refuses = (adapterPath: string, why: RegExp) =>
    assert.rejects(makeAdapted(modelPath, adapterPath, madePath), why)
  await refuses(
    adapterFile('more.safetensors', { 'blk.9.attn_q.bias': { shape: [32], values: ones(32) } }),
    /no `blk.9.attn_q.bias`/,
  )
  await refuses(
    adapterFile('wide.safetensors', { 'blk.0.attn_q.bias': { shape: [64], values: ones(64) } }),
    /another shape/,
  )
  await refuses(
    adapterFile('half.safetensors', { 'blk.0.attn_q.weight.a': { shape: [1, 32], values: ones(32) } }),
    /half of `blk.0.attn_q.weight`/,
  )
  const broken = join(folder, 'broken.safetensors')
  writeFileSync(broken, 'something else that is long enough')
  await refuses(broken, /no safetensors file/)
  await refuses(join(folder, 'absent.safetensors'), /ENOENT/)
  assert.throws(() => readdirSync(join(folder, 'refused')), /ENOENT/)
})
