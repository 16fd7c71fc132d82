/**
 * Reads a gzipped tar archive (POSIX ustar and pax, GNU long names) into memory. Only plain files and folders, only names that stay
 * below one folder on every system; everything else is refused as a whole, for nobody knows what it was meant to do. Pure.
 */
import { gunzipSync } from 'node:zlib'

/** A plain file of an archive. */
export interface TarFile {
  /** Relative, with `/`, without `.` and `..`. */
  readonly path: string
  readonly bytes: Buffer
}

export interface TarLimits {
  /** Of the unpacked archive. */
  readonly bytes: number
  readonly fileBytes: number
  /** Headers of any kind. */
  readonly entries: number
}

/** Why an archive is refused, as a clause. */
export class TarRefused extends Error {}

const BLOCK = 512
const LONGEST_PATH = 400
/** A pax header or a long name. */
const LONGEST_NOTE = 64_000

interface Header {
  readonly path: string
  readonly size: number
  readonly type: string
}

/** Every file of the archive in its order; throws `TarRefused`. */
export function readTgz(packed: Uint8Array, limits: TarLimits): readonly TarFile[] {
  return readTar(unpacked(packed, limits), limits)
}

function unpacked(packed: Uint8Array, limits: TarLimits): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: limits.bytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TarRefused(`it unpacks to more than ${limits.bytes} bytes`)
    throw new TarRefused(`it is no whole gzip file (${error instanceof Error ? error.message : error})`)
  }
}

/** The same for an archive that is not packed. */
export function readTar(bytes: Buffer, limits: TarLimits): readonly TarFile[] {
  const files: TarFile[] = []
  const names = new Names()
  /** What a header before this one says of it. */
  let noted: { readonly path?: string; readonly size?: number } = {}
  let entries = 0
  for (let at = 0; ; ) {
    const block = bytes.subarray(at, at + BLOCK)
    if (block.length < BLOCK) throw new TarRefused('it ends in the middle')
    if (isZero(block)) {
      if (!isZero(bytes.subarray(at))) throw new TarRefused('something stands behind its end')
      return files
    }
    if (++entries > limits.entries) throw new TarRefused(`it has more than ${limits.entries} entries`)
    const header = readHeader(block, at)
    const isNote = 'xgL'.includes(header.type)
    const size = isNote ? header.size : (noted.size ?? header.size)
    const limit = isNote ? LONGEST_NOTE : limits.fileBytes
    if (size > limit) throw new TarRefused(`\`${shown(header.path)}\` in it has more than ${limit} bytes`)
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size)
    if (content.length < size) throw new TarRefused('it ends in the middle')
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (header.type === 'g') readPax(content, true)
    else if (header.type === 'x') noted = { ...noted, ...readPax(content, false) }
    else if (header.type === 'L') noted = { ...noted, path: textOf(content) }
    else {
      const isFolder = header.type === '5'
      const path = names.take(noted.path ?? header.path, isFolder)
      noted = {}
      if (isFolder && size > 0) throw new TarRefused(`the folder \`${shown(path)}\` in it has content`)
      if (!isFolder) files.push({ path, bytes: Buffer.from(content) })
    }
  }
}

function readHeader(block: Buffer, at: number): Header {
  const sum = octal(block, 148, 8, 'sum', at)
  const counted = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)
  if (sum !== counted) throw new TarRefused(`the header at byte ${at} is damaged`)
  const isUstar = block.toString('latin1', 257, 262) === 'ustar'
  const type = String.fromCharCode(block[156] ?? 0).replace('\0', '0')
  const name = textOf(block.subarray(0, 100))
  // GNU keeps times there; POSIX the beginning of a long path.
  const isPosix = isUstar && block[262] === 0
  const prefix = isPosix ? textOf(block.subarray(345, 500)) : ''
  const path = prefix === '' ? name : `${prefix}/${name}`
  const what = KINDS[type]
  if (what !== undefined) throw new TarRefused(`\`${shown(path)}\` in it is ${what}`)
  if (!'05xgL'.includes(type))
    throw new TarRefused(`\`${shown(path)}\` in it is of the unknown kind \`${shown(type)}\``)
  return { path, type, size: octal(block, 124, 12, 'size', at) }
}

