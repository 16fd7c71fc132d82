/** Text of which the middle may be missing. */
export interface KeptText {
  /** With a marker where something is left out. */
  readonly text: string
  /** Without the marker. */
  readonly ends: string
  readonly left: LeftOut
}

export interface LeftOut {
  readonly characters: number
  /** Line breaks. */
  readonly lines: number
}

/** A text of which nothing is missing. */
export function wholeText(text: string): KeptText {
  return { text, ends: text, left: { characters: 0, lines: 0 } }
}

const LINE_BREAK = 0x0a

/** Takes bytes without end and keeps the first and the last `keepBytes` of them. */
export class HeadAndTail {
  readonly #keepBytes: number
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)
  #characters = 0
  #lines = 0

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
    this.#leave(tail.subarray(0, over))
    this.#tail = Buffer.from(tail.subarray(over))
  }

  get kept(): KeptText {
    const decode = (bytes: Buffer) => new TextDecoder().decode(bytes)
    const left = { characters: this.#characters, lines: this.#lines }
    if (left.characters === 0) return wholeText(decode(Buffer.concat([this.#head, this.#tail])))
    const [head, tail] = [decode(this.#head), decode(this.#tail)]
    return {
      text: `${head}\n[... ${left.characters} characters left out ...]\n${tail}`,
      ends: head + tail,
      left,
    }
  }

  #leave(bytes: Buffer): void {
    for (const byte of bytes) {
      // Of a character of several bytes only the first counts.
      if ((byte & 0xc0) !== 0x80) this.#characters++
      if (byte === LINE_BREAK) this.#lines++
    }
  }
}
