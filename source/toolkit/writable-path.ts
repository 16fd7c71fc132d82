// The fence for writing: a file of the workspace that exists, or a place in it where one can be made.
// Invariant: the deepest folder that exists is real, plain and in the workspace; below it nothing exists, not even a link.
import { lstat, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import type { FileHistory } from '../contracts/file-history.ts'
import type { Folders } from '../contracts/folders.ts'
import { ToolFailure } from '../contracts/tool.ts'
import {
  checkName,
  deepestReal,
  expandHome,
  findByLabel,
  findReal,
  isInside,
  showPath,
  type WorkspacePath,
} from './workspace-path.ts'

/** Where a file is written. */
export interface WritablePath extends WorkspacePath {
  readonly exists: boolean
  /** Absolute, without links; it exists. */
  readonly folder: string
  /** Names of the folders that have to be made in `folder`, outermost first. */
  readonly missing: readonly string[]
  readonly name: string
}

export interface WritableOptions {
  /** The program's own folder, which no tool writes. */
  readonly guarded: FileHistory['guarded'] | undefined
  /** What `~` stands for; default: the person's home. */
  readonly home?: string
  /** Named folders, of which nothing is written. */
  readonly folders?: Folders | undefined
}

/** Longest name of a file or folder, in bytes, on every usual disk. */
const LONGEST_NAME = 255

/**
 * Finds where a file of the workspace would be written. `~`, absolute paths and `..` are allowed as long as they end
 * inside; a link is followed if what it leads to exists, and judged by that. Named folders are for reading alone, also by
 * their label (`Music/list.txt`), unless the workspace has a folder of this name. Throws `ToolFailure` with `bad_path`,
 * `outside_workspace`, `is_folder`, `not_a_file`, `guarded` or `no_access`.
 */
export async function locateToWrite(
  workspace: string,
  asked: string,
  options: WritableOptions,
): Promise<WritablePath> {
  const path = checkName(asked)
  if (/[/\\]$/.test(path) || /(?:^|\/)\.\.?$/.test(path))
    throw new ToolFailure('is_folder', `\`${path}\` names a folder; name a file in it.`)
  const root = await realpath(workspace)
  const absolute = resolve(root, expandHome(path, options.home ?? homedir()))
  await refuseNamed(path, root, absolute, options.folders)
  const real = await findReal(absolute, path)
  const place = real === undefined ? await findNewPlace(absolute, path) : existing(real)
  if (!isInside(root, place.folder)) throw outside(path, root)
  const facts = real === undefined ? undefined : await lstat(real)
  if (facts?.isDirectory()) throw new ToolFailure('is_folder', `\`${path}\` is a folder; name a file in it.`)
  if (facts !== undefined && !facts.isFile())
    throw new ToolFailure('not_a_file', `\`${path}\` is not a plain file and cannot be written.`)
  refuseGuarded(place.real, path, root, options.guarded)
  const shown = showPath(root, isInside(root, absolute) ? absolute : place.real)
  return { ...place, shown, exists: real !== undefined }
}

function existing(real: string) {
  return { real, folder: dirname(real), missing: [], name: basename(real) }
}

/** A place where nothing is yet. */
async function findNewPlace(absolute: string, asked: string) {
  const folder = await deepestReal(dirname(absolute))
  // As many names as the path has below what exists: its links were followed, so the two are of different depth.
  const names = await namesBelow(absolute)
  checkNewPath(asked)
  for (const name of names) checkNewName(name, asked)
  const first = await lstat(resolve(folder, names[0] ?? '')).catch(() => undefined)
  if (first?.isSymbolicLink())
    throw new ToolFailure('bad_path', `\`${asked}\` is a link, or lies behind one, that leads to nothing.`)
  const above = await lstat(folder)
  if (!above.isDirectory() || first !== undefined)
    throw new ToolFailure(
      'bad_path',
      `\`${asked}\` cannot be made: what it would lie in is a file, not a folder.`,
    )
  const name = names.at(-1) ?? ''
  return { real: resolve(folder, ...names), folder, missing: names.slice(0, -1), name }
}

/** The names at the end of a path that do not exist. */
async function namesBelow(absolute: string): Promise<readonly string[]> {
  const names = [basename(absolute)]
  for (let path = dirname(absolute); dirname(path) !== path; path = dirname(path)) {
    if (
      await realpath(path).then(
        () => true,
        () => false,
      )
    )
      break
    names.unshift(basename(path))
  }
  return names
}

/** What a shell, a browser or another system would read otherwise: a folder named `$HOME` is never what was meant. */
function checkNewPath(asked: string): void {
  if (/^(?:~[^/]|\$|[a-z]+:\/\/|[a-z]:\/)/i.test(asked))
    throw new ToolFailure(
      'bad_path',
      `\`${asked}\` cannot be made: write the path out, without \`~name\`, \`$NAME\`, a drive or an address.`,
    )
}

/** Names that one system takes and the next does not, or that nobody could type again. */
function checkNewName(name: string, asked: string): void {
  const fault = /\p{Cc}/u.test(name)
    ? 'holds a control character'
    : Buffer.byteLength(name) > LONGEST_NAME
      ? `is longer than ${LONGEST_NAME} bytes`
      : name.includes('\\')
        ? 'holds a backslash; folders are parted by `/`'
        : /[. ]$/.test(name)
          ? 'ends with a dot or a space'
          : undefined
  if (fault === undefined) return
  const shown = [...asked.replace(/\p{Cc}/gu, '�')].slice(0, 120).join('')
  throw new ToolFailure('bad_path', `\`${shown}\` cannot be made: a name in it ${fault}.`)
}

function refuseGuarded(real: string, asked: string, root: string, guarded: string | undefined): void {
  if (guarded !== undefined && isInside(guarded, real))
    throw new ToolFailure(
      'guarded',
      `\`${asked}\` belongs to this program; commands like \`/settings\` change it.`,
    )
  // What stands there is run by git, so that a file written would be a command that nobody approved.
  if (
    showPath(root, real)
      .split('/')
      .some((name) => name.toLowerCase() === '.git')
  )
    throw new ToolFailure('guarded', `\`${asked}\` belongs to git and is not written.`)
}

/** A folder made in the workspace would hide the one that has this name. `./Music/list.txt` says that it is wanted there. */
async function refuseNamed(
  asked: string,
  root: string,
  absolute: string,
  folders: Folders | undefined,
): Promise<void> {
  const first = resolve(root, /^[^/\\]+/.exec(asked)?.[0] ?? '')
  if (!isInside(first, absolute) || (await findReal(first, asked)) !== undefined) return
  const named = findByLabel(asked, folders)
  if (named === undefined) return
  const there = resolve(named.folder.path, named.rest)
  if (!isInside(root, there)) throw outside(asked, root)
  throw new ToolFailure(
    'bad_path',
    `\`${named.folder.label}\` is a name for reading alone; in the workspace this is \`${showPath(root, there)}\`, so write that.`,
  )
}

function outside(asked: string, root: string): ToolFailure {
  return new ToolFailure(
    'outside_workspace',
    `\`${asked}\` is outside the workspace ${root}; only what lies in it can be written, and named folders only be read.`,
  )
}
