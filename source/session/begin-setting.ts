// Settings that name what a session begins with: a name that is not there is refused at once, as the flag is.
import { noSuchRole } from './role-slot.ts'
import type { ChatSession } from './session.ts'

/** Why the setting cannot get this value, in a sentence; undefined: nothing is against it. */
export function whyNotToBeginWith(
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
  if (setting !== 'role' || roles.problem !== undefined) return undefined
  return roles.roles.some((role) => role.name === name) ? undefined : noSuchRole(name, roles)
}
