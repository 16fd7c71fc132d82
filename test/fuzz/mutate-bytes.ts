// Changes of bytes that know nothing of what they mean.
import type { Random } from './random.ts'
import type { Mutator } from './target.ts'

const BYTES = [0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x20, 0x0a, 0x5c, 0x22]
const U32 = [0, 1, 2, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const F64 = [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e308, -1e308, 5e-324, 1e21, 2 ** 53]

type Change = (bytes: Buffer, random: Random, donor: Buffer) => Buffer

const flipBit: Change = (bytes, random) => {
  const at = random.below(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return bytes
}

const setByte: Change = (bytes, random) => {
  bytes[random.below(bytes.length)] = random.chance(0.5) ? random.pick(BYTES) : random.below(256)
  return bytes
}

const setNumber: Change = (bytes, random) => {
  const field = Buffer.alloc(random.pick([2, 4, 4, 8]))
  const value = random.chance(0.3) ? random.below(bytes.length + 2) : random.pick(U32)
  if (field.length === 2) field.writeUInt16LE(value & 0xffff)
  else if (field.length === 4) field.writeUInt32LE(value)
  else field.writeDoubleLE(random.pick(F64))
  if (random.chance(0.1)) field.reverse()
  field.copy(bytes, random.below(bytes.length))
  return bytes
}

const addSmall: Change = (bytes, random) => {
  const at = random.below(Math.max(1, bytes.length - 3))
  if (at + 4 <= bytes.length) bytes.writeInt32LE((bytes.readInt32LE(at) + random.below(33) - 16) | 0, at)
  return bytes
}

const remove: Change = (bytes, random) => {
  const [from, to] = rangeOf(bytes, random)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

const repeat: Change = (bytes, random) => {
  const [from, to] = rangeOf(bytes, random)
  const times = random.length(Math.max(2, Math.min(1_000, Math.floor(20_000 / Math.max(1, to - from)))))
  const part = bytes.subarray(from, to)
  return Buffer.concat([
    bytes.subarray(0, to),
    ...Array.from({ length: times }, () => part),
    bytes.subarray(to),
  ])
}

const truncate: Change = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))

const splice: Change = (bytes, random, donor) => {
  const [from, to] = rangeOf(bytes, random)
  const [begin, end] = rangeOf(donor, random)
  return Buffer.concat([bytes.subarray(0, from), donor.subarray(begin, end), bytes.subarray(to)])
}

const CHANGES = [flipBit, flipBit, setByte, setNumber, setNumber, addSmall, remove, repeat, truncate, splice]

/** One change anywhere. */
export const mutateBytes: Mutator = (input, random, donor) =>
  random.pick(CHANGES)(Buffer.from(input), random, donor)

/** A part of it, more often a short one. */
function rangeOf(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(bytes.length + 1)
  return [from, Math.min(bytes.length, from + random.length(Math.max(2, bytes.length)))]
}
