// A terminal for tests: what is typed goes in, every frame that Ink draws (in debug mode: whole) can be waited for.
import { EventEmitter, once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import type { Terminal } from '../../source/ui/terminal.ts'

class Output extends Writable {
  readonly isTTY = true
  columns: number
  rows: number
  written = ''
  last = ''
  readonly frames = new EventEmitter()

  constructor(columns: number, rows: number) {
    super({ decodeStrings: false })
    this.columns = columns
    this.rows = rows
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    const text = String(chunk)
    this.written += text
    if (stripVTControlCharacters(text).trim() !== '') this.last = stripVTControlCharacters(text)
    this.frames.emit('frame')
    done()
  }
}

class Input extends PassThrough {
  readonly isTTY = true
  readonly rawModes: boolean[] = []

  setRawMode(mode: boolean): this {
    this.rawModes.push(mode)
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

export class FakeTerminal {
  readonly input = new Input()
  readonly output: Output

  constructor(columns = 80, rows = 24) {
    this.output = new Output(columns, rows)
  }

  /** As the screen wants it: these two have all that Ink asks of a terminal's streams. */
  get streams(): Terminal {
    return { stdin: this.input as unknown as ReadStream, stdout: this.output as unknown as WriteStream }
  }

  get frame(): string {
    return this.output.last
  }

  type(text: string): void {
    this.input.write(text)
  }

  resize(columns: number, rows: number): void {
    this.output.columns = columns
    this.output.rows = rows
    this.output.emit('resize')
  }

  /** Resolves with the frame once it holds (all that is drawn so far, without styles). */
  async until(holds: string | ((frame: string) => boolean)): Promise<string> {
    const check = typeof holds === 'string' ? (frame: string) => frame.includes(holds) : holds
    while (!check(this.frame)) await once(this.output.frames, 'frame')
    return this.frame
  }
}
