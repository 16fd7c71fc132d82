// Personas as commands see them.
import type { PersonaShelf } from '../contracts/persona.ts'
import type { ChatSession } from './session.ts'

/** A shelf over the session; a persona is refused before anything changes. */
export function personaShelf(session: ChatSession): PersonaShelf {
  const { ports, setup, slot } = session
  const { personas } = ports.setup
  return {
    read: () => personas.read(),
    find: (name) => personas.find(name),
    get active() {
      return setup.persona
    },
    textOf: (persona) => ports.setup.textOf(persona),
    take: async (name) => {
      const found = name === undefined ? undefined : personas.find(name)
      if (found?.type === 'missing') return found.reason
      const persona = found?.persona
      if (persona !== undefined && slot.engine !== undefined) {
        const head = await ports.buildHead(session.ground, slot.engine, { ...setup.wishes, persona })
        if (head.refused !== undefined) return head.refused
      }
      setup.trial.leave()
      setup.wear(persona)
      return undefined
    },
  }
}