const KINDS: { readonly [type: string]: string } = {
  1: 'a link',
  2: 'a symbolic link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
  K: 'a link',
}

/** A number in octal digits; the binary form of GNU is for sizes that are refused anyway. */
function octal(block: Buffer, from: number, length: number, what: string, at: number): number {
  const text = block
    .toString('latin1', from, from + length)
    .replace(/[\0 ]+$/, '')
    .trimStart()
  if (!/^[0-7]{1,11}$/.test(text))
    throw new TarRefused(`the ${what} in the header at byte ${at} is no number`)
  return Number.parseInt(text, 8)
}

/** Records `LENGTH KEY=VALUE\n`; of all keys only path and size count here, and what makes a file sparse is refused. */
function readPax(content: Buffer, isGlobal: boolean): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < content.length; ) {
    const [whole = '', digits = ''] = /^(\d{1,6}) /.exec(content.toString('latin1', at, at + 7)) ?? []
    const length = Number(digits)
    const record = content.subarray(at + whole.length, at + length)
    if (length <= whole.length || at + length > content.length || record.at(-1) !== 10)
      throw new TarRefused('a pax header in it is damaged')
    at += length
    const text = textOf(record.subarray(0, -1), false)
    const key = text.slice(0, Math.max(0, text.indexOf('=')))
    const value = text.slice(key.length + 1)
    if (key.startsWith('GNU.sparse') || key === 'linkpath')
      throw new TarRefused(`a pax header in it has \`${shown(key)}\``)
    if (isGlobal && (key === 'path' || key === 'size'))
      throw new TarRefused(`a pax header for all files in it has \`${key}\``)
    if (key === 'path') found.path = value
    if (key === 'size') {
      if (!/^\d{1,12}$/.test(value)) throw new TarRefused('a size in a pax header in it is no number')
      found.size = Number(value)
    }
  }
  return found
}

/** UTF-8 up to the first NUL. */
function textOf(bytes: Buffer, isPadded = true): string {
  const end = isPadded ? bytes.indexOf(0) : -1
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? bytes : bytes.subarray(0, end))
  } catch {
    throw new TarRefused('a name in it is not UTF-8')
  }
}

/** Names that are taken, as a disk that knows no case would compare them. */
class Names {
  readonly #kinds = new Map<string, 'file' | 'folder'>()

  /** The name in its plain form; throws where it leads out, cannot be everywhere, or was there. */
  take(given: string, isFolder: boolean): string {
    const parts = checkedParts(isFolder ? given.replace(/(?<!\/)\/+$/, '') : given)
    const path = parts.join('/')
    for (let count = 1; count < parts.length; count++)
      this.#put(parts.slice(0, count).join('/'), 'folder', given)
    if (path !== '') this.#put(path, isFolder ? 'folder' : 'file', given)
    else if (!isFolder) throw new TarRefused('a file in it has no name')
    return path
  }

  #put(path: string, kind: 'file' | 'folder', given: string): void {
    const key = path.normalize('NFC').toLowerCase()
    const there = this.#kinds.get(key)
    if (there !== undefined && (there === 'file' || kind === 'file'))
      throw new TarRefused(`\`${shown(given)}\` is in it twice`)
    this.#kinds.set(key, kind)
  }
}

function checkedParts(path: string): readonly string[] {
  const refuse = (why: string) => new TarRefused(`the name \`${shown(path)}\` in it ${why}`)
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw refuse('is absolute')
  if (/[\p{Cc}\p{Cs}]/u.test(path)) throw refuse('holds a control character')
  if (path.includes('\\')) throw refuse('holds a backslash')
  if (Buffer.byteLength(path) > LONGEST_PATH) throw refuse(`is longer than ${LONGEST_PATH} bytes`)
  const parts = path.split('/')
  if (parts.includes('..')) throw refuse('leads out of it')
  while (parts[0] === '.') parts.shift()
  if (path !== '' && parts.some((part) => part === '' || part === '.')) throw refuse('is not plain')
  if (parts.some((part) => /[. ]$/.test(part))) throw refuse('ends with a dot or a space')
  return parts
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, '�').slice(0, 120)
}
