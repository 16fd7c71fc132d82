// `/tools profile`: sets of tools with priorities, role and approvals under a name, kept in the settings.
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { ToolProfile } from '../contracts/tool-shelf.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { stillPaused } from './paused-tools.ts'
import type { ChatSession } from './session.ts'
import { putEnabled } from './tool-bench.ts'

const VERBS = ['list', 'save', 'delete']

/** Lists, saves, deletes, or takes one by its name. */
export function toolProfile(session: ChatSession, [verb, name, ...rest]: readonly string[]): CommandResult {
  if (verb === undefined || (verb === 'list' && name === undefined)) return list(session)
  if ((verb === 'save' || verb === 'delete') && name !== undefined && rest.length === 0)
    return verb === 'save' ? save(session, name) : remove(session, name)
  if (name !== undefined || VERBS.includes(verb))
    return refusal('`/tools profile` takes the name of a profile, `list`, `save NAME`, or `delete NAME`.')
  return take(session, verb)
}

function list({ ports }: ChatSession): CommandResult {
  const profiles = Object.entries(ports.choices.profiles())
  if (profiles.length === 0)
    return { ok: true, text: 'There are no profiles; `/tools profile save NAME` makes one.', data: [] }
  const lines = profiles.map(([name, profile]) => `  ${name}  ${words(profile)}`)
  const data = profiles.map(([name, { tools, priorities, role, approve }]) => ({
    name,
    tools,
    priorities,
    ...(role !== undefined && { role }),
    ...(approve !== undefined && { approve }),
  }))
  return { ok: true, text: lines.join('\n'), data }
}

function words({ tools, role, approve }: ToolProfile): string {
  const besides = [
    ...(role ? [`role ${role}`] : []),
    ...(approve === undefined ? [] : [`approvals ${approve}`]),
  ]
  return `${tools.join(', ') || 'no tools'}${besides.length === 0 ? '' : `  (${besides.join(', ')})`}`
}

function save(session: ChatSession, name: string): CommandResult {
  const { ports, setup, role, approvals } = session
  const { choices } = ports
  if (VERBS.includes(name) || !/^[\w-]{1,40}$/.test(name))
    return refusal(
      `\`${name}\` cannot be the name of a profile; it takes letters, digits, \`-\` and \`_\`, and is none of ${VERBS.join(', ')}.`,
    )
  if (ports.secret.isOn())
    return refusal('A profile is written to disk under its name; `/secret off` comes first.')
  const before = profileOf(session, name)
  const profile: ToolProfile = {
    tools: setup.toolNames(),
    priorities: setup.priorities,
    // Empty: none is to be on; what an older profile does not say stays as it is.
    role: role.active?.name ?? '',
    approve: approvals.policy,
  }
  if (!choices.keepProfiles({ ...choices.profiles(), [name]: profile }))
    return refusal('The settings cannot be written, so no profile was kept.')
  setup.profile = name
  const instead = before === undefined ? '' : ` It had ${words(before)} before.`
  const text = `The profile \`${name}\` is kept with ${profile.tools.length} tools.${instead}`
  return { ok: true, text, data: { profile: name } }
}

function remove(session: ChatSession, name: string): CommandResult {
  const profile = profileOf(session, name)
  if (profile === undefined) return noSuch(session, name)
  const { [name]: _, ...others } = session.ports.choices.profiles()
  if (!session.ports.choices.keepProfiles(others))
    return refusal(`The settings cannot be written, so the profile \`${name}\` stays.`)
  const text = `The profile \`${name}\` is deleted. It had ${words(profile)}.`
  return { ok: true, text, data: { profile: name } }
}

/** All in one step, or nothing: a role that is not there would leave the tools of another. */
function take(session: ChatSession, name: string): CommandResult {
  const profile = profileOf(session, name)
  if (profile === undefined) return noSuch(session, name)
  const { ports, setup, role, approvals, ground } = session
  const { tools } = ground
  const refused = profile.role === undefined ? undefined : role.take(profile.role || undefined)
  if (refused !== undefined) return refusal(`The profile \`${name}\` cannot be put on: ${refused}`)
  ports.choices.keepPriorities(profile.priorities)
  for (const entry of tools.entries) tools.setPriority(entry.name, profile.priorities[entry.name])
  const enabled = Object.fromEntries(
    tools.entries
      .filter((entry) => entry.name !== ground.search)
      .map((entry) => [entry.name, profile.tools.includes(entry.name)]),
  )
  putEnabled(session, enabled, profile.priorities)
  setup.profile = name
  const missing = profile.tools.filter((one) => !tools.has(one))
  const on = tools.enabled.length
  const sentences = [
    `The profile \`${name}\` is on: ${on} of ${tools.entries.length} tools; the head is made anew once.`,
    ...(missing.length === 0
      ? []
      : [`There are no tools ${missing.map((one) => `\`${one}\``).join(', ')} any more.`]),
  ]
  const text = [
    ...sentences,
    ...stillPaused(session, profile.tools),
    ...keepRole(session, profile.role),
    ...approveAs(approvals, profile.approve),
  ].join(' ')
  return { ok: true, text, data: { profile: name, enabled: on, missing } }
}

/** Like tools and priorities it lasts, so that the next start is what was put on. undefined: an older profile, which says nothing of it. */
function keepRole({ ports }: ChatSession, role: string | undefined): readonly string[] {
  const { choices } = ports
  if (role === undefined) return []
  const own = ports.settings().find(({ name, from }) => name === 'role' && from === 'file')?.value ?? ''
  const isNone = role === '' && own !== '' && own !== 'none'
  const wanted = isNone ? 'none' : role
  if (choices.profileRole() !== wanted && !choices.keepProfileRole(wanted))
    return ['The settings cannot be written, so what it says of the role holds until the session ends.']
  if (isNone) return [`No role is on at the next start, either; \`/settings role ${own}\` ends that.`]
  return role === '' ? [] : [`Its role \`${role}\` is on at the next start, too; \`/role none\` ends it.`]
}

/** Never in silence: it may let more run than before. `approve` undefined: an older profile, which says nothing of it. */
function approveAs(approvals: ChatSession['approvals'], approve: ToolProfile['approve']): readonly string[] {
  const before = approvals.policy
  if (approve === undefined || approve === before) return []
  if (approve === 'ask' && !approvals.canAsk)
    return ['Its approvals are `ask`, which needs a terminal; they stay as they are.']
  approvals.policy = approve
  return [`Approvals are \`${approve}\` now, they were \`${before}\`.`]
}

function profileOf({ ports }: ChatSession, name: string): ToolProfile | undefined {
  return Object.entries(ports.choices.profiles()).find(([one]) => one === name)?.[1]
}

function noSuch({ ports }: ChatSession, name: string): CommandResult {
  const names = Object.keys(ports.choices.profiles())
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return refusal(`There is no profile \`${name}\`; did you mean \`${nearest}\`?`)
  const there = names.map((one) => `\`${one}\``).join(', ')
  const hint = names.length === 0 ? '`/tools profile save NAME` makes one' : `there are ${there}`
  return refusal(`There is no profile \`${name}\`; ${hint}.`)
}
