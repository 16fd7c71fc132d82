import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { nameInLine } from '../../source/toolkit/name-in-line.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { OtherEncoding, readText, splitLines } from '../../source/toolkit/read-text.ts'
import { cutLine } from '../../source/toolkit/truncate.ts'
import {
  collectUnread,
  someOf,
  type UnreadFolders,
  unreadWords,
} from '../../source/toolkit/unread-folders.ts'
import {
  DEEPEST,
  isMisread,
  isPassedBy,
  type WalkEntry,
  type WalkLimits,
  walk,
} from '../../source/toolkit/walk.ts'
import { ignoringRoot, locate, type WorkspacePath } from '../../source/toolkit/workspace-path.ts'

type Arguments = { readonly directory: string; readonly pattern: string }

type Match = {
  /** Relative to the workspace. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** At most 160 characters, the match among them. */
  readonly text: string
}

type Found = {
  /** Relative to the workspace; a file when one was named. */
  readonly directory: string
  readonly pattern: string
  /** At most 50, in order of path and line; one per line. */
  readonly matches: readonly Match[]
  readonly filesSearched: number
  /** Files that hold no text, are too large or cannot be opened. */
  readonly filesSkipped: number
  /** Why not everything was searched; null: everything was. */
  readonly stopped: 'matches' | 'files' | 'time' | null
  /** Of those skipped, the ones that may well hold text; left out: there were none. */
  readonly unsearched?: Unsearched
  /** Folders that could not be looked into, or not whole; left out: there were none. */
  readonly unread?: UnreadFolders
  /** Hidden or ignored folders and ignored files, at most four, where nothing was found; left out: there were none. */
  readonly leftOut?: readonly string[]
}

/** Too large, not open to us, or in another encoding than UTF-8. */
type Unsearched = {
  readonly files: number
  /** The first four. */
  readonly names: readonly string[]
}

const MAX_MATCHES = 50
const MAX_FILES = 2000
const MAX_MS = 5000
const MAX_LINE = 160
/** Of what is said to be left out; one more than is named. */
const MAX_NAMES = 4

export default defineTool<Arguments, Found>({
  name: 'file_search',
  description: 'Search text inside the files of a folder',
  parameters: {
    type: 'object',
    properties: {
      directory: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'folder',
        'x-or': ['.', '..'],
        description: 'folder; . is the current one',
      },
      pattern: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'quoted',
        'x-named': String.raw`\b(?:words?|phrase|term|string)\s+(?!(?:in|for|of|count|that|is|are|was|to|from|and|or|the|search|by|with|like|it|here|there|turns?|shows?|occurs?|appears?|comes?|stands?|crops?|pops?)\b)([\p{L}\p{N}_-]+(?:\s+[\p{L}\p{N}_-]+){0,3}?)(?=\s*(?:[,.;:?!](?!\S)|$)|\s+(?:in|inside|within|under|please|pls|would|could|anywhere|appears?|occurs?|is|was|were|stands?|comes?|shows?|turns?|crops?|pops?|mentioned|and|or)\b)`,
        'x-ask': 'What text should I look for?',
        description: 'text to find',
      },
    },
    required: ['directory', 'pattern'],
  },
  risk: 'read',
  run: search,
  say(found) {
    const { directory, pattern, matches, stopped } = found
    const text = `"${visible(pattern)}"`
    const part = `${partWords(found)}${unreadWords(found.unread)}`
    if (matches.length === 0) {
      const folder = directory === '.' ? 'the current folder' : nameInLine(directory)
      const leftOut = found.leftOut
        ? `; what is hidden or ignored was left out (${someOf(found.leftOut)}): name one to search it`
        : ''
      return { sentence: `No match for ${text} in ${folder}${part}${leftOut}.` }
    }
    const first = stopped === 'matches' ? 'The first ' : ''
    const amount = count(matches.length, 'match', 'matches')
    return {
      sentence: `${first}${amount} for ${text} in ${nameInLine(directory)}${part}:`,
      detail: matches
        .map(({ file, line, text }) => `${nameInLine(file)}:${line}: ${visible(text)}`)
        .join('\n'),
      key: [...new Set(matches.map(({ file }) => nameInLine(file)))],
    }
  },
})

