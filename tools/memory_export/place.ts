// Where an export goes: a file of the workspace, or a new one in it.
import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { isInside, locate } from '../../source/toolkit/workspace-path.ts'

export interface Place {
  readonly real: string
  /** Relative to the workspace. */
  readonly shown: string
  readonly exists: boolean
  readonly folder: string
}

/** Throws `ToolFailure` as `locate` does, and for a folder. */
export async function findPlace(asked: string, { workspace, signal }: ToolContext): Promise<Place> {
  if (/[/\\]\s*$/.test(asked))
    throw new ToolFailure('is_folder', `\`${asked}\` names a folder; name a file in it.`)
  try {
    const { real, shown } = await locate(workspace, asked, { wanted: 'file', signal, suggest: false })
    return { real, shown, exists: true, folder: dirname(real) }
  } catch (error) {
    // Whatever else is wrong with the path, `locate` has judged it by now.
    if (!(error instanceof ToolFailure) || error.code !== 'not_found') throw error
  }
  const root = await realpath(workspace)
  const [folder, below] = await realParts(
    resolve(root, asked.trim().replace(/^~(?=\/)/, process.env.HOME ?? '~')),
  )
  const real = join(folder, ...below)
  if (!isInside(root, real))
    throw new ToolFailure(
      'outside_workspace',
      `\`${asked}\` is outside the workspace ${root}; name a file in it.`,
    )
  return { real, shown: relative(root, real).split(sep).join('/'), exists: false, folder: dirname(real) }
}

/** Makes the folder of a new file; throws the system's error. */
export async function makeFolder({ folder }: Place): Promise<void> {
  await mkdir(folder, { recursive: true })
}

/** The deepest folder that exists, without links, and the names below it. */
async function realParts(path: string): Promise<readonly [string, readonly string[]]> {
  const names: string[] = []
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined)
    if (real !== undefined) return [real, names]
    names.unshift(at.slice(dirname(at).length).replace(/^[/\\]/, ''))
    if (dirname(at) === at) return [at, names]
  }
}
