// Named states as commands see them.
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { NamedState, StateConfig, StateShelf } from '../contracts/named-states.ts'
import { exportPlace } from '../lib/export-place.ts'
import type { ChatSession } from './session.ts'

const SECRET = {
  ok: false,
  reason: 'A state is written to disk under its name; `/secret off` comes first.',
} as const

/** A shelf over the session and the states of its home; `signal` ends the making of a head. */
export function stateShelf(session: ChatSession, signal: AbortSignal): StateShelf {
  const { ports, setup, slot } = session
  const { states } = ports.setup
  const now = () => ports.clock.now().toISOString()
  return {
    read: () => states.read(),
    find: (name) => states.find(name),
    removed: () => states.removed(),
    earlier: (name) => states.earlier(name),
    restore: (name, version) => leaving(session, name, states.restore(name, now(), version)),
    get active() {
      return setup.state
    },
    get isHeld() {
      return setup.isHeld
    },
    save: async (name, notes) => {
      if (ports.secret.isOn()) return SECRET
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
    remove: (name) => leaving(session, name, states.remove(name, now())),
    exportTo: (name, path) => {
      const place = exportPlace(ports.workspace, path)
      if ('reason' in place) return { ok: false, reason: place.reason }
      const written = states.exportTo(name, place)
      return written.ok ? { ...written, ...place } : written
    },
    importFrom: (path, name) =>
      ports.secret.isOn()
        ? SECRET
        : states.importFrom(resolve(ports.workspace, path.replace(/^~(?=[/\\])/, homedir())), name),
  }
}

/** A head must not be saved into a folder that is gone, or is another one's by now. */
function leaving<T extends { readonly ok: boolean }>({ setup }: ChatSession, name: string, change: T): T {
  if (change.ok && setup.state === name) setup.wear(setup.persona)
  return change
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
    remarks: [...setup.toolProblems(), ...setup.lastHead.remarks],
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
    priorities: setup.priorities,
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
