import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { fitsGlob, isGlob } from '../../source/toolkit/glob.ts'
import { nameInLine } from '../../source/toolkit/name-in-line.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import {
  collectUnread,
  someOf,
  type UnreadFolders,
  unreadWords,
} from '../../source/toolkit/unread-folders.ts'
import { DEEPEST, isPassedBy, type WalkEntry, walk } from '../../source/toolkit/walk.ts'
import { ignoringRoot, locate } from '../../source/toolkit/workspace-path.ts'

type Arguments = { readonly name: string; readonly directory?: string }

type Found = {
  readonly name: string
  /** Relative to the workspace; `.` is the workspace itself. */
  readonly directory: string
  /** Relative to the workspace, a folder's with a slash at the end; at most 100, those nearest to the name first. */
  readonly paths: readonly string[]
  /** Why not everything was looked at; null: everything was. */
  readonly stopped: 'found' | 'entries' | 'time' | null
  /** What was not looked at, as `paths`, at most four of each; empty where something was found. */
  readonly leftOut: LeftOut
  /** Folders that could not be looked into, or not whole, as `paths`; left out: there were none. */
  readonly unread?: UnreadFolders
}

type LeftOut = {
  /** Fit, and a `.gitignore` names them. */
  readonly fitting: readonly string[]
  /** Hidden or ignored, or `node_modules`, and so not entered. */
  readonly folders: readonly string[]
}

const MOST_FOUND = 100
const MOST_ENTRIES = 50_000
const MAX_MS = 5000
const IN_SENTENCE = 6
/** Of what was left out. */
const NAMED = 3

export default defineTool<Arguments, Found>({
  name: 'file_find',
  description: 'Find files and folders by a part of their name or a pattern like *.pdf',
  parameters: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'quoted',
        'x-named': String.raw`\b(?:called|named) something (?:with|like) (?:the word )?["'“]?([\p{L}\p{N}_.*?-]*[\p{L}\p{N}_*])|\b(?:names? )?(?:starts?|begins?|starting|beginning|ends?|ending) (?:with|in) (?!(?:the|an?|this|that|those|letters?|my|our)\b)([\p{L}\p{N}_.*?-]*[\p{L}\p{N}_*])`,
        'x-ask': 'What is the file called, or a part of its name?',
        description: 'part of the name, or a pattern with * and ?',
      },
      directory: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'folder',
        'x-or': ['.'],
        'x-when':
          '\\b(?:in|inside|under|below|beneath|within)\\s+(?!(?:the|its|their|his|her|a) (?:name|title|filename)|(?:here|this|it|them)\\b|name\\b|total\\b|\\.\\w)|/|^find\\s+\\S+\\s+-i?(?:name|type)\\b',
        description: 'folder to look in; . is the current one',
      },
    },
    required: ['name'],
  },
  risk: 'read',
  run: find,
  say({ name, directory, paths, stopped, leftOut, unread }) {
    const where = directory === '.' ? '' : ` in ${nameInLine(directory)}`
    const wanted = `"${visible(name)}"`
    const part =
      stopped === 'entries' || stopped === 'time' ? '; there was too much to look at all of it' : ''
    if (paths.length === 0) {
      const but = stopped === null ? leftOutWords(leftOut) : part
      return { sentence: `No file or folder is called ${wanted}${where}${unreadWords(unread)}${but}.` }
    }
    const shown = paths.map(nameInLine)
    const amount = `${stopped === 'found' ? 'More than ' : ''}${count(paths.length, 'name fits', 'names fit')}`
    const sentence = `${amount} ${wanted}${where}${unreadWords(unread)}${part}`
    return paths.length <= IN_SENTENCE
      ? { sentence: `${sentence}: ${shown.join(', ')}.`, key: shown }
      : { sentence: `${sentence}:`, detail: shown.join('\n'), key: shown }
  },
})

