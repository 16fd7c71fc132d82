import type { EngineInfo } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'

/** That a model writes its calls, or talks, without what was learned for it, and why. */
export function adapterNotices({ callAdapter, talkAdapter }: EngineInfo): readonly SessionEvent[] {
  const notices: SessionEvent[] = []
  if (callAdapter?.type === 'refused') {
    const repair = callAdapter.isLearnedHere
      ? ' `/optimize_tool_prompts --strategy calls` learns it anew, `--undo` takes the last run back.'
      : ''
    const message = `Calls are written as the model came, not as it was tuned for them: ${callAdapter.reason}.${repair}`
    notices.push({ type: 'notice', code: 'call_adapter', message })
  }
  if (talkAdapter?.type === 'refused') {
    const message = `The model talks as it came, not as it was tuned to: ${talkAdapter.reason}.`
    notices.push({ type: 'notice', code: 'talk_adapter', message })
  }
  return notices
}
