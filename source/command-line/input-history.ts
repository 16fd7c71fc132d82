// What was typed in earlier sessions: a file of the home, a line of JSON each, that only its owner reads. Never in it:
// anything said while nothing may be kept, and lines that look like a secret. Several processes may append at once.
import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { SecretSwitch } from '../contracts/secret.ts'
import { takeFileLock } from '../lib/file-lock.ts'
import { holdsSecret } from '../lib/secret-forms.ts'

export interface InputHistory {
  /** Oldest first, of this session too. */
  readonly lines: readonly string[]
  /** Keeps a line, if it may be kept. */
  keep(line: string): void
}

/** So many are read; a file with twice as many, or so many bytes, is cut to that. */
const MOST_LINES = 1_000
const MOST_BYTES = 1_000_000
/** A longer one is a document, which the conversation has. */
const LONGEST = 10_000

/** Reads what is there; a history that cannot be read or written is an empty one, and the chat goes on. */
export function openInputHistory(path: string, secret: Pick<SecretSwitch, 'isOn'>): InputHistory {
  const before = readLines(path)
  const lines = [...before.lines.slice(-MOST_LINES)]
  if (before.lines.length > 2 * MOST_LINES || before.bytes > MOST_BYTES) trim(path)
  return {
    lines,
    keep: (line) => {
      if (line.trim() === '') return
      const isLast = lines.at(-1) === line
      if (!isLast) lines.push(line)
      if (isLast || secret.isOn() || line.length > LONGEST || looksSecret(line)) return
      append(path, line)
    },
  }
}

/** Whether a line has something in it that should stand in no file. A beginning blank says so too, as in a shell. */
export function looksSecret(line: string): boolean {
  return /^\s/.test(line) || holdsSecret(line)
}

function append(path: string, line: string): void {
  try {
    const file = openSync(path, 'a+', 0o600)
    try {
      const { size } = fstatSync(file)
      const last = Buffer.alloc(1)
      // What another process did not finish must not swallow this line.
      const isOpen = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10
      writeSync(file, `${isOpen ? '\n' : ''}${JSON.stringify(line)}\n`)
    } finally {
      closeSync(file)
    }
  } catch {
    // A history is not worth an error at every line.
  }
}

function readLines(path: string): { readonly lines: readonly string[]; readonly bytes: number } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { lines: [], bytes: 0 }
  }
  return { lines: parse(text), bytes: Buffer.byteLength(text) }
}

function parse(text: string): readonly string[] {
  const lines = text.split('\n').flatMap((row) => {
    try {
      const line: unknown = JSON.parse(row)
      return typeof line === 'string' ? [line] : []
    } catch {
      return []
    }
  })
  return lines.filter((line, at) => line !== lines[at - 1])
}

/** Leaves the last lines. What another process appends meanwhile is brought along. */
function trim(path: string): void {
  try {
    const lock = takeFileLock(`${path}.lock`)
    if (!lock.ok) return
    const own = `${path}.tmp`
    const old = openSync(path, 'r')
    try {
      writeFileSync(own, lastRows(parse(readFileSync(old, 'utf8'))), { mode: 0o600 })
      renameSync(own, path)
      // The file is read on from where it was read to.
      const late = readFileSync(old, 'utf8')
      if (late !== '') appendFileSync(path, late, { mode: 0o600 })
    } finally {
      closeSync(old)
      rmSync(own, { force: true })
      lock.release()
    }
  } catch {
    // It stays as long as it is.
  }
}

/** Half of what is allowed at most, or the next line would make it too much again. */
function lastRows(lines: readonly string[]): string {
  const rows: string[] = []
  let bytes = 0
  for (const line of lines.slice(-MOST_LINES).reverse()) {
    const row = `${JSON.stringify(line)}\n`
    bytes += Buffer.byteLength(row)
    if (bytes > MOST_BYTES / 2) break
    rows.unshift(row)
  }
  return rows.join('')
}
