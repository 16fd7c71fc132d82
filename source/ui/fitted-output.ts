// The terminal's output as Ink gets it. Ink draws relative to the cursor, from where it left it; with another size that is
// somewhere else, and Ink hears of a size after it has drawn for the old one. So here a frame is one write; the size is asked for in
// front of it; while the size changes no frame is written at all; and then the one that stands is erased from where it begins by
// now (refit.ts), and drawn whole.
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { columnWidth } from './column-width.ts'
import type { LiveState } from './live/live-state.ts'
import { refit, type Size, type Standing, sizeOf, type Wrapping } from './refit.ts'

/** What was laid out last. */
export type LaidOut = Pick<LiveState, 'rows' | 'cursor'>

/** What follows a size: both draw at once. */
export interface Follower {
  /** Forgets what was drawn, so that the next frame is drawn whole; what it writes for that is dropped. */
  readonly forget: () => void
  /** Lays out for the size that the output has now. */
  readonly layOut: () => void
}

const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'
const HIDE_CURSOR = '\x1b[?25l'
const CLEAR_BELOW = '\x1b[J'
/**
 * tmux keeps a screen that is cleared from its first cell on: it goes above, where the old frame would stand a second time. So
 * nothing is cleared from a first column on. The cursor goes back to it, where Ink has it.
 */
const CLEAR_SOFTLY = '\x1b[2K\x1b[2G\x1b[J\x1b[1G'

/**
 * A size that lasts this long has come to rest. A frame that is on its way while the size changes is drawn where nobody can reckon.
 * tmux tells a program of all but the first change up to 250 ms later (its server-client.c).
 */
const QUIET_MS: Readonly<Record<Wrapping, number>> = { cells: 300, cuts: 100, follows: 100, moves: 100 }

