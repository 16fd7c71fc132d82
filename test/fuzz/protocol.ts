// What the thread that runs inputs and the one that watches it say to each other.
import type { Finding } from './finding.ts'

/** Given to the thread. */
export interface Order {
  /** Address of the target's file. */
  readonly file: string
  readonly seed: number
  /** Inputs to begin with besides the target's own. */
  readonly pool: readonly Uint8Array[]
  /** Of the wall clock. */
  readonly minutes: number
  readonly memory: SharedArrayBuffer
}

export type Told =
  | { readonly type: 'found'; readonly finding: Finding }
  | { readonly type: 'progress'; readonly reached: number; readonly pool: number }
  /** `fresh`: inputs that reached code which none before them did. */
  | { readonly type: 'done'; readonly fresh: readonly Uint8Array[]; readonly reached: number }

/** The input that is run now, where the other thread can read it whatever this one does. */
export class CurrentInput {
  /** Most bytes of an input. */
  static readonly MOST = 1 << 20
  readonly #numbers: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, 2)
    this.#bytes = new Uint8Array(memory, 8)
  }

  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(8 + CurrentInput.MOST)
  }

  /** Before it is run. */
  begin(input: Uint8Array): void {
    this.#bytes.set(input.subarray(0, CurrentInput.MOST))
    this.#numbers[1] = Math.min(input.length, CurrentInput.MOST)
    Atomics.add(this.#numbers, 0, 1)
  }

  /** Inputs that were begun, those that are run again included. */
  get count(): number {
    return Atomics.load(this.#numbers, 0)
  }

  /** A copy of the input that is run now. */
  read(): Buffer {
    return Buffer.from(this.#bytes.slice(0, this.#numbers[1]))
  }
}
