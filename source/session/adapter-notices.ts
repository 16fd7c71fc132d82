import type { EngineInfo } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'

/** That a model writes its calls without what was learned for it, and why. */
export function adapterNotices({ callAdapter }: EngineInfo): readonly SessionEvent[] {
  if (callAdapter?.type !== 'refused') return []
  const message = `Calls are written as the model came, not as it was tuned for them: ${callAdapter.reason}.`
  return [{ type: 'notice', code: 'call_adapter', message }]
}
