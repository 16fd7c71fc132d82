// Everything that the session says, in order; `--json` writes these objects, one a line.
// The layout is a promise to other people's scripts: docs/events.md. Fields may be added, none renamed.
import type { JsonObject, JsonValue } from './json.ts'
import type { RingKind } from './rings.ts'
import type { RouteBy, RouteCandidate } from './router.ts'

export type Level = 1 | 2 | 3 | 4
/** What each level is called in the banner and in `/status`. */
export const LEVEL_NAMES: { readonly [L in Level]: string } = {
  1: 'optimized prompts',
  2: 'manifest one-liners',
  3: 'chat without tools',
  4: 'emergency',
}

export type ModelState = 'loading' | 'ready' | 'none' | 'failed'

/** How a turn ended. */
export type TurnStatus =
  | 'success'
  | 'need_clarification'
  | 'user_denied'
  | 'timeout'
  | 'limit'
  | 'cancelled'
  | 'error'

export interface TurnTimings {
  readonly routeMs: number
  /** Message in → last call's arguments complete, routing included; 0 without a call. */
  readonly callMs: number
  /** 0 when the tool's own sentence answers. */
  readonly firstTokenMs: number
  readonly totalMs: number
}

export interface TurnTokens {
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
  /** Tokens in the talk lane after the turn. */
  readonly context: number
}

export type SessionEvent =
  | {
      readonly type: 'session.started'
      readonly version: string
      readonly home: string
      readonly level: Level
      readonly reasons: readonly string[]
      readonly model: string | null
      readonly modelState: ModelState
      readonly tools: { readonly enabled: number; readonly total: number }
    }
  | {
      readonly type: 'model.ready'
      readonly model: string
      readonly headTokens: number
      readonly indexTokens: number
      readonly contextTokens: number
      readonly loadMs: number
      readonly headRestored: boolean
    }
  | { readonly type: 'turn.started'; readonly turn: number; readonly text: string; readonly origin: string }
  | {
      readonly type: 'route'
      readonly turn: number
      readonly round: number
      readonly tool: string | null
      readonly confidence: number
      readonly by: RouteBy
      readonly candidates: readonly RouteCandidate[]
      /** The tool that was wanted and may not be used; `tool` is null then. */
      readonly off?: string
    }
  | {
      readonly type: 'tool.called'
      readonly turn: number
      readonly round: number
      readonly call: string
      readonly name: string
      readonly arguments: JsonObject
    }
  | {
      readonly type: 'approval'
      readonly turn: number
      readonly call: string
      readonly decision: 'once' | 'session' | 'always' | 'denied' | 'policy'
      /** A person, now or when a permission was given, or the policy alone. */
      readonly by: 'person' | 'policy'
      readonly reason: string
    }
  | {
      readonly type: 'tool.finished'
      readonly turn: number
      readonly call: string
      readonly name: string
      readonly ok: boolean
      readonly result?: JsonValue
      readonly error?: { readonly code: string; readonly message: string }
      readonly say: string
      readonly ms: number
    }
  | { readonly type: 'answer.delta'; readonly turn: number; readonly text: string }
  | {
      readonly type: 'answer'
      readonly turn: number
      readonly text: string
      readonly status: TurnStatus
      readonly confidence: number
      readonly source: 'model' | 'tool'
    }
  | {
      readonly type: 'turn.finished'
      readonly turn: number
      readonly status: TurnStatus
      readonly timings: TurnTimings
      readonly tokens: TurnTokens
    }
  | {
      readonly type: 'command'
      readonly name: string
      readonly ok: boolean
      readonly data: JsonValue
      readonly text: string
    }
  | {
      readonly type: 'ring'
      readonly kind: RingKind
      readonly id: number
      readonly label: string
      readonly due: string
      readonly wasAway: boolean
      readonly message: string
    }
  | { readonly type: 'notice'; readonly code: string; readonly message: string }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'session.finished'; readonly exitCode: number }

/** What only a screen cares for; never written to `--json`. */
export type LiveSignal =
  /** Something moves: loading a model, evaluating a prompt, making states. `total` 0: not known. */
  | {
      readonly type: 'progress'
      readonly what: Activity
      readonly done: number
      readonly total: number
      /** Of thinking: the piece that came; `done` counts characters. Of optimizing: the strategy, whose end `leftS` is for. Of states: the tool whose state is made for its first call, by tokens; none: `done` counts states. */
      readonly text?: string
      /** Seconds that the rest will take, about; undefined: not known. */
      readonly leftS?: number | undefined
    }
  /** The view changed without an event (model state, counts); `edit`: this message, counted from 1, comes into the draft; `often`: soon again, so it may wait a little. */
  | { readonly type: 'view'; readonly edit?: number; readonly often?: true }

export type Activity =
  | 'load'
  | 'prompt'
  | 'think'
  | 'answer'
  | 'call'
  | 'tool'
  | 'states'
  | 'pull'
  | 'eval'
  | 'optimize'
