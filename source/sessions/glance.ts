// Where a conversation began and when it changed last, from its file's first and last lines: among hundreds of files the one
// to go on with is found without reading every turn of them.
import * as fs from 'node:fs'
import { type JsonObject, parseJsonObject } from '../contracts/json.ts'
import { FORMAT } from './lines.ts'

/** The first line, and the last ones of all but the longest turns. */
const PIECE_BYTES = 16_384

export interface Glance {
  readonly workspace: string
  /** ISO time of its last line that has one. */
  readonly changed: string
}

/** undefined: it takes the whole file to know, or it is no conversation. Throws the system's error. */
export function glanceAt(path: string): Glance | undefined {
  const file = fs.openSync(path, 'r')
  try {
    const { size } = fs.fstatSync(file)
    const head = textAt(file, 0)
    const end = head.indexOf('\n')
    const header = end < 0 ? undefined : parseJsonObject(head.slice(0, end))
    if (header?.type !== 'session' || typeof header.workspace !== 'string') return undefined
    if (typeof header.format !== 'number' || header.format > FORMAT) return undefined
    const from = Math.max(end + 1, size - PIECE_BYTES)
    const changed = lastTime(textAt(file, from).split('\n'), from === end + 1) ?? timeOf(header, size, end)
    return changed === undefined ? undefined : { workspace: header.workspace, changed }
  } finally {
    fs.closeSync(file)
  }
}

/** Of the last line that is whole and has one; the first may be the end of a line, unless all are there. */
function lastTime(lines: readonly string[], isAll: boolean): string | undefined {
  for (let at = lines.length - 1; at >= (isAll ? 0 : 1); at--) {
    const time = parseJsonObject(lines[at] ?? '')?.time
    if (typeof time === 'string') return time
  }
  return undefined
}

/** Of a file that has nothing but its first line. */
function timeOf({ started }: JsonObject, size: number, end: number): string | undefined {
  return size === end + 1 && typeof started === 'string' ? started : undefined
}

function textAt(file: number, from: number): string {
  const bytes = Buffer.alloc(PIECE_BYTES)
  return bytes.toString('utf8', 0, fs.readSync(file, bytes, 0, PIECE_BYTES, from))
}
