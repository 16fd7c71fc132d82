// What the session lends to the optimizer, and how what it found applies at once.
import type { CommandResult } from '../contracts/command.ts'
import type { OptimizeShelf } from '../contracts/optimized.ts'
import { askAside } from './aside.ts'
import type { AppliedPrompts } from './ports.ts'
import type { ChatSession } from './session.ts'

/** A shelf for one run of one command; `signal` ends it with what was finished. */
export function optimizeShelf(session: ChatSession, signal: AbortSignal): OptimizeShelf {
  const { ports, slot } = session
  const noModel = (): CommandResult => ({ ok: false, text: slot.reason ?? 'No model is loaded.', data: null })
  return {
    run: async (choice) => {
      const { engine } = slot
      if (engine === undefined) return noModel()
      const applied = await ports.optimizer.run({
        choice,
        engine,
        ground: session.ground,
        usable: session.role.tools,
        signal,
        ask: (message, draft, stop) => askAside(session, message, stop, draft),
        onProgress: ({ strategy, done, total, leftS }) =>
          session.emit({
            type: 'progress',
            what: 'optimize',
            done,
            total,
            text: strategy,
            ...(leftS !== undefined && { leftS }),
          }),
      })
      return apply(session, applied, signal)
    },
    undo: async () => {
      if (slot.engine === undefined) return noModel()
      return apply(session, await ports.optimizer.undo(slot.engine.info.modelId, session.ground), signal)
    },
  }
}

async function apply(
  session: ChatSession,
  { result, ground, touched, reloads }: AppliedPrompts,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { slot } = session
  slot.states.forget(touched)
  if (ground !== undefined) session.takeGround(ground)
  if (!reloads || signal.aborted) return result
  signal.addEventListener('abort', () => slot.stopLoad(), { once: true })
  await slot.reload()
  return slot.state === 'ready'
    ? result
    : { ...result, ok: false, text: `${result.text}\n${slot.reason ?? ''}` }
}
