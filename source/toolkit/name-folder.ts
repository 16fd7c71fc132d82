// Folders by name, as tools deal with them: which is meant, and what naming one would open.
import { lstat, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Folders, NamedFolder } from '../contracts/folders.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { refuseSecret } from './secret.ts'
import { checkName, deepestReal, expandHome, isInside } from './workspace-path.ts'

/** Longest label, in characters. */
const LONGEST_LABEL = 60

/** What to do where no folder has a name. */
export const HOW_TO_NAME = 'say `let work stand for /srv/company` to give one a name.'

/** The named folders of the person. Throws `no_folders` where there are no settings to keep them in. */
export function foldersOf({ services }: ToolContext): Folders {
  if (services.folders === undefined)
    throw new ToolFailure('no_folders', 'Folders have no names here: there are no settings to keep them in.')
  return services.folders
}

/** The folder of a label, whatever the letter case; "my Music folder" is Music. Throws `not_found` with the nearest label. */
export function findFolder(folders: Folders, asked: string): NamedFolder {
  const list = folders.list()
  const labels = list.map(({ label }) => label)
  const wanted = cleanLabel(asked)
  const found = list.find(({ label }) => label.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const nearest = nearestName(wanted, labels)
  const hint =
    nearest !== undefined
      ? `did you mean ${nearest}?`
      : labels.length > 0
        ? `there ${labels.length === 1 ? 'is' : 'are'} ${labels.slice(0, 12).join(', ')}.`
        : `no folder has a name yet; ${HOW_TO_NAME}`
  throw new ToolFailure('not_found', `There is no folder named \`${wanted}\`; ${hint}`)
}

/** What a label becomes: without quotes and the word folder around it. */
export function cleanLabel(asked: string): string {
  const text = asked.trim().replace(/^(["'`])(.*)\1$/, '$2')
  return text.replace(/^(?:my|the)\s+(?=\S)/i, '').replace(/(?<=\S)\s+(?:folder|directory)$/i, '')
}

/** A label and a place that can be put together. */
export interface NewName {
  readonly label: string
  /** Absolute; links are followed as far as the path exists. */
  readonly path: string
  readonly exists: boolean
  /** Why it is not opened for reading, as a clause. */
  readonly closed: string | undefined
  /** It lies neither in the workspace nor in a folder that is open already. */
  readonly opens: boolean
  /** Where the label led until now. */
  readonly before: string | undefined
}

/** Checks a label and a path before they are put together. Throws `bad_label`, `bad_path` or `not_a_folder`. */
export async function planName(context: ToolContext, asked: string, wanted: string): Promise<NewName> {
  const folders = foldersOf(context)
  refuseSecret(context, "A folder's name")
  const label = cleanLabel(wanted)
  const fault = faultOfLabel(label)
  if (fault !== undefined)
    throw new ToolFailure('bad_label', `\`${visibleName(label)}\` cannot be the name of a folder: ${fault}.`)
  const path = await realFolder(context.workspace, asked)
  const facts = await stat(path).catch(() => undefined)
  if (facts !== undefined && !facts.isDirectory())
    throw new ToolFailure('not_a_folder', `\`${asked.trim()}\` is a file; only folders get a name.`)
  const list = folders.list()
  const open = list.flatMap((one) => (one.isOpen ? [one.path] : []))
  const opens = ![await realpath(context.workspace), ...open].some((root) => isInside(root, path))
  const before = list.find((one) => one.by === 'person' && one.label.toLowerCase() === label.toLowerCase())
  return {
    label,
    path,
    exists: facts !== undefined,
    closed: folders.whyClosed(path),
    opens,
    before: before?.path,
  }
}

/** Whether a named folder is there: yes, not at all, something else, or a link to somewhere else since it was named. */
export async function standingOf({ path, by }: NamedFolder): Promise<'there' | 'missing' | 'file' | 'moved'> {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined) return 'missing'
  if (!facts.isDirectory()) return 'file'
  return by === 'person' && (await realpath(path).catch(() => undefined)) !== path ? 'moved' : 'there'
}

async function realFolder(workspace: string, asked: string): Promise<string> {
  const text = checkName(asked)
  if (process.platform !== 'win32' && /^[a-z]:[\\/]|^\\\\/i.test(text))
    throw new ToolFailure('bad_path', `\`${text}\` is a path of Windows, and this machine has none such.`)
  if (/\p{Cc}/u.test(text) || /^(?:~[^/\\]|\$|[a-z]+:\/\/)/i.test(text))
    throw new ToolFailure(
      'bad_path',
      `\`${visibleName(text)}\` is no path of a folder; write it out from \`/\` or \`~/\`.`,
    )
  const absolute = resolve(await realpath(workspace), expandHome(text, homedir()))
  const names: string[] = []
  for (let path = absolute; ; path = dirname(path)) {
    const real = await realpath(path).catch(() => undefined)
    if (real !== undefined) return join(real, ...names)
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
      throw new ToolFailure('bad_path', `\`${text}\` is a link, or lies behind one, that leads to nothing.`)
    if (dirname(path) === path) return join(await deepestReal(path), ...names)
    names.unshift(basename(path))
  }
}

function faultOfLabel(label: string): string | undefined {
  if (label === '') return 'it is empty'
  if ([...label].length > LONGEST_LABEL) return `it has more than ${LONGEST_LABEL} characters`
  if (/\p{Cc}/u.test(label)) return 'it holds a control character'
  if (/[/\\]/.test(label)) return 'it holds a slash, so it would be read as a path'
  return /^(?:\.{1,2}|~.*|__proto__)$/.test(label) ? 'it means a place already' : undefined
}

function visibleName(text: string): string {
  return [...text.replace(/\p{Cc}/gu, '�')].slice(0, LONGEST_LABEL).join('')
}
