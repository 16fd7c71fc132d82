// Where a path leads that a permission is asked for: a link in the workspace may lead out of the folder that was allowed.
import { lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/**
 * Where a path really leads, from the workspace on and from the root; undefined: there is no link on its way. Empty: it ends
 * at a link that cannot be followed. `workspace` is real.
 */
export function placesBehind(workspace: string, path: string): readonly string[] | undefined {
  const asked = path.trim().replace(/^~(?=$|[/\\])/, homedir())
  // No path can be so, and a tool refuses it.
  if (asked === '' || asked.includes('\0')) return undefined
  const written = resolve(workspace, asked)
  const real = realOf(written)
  if (real === written) return undefined
  const places = real === undefined ? [] : [relative(workspace, real) || '.', real]
  return places.map((place) => place.split(sep).join('/'))
}

/** As deep as there is something; undefined: it ends at a link to nothing, or one that may not be followed. */
function realOf(path: string): string | undefined {
  const missing: string[] = []
  for (let place = path; ; place = dirname(place)) {
    try {
      return join(realpathSync(place), ...missing)
    } catch {
      if (mayBeThere(place) || dirname(place) === place) return undefined
      missing.unshift(basename(place))
    }
  }
}

function mayBeThere(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // A name that is too long is none.
    return !(error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG')
  }
}
