// The roles that there are: the program's, and over them by name the person's own. A role that is replaced is replaced
// whole, so that nobody's tools are added to by a field that they did not write. Where a file cannot be read there are
// no roles at all: which of them the person's own would have replaced is not known.
import { existsSync, readFileSync } from 'node:fs'
import type { ManifestEntry } from '../contracts/manifest.ts'
import type { Role, RoleBook } from '../contracts/role.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { parseRoles } from './role-file.ts'

export interface RoleFiles {
  readonly shipped: string
  /** May be missing. */
  readonly own: string
}

/** Reads both files; `notices` are sentences for the person. `entries`: undefined, when names of tools cannot be judged. */
export function readRoles(
  { shipped, own }: RoleFiles,
  entries: readonly ManifestEntry[] | undefined,
): { readonly book: RoleBook; readonly notices: readonly string[] } {
  const byName = new Map<string, Role>()
  for (const file of existsSync(own) ? [shipped, own] : [shipped]) {
    const read = readFile(file)
    if ('problem' in read) {
      const problem = `${read.problem}; there are no roles until that is mended (\`/tools reload\` reads it again).`
      return { book: { roles: [], problem }, notices: [problem] }
    }
    for (const role of read.roles) byName.set(role.name, role)
  }
  const roles = [...byName.values()]
  const notices = entries === undefined ? [] : roles.flatMap((role) => unknownNames(role, entries))
  return { book: { roles, problem: undefined }, notices }
}

function readFile(path: string): { readonly roles: readonly Role[] } | { readonly problem: string } {
  try {
    const read = parseRoles(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)), path)
    return 'type' in read ? { problem: read.message.replace(/\.$/, '') } : { roles: read }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `The roles in \`${path}\` cannot be read (${reason})` }
  }
}

/** A sentence for each tool and group that is not there. */
function unknownNames(role: Role, entries: readonly ManifestEntry[]): readonly string[] {
  const say = (what: 'tool' | 'group', name: string, known: readonly string[]) => {
    const nearest = nearestName(name, known)
    const hint = nearest === undefined ? '`/tools` lists them' : `did you mean \`${nearest}\`?`
    return `The role \`${role.name}\` names a ${what} \`${name}\` that is not there; ${hint}${hint.endsWith('?') ? '' : '.'}`
  }
  const tools = entries.map((entry) => entry.name)
  const groups = [...new Set(entries.map((entry) => entry.group))]
  return [
    ...role.tools.filter((name) => !tools.includes(name)).map((name) => say('tool', name, tools)),
    ...role.groups.filter((name) => !groups.includes(name)).map((name) => say('group', name, groups)),
  ]
}