/** ` (stopped after 12 files; 2 files could not be searched: big.log, old.txt)`, or nothing. */
function partWords({ filesSearched, stopped, unsearched }: Found): string {
  const isPart = stopped === 'files' || stopped === 'time'
  const parts = [
    ...(isPart ? [`stopped after ${count(filesSearched, 'file', 'files')}`] : []),
    ...(unsearched
      ? [`${count(unsearched.files, 'file', 'files')} could not be searched: ${someOf(unsearched.names)}`]
      : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

async function search({ directory, pattern }: Arguments, context: ToolContext): Promise<Found> {
  const wanted = searchable(pattern.trim())
  if (wanted === '')
    throw new ToolFailure('bad_pattern', 'There is no text to find; name a word or a phrase.')
  if (/[\r\n]/.test(wanted)) {
    throw new ToolFailure(
      'bad_pattern',
      'The text to find has several lines; give a part that stands in one line.',
    )
  }
  const { signal, clock } = context
  const asked = directory.trim() === '' ? '.' : directory
  const { folders } = context.services
  const start = await locate(context.workspace, asked, { wanted: 'any', signal, folders })
  const place = await openPlace(context.workspace, start, signal)
  const endMs = clock.monotonicMs() + MAX_MS
  const matches: Match[] = []
  const names: string[] = []
  const counts = { searched: 0, skipped: 0, unsearched: 0 }
  let stopped: Found['stopped'] = null
  for await (const file of place.files) {
    if (clock.monotonicMs() > endMs) stopped = 'time'
    else if (counts.searched + counts.skipped >= MAX_FILES) stopped = 'files'
    if (stopped !== null) break
    const lines = await readLines(file, signal)
    if (lines instanceof ToolFailure) {
      // Of the one file that was named it is the answer.
      if (file === start) throw lines
      counts.skipped += 1
      if (!mayHoldText(lines) && !isMisread(file.real)) continue
      counts.unsearched += 1
      if (names.length < MAX_NAMES) names.push(file.shown)
      continue
    }
    counts.searched += 1
    const room = MAX_MATCHES - matches.length
    const found = matchesIn(lines, wanted, file.shown, room + 1)
    matches.push(...found.slice(0, room))
    if (found.length > room) {
      stopped = 'matches'
      break
    }
  }
  const unread = place.unread()
  const isNothing = matches.length === 0 && stopped === null
  return {
    ...{ directory: start.shown, pattern: pattern.trim(), matches },
    ...{ filesSearched: counts.searched, filesSkipped: counts.skipped, stopped },
    ...(counts.unsearched > 0 && { unsearched: { files: counts.unsearched, names } }),
    ...(unread && { unread }),
    ...(isNothing && place.leftOut.length > 0 && { leftOut: place.leftOut }),
  }
}

interface Place {
  readonly files: AsyncIterable<WorkspacePath>
  /** While the files are gone through. */
  readonly leftOut: readonly string[]
  unread(): UnreadFolders | undefined
}

async function openPlace(workspace: string, start: WorkspacePath, signal: AbortSignal): Promise<Place> {
  const shownOf = (path: string) => (start.shown === '.' ? path : `${start.shown}/${path}`)
  const leftOut: string[] = []
  const { onUnread, unread } = collectUnread(start, shownOf)
  const onPassed = ({ path, kind }: WalkEntry) => {
    // Nobody looks for anything in there.
    if (/(?:^|\/)\.git$/.test(path) || leftOut.length === MAX_NAMES) return
    leftOut.push(kind === 'folder' ? `${shownOf(path)}/` : shownOf(path))
  }
  const ignoreFrom = await ignoringRoot(workspace, start)
  const limits = { maxDepth: DEEPEST, signal, ignoreFrom, onUnread }
  return { files: filesOf(start, limits, shownOf, onPassed), leftOut, unread }
}

/** The one file that was named, or the plain files below a folder; hidden folders and what `.gitignore` names are not entered. */
async function* filesOf(
  start: WorkspacePath,
  limits: WalkLimits,
  shownOf: (path: string) => string,
  onPassed: (entry: WalkEntry) => void,
): AsyncGenerator<WorkspacePath> {
  if (!(await stat(start.real)).isDirectory()) {
    yield start
    return
  }
  for await (const entry of walk(start.real, limits)) {
    if (isPassedBy(entry) || (entry.kind === 'file' && entry.ignored)) onPassed(entry)
    else if (entry.kind === 'file') yield { real: join(start.real, entry.path), shown: shownOf(entry.path) }
  }
}

/** The lines of a file, or why it has none. */
async function readLines(file: WorkspacePath, signal: AbortSignal): Promise<readonly string[] | ToolFailure> {
  try {
    return splitLines((await readText(file, signal)).text)
  } catch (error) {
    if (error instanceof ToolFailure) return error
    throw error
  }
}

/** A picture holds none, and a file that went away meanwhile is not missed. */
function mayHoldText(failure: ToolFailure): boolean {
  return failure instanceof OtherEncoding || failure.code === 'too_large' || failure.code === 'no_access'
}

function matchesIn(lines: readonly string[], wanted: string, file: string, limit: number): readonly Match[] {
  const found: Match[] = []
  for (const [index, line] of lines.entries()) {
    const at = searchable(line).indexOf(wanted)
    if (at === -1) continue
    const trimmed = line.trimStart()
    const focus = Math.max(0, at - (line.length - trimmed.length))
    found.push({ file, line: index + 1, text: cutLine(trimmed.trimEnd(), MAX_LINE, focus) })
    if (found.length === limit) break
  }
  return found
}

/** Without letter case, and with accents written the same way. */
function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
