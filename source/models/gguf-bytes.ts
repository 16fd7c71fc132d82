// Writes GGUF version 3 (ggml's docs/gguf.md): header, key-value pairs, tensor table, tensors at multiples of 32 bytes.
// Only what a model that is converted here needs.

/** A value of a key: text, 32-bit unsigned integer, 32-bit float, flag, or a list of texts or 32-bit integers. */
export type GgufValue =
  | string
  | boolean
  | { readonly u32: number }
  | { readonly f32: number }
  | { readonly texts: readonly string[] }
  | { readonly i32s: readonly number[] }

/** One tensor; `shape` in ggml's order, the innermost dimension first. */
export interface GgufTensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: 'f32' | 'q8_0'
  readonly bytes: Uint8Array
}

const ALIGNMENT = 32
const TYPES = { u32: 4, i32: 5, f32: 6, bool: 7, text: 8, list: 9 } as const
const TENSOR_TYPES = { f32: 0, q8_0: 8 } as const

/** The whole file. */
export function ggufBytes(
  values: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Buffer {
  const pairs = Object.entries(values)
  const table: Buffer[] = []
  let offset = 0
  for (const { name, shape, type, bytes } of tensors) {
    const dimensions = shape.map(u64)
    table.push(text(name), u32(shape.length), ...dimensions, u32(TENSOR_TYPES[type]), u64(offset))
    offset += aligned(bytes.length)
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(pairs.length),
    ...pairs.flatMap(([key, value]) => [text(key), valueBytes(value)]),
    ...table,
  ])
  return Buffer.concat([padded(head), ...tensors.map(({ bytes }) => padded(bytes))])
}

function valueBytes(value: GgufValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(TYPES.text), text(value)])
  if (typeof value === 'boolean') return Buffer.concat([u32(TYPES.bool), Buffer.from([value ? 1 : 0])])
  if ('u32' in value) return Buffer.concat([u32(TYPES.u32), u32(value.u32)])
  if ('f32' in value) return Buffer.concat([u32(TYPES.f32), f32(value.f32)])
  if ('texts' in value) return list(TYPES.text, value.texts.map(text))
  return list(TYPES.i32, value.i32s.map(i32))
}

function list(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(TYPES.list), u32(type), u64(items.length), ...items])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([u64(bytes.length), bytes])
}

function u32(value: number): Buffer {
  return written(4, (bytes) => bytes.writeUInt32LE(value))
}

function i32(value: number): Buffer {
  return written(4, (bytes) => bytes.writeInt32LE(value))
}

function u64(value: number): Buffer {
  return written(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)))
}

function f32(value: number): Buffer {
  return written(4, (bytes) => bytes.writeFloatLE(value))
}

function written(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size)
  write(bytes)
  return bytes
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes], aligned(bytes.length))
}
