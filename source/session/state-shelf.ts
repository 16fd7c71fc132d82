// Named states as commands see them.
import { homedir } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { NamedState, StateConfig, StateShelf } from '../contracts/named-states.ts'
import type { ChatSession } from './session.ts'

/** A shelf over the session and the states of its home; `signal` ends the making of a head. */
export function stateShelf(session: ChatSession, signal: AbortSignal): StateShelf {
  const { ports, setup, slot } = session
  const { states } = ports.setup
  const now = () => ports.clock.now().toISOString()
  return {
    read: () => states.read(),
    find: (name) => states.find(name),
    restore: (name) => states.restore(name),
    get active() {
      return setup.state
    },
    save: async (name, notes) => {
      const about = { notes, parent: setup.state ?? null, created: now() }
      const saved = states.save(name, configOf(session), about)
      const found = saved.ok ? states.find(name) : undefined
      if (found?.type !== 'found') return saved.ok ? { ...saved, head: false } : saved
      setup.put(found.state)
      await makeHead(session, signal)
      return { ...saved, head: sizeOf(session, name) > 0 }
    },
    take: async (name) => {
      const found = states.find(name)
      if (found.type === 'missing') return { ok: false, reason: found.reason }
      const refused = session.role.take(found.state.config.role)
      if (refused !== undefined)
        return { ok: false, reason: `The state \`${name}\` cannot be put on: ${refused}` }
      return take(session, found.state, signal)
    },
    leave: () => {
      setup.trial.leave()
      setup.leave()
      session.role.take(undefined)
      slot.renewHead()
      session.emit({ type: 'view' })
    },
    remove: (name) => {
      const removed = states.remove(name, now())
      // Its head must not be saved into a folder that is gone.
      if (removed.ok && setup.state === name) setup.wear(setup.persona)
      return removed
    },
    exportTo: (name, path) => {
      const place = placeOf(ports.workspace, path)
      if (place === undefined) return leads(path)
      const written = states.exportTo(name, place)
      return written.ok ? { ...written, path: place } : written
    },
    importFrom: (path, name) => {
      const place = placeOf(ports.workspace, path)
      return place === undefined ? leads(path) : states.importFrom(place, name)
    },
  }
}

async function take(session: ChatSession, state: NamedState, signal: AbortSignal) {
  const { setup, slot } = session
  setup.trial.leave()
  setup.put(state)
  await makeHead(session, signal)
  session.emit({ type: 'view' })
  if (state.config.persona !== undefined && setup.persona === undefined) {
    const reason = `The persona of the state \`${state.name}\` is too long for this model: its tools, role and mode are on, its persona is not.`
    return { ok: false, reason } as const
  }
  return {
    ok: true,
    head: slot.engine && setup.lastHead.source,
    headTokens: slot.headTokens,
    remarks: [...setup.missingTools(), ...setup.lastHead.remarks],
  } as const
}

/** The head of a state is made at once, so that a person sees where it came from. */
async function makeHead({ slot }: ChatSession, signal: AbortSignal): Promise<void> {
  slot.dropHead()
  await slot.ensureHead(signal)
}

function sizeOf({ ports }: ChatSession, name: string): number {
  const found = ports.setup.states.find(name)
  return found.type === 'found' ? found.state.bytes : 0
}

/** The session's setup as it stands. */
function configOf({ ports, setup, role, mode }: ChatSession): StateConfig {
  return {
    persona: setup.persona,
    role: role.active?.name,
    profile: setup.profile,
    mode,
    tools: setup.toolNames(),
    priorities: setup.choice?.priorities ?? ports.choices.priorities(),
    instructions: setup.instructions ?? ownText(ports.services.startupPrompt),
  }
}

/** The person's own text, as far as the head has it. */
function ownText(prompt: ChatSession['ports']['services']['startupPrompt']): string {
  try {
    const text = prompt?.read() ?? ''
    return prompt?.findFault(text) === undefined ? text : ''
  } catch {
    return '' // A text that cannot be read stands in no head.
  }
}

/** undefined: a relative path that leads out of the workspace. */
function placeOf(workspace: string, typed: string): string | undefined {
  const path = typed.replace(/^~(?=[/\\])/, homedir())
  if (isAbsolute(path)) return path
  const place = resolve(workspace, path)
  const within = relative(workspace, place)
  return within === '' || within === '..' || within.startsWith(`..${sep}`) ? undefined : place
}

function leads(path: string) {
  const reason = `\`${path}\` leads out of the workspace; type the whole path for a place outside.`
  return { ok: false, reason } as const
}
