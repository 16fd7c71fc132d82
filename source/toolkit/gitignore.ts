// What `.gitignore` files say of the entries of a tree; the only importer of ignore. The nearest file that has an opinion
// counts, as git does it; nothing above the workspace is read.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

const MOST_BYTES = 100_000
const MOST_LINES = 2_000
/** A pattern with many stars can take for ever to compare with a long name. */
const MOST_STARS = 4
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** As git does it by itself: where `Notes` and `notes` are one folder. */
const IGNORES_CASE = process.platform === 'darwin' || process.platform === 'win32'

/** The rules that hold in a folder: its own and those of the folders above it, outermost first. */
export interface IgnoreRules {
  readonly list: readonly { readonly folder: string; readonly rules: Ignore }[]
}

export const NO_RULES: IgnoreRules = { list: [] }

/** The rules within `folder` (relative to `root`, with slashes, empty for the root itself), given those around it. */
export async function rulesWithin(root: string, folder: string, around: IgnoreRules): Promise<IgnoreRules> {
  const text = await readRules(join(root, folder, '.gitignore'))
  if (text === undefined) return around
  const lines = text.split(/\r?\n/).slice(0, MOST_LINES)
  const few = lines.filter((line) => line.length <= 500 && starsOf(line) <= MOST_STARS)
  const rules = ignore({ ignorecase: IGNORES_CASE }).add(few)
  return { list: [...around.list, { folder, rules }] }
}

/** Whether rules leave out an entry; `path` is relative to the root that the rules were read for, with slashes. */
export function isIgnored({ list }: IgnoreRules, path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of list.toReversed()) {
    const within = folder === '' ? path : path.slice(folder.length + 1)
    const { ignored, unignored } = rules.test(isFolder ? `${within}/` : within)
    if (ignored || unignored) return ignored
  }
  return false
}

function starsOf(line: string): number {
  return line.match(/\*+/g)?.length ?? 0
}

async function readRules(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, FLAGS)
    try {
      const facts = await file.stat()
      return facts.isFile() && facts.size <= MOST_BYTES ? await file.readFile('utf8') : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined // Most folders have none, and one that cannot be read says nothing.
  }
}
