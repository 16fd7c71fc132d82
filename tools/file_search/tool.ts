import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { readText, splitLines } from '../../source/toolkit/read-text.ts'
import { cutLine } from '../../source/toolkit/truncate.ts'
import { walk } from '../../source/toolkit/walk.ts'
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
}

const MAX_MATCHES = 50
const MAX_FILES = 2000
const MAX_MS = 5000
const MAX_DEPTH = 12
const MAX_LINE = 160

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
  say({ directory, pattern, matches, filesSearched, stopped }) {
    const text = `"${visible(pattern)}"`
    const isPart = stopped === 'files' || stopped === 'time'
    const part = isPart ? ` (stopped after ${count(filesSearched, 'file', 'files')})` : ''
    if (matches.length === 0) {
      const folder = directory === '.' ? 'the current folder' : visible(directory)
      return { sentence: `No match for ${text} in ${folder}${part}.` }
    }
    const first = stopped === 'matches' ? 'The first ' : ''
    const amount = count(matches.length, 'match', 'matches')
    return {
      sentence: `${first}${amount} for ${text} in ${visible(directory)}${part}:`,
      detail: matches.map(({ file, line, text }) => visible(`${file}:${line}: ${text}`)).join('\n'),
      key: [...new Set(matches.map(({ file }) => visible(file)))],
    }
  },
})

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
  const ignoreFrom = await ignoringRoot(context.workspace, start)
  const endMs = clock.monotonicMs() + MAX_MS
  const matches: Match[] = []
  let filesSearched = 0
  let filesSkipped = 0
  let stopped: Found['stopped'] = null
  for await (const file of filesOf(start, ignoreFrom, signal)) {
    if (clock.monotonicMs() > endMs) stopped = 'time'
    else if (filesSearched + filesSkipped >= MAX_FILES) stopped = 'files'
    if (stopped !== null) break
    const lines = await readLines(file, signal)
    if (lines === undefined) {
      filesSkipped += 1
      continue
    }
    filesSearched += 1
    const room = MAX_MATCHES - matches.length
    const found = matchesIn(lines, wanted, file.shown, room + 1)
    matches.push(...found.slice(0, room))
    if (found.length > room) {
      stopped = 'matches'
      break
    }
  }
  return { directory: start.shown, pattern: pattern.trim(), matches, filesSearched, filesSkipped, stopped }
}

/** The one file that was named, or the plain files below a folder; hidden folders and what `.gitignore` names are not entered. */
async function* filesOf(
  start: WorkspacePath,
  ignoreFrom: string,
  signal: AbortSignal,
): AsyncGenerator<WorkspacePath> {
  if (!(await stat(start.real)).isDirectory()) {
    yield start
    return
  }
  for await (const entry of walk(start.real, { maxDepth: MAX_DEPTH, signal, ignoreFrom })) {
    if (entry.kind !== 'file' || entry.ignored) continue
    const shown = start.shown === '.' ? entry.path : `${start.shown}/${entry.path}`
    yield { real: join(start.real, entry.path), shown }
  }
}

async function readLines(file: WorkspacePath, signal: AbortSignal): Promise<readonly string[] | undefined> {
  try {
    return splitLines((await readText(file, signal)).text)
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
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
