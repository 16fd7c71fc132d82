// Reads a safetensors file: a table of tensors as JSON, then their numbers. Source: huggingface/safetensors README.

/** What came is no such file; `message` is a clause. */
export class NoSafetensors extends Error {}

/** One tensor; `shape` with the outermost dimension first. */
export interface Tensor {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly bytes: Buffer
}

interface Entry {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

/** Its tensors, and what stands behind them. Throws `NoSafetensors`. */
export function readSafetensors(file: Buffer): {
  readonly tensors: ReadonlyMap<string, Tensor>
  readonly behind: Buffer
} {
  const headBytes = file.length < 8 ? 0n : file.readBigUInt64LE()
  const from = 8 + Number(headBytes)
  if (headBytes === 0n || from > file.length) throw new NoSafetensors('it is no safetensors file')
  const entries = readTable(file.toString('utf8', 8, from))
  const ends = entries.map(([, { data_offsets }]) => data_offsets[1])
  const end = from + Math.max(0, ...ends)
  if (!(end <= file.length)) throw new NoSafetensors('its tensors are cut off')
  const tensors = entries.map(([name, { dtype, shape, data_offsets }]) => {
    const bytes = file.subarray(from + data_offsets[0], from + data_offsets[1])
    return [name, { dtype, shape, bytes }] as const
  })
  return { tensors: new Map(tensors), behind: file.subarray(end) }
}

/** The numbers of a tensor in 32 or 16 bits. Throws `NoSafetensors`. */
export function floatsOf({ dtype, bytes }: Tensor): Float32Array {
  const own = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  if (dtype === 'F32') return new Float32Array(own)
  if (dtype !== 'F16') throw new NoSafetensors(`its numbers are of the type ${dtype}`)
  const halves = new DataView(own)
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => halves.getFloat16(2 * at, true))
}

function readTable(json: string): readonly (readonly [string, Entry])[] {
  try {
    const listed = Object.entries(JSON.parse(json) as Readonly<Record<string, Entry>>)
    return listed.filter(([name]) => name !== '__metadata__')
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new NoSafetensors('its table of tensors is no JSON', { cause: error })
    throw error
  }
}
