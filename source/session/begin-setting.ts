// Settings that name what a session begins with: a name that is not there is refused at once, as the flag is.
import type { RoleShelf } from '../contracts/role.ts'
import { noSuchRole } from './role-slot.ts'
import type { ChatSession } from './session.ts'

const ROLES = ['role', 'profileRole']

/** Why the setting cannot get this value, in a sentence; undefined: nothing is against it. */
function whyNotToBeginWith(
  { ports, ground }: ChatSession,
  setting: string,
  name: string,
): string | undefined {
  // In an emergency nothing of it is read, so nothing is known of it.
  if (name === '' || name === 'none' || ground.level === 4) return undefined
  if (setting === 'persona' || setting === 'state') {
    const { personas, states } = ports.setup
    const found = setting === 'persona' ? personas.find(name) : states.find(name)
    return found.type === 'missing' ? found.reason : undefined
  }
  const { roles } = ground
  if (!ROLES.includes(setting) || roles.problem !== undefined) return undefined
  return roles.roles.some((role) => role.name === name) ? undefined : noSuchRole(name, roles)
}

/** Sets it, if nothing is against it; gives what is. */
export function setSetting(session: ChatSession, name: string, value: string): string | undefined {
  return (
    whyNotToBeginWith(session, name, value) ??
    session.ports.setSetting(name, value) ??
    forProfile(session, name)
  )
}

/** Takes it out of the settings; gives what is against that. */
export function resetSetting(session: ChatSession, name: string): string | undefined {
  return session.ports.resetSetting(name) ?? forProfile(session, name)
}

/** Roles as `/role` changes them: who ends the role ends what a profile left of one for later sessions, too. */
export function roleShelf({ role, ports }: ChatSession): RoleShelf {
  const shelf = role.shelf()
  return {
    ...shelf,
    take: (name) => shelf.take(name) ?? (name === undefined ? forget(ports) : undefined),
  }
}

/** A choice of one's own for every start takes the place of what a profile brought. */
function forProfile({ ports }: ChatSession, name: string): string | undefined {
  return name === 'role' ? forget(ports) : undefined
}

function forget({ choices }: ChatSession['ports']): string | undefined {
  const role = choices.profileRole()
  if (role === '' || choices.keepProfileRole('')) return undefined
  return `The settings cannot be written, so the next start begins with what the profile brought all the same: the role \`${role}\`.`
}
