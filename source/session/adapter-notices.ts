import type { EngineInfo } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'

/** That a model writes its calls without what was learned for it, and why. */
export function adapterNotices({ callAdapter }: EngineInfo): readonly SessionEvent[] {
  if (callAdapter?.type !== 'refused') return []
  const repair = callAdapter.isLearnedHere
    ? ' `/optimize_tool_prompts --strategy calls` learns it anew, `--undo` takes the last run back.'
    : ''
  const message = `Calls are written as the model came, not as it was tuned for them: ${callAdapter.reason}.${repair}`
  return [{ type: 'notice', code: 'call_adapter', message }]
}
