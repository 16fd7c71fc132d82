/**
 * Reading and writing of binary fields one after the other, in either byte order.
 * Invariant: no read ever leaves the bytes it was given, and no text comes out that is not valid UTF-8;
 * whatever is wrong is one `BadBytes`, so that a reader of a format has one thing to catch.
 */
import { isUtf8 } from 'node:buffer'

export type ByteOrder = 'little' | 'big'

/** The bytes are not what their format promises; the message says what was expected and where. */
export class BadBytes extends Error {
  /** Position of the field, counted from the first byte of the whole input. */
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.name = 'BadBytes'
    this.offset = offset
  }
}

/** Reads fields forward from `offset`; every method throws `BadBytes` where the field does not fit before `end`. */
export class ByteReader {
  offset: number
  /** First position that may not be read. */
  readonly end: number
  readonly #bytes: Buffer
  // Of a view rather than of Buffer's methods: those are JavaScript that a first read would have to compile.
  readonly #view: DataView
  readonly #little: boolean

  /** The bytes are borrowed, not copied. */
  constructor(bytes: Uint8Array, order: ByteOrder, start = 0, end = bytes.length) {
    if (start < 0 || end > bytes.length || start > end) {
      throw new BadBytes(`bytes ${start} to ${end} were asked of ${bytes.length}`, start)
    }
    this.#bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#little = order === 'little'
    this.offset = start
    this.end = end
  }

  /** Bytes that are left before the end. */
  get left(): number {
    return this.end - this.offset
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.#little)
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.#little)
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), this.#little)
  }

  /** Eight bytes as a number; one above 2^53 - 1 is refused, for JavaScript cannot hold it exactly. */
  u64(): number {
    const at = this.#take(8)
    const high = this.#view.getUint32(this.#little ? at + 4 : at, this.#little)
    const low = this.#view.getUint32(this.#little ? at : at + 4, this.#little)
    if (high >= 2 ** 21) throw new BadBytes('the number is above 2^53 - 1', at)
    return high * 2 ** 32 + low
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), this.#little)
  }

  /** The next bytes as a view, not a copy. */
  bytes(length: number): Buffer {
    const at = this.#take(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** The next bytes as UTF-8. */
  text(length: number): string {
    const at = this.offset
    const slice = this.bytes(length)
    if (!isUtf8(slice)) throw new BadBytes(`${length} bytes are not UTF-8 text`, at)
    return slice.toString('utf8')
  }

  #take(length: number): number {
    const at = this.offset
    if (length > this.end - at) {
      throw new BadBytes(`${length} bytes are needed and ${this.end - at} are left`, at)
    }
    this.offset = at + length
    return at
  }
}

/** Writes fields one after the other into memory that grows; a number that does not fit its field throws `RangeError`. */
export class ByteWriter {
  #bytes: Buffer = Buffer.alloc(256)
  #length = 0
  readonly #little: boolean

  constructor(order: ByteOrder) {
    this.#little = order === 'little'
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length
  }

  u8(value: number): void {
    const at = this.#grow(1)
    this.#bytes.writeUInt8(value, at)
  }

  u16(value: number): void {
    const at = this.#grow(2)
    if (this.#little) this.#bytes.writeUInt16LE(value, at)
    else this.#bytes.writeUInt16BE(value, at)
  }

  u32(value: number): void {
    this.#putU32(value, this.#grow(4))
  }

  i32(value: number): void {
    const at = this.#grow(4)
    if (this.#little) this.#bytes.writeInt32LE(value, at)
    else this.#bytes.writeInt32BE(value, at)
  }

  /** Takes a whole number from 0 to 2^53 - 1. */
  u64(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`\`${value}\` does not fit 53 bits`)
    const at = this.#grow(8)
    if (this.#little) this.#bytes.writeBigUInt64LE(BigInt(value), at)
    else this.#bytes.writeBigUInt64BE(BigInt(value), at)
  }

  f64(value: number): void {
    const at = this.#grow(8)
    if (this.#little) this.#bytes.writeDoubleLE(value, at)
    else this.#bytes.writeDoubleBE(value, at)
  }

  bytes(value: Uint8Array): void {
    const at = this.#grow(value.length)
    this.#bytes.set(value, at)
  }

  /** Overwrites four bytes that were written before, for a length that is known only afterwards. */
  patchU32(at: number, value: number): void {
    if (at < 0 || at + 4 > this.#length) throw new RangeError(`byte ${at} was not written yet`)
    this.#putU32(value, at)
  }

  /** Everything written so far; a copy. */
  done(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  #putU32(value: number, at: number): void {
    if (this.#little) this.#bytes.writeUInt32LE(value, at)
    else this.#bytes.writeUInt32BE(value, at)
  }

  // May replace `#bytes`: call it before that field is touched.
  #grow(by: number): number {
    const at = this.#length
    const need = at + by
    if (need > this.#bytes.length) {
      const bigger = Buffer.alloc(Math.max(need, this.#bytes.length * 2))
      bigger.set(this.#bytes)
      this.#bytes = bigger
    }
    this.#length = need
    return at
  }
}
