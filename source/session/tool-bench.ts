// What the session lends to `/tools`: use, states and tests of tools, priorities and profiles.
import type { CommandResult } from '../contracts/command.ts'
import type { ToolBench, ToolProfile } from '../contracts/tool-shelf.ts'
import { pauseOf, resumeTool } from './paused-tools.ts'
import type { ChatSession } from './session.ts'
import { toolProfile } from './tool-profiles.ts'

type Priorities = ToolProfile['priorities']

export const NOT_KEPT = 'The settings cannot be written, so this holds for this session alone.'

/** A bench over the session as it stands now. */
export function toolBench(session: ChatSession): ToolBench {
  const { ports, slot, uses } = session
  const { choices } = ports
  return {
    use: (name) => uses.of(name),
    pause: (name) => pauseOf(session, name),
    resume: (name) => resumeTool(session, name),
    states: async () => {
      const states = slot.engine === undefined ? [] : await ports.savedStates(slot.engine.info.modelId)
      return new Map(states.map((state) => [state.name, state]))
    },
    tests: (name) => ports.toolTests(name),
    setEnabled: (enabled) => setEnabled(session, enabled),
    setPriority: (name, priority) => {
      const changed = ({ [name]: _, ...others }: Priorities) =>
        priority === undefined ? others : { ...others, [name]: priority }
      const kept = choices.keepPriorities(changed(choices.priorities()))
      session.ground.tools.setPriority(name, priority)
      session.setup.toolsChanged({}, changed(session.setup.priorities))
      slot.renewHead()
      return kept ? undefined : NOT_KEPT
    },
    profileNames: () => Object.keys(choices.profiles()),
    profile: (words) => toolProfile(session, words),
    pin: (name, isOn) => pin(session, name, isOn),
  }
}

/** Turns tools on and off, also such as are paused, keeps that, and lets the head be made anew once. */
export function setEnabled(session: ChatSession, enabled: { readonly [tool: string]: boolean }): void {
  for (const [name, isOn] of Object.entries(enabled)) if (isOn) session.ports.toolHealth.resume(name)
  putEnabled(session, enabled, session.setup.priorities)
}

/** The same with priorities, and what is paused stays off: nobody named it. */
export function putEnabled(
  session: ChatSession,
  enabled: { readonly [tool: string]: boolean },
  priorities: Priorities,
): void {
  const { tools } = session.ground
  const paused = session.ports.toolHealth.paused()
  for (const [name, isOn] of Object.entries(enabled))
    if (tools.has(name)) tools.setEnabled(name, isOn && !paused.has(name))
  // Only what was changed is kept: a named state turns tools off for the session alone.
  const named = (isOn: boolean) => Object.keys(enabled).filter((name) => enabled[name] === isOn)
  const [on, off] = [named(true), named(false)]
  // A tool that is not there at the moment, as of a server that does not answer, stays off when it comes back.
  const kept = session.ports.choices.disabled().filter((name) => !on.includes(name))
  const all = [...new Set([...kept, ...off.filter((name) => tools.has(name))])].sort()
  if (!session.ports.keepDisabled(all))
    session.emit({ type: 'notice', code: 'settings_not_kept', message: NOT_KEPT })
  session.setup.toolsChanged(enabled, priorities)
  session.slot.renewHead()
}

/** A pinned tool has a line in the head whatever its priority, as far as the budget goes. */
async function pin(session: ChatSession, name: string, isOn: boolean): Promise<CommandResult> {
  const { lines } = session.ports.setup
  const data = { name, pinned: isOn }
  if (lines.pinned().includes(name) === isOn)
    return { ok: true, text: `${name} is ${isOn ? 'pinned already' : 'not pinned'}.`, data }
  const problem = lines.pin(name, isOn)
  if (problem !== undefined) return { ok: false, text: problem, data: null }
  session.slot.renewHead()
  if (!isOn) return { ok: true, text: `${name} is no longer pinned; the head is made anew once.`, data }
  return { ok: true, text: `${name} is pinned${await lineText(session, name)}`, data }
}

/** Whether a pinned tool has its line now; the budget may leave it none, and without a model that is not known. */
async function lineText(session: ChatSession, name: string): Promise<string> {
  const { ground, ports, setup, slot } = session
  const others = ports.setup.lines.pinned().filter((one) => one !== name)
  if (!ground.tools.isEnabled(name)) return `, but it is off: \`/tools enable ${name}\` gives it its line.`
  if (slot.engine === undefined)
    return '; it gets a line of its own where the budget of the head leaves room.'
  const { messages } = await ports.buildHead(ground, slot.engine, setup.wishes)
  if (messages.some(({ text }) => text.split('\n').some((line) => line.startsWith(`${name}: `))))
    return ': it has a line of its own; the head is made anew once.'
  const room =
    others.length === 0
      ? 'its line is too long for it'
      : `\`/tools unpin NAME\` makes room (pinned before: ${others.join(', ')})`
  return `, but the budget of the head leaves it no line now; ${room}.`
}
