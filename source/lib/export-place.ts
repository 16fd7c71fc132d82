// Where a file goes that a person wants written by a command: inside the workspace, or where a whole path says.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The place of `typed`, which begins at `workspace`; why it cannot be, in a sentence. */
export function exportPlace(
  workspace: string,
  typed: string,
): { readonly path: string } | { readonly reason: string } {
  const path = typed.replace(/^~(?=[/\\])/, homedir())
  const wanted = resolve(workspace, path)
  const folder = dirname(wanted)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return { reason: `There is no folder \`${dirname(path)}\`; make it first.` }
  if (existsSync(wanted) && !statSync(wanted).isFile())
    return { reason: `\`${path}\` is not a file; give another name.` }
  // A link may lead out of the workspace as well as two dots.
  const real = existsSync(wanted) ? realpathSync(wanted) : join(realpathSync(folder), basename(wanted))
  const within = relative(realpathSync(workspace), real)
  const leads = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)
  return leads && !isAbsolute(path)
    ? { reason: `\`${path}\` leads out of the workspace; type the whole path for a place outside.` }
    : { path: wanted }
}
