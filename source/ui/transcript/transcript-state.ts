// What has been said, as a value: session events in, lines to draw out. Finished lines never change again (they are
// written into the terminal's own scrollback); what still moves is the streamed text, the running calls and progress.
import type { Activity, Level, LiveSignal, SessionEvent, TurnStatus } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { safeText } from '../safe-text.ts'
import { type FinishedCall, shortArguments } from '../short-call.ts'

export type TranscriptItem =
  | {
      readonly type: 'banner'
      readonly version: string
      readonly level: Level
      readonly reasons: readonly string[]
    }
  | { readonly type: 'user' | 'answer' | 'text' | 'notice' | 'ring' | 'error'; readonly text: string }
  | ({ readonly type: 'tool' } & FinishedCall)

export interface RunningCall {
  readonly call: string
  readonly name: string
  readonly arguments: string
}

export interface Progress {
  readonly what: Activity
  readonly done: number
  readonly total: number
  readonly leftS?: number
}

export interface TranscriptState {
  /** Finished, in order; only ever grows. Every text in it is safe to draw. */
  readonly items: readonly TranscriptItem[]
  /** Text of the running answer as the model wrote it; the answer's event replaces it. */
  readonly streamed: string
  readonly calls: readonly RunningCall[]
  readonly progress: Progress | undefined
  /** A line was typed here and echoed: its turn must not echo it again. */
  readonly echoed: boolean
  /** The last sentence about a missing model, so that it is said once. */
  readonly modelReason: string | undefined
}

export type TranscriptAction =
  | SessionEvent
  | LiveSignal
  | { readonly type: 'typed'; readonly line: string }
  | { readonly type: 'settled' }
  /** Something that was asked to be read. */
  | { readonly type: 'shown'; readonly text: string }
  | { readonly type: 'viewed'; readonly view: SessionView }

const ENDINGS: Partial<Record<TurnStatus, string>> = {
  cancelled: 'interrupted',
  timeout: 'stopped: it took too long',
  limit: 'stopped at a limit of rounds or tokens',
}

/** Opens with the banner of what the session says at its start. */
export function openTranscript(view: SessionView): TranscriptState {
  const empty = {
    items: [],
    streamed: '',
    calls: [],
    progress: undefined,
    echoed: false,
    modelReason: undefined,
  }
  return add(empty, banner(view))
}

export function reduceTranscript(state: TranscriptState, action: TranscriptAction): TranscriptState {
  switch (action.type) {
    case 'typed':
      return { ...add(state, { type: 'user', text: safeText(action.line) }), echoed: true }
    case 'settled':
      return { ...state, echoed: false, progress: undefined }
    case 'shown':
      return addText(state, 'text', action.text)
    case 'viewed':
      return seeView(state, action.view)
    case 'session.started':
      return isShown(state, banner(action)) ? state : add(state, banner(action))
    case 'turn.started':
      return startTurn(state, action)
    case 'tool.called':
      return {
        ...state,
        calls: [...otherCalls(state, action.call), runningCall(action)],
        progress: undefined,
      }
    case 'tool.finished':
      return finishCall(state, action)
    case 'answer.delta':
      return { ...state, streamed: state.streamed + action.text, progress: undefined }
    case 'answer':
      return { ...addText(state, 'answer', action.text), streamed: '' }
    case 'turn.finished':
      return finishTurn(state, action.status)
    case 'command':
      return addText(state, action.ok ? 'text' : 'error', action.text)
    case 'ring':
      return addText(state, 'ring', action.message)
    case 'notice':
    case 'error':
      return action.message === state.modelReason ? state : addText(state, action.type, action.message)
    case 'progress':
      return {
        ...state,
        progress: action.done > 0 && action.done >= action.total ? undefined : progressOf(action),
      }
    case 'model.ready':
      return { ...state, progress: undefined, modelReason: undefined }
    case 'route':
    case 'approval':
    case 'session.finished':
    case 'view':
      return state
    default:
      return action satisfies never
  }
}

function startTurn(state: TranscriptState, event: { text: string; origin: string }): TranscriptState {
  const next = { ...state, streamed: '', calls: [], echoed: false }
  // A message that came from elsewhere (another view of this session) is shown too.
  return event.origin === 'message' && !state.echoed
    ? add(next, { type: 'user', text: safeText(event.text) })
    : next
}

function finishTurn(state: TranscriptState, status: TurnStatus): TranscriptState {
  const answered = state.streamed === '' ? state : addText(state, 'answer', state.streamed)
  const ending = ENDINGS[status]
  const next = ending === undefined ? answered : add(answered, { type: 'notice', text: ending })
  return { ...next, streamed: '', calls: [], progress: undefined }
}

function finishCall(
  state: TranscriptState,
  event: Extract<SessionEvent, { type: 'tool.finished' }>,
): TranscriptState {
  const { call, name, ok, say, ms } = event
  const running = state.calls.find((one) => one.call === call)
  const item = {
    type: 'tool' as const,
    name: safeText(name),
    arguments: running?.arguments ?? '',
    ok,
    say,
    ms,
  }
  return { ...add(state, item), calls: state.calls.filter((one) => one !== running) }
}

function seeView(state: TranscriptState, view: SessionView): TranscriptState {
  const reason = view.modelState === 'none' || view.modelState === 'failed' ? view.modelReason : undefined
  if (reason === state.modelReason) return state
  const next = { ...state, modelReason: reason }
  const said = state.items.slice(-4).some((item) => 'text' in item && item.text === reason)
  return reason === undefined || said
    ? next
    : addText(next, view.modelState === 'failed' ? 'error' : 'notice', reason)
}

/** A call that was edited is called again under its id. */
function otherCalls(state: TranscriptState, call: string): readonly RunningCall[] {
  return state.calls.filter((one) => one.call !== call)
}

function runningCall(event: Extract<SessionEvent, { type: 'tool.called' }>): RunningCall {
  return { call: event.call, name: safeText(event.name), arguments: shortArguments(event.arguments) }
}

function progressOf({ what, done, total, leftS }: Progress): Progress {
  return { what, done, total, ...(leftS !== undefined && { leftS }) }
}

function banner(from: { version: string; level: Level; reasons: readonly string[] }): TranscriptItem {
  return { type: 'banner', version: from.version, level: from.level, reasons: from.reasons.map(safeText) }
}

function isShown(state: TranscriptState, item: TranscriptItem): boolean {
  const last = state.items.findLast((one) => one.type === 'banner')
  return JSON.stringify(last) === JSON.stringify(item)
}

function addText(
  state: TranscriptState,
  type: 'answer' | 'text' | 'notice' | 'ring' | 'error',
  text: string,
): TranscriptState {
  const shown = safeText(text).replace(/^\n+/, '').trimEnd()
  return shown === '' ? state : add(state, { type, text: shown })
}

function add(state: TranscriptState, item: TranscriptItem): TranscriptState {
  return { ...state, items: [...state.items, item] }
}
