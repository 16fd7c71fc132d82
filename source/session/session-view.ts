// The session as surfaces see it, put together from its parts.
import type { SessionEvent } from '../contracts/event.ts'
import type { SessionView } from '../contracts/session.ts'
import { COMPACT_SHARE } from './context-plan.ts'
import type { ChatSession } from './session.ts'
import { startRequests } from './start-requests.ts'

/** A snapshot; `running` is what only the session itself knows. */
export function viewOf(
  session: ChatSession,
  running: Pick<SessionView, 'activity' | 'busy' | 'tokensPerSecond'>,
): SessionView {
  const { ports, slot, ground, approvals, conversation, options } = session
  const { tools } = ground
  const isGone = slot.state === 'none' || slot.state === 'failed'
  const lacksModel = isGone || (options.lacksModel === true && slot.model === undefined)
  // States are a model's; before one is there the tools need not be read for their number.
  const wanted = slot.state === 'ready' ? slot.wantsState : []
  return {
    version: ports.version,
    home: ports.home,
    level: ground.level,
    reasons: ground.reasons,
    tries: options.interactive && !lacksModel ? startRequests(ground) : [],
    lacksModel,
    model: slot.model,
    modelState: slot.state,
    modelReason: slot.reason,
    tools: { enabled: tools.enabled.length, total: tools.entries.length },
    states: { ready: wanted.filter((name) => slot.states.names.includes(name)).length, total: wanted.length },
    tokens: { used: conversation.laneTokens, window: slot.engine?.info.contextTokens ?? 0 },
    tokensPerSecond: running.tokensPerSecond,
    confidence: session.last?.outcome.confidence,
    activity: running.activity ?? (slot.state === 'loading' ? 'load' : undefined),
    busy: running.busy,
    pending: approvals.pending,
    dryRun: approvals.dryRun,
    role: session.role.view,
    ...session.setup.view,
    secret: ports.secret.isOn(),
    raw: session.reading.raw,
    indexTokens: slot.indexTokens || undefined,
    compactTokens: session.mode === 'fresh' ? undefined : compactTokens(slot.engine?.info.contextTokens),
  }
}

function compactTokens(window: number | undefined): number | undefined {
  return window === undefined ? undefined : Math.round(window * COMPACT_SHARE)
}

/** How a session begins, for those who listen. */
export function startedAs(view: SessionView): SessionEvent {
  return {
    type: 'session.started',
    version: view.version,
    home: view.home,
    level: view.level,
    reasons: view.reasons,
    model: view.model ?? null,
    modelState: view.modelState,
    tools: view.tools,
  }
}
