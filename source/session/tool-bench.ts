// What the session lends to `/tools`: use, states and tests of tools, priorities and profiles.
import type { ToolBench, ToolProfile } from '../contracts/tool-shelf.ts'
import type { ChatSession } from './session.ts'

const NOT_KEPT = 'The settings cannot be written, so this holds for this session alone.'

/** A bench over the session as it stands now. */
export function toolBench(session: ChatSession): ToolBench {
  const { ports, slot, uses } = session
  const { choices } = ports
  return {
    use: (name) => uses.of(name),
    states: async () => {
      const states = slot.engine === undefined ? [] : await ports.savedStates(slot.engine.info.modelId)
      return new Map(states.map((state) => [state.name, state]))
    },
    tests: (name) => ports.toolTests(name),
    setEnabled: (enabled) => setEnabled(session, enabled),
    setPriority: (name, priority) => {
      const { [name]: _, ...others } = choices.priorities()
      const kept = choices.keepPriorities(priority === undefined ? others : { ...others, [name]: priority })
      session.ground.tools.setPriority(name, priority)
      slot.renewHead()
      return kept ? undefined : NOT_KEPT
    },
    profiles: () => choices.profiles(),
    saveProfile: (name) => {
      const tools = session.ground.tools.enabled.map((entry) => entry.name)
      const profile: ToolProfile = { tools, priorities: choices.priorities() }
      return choices.keepProfiles({ ...choices.profiles(), [name]: profile })
        ? undefined
        : 'The settings cannot be written, so no profile was kept.'
    },
    takeProfile: (name) => {
      const profile = Object.entries(choices.profiles()).find(([one]) => one === name)?.[1]
      return profile && takeProfile(session, profile)
    },
  }
}

/** Turns tools on and off, keeps that, and lets the head be made anew once. */
export function setEnabled(session: ChatSession, enabled: { readonly [tool: string]: boolean }): void {
  const { tools } = session.ground
  for (const [name, isOn] of Object.entries(enabled)) if (tools.has(name)) tools.setEnabled(name, isOn)
  const off = tools.entries.filter((entry) => !tools.isEnabled(entry.name)).map((entry) => entry.name)
  if (!session.ports.keepDisabled(off))
    session.emit({ type: 'notice', code: 'settings_not_kept', message: NOT_KEPT })
  session.slot.renewHead()
}

/** Names in the profile that there are no more. */
function takeProfile(session: ChatSession, profile: ToolProfile): readonly string[] {
  const { tools } = session.ground
  session.ports.choices.keepPriorities(profile.priorities)
  for (const { name } of tools.entries) tools.setPriority(name, profile.priorities[name])
  setEnabled(
    session,
    Object.fromEntries(tools.entries.map(({ name }) => [name, profile.tools.includes(name)])),
  )
  return profile.tools.filter((name) => !tools.has(name))
}
