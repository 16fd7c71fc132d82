// Files that go with a message: each `@path` that is a file is put behind it, cut to a budget of tokens, which is said.
// The screen and a script come through here alike. What is written stays as it is; the router hears other words in its
// place, or it would have the same file read again.
import type { AttachableFiles, FoundFile } from '../contracts/attachable.ts'
import type { Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { Attachment } from '../governor/ports.ts'
import { type Mention, mentionsOf, readingsOf, unescaped } from './mentions.ts'

/** All files together may take this share of the window: history, facts and the answer need the rest. */
const SHARE = 0.25
/** Of different paths in a message; each is a look at the disk. */
const MOST_PATHS = 100
/** Of ten wordings in sixteen requests (summarize, translate, explain…) those for which the router wanted no tool at all. */
const STAND_IN = 'the following text'

const CUT = `The message has more than ${MOST_PATHS} different words with an @; only the first and the last ${MOST_PATHS / 2} were looked for as files.`

/** The side of the session that is needed. */
export interface AttachmentSide {
  readonly ports: { readonly attachable: AttachableFiles }
  /** No engine: no model will hear the message, so nothing is read. */
  readonly slot: { readonly engine: Engine | undefined }
  emit(event: SessionEvent): void
}

export interface WholeMessage {
  /** As it was meant: escapes are gone. */
  readonly text: string
  readonly attachment: Attachment | undefined
}

interface Place {
  /** Without the marks of a sentence behind it. */
  readonly path: string
  readonly file: FoundFile
}

interface Found extends Mention, Place {}

/** The message with its files; undefined after an error was said: the message is not sent. */
export async function withAttachments(
  text: string,
  side: AttachmentSide,
  signal: AbortSignal,
): Promise<WholeMessage | undefined> {
  const { engine } = side.slot
  const files = side.ports.attachable
  const plain = { text: unescaped(text), attachment: undefined }
  if (engine === undefined || !text.includes('@')) return plain
  const { found, isCut } = await findAll(text, files, signal)
  if (isCut) side.emit({ type: 'notice', code: 'attached', message: CUT })
  if (found.length === 0) return plain
  const budget = Math.floor((engine.info.contextTokens * SHARE) / new Set(found.map(shownOf)).size)
  const blocks = new Map<string, string>()
  for (const mention of found) {
    const shown = shownOf(mention)
    if (blocks.has(shown)) continue
    const refusal = mention.file.type === 'refused' ? mention.file.reason : undefined
    const read =
      refusal === undefined ? await files.read(mention.path, signal) : { ok: false as const, reason: refusal }
    if (!read.ok) {
      side.emit({
        type: 'error',
        code: 'not_attached',
        message: `${read.reason} The message was not sent; \`\\@\` in its place is a plain @.`,
      })
      return undefined
    }
    const cut = await cutToTokens(read.text, budget, engine)
    side.emit({ type: 'notice', code: 'attached', message: noticeOf(shown, read.text, cut, budget) })
    blocks.set(shown, blockOf(shown, read.text, cut))
  }
  return { ...plain, attachment: { text: [...blocks.values()].join(''), heard: heardOf(text, found) } }
}

/** What of a message would be attached, as it is shown: `@notes.md (2.1 KB)`, or why it would not. */
export async function attachmentsOf(
  text: string,
  files: AttachableFiles,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { found } = await findAll(text, files, signal)
  const shown = found.map(({ file }) => {
    if (file.type === 'file') return `@${file.shown} (${sizeOf(file.bytes)})`
    return file.type === 'refused' ? file.reason : ''
  })
  return [...new Set(shown)]
}

interface Looked {
  readonly found: readonly Found[]
  /** There are more paths than are looked for. */
  readonly isCut: boolean
}

/** Each path is looked for once: a page of code has the same `@Override` a thousand times. */
async function findAll(text: string, files: AttachableFiles, signal: AbortSignal): Promise<Looked> {
  const mentions = mentionsOf(text)
  const paths = [...new Set(mentions.map(({ path }) => path))]
  const places = new Map<string, Place | undefined>()
  const isCut = paths.length > MOST_PATHS
  // What a person writes themselves stands before or behind what they pasted.
  const ends = [...paths.slice(0, MOST_PATHS / 2), ...paths.slice(-MOST_PATHS / 2)]
  for (const path of isCut ? ends : paths) places.set(path, await findPlace(path, files, signal))
  const found = mentions.flatMap((mention): readonly Found[] => {
    const place = places.get(mention.path)
    if (place === undefined) return []
    return [{ ...place, from: mention.from, to: mention.to - (mention.path.length - place.path.length) }]
  })
  return { found, isCut }
}

async function findPlace(
  path: string,
  files: AttachableFiles,
  signal: AbortSignal,
): Promise<Place | undefined> {
  for (const reading of readingsOf(path)) {
    signal.throwIfAborted()
    const file = await files.look(reading, signal)
    if (file.type !== 'none') return { path: reading, file }
  }
  return undefined
}

function shownOf({ path, file }: Found): string {
  return file.type === 'file' ? file.shown : path
}

/** The beginning that fits into so many tokens, up to the end of a line where there is one near. */
export async function cutToTokens(text: string, budget: number, engine: Engine): Promise<string> {
  let kept = text
  // No token is shorter than a byte, and none of plain text much longer than eight letters: a book is not counted whole.
  if (kept.length > budget * 8) kept = kept.slice(0, budget * 8)
  while (Buffer.byteLength(kept) > budget) {
    const [tokens = 0] = await engine.countTokens([kept])
    if (tokens <= budget) break
    kept = kept.slice(0, Math.floor(((kept.length * budget) / tokens) * 0.98))
  }
  if (kept.length === text.length) return text
  const end = kept.lastIndexOf('\n')
  return end > kept.length * 0.8 ? kept.slice(0, end + 1) : kept
}

function noticeOf(shown: string, text: string, cut: string, budget: number): string {
  const size = sizeOf(Buffer.byteLength(text))
  if (cut.length === text.length) return `@${shown} (${size}) goes with the message.`
  const part = isWithinLine(text, cut) ? shareOf(text, cut) : `${linesIn(cut)} of ${linesIn(text)} lines`
  return `@${shown} (${size}) goes with the message as far as ${budget} tokens reach: ${part}. The rest is left out; name the part you need, or ask for it to be read.`
}

function blockOf(shown: string, text: string, cut: string): string {
  const some = isWithinLine(text, cut)
    ? `${shareOf(text, cut)} of it`
    : `lines 1 to ${linesIn(cut)} of ${linesIn(text)}`
  const part = cut.length === text.length ? '' : ` (${some})`
  if (text.trim() === '') return `\n\nThe file ${shown} is empty.`
  const fence = '`'.repeat(Math.max(2, ...(cut.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  return `\n\nThe file ${shown}${part}:\n${fence}\n${cut.replace(/\n$/, '')}\n${fence}`
}

function heardOf(text: string, found: readonly Found[]): string {
  const pieces = found.flatMap(({ from }, at) => [text.slice(found[at - 1]?.to ?? 0, from), STAND_IN])
  return unescaped([...pieces, text.slice(found.at(-1)?.to ?? 0)].join(''))
}

/** Its last line is not whole, so that lines say nothing: there may be only one. */
function isWithinLine(text: string, cut: string): boolean {
  return !cut.endsWith('\n') && text[cut.length] !== '\n'
}

/** Rounded down, so that a part is never told as the whole. */
function shareOf(text: string, cut: string): string {
  const share = (cut.length / text.length) * 100
  if (share < 0.1) return 'less than the first 0.1 %'
  return `the first ${share < 10 ? Math.floor(share * 10) / 10 : Math.floor(share)} %`
}

function linesIn(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
