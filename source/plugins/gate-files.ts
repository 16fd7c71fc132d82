// Files of a sandboxed plugin, through the same fence as those of every tool: a place of its permissions stands where the workspace does.
import { mkdirSync } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { JsonObject } from '../contracts/json.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { changeFile } from '../toolkit/change-file.ts'
import { visible } from '../toolkit/plain-words.ts'
import { readText } from '../toolkit/read-text.ts'
import { refuseSecret } from '../toolkit/secret.ts'
import { deepestReal, isInside, locate, type WorkspacePath } from '../toolkit/workspace-path.ts'
import { locateToWrite } from '../toolkit/writable-path.ts'
import { writeWhole } from '../toolkit/write-whole.ts'
import { namesLocked } from './locked-places.ts'
import { isOfGit } from './plugin-sheet.ts'

/** Where the places of permissions are. */
export interface FilePlaces {
  /** The plugin's own folder; made when it is first needed. */
  readonly data: string
  /** The program's own files, of which a plugin gets nothing but its data. */
  readonly home: string
  readonly context: ToolContext
}

interface Asking extends FilePlaces {
  readonly signal: AbortSignal
  /** Notes an attempt, and gives the failure that is thrown. */
  readonly refuse: (what: string) => ToolFailure
}

/** A place of a permission as it is now. */
interface Root {
  /** Without links; of one that is not there, the deepest folder above it that is. */
  readonly real: string
  readonly isData: boolean
  /** The permission names what is closed otherwise: `.ethervox`. */
  readonly isNamed: boolean
  /** Of one that is not there: what lies in it by its name alone is meant. */
  readonly missing: string | undefined
}

const MOST_NAMES = 1_000

/** A text file; throws `ToolFailure`. */
export async function readFile(
  path: string,
  allowed: readonly string[],
  asking: Asking,
  mostBytes: number,
): Promise<string> {
  const place = await locateIn(path, allowed, asking, 'file')
  const refuseLarge = (bytes: number) => {
    if (bytes > mostBytes)
      throw new ToolFailure('too_large', `\`${visible(path)}\` has more than ${mostBytes} bytes.`)
  }
  // Before it is read: many may be asked for at once.
  refuseLarge((await lstat(place.real).catch(() => undefined))?.size ?? 0)
  const { text, bytes } = await readText(place, asking.signal)
  refuseLarge(bytes)
  return text
}

/** What is in a folder, by name. */
export async function listFolder(
  path: string,
  allowed: readonly string[],
  asking: Asking,
): Promise<readonly JsonObject[]> {
  const { real } = await locateIn(path, allowed, asking, 'folder')
  const entries = await readdir(real, { withFileTypes: true }).catch((cause: unknown) => {
    throw new ToolFailure('not_a_folder', `\`${visible(path)}\` cannot be listed.`, { cause })
  })
  return entries
    .map((entry) => ({
      name: entry.name,
      type: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
}

/** Writes a text file whole; outside of the plugin's data it is a change like any, which `/undo` takes back. */
export async function writeFile(
  path: string,
  text: string,
  allowed: readonly string[],
  asking: Asking,
): Promise<void> {
  const absolute = absoluteOf(path, asking)
  for (const root of await rootsOf(allowed, asking)) {
    if (root.missing !== undefined && !isInside(root.missing, absolute)) continue
    const place = await locateToWrite(root.real, absolute, {
      guarded: root.isData ? undefined : asking.home,
    }).catch(ifOutside)
    // The place itself may be a link to what is git's.
    if (place === undefined || (!root.isData && (await isClosed(place.real, root, asking)))) continue
    if (asking.context.services.safeMode?.isOn)
      throw new ToolFailure('safe_mode', `\`${visible(path)}\` was not written: safe mode is on.`)
    if (!root.isData) {
      await changeFile({ ...asking.context, workspace: root.real }, absolute, () => text)
      return
    }
    refuseSecret(asking.context, 'What a plugin keeps')
    const before = place.exists ? await lstat(place.real) : undefined
    return writeWhole({ place, bytes: Buffer.from(text), before, signal: asking.signal })
  }
  throw asking.refuse(`write \`${shown(path)}\``)
}

/** What git runs is nobody's to write; what this program takes from a workspace is only of who names it. */
async function isClosed(real: string, root: Root, { context }: Asking): Promise<boolean> {
  if (isOfGit(real)) return true
  const workspace = await realOf(context.workspace)
  return !root.isNamed && namesLocked(isInside(workspace, real) ? relative(workspace, real) : real)
}

async function locateIn(
  path: string,
  allowed: readonly string[],
  asking: Asking,
  wanted: 'file' | 'folder',
): Promise<WorkspacePath> {
  const absolute = absoluteOf(path, asking)
  const roots = await rootsOf(allowed, asking)
  for (const root of roots) {
    if (root.missing !== undefined) continue
    try {
      const found = await locate(root.real, absolute, { wanted, signal: asking.signal, suggest: false })
      if (root.isData || !isInside(await realOf(asking.home), found.real)) return { ...found, shown: path }
    } catch (error) {
      ifOutside(error)
    }
  }
  if (roots.some(({ missing }) => missing !== undefined && isInside(missing, absolute)))
    throw new ToolFailure('not_found', `\`${visible(path)}\` is not there.`)
  throw asking.refuse(`read \`${shown(path)}\``)
}

/** Where what a permission names is, or would be; one that a link leads out of where it seems to be is none. */
async function rootsOf(allowed: readonly string[], asking: Asking): Promise<readonly Root[]> {
  const found = await Promise.all(
    allowed.map(async (path): Promise<Root | undefined> => {
      const isData = /^data(?:\/|$)/.test(path)
      if (isData) mkdirSync(asking.data, { recursive: true, mode: 0o700 })
      const place = absoluteOf(path, asking)
      const there = await realpath(place).catch(() => undefined)
      const real = there ?? (await deepestReal(dirname(place)))
      const missing = there === undefined ? place : undefined
      const within = isData
        ? asking.data
        : path.startsWith('workspace')
          ? asking.context.workspace
          : undefined
      return within === undefined || isInside(await realOf(within), real)
        ? { real, isData, isNamed: namesLocked(path), missing }
        : undefined
    }),
  )
  return found.filter((root) => root !== undefined)
}

function absoluteOf(
  path: string,
  { data, context, refuse }: Pick<Asking, 'data' | 'context' | 'refuse'>,
): string {
  const [, top = '', rest = ''] = /^(workspace|data|~|)((?:\/.*)?)$/s.exec(path) ?? []
  const places: { readonly [top: string]: string } = {
    workspace: context.workspace,
    data,
    '~': homedir(),
    '': '/',
  }
  if ((top === '' && rest === '') || path.includes('\0')) throw refuse(`name the path \`${shown(path)}\``)
  return join(places[top] ?? '/', rest)
}

async function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** undefined where a place is not the one, or nobody's to write; everything else is thrown on. */
function ifOutside(error: unknown): undefined {
  if (error instanceof ToolFailure && /^(?:outside_workspace|guarded)$/.test(error.code)) return undefined
  throw error
}

function shown(text: string): string {
  return visible([...text].slice(0, 120).join(''))
}
