// Tools that are there and may not be used: which, and who took them away. Told in the words of the person's own commands.
import type { SessionEvent } from '../contracts/event.ts'
import type { ManifestEntry } from '../contracts/manifest.ts'
import type { Role } from '../contracts/role.ts'
import type { ToolOff } from '../governor/ports.ts'
import type { Ground } from './ports.ts'

/** Names of what the manifest has and a turn with these `enabled` tools may not use. */
export function toolsOff(
  { tools, unlisted }: Pick<Ground, 'tools' | 'unlisted'>,
  enabled: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = tools.entries.map((entry) => entry.name)
  return new Set(names.filter((name) => !enabled.has(name) && !unlisted.includes(name)))
}

/**
 * Why a tool may not be used. It is plain chat if a role allows none of all tools, or if all of them are off: that is no
 * oversight. A role that cannot be found is one.
 */
export function whyOff(
  name: string,
  { tools, roles }: Pick<Ground, 'tools' | 'roles'>,
  role: { readonly active: Role | undefined; permits(entry: ManifestEntry): boolean },
): ToolOff {
  const { active } = role
  const isOn = tools.isEnabled(name)
  const isThere = active === undefined || roles.roles.some((role) => role.name === active.name)
  const permitted = tools.entries.filter((entry) => role.permits(entry))
  const isPlainChat = isThere && (permitted.length === 0 || tools.enabled.length === 0)
  const enable = `\`/tools enable ${name}\``
  const sentence = (what: string, how: string) =>
    isPlainChat ? `${what}, so the model answers by itself; ${how}.` : `${what}; ${how}.`
  if (!isThere)
    return {
      name,
      isPlainChat,
      sentence: `The role \`${active?.name}\` cannot be put on, so \`${name}\` is not used; \`/role none\` ends that.`,
    }
  if (permitted.some((entry) => entry.name === name))
    return { name, isPlainChat, sentence: sentence(`The tool \`${name}\` is off`, `${enable} turns it on`) }
  const forbids = `The role \`${active?.name}\` forbids \`${name}\``
  return {
    name,
    isPlainChat,
    sentence: isOn
      ? sentence(forbids, '`/role none` ends the role')
      : sentence(`${forbids}, and it is off`, `\`/role none\` ends the role, and ${enable} turns it on`),
  }
}

/** Says once a session that the model answers what this tool was wanted for. */
export function noticeOff(session: Told, { name, sentence }: ToolOff): void {
  if (session.toldOff.has(name)) return
  session.toldOff.add(name)
  session.emit({ type: 'notice', code: 'tool_off', message: sentence })
}

/** The session, as far as it matters here. */
interface Told {
  readonly toldOff: Set<string>
  emit(event: SessionEvent): void
}
