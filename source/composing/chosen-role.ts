// The role that a session begins with: the flag, else that of the tool profile that is on, else the setting.
import { UserError } from '../contracts/errors.ts'
import { noSuchRole } from '../session/role-slot.ts'
import type { OpenedGround } from './ground.ts'

/**
 * Name of the role; undefined: none. Throws `UserError` for a flag that names a role that is not there; a setting that
 * does, or roles that cannot be read, leave the session without tools, which it says.
 */
export function chosenRole(
  flag: string | undefined,
  { level, roles, settings }: Pick<OpenedGround, 'level' | 'roles' | 'settings'>,
): string | undefined {
  const name = flag ?? (settings.profileRole || settings.role)
  if (name === '' || name === 'none') return undefined
  const isKnown = roles.roles.some((role) => role.name === name)
  if (flag !== undefined && !isKnown && level < 4 && roles.problem === undefined)
    throw new UserError(noSuchRole(name, roles))
  return name
}
