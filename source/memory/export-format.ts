// What an export looks like: JSON that can be read back, one entry a line, with the sum of its content; or Markdown for people.
// The same entries give the same bytes, but for the time of export. Pure.
import { MEMORY_KINDS, type MemoryEntry } from '../contracts/memory.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { isRepeat } from '../toolkit/repeats.ts'
import { cleanText } from './accept.ts'
import { lineOf } from './lines.ts'
import { cleanTags, HIGHEST_ID, isKeptMoment, isKind } from './rows.ts'

const FORMAT = 'ethervox-memory'
const VERSION = 1
const HEADING = '# What ethervox remembers'

const TITLES = { fact: 'Facts', reminder: 'Reminders', correction: 'Corrections', pattern: 'What works' }

export type ReadExport =
  | { readonly ok: true; readonly entries: readonly MemoryEntry[] }
  /** The rest of a sentence that begins with the file's name. */
  | { readonly ok: false; readonly reason: string }

/** Entries in the order in which they are given. */
export function writeJson(entries: readonly MemoryEntry[], exported: string): string {
  const lines = entries.map((entry) => JSON.stringify(inOrder(entry)))
  const head = {
    format: FORMAT,
    version: VERSION,
    exported,
    sha256: sumOf(`[${lines.join(',')}]`),
    count: entries.length,
  }
  const top = JSON.stringify(head, null, 2).slice(0, -2)
  return `${top},\n  "entries": [${lines.map((line) => `\n    ${line}`).join(',')}${lines.length > 0 ? '\n  ' : ''}]\n}\n`
}

/** For reading; cannot be read back. */
export function writeMarkdown(entries: readonly MemoryEntry[], exported: string, timeZone: string): string {
  const parts = MEMORY_KINDS.flatMap((kind) => {
    const own = entries.filter((entry) => entry.kind === kind)
    if (own.length === 0) return []
    return [`## ${TITLES[kind]}`, own.map((entry) => `- ${wholeLine(entry, timeZone)}`).join('\n')]
  })
  return `${[HEADING, `Exported ${exported}.`, ...parts].join('\n\n')}\n`
}

/** Whether a file begins as an export does: then another export may take its place. */
export function isExport(begin: string): boolean {
  return begin.startsWith(HEADING) || new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`).test(begin)
}

/** Reads JSON that `writeJson` made; whatever is not whole is refused. */
export function readJson(text: string): ReadExport {
  if (text.startsWith(HEADING))
    return refuse('is an export in Markdown, which is for reading; import one in JSON.')
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refuse('is not JSON; import a file that `/memory export` wrote.')
  }
  const { format, version, sha256, entries } = Object(data) as Record<string, unknown>
  if (format !== FORMAT) return refuse('is no export of a memory; import a file that `/memory export` wrote.')
  if (version !== VERSION)
    return refuse(
      `has the format version \`${String(version)}\`, and this program reads ${VERSION}; update it.`,
    )
  if (!Array.isArray(entries)) return refuse('has no entries.')
  if (sha256 !== sumOf(JSON.stringify(entries)))
    return refuse('was changed after it was exported: its SHA-256 does not fit. Nothing was imported.')
  const read = entries.map(readEntry)
  const bad = read.indexOf(undefined)
  if (bad >= 0) return refuse(`has an entry that cannot be read: number ${bad + 1} of ${read.length}.`)
  const reason = read.flatMap((entry) => (entry && whyNotKept(entry)) ?? [])[0]
  if (reason !== undefined) return refuse(`${reason}. Nothing was imported.`)
  const found = read.flatMap((entry) => entry ?? [])
  if (new Set(found.map(({ id }) => id)).size < found.length) return refuse('has two entries of one id.')
  return { ok: true, entries: found }
}

function wholeLine(entry: MemoryEntry, timeZone: string): string {
  const rest = lineOf({ ...entry, text: '' }, timeZone).slice(`${entry.id}: `.length)
  return `${entry.id}: ${entry.text.replace(/\n/g, '\n  ')}${rest}`
}

/** Every field, always in this order. */
function inOrder(entry: MemoryEntry): MemoryEntry {
  const {
    id,
    text,
    kind,
    tags,
    context,
    importance,
    created,
    updated,
    completed,
    due,
    rung,
    repeats,
    source,
    session,
  } = entry
  return {
    id,
    text,
    kind,
    tags,
    context,
    importance,
    created,
    updated,
    completed,
    due,
    rung,
    // Older exports know no repetitions.
    repeats: repeats ?? null,
    source,
    session,
  }
}

function readEntry(value: unknown): MemoryEntry | undefined {
  const entry = Object(value) as MemoryEntry
  const { id, text, kind, tags, context, importance, source, session } = entry
  const isText = [text, context, source, session].every((one) => typeof one === 'string')
  const isWhole =
    isText &&
    Number.isSafeInteger(id) &&
    id > 0 &&
    cleanText(text) !== '' &&
    isKind(kind) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    typeof importance === 'number' &&
    importance >= 0 &&
    importance <= 1 &&
    [entry.created, entry.updated].every(isMoment) &&
    [entry.completed, entry.due, entry.rung].every((one) => one === null || isMoment(one)) &&
    ((entry.repeats ?? null) === null || (isRepeat(entry.repeats) && entry.due !== null))
  const clean = () => ({ text: cleanText(text), context: cleanText(context), tags: cleanTags(tags) })
  return isWhole ? inOrder({ ...entry, ...clean() }) : undefined
}

/** What is whole and would make a memory unusable all the same; undefined: nothing. */
function whyNotKept({ id, created, updated, completed, due, rung }: MemoryEntry): string | undefined {
  if (id > HIGHEST_ID) return `has an entry with the id \`${id}\`, and ids go up to ${HIGHEST_ID}`
  const moments = [created, updated, completed, due, rung]
  const far = moments.find((one) => one !== null && !isKeptMoment(Date.parse(one)))
  return typeof far === 'string'
    ? `has the entry ${id} with the time \`${far}\`, and times are of the years 1970 to 9999`
    : undefined
}

function isMoment(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString() === value
}

function sumOf(text: string): string {
  return sha256Hex(Buffer.from(text))
}

function refuse(reason: string): ReadExport {
  return { ok: false, reason }
}
