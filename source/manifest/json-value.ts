/**
 * Any JSON value as tagged bytes and back, without loss: member order, unknown keywords, `__proto__`, text that is
 * not well-formed, minus zero. Invariant: reading allocates no more than the bytes can fill. See FORMAT.md, "Values".
 */
import type { JsonValue } from '../contracts/json.ts'
import { BadBytes, type ByteReader, type ByteWriter } from '../lib/byte-cursor.ts'
import { DEPTH_LIMIT, LITERAL_NAME, NAMES, TAG } from './layout.ts'

/** A value that JSON cannot carry was to be written: a function, a date, NaN, a cycle. */
export class NotJson extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotJson'
  }
}

const CODES: ReadonlyMap<string, number> = new Map(NAMES.map((name, index) => [name, index + 1]))
const INT32_LIMIT = 2 ** 31

/** Appends a value; members that are `undefined` are left out, as `JSON.stringify` does. Throws `NotJson`. */
export function writeValue(writer: ByteWriter, value: unknown, depth = 0): void {
  if (depth > DEPTH_LIMIT) throw new NotJson(`the value nests deeper than ${DEPTH_LIMIT} levels`)
  if (value === null) writer.u8(TAG.null)
  else if (typeof value === 'boolean') writer.u8(value ? TAG.true : TAG.false)
  else if (typeof value === 'string') writeText(writer, value)
  else if (typeof value === 'number') writeNumber(writer, value)
  else if (Array.isArray(value)) writeArray(writer, value, depth)
  else if (typeof value === 'object') writeObject(writer, value, depth)
  else throw new NotJson(`a value of type ${typeof value} is not JSON`)
}

/** Reads one value. Throws `BadBytes`. */
export function readValue(reader: ByteReader, depth = 0): JsonValue {
  const at = reader.offset
  if (depth > DEPTH_LIMIT) throw new BadBytes(`a value nests deeper than ${DEPTH_LIMIT} levels`, at)
  const tag = reader.u8()
  switch (tag) {
    case TAG.null:
      return null
    case TAG.false:
      return false
    case TAG.true:
      return true
    case TAG.int32:
      return reader.i32()
    case TAG.float64:
      return readFloat(reader)
    case TAG.utf8:
    case TAG.utf16:
      return readText(reader, tag)
    case TAG.array:
      return readArray(reader, depth)
    case TAG.object:
      return readObject(reader, depth)
    default:
      throw new BadBytes(`${tag} is not the tag of a value`, at)
  }
}

function writeNumber(writer: ByteWriter, value: number): void {
  if (!Number.isFinite(value)) throw new NotJson(`\`${value}\` is not a JSON number`)
  const small = Number.isInteger(value) && value >= -INT32_LIMIT && value < INT32_LIMIT
  if (small && !Object.is(value, -0)) {
    writer.u8(TAG.int32)
    writer.i32(value)
  } else {
    writer.u8(TAG.float64)
    writer.f64(value)
  }
}

// UTF-8 has no form for half a surrogate pair, JSON has (`"\ud83d"`): such text is kept as UTF-16 units.
function writeText(writer: ByteWriter, value: string): void {
  if (value.isWellFormed()) {
    const bytes = Buffer.from(value, 'utf8')
    writer.u8(TAG.utf8)
    writer.u32(bytes.length)
    writer.bytes(bytes)
    return
  }
  writer.u8(TAG.utf16)
  writer.u32(value.length)
  for (let index = 0; index < value.length; index++) writer.u16(value.charCodeAt(index))
}

function writeArray(writer: ByteWriter, values: readonly unknown[], depth: number): void {
  writer.u8(TAG.array)
  writer.u32(values.length)
  for (const value of values) writeValue(writer, value, depth + 1)
}

function writeObject(writer: ByteWriter, value: object, depth: number): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new NotJson(`an instance of \`${value.constructor?.name ?? 'a class'}\` is not a JSON value`)
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  writer.u8(TAG.object)
  writer.u32(members.length)
  for (const [name, member] of members) {
    const code = CODES.get(name) ?? LITERAL_NAME
    writer.u8(code)
    if (code === LITERAL_NAME) writeText(writer, name)
    writeValue(writer, member, depth + 1)
  }
}

function readFloat(reader: ByteReader): number {
  const at = reader.offset
  const value = reader.f64()
  if (!Number.isFinite(value)) throw new BadBytes(`\`${value}\` is not a JSON number`, at)
  return value
}

function readText(reader: ByteReader, tag: number): string {
  const length = reader.u32()
  if (tag === TAG.utf8) return reader.text(length)
  if (length * 2 > reader.left) {
    throw new BadBytes(`${length * 2} bytes are needed and ${reader.left} are left`, reader.offset)
  }
  const units: string[] = []
  for (let index = 0; index < length; index++) units.push(String.fromCharCode(reader.u16()))
  return units.join('')
}

function readArray(reader: ByteReader, depth: number): JsonValue[] {
  const count = readCount(reader, 1)
  const values: JsonValue[] = []
  for (let index = 0; index < count; index++) values.push(readValue(reader, depth + 1))
  return values
}

function readObject(reader: ByteReader, depth: number): { [name: string]: JsonValue } {
  const count = readCount(reader, 2)
  const members: { [name: string]: JsonValue } = {}
  for (let index = 0; index < count; index++) {
    const at = reader.offset
    const name = readName(reader)
    if (Object.hasOwn(members, name)) throw new BadBytes(`the name \`${name}\` stands twice`, at)
    const value = readValue(reader, depth + 1)
    // An assignment to `__proto__` would change the prototype instead of adding a member.
    if (name !== '__proto__') members[name] = value
    else Object.defineProperty(members, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return members
}

function readName(reader: ByteReader): string {
  const at = reader.offset
  const code = reader.u8()
  const name = NAMES[code - 1]
  if (name !== undefined) return name
  if (code !== LITERAL_NAME) throw new BadBytes(`${code} is not the code of a name`, at)
  const tag = reader.u8()
  if (tag !== TAG.utf8 && tag !== TAG.utf16) throw new BadBytes(`a name is text, not tag ${tag}`, at + 1)
  return readText(reader, tag)
}

// A count that the rest of the bytes cannot hold is refused before anything is read for it.
function readCount(reader: ByteReader, leastBytes: number): number {
  const at = reader.offset
  const count = reader.u32()
  if (count * leastBytes > reader.left) {
    throw new BadBytes(`${count} values are announced and ${reader.left} bytes are left`, at)
  }
  return count
}
