// A sentence model as it was tuned: its GGUF file with a low-rank adapter (Hu et al., LoRA, 2021) added to its weights. The adapter is a
// hundredth of the file; the engine cannot put one on a model that makes vectors, so the sum is a file of its own, made once.
// The adapter: safetensors, under the names of the model's tensors. `NAME.a` [rank, in] and `NAME.b` [out, rank]: b · a is added to a
// weight; `NAME` alone is added as it is. Made by `scripts/tune-sentences.py`.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readGgufFileInfo } from 'node-llama-cpp'
import { isTemporaryName, writeFileAtomic } from '../../lib/atomic-write.ts'
import { bytesOfQ8, quantizeQ8, weightsOfQ8 } from '../../lib/q8.ts'
import { floatsOf, readSafetensors, type Tensor } from '../../lib/safetensors.ts'

const GGML_F32 = 0
const GGML_Q8 = 8
const HOUR_MS = 3_600_000

/** Writes `madePath`, whole or not at all. Throws what went wrong. */
export async function makeAdapted(modelPath: string, adapterPath: string, madePath: string): Promise<void> {
  const [model, adapter] = await Promise.all([readFile(modelPath), readFile(adapterPath)])
  const { tensors } = readSafetensors(adapter)
  const info = await readGgufFileInfo(modelPath, { readTensorInfo: true, logWarnings: false })
  const places = new Map((info.fullTensorInfo ?? []).map((one) => [one.name, one]))
  for (const name of new Set([...tensors.keys()].map((key) => key.replace(/\.[ab]$/, '')))) {
    const place = places.get(name)
    if (place === undefined) throw new Error(`the model has no \`${name}\``)
    const size = place.dimensions.reduce<number>((so, of) => so * Number(of), 1)
    const added = addedTo(tensors, name)
    if (added.length !== size) throw new Error(`the adapter's \`${name}\` has another shape`)
    const from = Number(place.fileOffset)
    if (place.ggmlType === GGML_Q8) {
      const packed = model.subarray(from, from + bytesOfQ8(size))
      const sum = weightsOfQ8(packed)
      for (let at = 0; at < size; at += 1) sum[at] = (sum[at] as number) + (added[at] as number)
      packed.set(quantizeQ8(sum))
    } else if (place.ggmlType === GGML_F32) {
      for (let at = 0; at < size; at += 1)
        model.writeFloatLE(model.readFloatLE(from + 4 * at) + (added[at] as number), from + 4 * at)
    } else throw new Error(`\`${name}\` is neither in 8 nor in 32 bits`)
  }
  await write(madePath, model)
}

/** What an adapter adds to a tensor, in the tensor's order. */
function addedTo(tensors: ReadonlyMap<string, Tensor>, name: string): Float32Array {
  const whole = tensors.get(name)
  if (whole !== undefined) return floatsOf(whole)
  const [a, b] = [tensors.get(`${name}.a`), tensors.get(`${name}.b`)]
  if (a === undefined || b === undefined) throw new Error(`the adapter has half of \`${name}\``)
  const [rank = 0, width = 0] = a.shape
  const [rows, columns] = [floatsOf(a), floatsOf(b)]
  const added = new Float32Array((columns.length / rank) * width)
  for (let out = 0; out < columns.length / rank; out += 1)
    for (let r = 0; r < rank; r += 1) {
      const factor = columns[out * rank + r] as number
      for (let at = 0; at < width; at += 1)
        added[out * width + at] =
          (added[out * width + at] as number) + factor * (rows[r * width + at] as number)
    }
  return added
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFileAtomic(path, bytes)
  } catch (error) {
    // Another process made it meanwhile, and has it open.
    if (!existsSync(path)) throw error
  }
}

/** Deletes what was made beside `path` for another model or adapter, and what was left half-written; what cannot be deleted stays. */
export async function sweepBeside(path: string): Promise<void> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const other = join(folder, name)
    const isOld = name.endsWith('.gguf') ? name !== basename(path) : await isLeft(other)
    if (isOld) await rm(other, { force: true }).catch(() => undefined)
  }
}

/** Half-written, and nobody has touched it for an hour. */
async function isLeft(path: string): Promise<boolean> {
  if (!isTemporaryName(basename(path))) return false
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > HOUR_MS
}
