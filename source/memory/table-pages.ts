// The pages of a SQLite file, read without SQLite: leaves and branches of tables, rows, and what was freed. Pure. Nothing is believed:
// what is not whole is undefined, never a guess. The format is https://www.sqlite.org/fileformat2.html.
import type { SQLOutputValue } from 'node:sqlite'

export interface PagedFile {
  readonly bytes: Buffer
  readonly pageBytes: number
}

export interface TableRow {
  readonly id: number
  readonly values: readonly SQLOutputValue[]
}

/** Children in their order; each has ids up to `to`, the last one up to any. */
export type Branch = readonly { readonly page: number; readonly to: number }[]

const LEAF = 0x0d
const BRANCH = 0x05
/** Bytes before the pointers to the cells. */
const HEADER = { [LEAF]: 8, [BRANCH]: 12 }
/** No entry has so many. */
const MOST_BYTES = 1_000_000
/** Bytes of a whole number by its type in a row. */
const WHOLE_BYTES = [0, 1, 2, 3, 4, 6, 8]
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whole pages; the first is 1. */
export function pageCount({ bytes, pageBytes }: PagedFile): number {
  return Math.floor(bytes.length / pageBytes)
}

/** The rows that its cell pointers name, without those that are not whole; undefined: the page is no leaf of a table. */
export function readLeaf(file: PagedFile, number: number): readonly TableRow[] | undefined {
  const page = pageAt(file, number)
  const cells = page && cellsOf(page, LEAF)
  if (page === undefined || cells === undefined) return undefined
  return cells.flatMap((at) => rowAt(file, page, at) ?? [])
}

/** undefined: the page is no branch of a table. */
export function readBranch(file: PagedFile, number: number): Branch | undefined {
  const page = pageAt(file, number)
  const cells = page && cellsOf(page, BRANCH)
  if (page === undefined || cells === undefined) return undefined
  const left = cells.flatMap((at) => {
    const key = varintAt(page, at + 4)
    return key === undefined ? [] : [{ page: page.readUInt32BE(at), to: key.value }]
  })
  const all = [...left, { page: page.readUInt32BE(8), to: Number.MAX_SAFE_INTEGER }]
  const isOrdered = all.every(({ to }, at) => at === 0 || to > (all[at - 1]?.to ?? 0))
  // A child may lie behind the end of a file that was cut.
  const isWhole = left.length === cells.length && all.every((child) => child.page > 1)
  return isWhole && isOrdered ? all : undefined
}

/** Pages that are free by the list of free pages, whose own pages are known by their look: where it begins stands in the first page. */
export function freedPages(file: PagedFile): ReadonlySet<number> {
  const freed = new Set<number>()
  for (let number = 2; number <= pageCount(file); number++) {
    const listed = listOf(file, number)
    if (listed === undefined) continue
    freed.add(number)
    for (const one of listed) freed.add(one)
  }
  return freed
}

/** The next page of the list (0: none; the first byte is 0 in files below 64 GB), how many are free, and their numbers, each once. */
function listOf(file: PagedFile, number: number): readonly number[] | undefined {
  const page = pageAt(file, number)
  if (page === undefined || page[0] !== 0) return undefined
  const next = page.readUInt32BE(0)
  const amount = page.readUInt32BE(4)
  if ((next === 0 && amount === 0) || next === 1 || amount > file.pageBytes / 4 - 2) return undefined
  const listed = Array.from({ length: amount }, (_, at) => page.readUInt32BE(8 + 4 * at))
  const areFree = listed.every((one) => one > 1 && one !== number)
  return areFree && new Set(listed).size === amount ? listed : undefined
}

function pageAt(file: PagedFile, number: number): Buffer | undefined {
  const { bytes, pageBytes } = file
  // The first page, which begins with the header of the file, holds the schema.
  return isPage(file, number) ? bytes.subarray((number - 1) * pageBytes, number * pageBytes) : undefined
}

function isPage(file: PagedFile, number: number): boolean {
  return number > 1 && number <= pageCount(file)
}

/** Where its cells begin; undefined: it is no such page. */
function cellsOf(page: Buffer, type: typeof LEAF | typeof BRANCH): readonly number[] | undefined {
  if (page[0] !== type) return undefined
  const amount = page.readUInt16BE(3)
  // 0 stands for 65,536.
  const content = page.readUInt16BE(5) || 65_536
  const behind = HEADER[type] + 2 * amount
  if (behind > content || content > page.length) return undefined
  const cells = Array.from({ length: amount }, (_, at) => page.readUInt16BE(HEADER[type] + 2 * at))
  // No cell takes fewer bytes than four.
  const areInside = cells.every((at) => at >= content && at + 4 < page.length)
  return areInside && new Set(cells).size === amount ? cells : undefined
}

function rowAt(file: PagedFile, page: Buffer, at: number): TableRow | undefined {
  const size = varintAt(page, at)
  const id = size && varintAt(page, size.end)
  if (size === undefined || id === undefined) return undefined
  const payload = payloadAt(file, page, id.end, size.value)
  const values = payload && valuesOf(payload)
  return values && { id: id.value, values }
}

/** What fits stands in the page, the rest in a chain of others ("Cell Payload Overflow Pages"). */
function payloadAt(file: PagedFile, page: Buffer, at: number, size: number): Buffer | undefined {
  const usable = file.pageBytes
  if (size > MOST_BYTES) return undefined
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (usable - 4))
  const here = size <= usable - 35 ? size : wanted <= usable - 35 ? wanted : least
  const end = at + here + (here < size ? 4 : 0)
  if (end > page.length) return undefined
  const parts = [page.subarray(at, at + here)]
  let left = size - here
  let next = left > 0 ? page.readUInt32BE(at + here) : 0
  for (; left > 0; left -= usable - 4) {
    const more = pageAt(file, next)
    if (more === undefined) return undefined
    parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)))
    next = more.readUInt32BE(0)
  }
  // A chain that goes on is another one's.
  return next === 0 ? Buffer.concat(parts) : undefined
}

/** The types of its values stand first ("Record Format"); undefined where they do not fill it to the byte. */
function valuesOf(payload: Buffer): readonly SQLOutputValue[] | undefined {
  const header = varintAt(payload, 0)
  if (header === undefined || header.value > payload.length) return undefined
  const types: number[] = []
  let at = header.end
  while (at < header.value) {
    const type = varintAt(payload, at)
    if (type === undefined) return undefined
    types.push(type.value)
    at = type.end
  }
  if (at !== header.value) return undefined
  const values: SQLOutputValue[] = []
  for (const type of types) {
    const end = at + bytesOf(type)
    const value = end > payload.length ? undefined : decoded(type, payload.subarray(at, end))
    if (value === undefined) return undefined
    values.push(value)
    at = end
  }
  return at === payload.length ? values : undefined
}

function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return type === 7 ? 8 : (WHOLE_BYTES[type] ?? 0)
}

function decoded(type: number, bytes: Buffer): SQLOutputValue | undefined {
  if (type === 0) return null
  if (type <= 5) return bytes.readIntBE(0, bytes.length)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type < 12) return undefined
  // A blob, which no entry has.
  if (type % 2 === 0) return undefined
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

/** undefined: it ends too early, or is no number that counts or measures something. */
function varintAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  for (let length = 1; length <= 9; length++) {
    const byte = bytes[at + length - 1]
    if (byte === undefined) return undefined
    const isLast = length === 9 || byte < 0x80
    value = length === 9 ? value * 256 + byte : value * 128 + (byte & 0x7f)
    if (isLast) return Number.isSafeInteger(value) ? { value, end: at + length } : undefined
  }
  return undefined
}
