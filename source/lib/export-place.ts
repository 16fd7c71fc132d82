// Files that a person wants written by a command. They go where the person says, also out of the workspace; what came with the
// workspace, a link in it, leads nowhere that was not typed. Tools of a model are fenced elsewhere (`toolkit/writable-path.ts`).
import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { createFileAtomicSync } from './atomic-write.ts'
import { diskReason } from './disk-reason.ts'

export interface ExportPlace {
  /** Absolute. */
  readonly path: string
  /** As a person is told where it is: from the workspace on, or whole where it lies outside. */
  readonly shown: string
}

/** The place of `typed` (quotes around it are none of it), which begins at `workspace`; why it cannot be, in a sentence. */
export function exportPlace(workspace: string, typed: string): ExportPlace | { readonly reason: string } {
  const name = typed.trim()
  if (/^(["'])(?!.*\1$)/su.test(name))
    return {
      reason: `The quotation mark in front of \`${name.slice(1)}\` has no end; put one behind the name.`,
    }
  const path = name.replace(/^(["'])(.*)\1$/su, '$2').replace(/^~(?=[/\\])/, homedir())
  const wanted = resolve(workspace, path)
  const folder = dirname(wanted)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return { reason: `There is no folder \`${dirname(path)}\`; make it first.` }
  if (existsSync(wanted) && !statSync(wanted).isFile())
    return { reason: `\`${path}\` is not a file; give another name.` }
  const within = relative(workspace, wanted)
  if (leadsOut(within)) return { path: wanted, shown: wanted }
  const real = existsSync(wanted) ? realpathSync(wanted) : join(realpathSync(folder), basename(wanted))
  return leadsOut(relative(realpathSync(workspace), real))
    ? {
        reason: `\`${path}\` leads out of the workspace by a link, to \`${real}\`; type that if you mean it.`,
      }
    : { path: wanted, shown: within }
}

/** Writes a new file, for its owner alone, whole or not at all; gives why it cannot be, in a sentence. */
export function writeExport({ path, shown }: ExportPlace, data: string | Uint8Array): string | undefined {
  try {
    createFileAtomicSync(path, data)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? `\`${shown}\` is there already; give another name.`
      : `\`${shown}\` cannot be written (${diskReason(error)}); try another place.`
  }
}

function leadsOut(within: string): boolean {
  return within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)
}
