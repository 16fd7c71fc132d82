// What the session lends to the commands about composites: the files, the calls that went well, and the ground anew when there are others.
import { refusal } from '../contracts/command.ts'
import type { CompositeShelf } from '../contracts/composites.ts'
import type { ChatSession } from './session.ts'
import { taken } from './take-result.ts'

/** A shelf over the session as it stands now; `signal` ends what runs. */
export function compositeShelf(session: ChatSession, signal: AbortSignal): CompositeShelf {
  const { composites } = session.ports
  return {
    list: () => composites.list(),
    show: (name) => composites.show(name),
    check: (name) => composites.check(name),
    test: (name) => composites.test(name, signal),
    trust: (name, hash) => taken(session, composites.trust(name, hash)),
    record: (count, name) => {
      // A composite is recorded as its steps; one that is not used leaves its name to the tool.
      const own = composites.list().flatMap((row) => (row.state === 'used' ? [row.name] : []))
      const calls = session.messages.calls.calls.filter(({ tool }) => !own.includes(tool))
      if (calls.length < count) {
        const there =
          calls.length === 0 ? 'No call' : calls.length === 1 ? 'Only 1 call' : `Only ${calls.length} calls`
        return refusal(`${there} went well in this conversation so far.`)
      }
      return taken(session, composites.record(calls.slice(-count), name))
    },
  }
}
