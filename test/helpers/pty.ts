// A program in a real pseudo-terminal, with a terminal emulator behind it: what is typed goes in as bytes, and the screen
// is what a person would see, after every escape sequence. Nothing sleeps: tests wait for a text on the screen.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'

const ROOT = join(import.meta.dirname, '../..')
const OWN_NODE = join(ROOT, 'node_modules/node/bin/node')
/** Long enough for a slow machine under load; a hang must not look like one for ever. */
const HANG_MS = 60_000
/** A slow line brings what it has this often. */
const SLICE_MS = 25
/** What is between them is to be drawn at once. */
const FRAME = '\x1b[?2026h'
const FRAME_END = '\x1b[?2026l'

export interface PtyOptions {
  readonly columns?: number
  readonly rows?: number
  readonly cwd?: string
  /** Added to a small environment that does not depend on this one. */
  readonly env?: NodeJS.ProcessEnv
  /** Lines above the screen that are kept. */
  readonly scrollback?: number
  /** A slow line: the program's output is read at this rate, and what it cannot hold makes the program wait. */
  readonly bytesPerSecond?: number
  /** Is given what the program writes, as it is read. */
  readonly onOutput?: (text: string) => void
}

/** How a program ended. */
export interface PtyExit {
  readonly code: number
  readonly signal: number | undefined
}

export interface Cursor {
  /** Column and row of the screen, from 0. */
  readonly x: number
  readonly y: number
}

/** Starts the built program (`npm run build` makes it) with these arguments. */
export function openProgram(args: readonly string[], options: PtyOptions = {}): Pty {
  const program = join(ROOT, 'bin/ethervox.js')
  assert.ok(existsSync(join(ROOT, 'dist/source/cli.js')), 'the program is not built; run `npm run build`')
  return new Pty(existsSync(OWN_NODE) ? OWN_NODE : process.execPath, [program, ...args], options)
}

/** Whoever opens one closes it. */
export class Pty {
  /** Resolves when the program has ended and its last output is on the screen. */
  readonly exit: Promise<PtyExit>
  /** Everything that the program wrote, as it wrote it. */
  written = ''
  readonly #pty: IPty
  readonly #terminal: InstanceType<typeof xterm.Terminal>
  readonly #watchers = new Set<() => void>()
  #ended: PtyExit | undefined
  #unparsed = 0

  constructor(file: string, args: readonly string[], options: PtyOptions = {}) {
    const { columns = 80, rows = 24, cwd, env = {}, scrollback = 2_000, onOutput, bytesPerSecond } = options
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true })
    this.#pty = spawn(file, [...args], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: cwd ?? process.cwd(),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        LANG: 'en_US.UTF-8',
        TERM: 'xterm-256color',
        // The same emulator as here.
        TERM_PROGRAM: 'vscode',
        ...env,
      },
    })
    // The emulator answers what a terminal is asked, such as where its cursor stands.
    this.#terminal.onData((answer) => this.#pty.write(answer))
    const take = (text: string) => {
      this.written += text
      onOutput?.(text)
      this.#unparsed++
      this.#terminal.write(text, () => {
        this.#unparsed--
        this.#look()
      })
    }
    if (bytesPerSecond === undefined) this.#pty.onData(take)
    else this.#slowly(bytesPerSecond, take)
    this.exit = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#ended = { code: exitCode, signal: signal === 0 ? undefined : signal }
        this.#terminal.write('', () => {
          this.#look()
          resolve({ code: exitCode, signal: signal === 0 ? undefined : signal })
        })
      })
    })
  }

  /** The rows of the screen, without the blanks at their ends. */
  get rows(): readonly string[] {
    return this.#lines(this.#terminal.buffer.active.baseY, this.#terminal.rows)
  }

  /** The screen as text, without empty rows at its end. */
  get screen(): string {
    return this.rows.join('\n').trimEnd()
  }

  /** The screen with what has left it above; a line that the terminal wrapped is one. */
  get all(): string {
    const { length } = this.#terminal.buffer.active
    const lines: string[] = []
    for (let at = 0; at < length; at++) {
      const line = this.#terminal.buffer.active.getLine(at)
      const text = line?.translateToString(true) ?? ''
      if (line?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`)
      else lines.push(text)
    }
    return lines.join('\n').trimEnd()
  }

  get cursor(): Cursor {
    const { cursorX, cursorY } = this.#terminal.buffer.active
    return { x: cursorX, y: cursorY }
  }

  /** Bytes as a terminal sends them: `\r` is Enter, `\x1b[A` is Up. */
  type(text: string): void {
    this.#pty.write(text)
  }

  /** A paste, as a terminal with bracketed paste sends it. */
  paste(text: string): void {
    this.type(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`)
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows)
    this.#pty.resize(columns, rows)
  }

  /** Resolves with the screen once it holds a text, fits a pattern or satisfies a check; rejects with the screen when it never does. */
  until(wanted: string | RegExp | ((screen: string) => boolean), waitMs = HANG_MS): Promise<string> {
    const fits = (screen: string) => {
      if (typeof wanted === 'string') return screen.includes(wanted)
      return wanted instanceof RegExp ? wanted.test(screen) : wanted(screen)
    }
    return new Promise((resolve, reject) => {
      const finish = (why: string | undefined) => {
        clearTimeout(clock)
        this.#watchers.delete(look)
        if (why === undefined) resolve(this.screen)
        else reject(new Error(`${why} \`${wanted}\`; the screen:\n${this.screen}`))
      }
      const look = () => {
        // A frame that was read in part is no frame.
        if (this.#unparsed > 0 || this.written.lastIndexOf(FRAME) > this.written.lastIndexOf(FRAME_END))
          return
        if (fits(this.screen)) finish(undefined)
        else if (this.#ended !== undefined) finish(`the program ended (${this.#ended.code}) before it showed`)
      }
      const clock = setTimeout(() => finish(`after ${waitMs} ms the screen does not show`), waitMs)
      this.#watchers.add(look)
      look()
    })
  }

  /** Ends the program if it still runs, and the emulator. */
  async close(): Promise<void> {
    if (this.#ended === undefined) this.#pty.kill('SIGKILL')
    await this.exit
    this.#terminal.dispose()
  }

  #slowly(bytesPerSecond: number, take: (text: string) => void): void {
    const waiting: string[] = []
    let clock: NodeJS.Timeout | undefined
    const next = () => {
      const slice = waiting.splice(0, Math.ceil((bytesPerSecond * SLICE_MS) / 1_000)).join('')
      if (slice !== '') take(slice)
      if (waiting.length > 0) return
      clearInterval(clock)
      clock = undefined
      this.#pty.resume()
    }
    this.#pty.onData((text) => {
      waiting.push(...text)
      this.#pty.pause()
      clock ??= setInterval(next, SLICE_MS)
    })
  }

  #lines(from: number, count: number): readonly string[] {
    const { active } = this.#terminal.buffer
    return Array.from({ length: count }, (_, at) => active.getLine(from + at)?.translateToString(true) ?? '')
  }

  #look(): void {
    for (const watcher of [...this.#watchers]) watcher()
  }
}
