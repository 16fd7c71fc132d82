import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { nameInLine } from '../../source/toolkit/name-in-line.ts'
import { count } from '../../source/toolkit/plain-words.ts'
import { collectUnread, type UnreadFolders, unreadWords } from '../../source/toolkit/unread-folders.ts'
import { DEEPEST, type WalkEntry, walk } from '../../source/toolkit/walk.ts'
import { ignoringRoot, locate } from '../../source/toolkit/workspace-path.ts'

type Arguments = { readonly directory: string; readonly recursive?: boolean }

type Entry = {
  /** Relative to the folder; a folder's ends with a slash. */
  readonly name: string
  readonly kind: WalkEntry['kind']
  /** Of a plain file, else null. */
  readonly bytes: number | null
}

type Listing = {
  /** Relative to the workspace; `.` is the workspace itself. */
  readonly directory: string
  readonly recursive: boolean
  /** Sorted by name, at most 500. */
  readonly entries: readonly Entry[]
  /** Files and folders that were left out: their name begins with a dot, or (with subfolders) `.gitignore` names them. */
  readonly hidden: number
  /** True when there are more than 500 entries. */
  readonly truncated: boolean
  /** Folders below it that could not be opened, or not whole; left out: there were none. */
  readonly unread?: UnreadFolders
}

const MAX_ENTRIES = 500
const IN_SENTENCE = 12
const IN_DETAIL = 100

export default defineTool<Arguments, Listing>({
  name: 'file_list',
  description: 'List the files in a folder',
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
      recursive: {
        type: 'boolean',
        enum: [true, false],
        'x-cues': {
          true: '.',
          false:
            "\\b(?:don'?t|do not|not|no|none|never|without|only|just|skip|except|excluding|ignore|leave out)\\b",
        },
        'x-when':
          'recurs|sub-? ?(?:folder|dir)|nested|how(?:ever)? deep|deep down|deeper|deepest|\\btree\\b|all the way|everything (?:under|below|beneath)|every (?:single )?file|-R\\b|and below',
        description: 'include subfolders',
      },
    },
    required: ['directory'],
  },
  risk: 'read',
  run: list,
  say(result) {
    const names = result.entries.map((entry) => nameInLine(entry.name))
    const folder = result.directory === '.' ? 'The current folder' : nameInLine(result.directory)
    const hidden = result.hidden === 0 ? '' : ` (${result.hidden} hidden)`
    const but = `${hidden}${unreadWords(result.unread)}`
    if (names.length === 0)
      return { sentence: but === '' ? `${folder} is empty.` : `${folder} has no visible entries${but}.` }
    const amount = count(names.length, 'entry', 'entries')
    const where = result.recursive ? ', subfolders included' : ''
    if (names.length <= IN_SENTENCE)
      return { sentence: `${folder} has ${amount}${where}${but}: ${names.join(', ')}.`, key: names }
    const shown = names.slice(0, IN_DETAIL)
    const more = names.length > shown.length ? [`[... ${names.length - shown.length} more ...]`] : []
    const least = result.truncated ? 'more than ' : ''
    return {
      sentence: `${folder} has ${least}${amount}${where}${but}.`,
      detail: [...shown, ...more].join('\n'),
      key: names,
    }
  },
})

async function list({ directory, recursive = false }: Arguments, context: ToolContext): Promise<Listing> {
  const { signal, workspace, services } = context
  const folder = await locate(workspace, directory.trim() === '' ? '.' : directory, {
    wanted: 'folder',
    signal,
    folders: services.folders,
  })
  if (!(await stat(folder.real)).isDirectory()) {
    throw new ToolFailure('not_a_folder', `\`${folder.shown}\` is a file, not a folder; read it instead.`)
  }
  const entries: Entry[] = []
  let hidden = 0
  let truncated = false
  const ignoreFrom = recursive ? await ignoringRoot(workspace, folder) : undefined
  const { onUnread, unread } = collectUnread(folder, (path) => path)
  const limits = { maxDepth: recursive ? DEEPEST : 1, signal, ignoreFrom, onUnread }
  for await (const entry of walk(folder.real, limits)) {
    if (entry.hidden || entry.ignored) {
      hidden += 1
      continue
    }
    if (entries.length === MAX_ENTRIES) {
      truncated = true
      break
    }
    const bytes = entry.kind === 'file' ? await sizeOf(join(folder.real, entry.path)) : null
    entries.push({ name: entry.kind === 'folder' ? `${entry.path}/` : entry.path, kind: entry.kind, bytes })
  }
  const unlisted = unread()
  return {
    ...{ directory: folder.shown, recursive, entries, hidden, truncated },
    ...(unlisted && { unread: unlisted }),
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).size
  } catch {
    return null // It went away since the folder was read.
  }
}