// biome-ignore lint/suspicious/noControlCharactersInRegex: Ink ends a row that it writes with a line feed, and steps over one that stays with a sequence
const ROW_END = /(\n|\x1b\[E)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: erased from a column on that is not the first
const PART_OF_ROW = /\x1b\[(?!1G)\d+G\x1b\[K/

export class FittedOutput {
  /** As Ink wants it: with the size that frames are laid out for, which changes between two of them only. */
  readonly stream: WriteStream
  readonly #stdout: WriteStream
  readonly #wrapping: Wrapping
  readonly #laidOut: () => LaidOut | undefined
  readonly #onFrame: (bytes: number) => void
  /** Ink's own. */
  readonly #onResize = new Set<() => void>()
  #follower: Follower | undefined
  #size: Size
  #standing: Standing | undefined
  /** Runs while the terminal's size changes. */
  #quiet: NodeJS.Timeout | undefined
  /** The frame stands at another size than it was drawn for. */
  #isMoved = false
  #isMuted = false
  #isAsking = false
  /** Ink's writes since it began a frame. */
  #frame: string[] | undefined
  /** What goes above the frame and waits for the size. */
  #held = ''

  /** `onFrame` is called behind each frame that was written. */
  constructor(
    stdout: WriteStream,
    wrapping: Wrapping,
    laidOut: () => LaidOut | undefined,
    onFrame: (bytes: number) => void = () => {},
  ) {
    this.#stdout = stdout
    this.#wrapping = wrapping
    this.#laidOut = laidOut
    this.#onFrame = onFrame
    this.#size = sizeOf(stdout)
    this.stream = this.#streamOver(stdout)
  }

  get size(): Size {
    return this.#size
  }

  /** Follows the terminal's size from now on; gives the undoing, which draws what waits. */
  follow(follower: Follower): () => void {
    this.#follower = follower
    const onSize = () => this.#wait()
    // Node tells of a size only if it is another one than before; what came between has moved the frame nonetheless.
    const onSignal = () => {
      if (!this.#isAsking) this.#wait()
    }
    this.#stdout.on('resize', onSize)
    process.on('SIGWINCH', onSignal)
    return () => {
      this.#ask()
      if (this.#quiet !== undefined) this.#fit()
      this.#follower = undefined
      this.#stdout.off('resize', onSize)
      process.off('SIGWINCH', onSignal)
    }
  }

  /** Somebody else had the terminal: what stood there is not ours any more. */
  forget(): void {
    this.#standing = undefined
  }

  /** The same, and it is over: the frame is drawn whole, in the row in which the cursor was left. */
  drawAnew(): void {
    this.forget()
    this.#stdout.write(`\r${CLEAR_SOFTLY}`)
    this.#fit()
  }

  /** Node hears of a new size when it next waits, and a frame would come before that. */
  #ask(): void {
    this.#isAsking = true
    process.emit('SIGWINCH')
    this.#isAsking = false
  }

  #wait(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#fit(), QUIET_MS[this.#wrapping])
  }

  /** Draws for the size that the terminal has now. */
  #fit(): void {
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    this.#size = sizeOf(this.#stdout)
    this.#isMoved = true
    this.#forgetDrawn()
    this.#follower?.layOut()
    // Ink draws at most so often; here it draws now.
    if (this.#isMoved) for (const listener of this.#onResize) listener()
  }

  #forgetDrawn(): void {
    this.#isMuted = true
    this.#follower?.forget()
    this.#isMuted = false
  }

  #write(chunk: string): boolean {
    if (this.#isMuted) return true
    if (chunk === BEGIN) return this.#begin()
    if (this.#frame === undefined) return this.#stdout.write(softly(chunk))
    if (chunk === END) return this.#end(this.#frame)
    this.#frame.push(chunk)
    return true
  }

  #begin(): true {
    this.#frame = []
    this.#ask()
    // What Ink would erase now stands somewhere else.
    if (this.#quiet !== undefined) this.#forgetDrawn()
    return true
  }

  /** Ink writes what goes above first, the frame itself last. */
  #end(chunks: readonly string[]): boolean {
    this.#frame = undefined
    this.#held += chunks.slice(0, -1).join('')
    // The frame comes again; what goes above is told once only.
    if (this.#quiet !== undefined) return true
    const frame = chunks.at(-1) ?? ''
    const erased = this.#erased()
    const laidOut = this.#laidOut()
    this.#standing = laidOut && {
      rows: laidOut.rows,
      cursor: laidOut.cursor,
      written: writtenWidths(frame, laidOut.rows, this.#standing?.written ?? []),
      size: this.#size,
      stale: stripVTControlCharacters(this.#held) === '' ? erased.stale : 0,
    }
    const text = `${BEGIN}${erased.text}${softly(this.#held + frame)}${END}`
    this.#held = ''
    this.#isMoved = false
    const hasRoom = this.#stdout.write(text)
    this.#onFrame(Buffer.byteLength(text))
    return hasRoom
  }

  /** The way to where the frame that stands begins at this size, and its erasing; nothing where it stands as it was drawn. */
  #erased(): { text: string; stale: number } {
    const standing = this.#standing
    if (standing === undefined || !this.#isMoved) return { text: '', stale: standing?.stale ?? 0 }
    const { up, stale } = refit(standing, this.#size, this.#wrapping)
    return { text: `${HIDE_CURSOR}${up > 0 ? `\x1b[${up}A` : ''}${CLEAR_SOFTLY}`, stale }
  }

  #streamOver(stdout: WriteStream): WriteStream {
    const write = (chunk: string | Uint8Array, ...rest: never[]) =>
      typeof chunk === 'string' && rest.length === 0 ? this.#write(chunk) : stdout.write(chunk, ...rest)
    const on = (name: string, listener: () => void) => {
      if (name === 'resize') this.#onResize.add(listener)
      else stdout.on(name, listener)
    }
    const off = (name: string, listener: () => void) => {
      if (name === 'resize') this.#onResize.delete(listener)
      else stdout.off(name, listener)
    }
    const own: Readonly<Record<string | symbol, unknown>> = { write, on, off }
    return new Proxy(stdout, {
      get: (target, name) => {
        if (name === 'columns' || name === 'rows') return this.#size[name]
        if (Object.hasOwn(own, name)) return own[name]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
}

function softly(text: string): string {
  return text.replaceAll(CLEAR_BELOW, CLEAR_SOFTLY)
}

/** Columns of each row that were ever written, after Ink's update: a row that it erases from some column on keeps its cells. */
function writtenWidths(update: string, rows: LaidOut['rows'], before: readonly number[]): readonly number[] {
  const steps = update.split(ROW_END)
  return rows.map(({ mark, text }, at) => {
    const width = columnWidth(`${mark}${stripVTControlCharacters(text)}`.trimEnd())
    const isWhole = steps[at * 2 + 1] === '\n' && !PART_OF_ROW.test(steps[at * 2] ?? '')
    return isWhole ? width : Math.max(width, before[at] ?? 0)
  })
}
