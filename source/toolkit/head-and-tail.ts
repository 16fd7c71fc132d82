/** Takes bytes without end and keeps the first and the last `keepBytes` of them. */
export class HeadAndTail {
  readonly #keepBytes: number
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)
  #left = 0

  constructor(keepBytes: number) {
    this.#keepBytes = keepBytes
  }

  add(bytes: Buffer): void {
    const room = this.#keepBytes - this.#head.length
    if (room > 0) this.#head = Buffer.concat([this.#head, bytes.subarray(0, room)])
    const rest = bytes.subarray(Math.max(0, room))
    if (rest.length === 0) return
    const tail = Buffer.concat([this.#tail, rest])
    const over = Math.max(0, tail.length - this.#keepBytes)
    this.#left += over
    this.#tail = Buffer.from(tail.subarray(over))
  }

  /** Head and tail as text, with a marker where something is left out. */
  get text(): string {
    const decode = (bytes: Buffer) => new TextDecoder().decode(bytes)
    if (this.#left === 0) return decode(Buffer.concat([this.#head, this.#tail]))
    return `${decode(this.#head)}\n[... ${this.#left} bytes left out ...]\n${decode(this.#tail)}`
  }
}