async function find({ name, directory = '.' }: Arguments, context: ToolContext): Promise<Found> {
  const wanted = name
    .trim()
    .replace(/^(["'`])(.*)\1$/, '$2')
    .normalize('NFC')
  if (wanted === '' || /^[*?/.\s]*$/.test(wanted))
    throw new ToolFailure(
      'bad_name',
      'Every name fits that; say a part of the name, or a pattern like `*.pdf`.',
    )
  const { workspace, signal, clock, services } = context
  const start = await locate(workspace, directory.trim() === '' ? '.' : directory, {
    wanted: 'folder',
    signal,
    folders: services.folders,
  })
  if (!(await stat(start.real)).isDirectory())
    throw new ToolFailure('not_a_folder', `\`${start.shown}\` is a file, not a folder to look in.`)
  const fits = matcherOf(wanted)
  const ignoreFrom = await ignoringRoot(workspace, start)
  const endMs = clock.monotonicMs() + MAX_MS
  const paths: string[] = []
  const leftOut = { fitting: [] as string[], folders: [] as string[] }
  const shownOf = (path: string) =>
    start.shown === '.' ? path : join(start.shown, path).replaceAll('\\', '/')
  const shownPath = ({ path, kind }: WalkEntry) => (kind === 'folder' ? `${shownOf(path)}/` : shownOf(path))
  const { onUnread, unread } = collectUnread(start, shownOf)
  let seen = 0
  let stopped: Found['stopped'] = null
  for await (const entry of walk(start.real, { maxDepth: DEEPEST, signal, ignoreFrom, onUnread })) {
    seen += 1
    if (clock.monotonicMs() > endMs) stopped = 'time'
    else if (seen > MOST_ENTRIES) stopped = 'entries'
    if (stopped !== null) break
    const isFitting = fits(entry.path.normalize('NFC'))
    const passed = entry.ignored && isFitting ? 'fitting' : isPassedBy(entry) ? 'folders' : undefined
    // One more than is named: that there are others.
    if (passed !== undefined && !isOfGit(entry.path) && leftOut[passed].length <= NAMED)
      leftOut[passed].push(shownPath(entry))
    if (entry.ignored || !isFitting) continue
    if (paths.length === MOST_FOUND) {
      stopped = 'found'
      break
    }
    paths.push(shownPath(entry))
  }
  const unlisted = unread()
  return {
    name: wanted,
    directory: start.shown,
    paths: nearestFirst(paths, wanted),
    stopped,
    leftOut: paths.length === 0 ? leftOut : { fitting: [], folders: [] },
    ...(unlisted && { unread: unlisted }),
  }
}

/** Nobody looks for anything in there. */
function isOfGit(path: string): boolean {
  return path === '.git' || path.endsWith('/.git')
}

function leftOutWords({ fitting, folders }: LeftOut): string {
  if (fitting.length > 0) return `, but for what a .gitignore leaves out: ${someOf(fitting)}`
  if (folders.length === 0) return ''
  return `; hidden and ignored folders were left out (${someOf(folders)}): name one to look in it`
}

/** A pattern, a part of a path when there is a slash in it, else a part of the name. */
function matcherOf(wanted: string): (path: string) => boolean {
  if (isGlob(wanted)) return (path) => fitsGlob(wanted, path)
  const part = wanted.toLowerCase().replace(/^\.?\/+|\/+$/g, '')
  if (part.includes('/')) return (path) => path.toLowerCase().includes(part)
  return (path) =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .toLowerCase()
      .includes(part)
}

/** Names that are what was asked for come before those that end in it (`pdf`), and those before the ones that hold it. */
function nearestFirst(paths: readonly string[], asked: string): readonly string[] {
  const wanted = asked.toLowerCase()
  const ending = `.${wanted.replace(/^\./, '')}`
  const rank = (path: string) => {
    const base = path.replace(/\/$/, '').split('/').at(-1)?.toLowerCase() ?? ''
    return base === wanted ? 0 : base.endsWith(ending) ? 1 : 2
  }
  return paths.toSorted((one, other) => rank(one) - rank(other))
}
