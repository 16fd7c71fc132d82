// A message beside the conversation: nothing of it is remembered, shown or asked, and only what reads is run.
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { runTurn } from '../governor/governor.ts'
import type { TurnOutcome, TurnPorts } from '../governor/ports.ts'
import type { ChatSession } from './session.ts'
import { turnPorts } from './turn-ports.ts'

/** Only the call counts, so what the model says without one is cut short: enough to open a call. */
const MOST_TOKENS = 24
const ROUNDS = 2
/** A slow processor reads the examples of a tool for minutes with a larger model, and a trial that was ended would count as wrong. */
const MOST_MS = 600_000

/** What came of such a message. */
export interface Aside {
  readonly events: readonly SessionEvent[]
  readonly outcome: TurnOutcome
}

/** What stands otherwise in the prompts of such a message; the rest is as ever. */
export interface AsideDraft {
  readonly head?: readonly ChatMessage[] | undefined
  detail?(name: string, detail: ToolDetail): ToolDetail
  /** In place of the session's. */
  readonly engine?: Engine
  readonly nearestShots?: TurnPorts['nearestShots']
}

/** Runs one message with the head alone before it, greedy; a tool's own sentence answers. Never throws but for an abort. */
export async function askAside(
  session: ChatSession,
  message: string,
  signal: AbortSignal,
  draft: AsideDraft = {},
): Promise<Aside> {
  const { slot, ground } = session
  await slot.ensureHead(signal)
  const ports = turnPorts(session)
  const events: SessionEvent[] = []
  const outcome = await runTurn(
    {
      turn: 0,
      message,
      origin: 'message',
      head: draft.head ?? slot.head,
      history: [],
      earlier: [],
      open: undefined,
      answers: 'tool',
      temperature: 0,
      seed: 1,
      maxAnswerTokens: MOST_TOKENS,
      maxRounds: ROUNDS,
      maxMs: MOST_MS,
      // Nothing of it is told to the model.
      factCharacters: 0,
      openingFloor: ground.openingFloor,
      search: ground.search,
    },
    {
      ...ports,
      ...(draft.engine && { engine: draft.engine }),
      ...(draft.nearestShots && { nearestShots: draft.nearestShots }),
      findTool: async (name) => {
        const found = await ports.findTool(name)
        return found && { ...found, detail: draft.detail?.(found.tool.name, found.detail) ?? found.detail }
      },
      // A taught request is tried as if it were another one.
      route: (text, last) => {
        const { arguments: given, ...decided } = ports.route(text, last)
        return given === undefined || decided.by === 'taught' ? decided : { ...decided, arguments: given }
      },
      noticeOff: () => undefined,
      // Nobody sees this turn, so nobody can allow what it would do to the world.
      approve: async (call, stop) =>
        call.tool.risk === 'read'
          ? ports.approve(call, stop)
          : { allowed: false, decision: 'policy', reason: 'tests only read' },
      emit: (event) => {
        if (event.type !== 'progress' && event.type !== 'view') events.push(event)
      },
    },
    signal,
  )
  return { events, outcome }
}
