// What has been said, as a value: session events in, lines to draw out. Finished lines never change again (they are
// written into the terminal's own scrollback); what still moves is the streamed text, the running calls and progress.
import type { Activity, Level, LiveSignal, SessionEvent, TurnStatus } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { type MarkdownPiece, piecesOf } from '../markdown/pieces.ts'
import { safeText } from '../safe-text.ts'
import { type FinishedCall, shortArguments } from '../short-call.ts'
import { type AnswerFlow, endAnswer, NO_ANSWER, takeDelta } from './answer-flow.ts'
import { type Details, NO_DETAILS, noteDetails } from './details.ts'

export type TranscriptItem =
  | {
      readonly type: 'banner'
      readonly version: string
      readonly level: Level
      readonly reasons: readonly string[]
      /** Requests that somebody new can try. */
      readonly tries?: readonly string[]
      /** None of them would be answered. */
      readonly lacksModel?: true
    }
  | { readonly type: 'user' | 'answer' | 'text' | 'notice' | 'ring' | 'error'; readonly text: string }
  /** A call in whole, with what it would do. */
  | { readonly type: 'preview'; readonly text: string }
  /** Part of an answer; `raw`: as it was written. */
  | { readonly type: 'markdown'; readonly piece: MarkdownPiece; readonly raw: boolean }
  /** What a model wrote before its answer. */
  | { readonly type: 'thought'; readonly text: string }
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
  readonly leftS?: number | undefined
  readonly name?: string
}

export interface TranscriptState {
  /** Finished, in order; only ever grows. Every text in it is safe to draw. */
  readonly items: readonly TranscriptItem[]
  /** The running answer. */
  readonly flow: AnswerFlow
  /** What the model thinks before it answers. */
  readonly thinking: string
  /** What can be looked at in whole. */
  readonly details: Details
  /** The last answer of the model, for being shown in the other way. */
  readonly answered: string
  /** Answers are shown as they are written, with all their signs. */
  readonly raw: boolean
  /** Tools that were weighed for the running or last message; undefined before the first. */
  readonly considered: number | undefined
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

const REPLACED = 'the answer is another one than what was shown of it:'

/** Opens with the banner of what the session says at its start. */
export function openTranscript(view: SessionView): TranscriptState {
  const empty = {
    items: [],
    flow: NO_ANSWER,
    thinking: '',
    details: NO_DETAILS,
    answered: '',
    raw: view.raw ?? false,
    considered: undefined,
    calls: [],
    progress: undefined,
    echoed: false,
    modelReason: undefined,
  }
  return add(empty, banner(view))
}

export function reduceTranscript(state: TranscriptState, action: TranscriptAction): TranscriptState {
  const details = noteDetails(state.details, action)
  return reduce(details === state.details ? state : { ...state, details }, action)
}

function reduce(state: TranscriptState, action: TranscriptAction): TranscriptState {
  switch (action.type) {
    case 'typed':
      return { ...add(state, { type: 'user', text: safeText(action.line) }), echoed: true }
    case 'settled':
      return { ...state, echoed: false, progress: undefined }
    case 'shown':
      return add(state, { type: 'preview', text: safeText(action.text).trimEnd() })
    case 'viewed':
      return seeView(state, action.view)
    case 'session.started':
      return isShown(state, banner(action)) ? state : add(state, banner(action))
    case 'turn.started':
      return startTurn(state, action)
    case 'tool.called':
      return {
        ...endThought(state),
        calls: [...otherCalls(state, action.call), runningCall(action)],
        flow: { ...state.flow, holds: true },
        progress: undefined,
      }
    case 'tool.finished':
      return finishCall(state, action)
    case 'answer.delta':
      return takeAnswer(endThought(state), action.text)
    case 'answer':
      return finishAnswer(endThought(state), action.text, action.source)
    case 'turn.finished':
      return finishTurn(state, action.status)
    case 'command':
      return action.ok ? addText(state, 'text', action.text) : addUnlessSaid(state, 'error', action.text)
    case 'ring':
      return addText(state, 'ring', action.message)
    case 'notice':
    case 'error':
      return addUnlessSaid(state, action.type, action.message)
    case 'progress':
      return {
        ...state,
        thinking: state.thinking + thoughtOf(action),
        progress: action.done > 0 && action.done >= action.total ? undefined : progressOf(action),
      }
    case 'model.ready':
      return { ...state, progress: undefined, modelReason: undefined }
    case 'route':
      return { ...state, considered: action.candidates.length }
    case 'approval':
    case 'session.finished':
    case 'view':
      return state
    default:
      return action satisfies never
  }
}

function startTurn(state: TranscriptState, event: { text: string; origin: string }): TranscriptState {
  const next = { ...state, flow: NO_ANSWER, thinking: '', calls: [], echoed: false, considered: undefined }
  // A message that came from elsewhere (another view of this session) is shown too.
  return event.origin === 'message' && !state.echoed
    ? add(next, { type: 'user', text: safeText(event.text) })
    : next
}

function takeAnswer(state: TranscriptState, text: string): TranscriptState {
  const { flow, pieces } = takeDelta(state.flow, text)
  return addPieces({ ...state, flow, progress: undefined }, pieces)
}

/** What a tool said is no Markdown: a file's text, a table of its own. */
function finishAnswer(state: TranscriptState, text: string, source: 'model' | 'tool'): TranscriptState {
  const { flow } = state
  const answered = source === 'tool' || text.trim() === '' ? state.answered : text
  const next = { ...state, flow: NO_ANSWER, answered, progress: undefined }
  const { pieces, isOther } = endAnswer(flow, text)
  const told = isOther && text.trim() !== '' ? addText(next, 'notice', REPLACED) : next
  return source === 'tool' && (isOther || !flow.hasGiven)
    ? addText(told, 'answer', text)
    : addPieces(told, pieces)
}

function finishTurn(state: TranscriptState, status: TurnStatus): TranscriptState {
  const { flow } = state
  const answered = flow.streamed === '' ? state : finishAnswer(state, flow.streamed, 'model')
  const ending = ENDINGS[status]
  const next = ending === undefined ? answered : add(answered, { type: 'notice', text: ending })
  return { ...endThought(next), flow: NO_ANSWER, calls: [], progress: undefined }
}

/** Thinking ends with the first thing that is not thought. */
function endThought(state: TranscriptState): TranscriptState {
  const text = safeText(state.thinking).trim()
  if (state.thinking === '') return state
  const next = { ...state, thinking: '' }
  return text === '' ? next : add(next, { type: 'thought', text })
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
  return { ...add(state, item), calls: state.calls.filter((one) => one !== running), progress: undefined }
}

function seeView(before: TranscriptState, view: SessionView): TranscriptState {
  const state = seeRaw(before, view.raw ?? false)
  const reason = view.modelState === 'none' || view.modelState === 'failed' ? view.modelReason : undefined
  if (reason === state.modelReason) return state
  const next = { ...state, modelReason: reason }
  const said = state.items.slice(-4).some((item) => 'text' in item && item.text === reason)
  return reason === undefined || said
    ? next
    : addText(next, view.modelState === 'failed' ? 'error' : 'notice', reason)
}

/** Why there is no model was said behind the last line that was typed; behind another one it is the answer to that. */
function addUnlessSaid(state: TranscriptState, type: 'notice' | 'error', message: string): TranscriptState {
  const since = state.items.slice(state.items.findLastIndex((item) => item.type === 'user') + 1)
  const isSaid = since.some((item) => 'text' in item && item.text === safeText(message))
  return message === state.modelReason && isSaid ? state : addText(state, type, message)
}

/** The last answer is shown once more, in the way that was chosen; one that is being written goes on in it. */
function seeRaw(state: TranscriptState, raw: boolean): TranscriptState {
  if (raw === state.raw) return state
  if (state.flow.streamed !== '') return { ...state, raw }
  return addPieces({ ...state, raw }, piecesOf(state.answered))
}

/** A call that was edited is called again under its id. */
function otherCalls(state: TranscriptState, call: string): readonly RunningCall[] {
  return state.calls.filter((one) => one.call !== call)
}

function runningCall(event: Extract<SessionEvent, { type: 'tool.called' }>): RunningCall {
  return { call: event.call, name: safeText(event.name), arguments: shortArguments(event.arguments) }
}

/** A piece of what is thought; empty for every other progress. */
function thoughtOf(action: { readonly what: Activity; readonly text?: string }): string {
  return action.what === 'think' ? (action.text ?? '') : ''
}

function progressOf({ what, done, total, leftS, text }: Progress & { readonly text?: string }): Progress {
  const name = what === 'think' ? undefined : text
  return { what, done, total, ...(leftS !== undefined && { leftS }), ...(name && { name }) }
}

type Start = Pick<SessionView, 'version' | 'level' | 'reasons' | 'tries' | 'lacksModel'>

function banner({ version, level, reasons, tries = [], lacksModel }: Start): TranscriptItem {
  const shown = { type: 'banner', version, level, reasons: reasons.map(safeText) } as const
  if (lacksModel) return { ...shown, lacksModel }
  return tries.length === 0 ? shown : { ...shown, tries: tries.map(safeText) }
}

/** Whether the banner says this already, but for what only a start says. */
function isShown(state: TranscriptState, item: TranscriptItem): boolean {
  const last = state.items.findLast((one) => one.type === 'banner')
  const said = (one: object) => JSON.stringify({ ...one, tries: undefined, lacksModel: undefined })
  return said({ ...last }) === said(item)
}

function addText(
  state: TranscriptState,
  type: 'answer' | 'text' | 'notice' | 'ring' | 'error',
  text: string,
): TranscriptState {
  const shown = safeText(text).replace(/^\n+/, '').trimEnd()
  return shown === '' ? state : add(state, { type, text: shown })
}

function addPieces(state: TranscriptState, pieces: readonly MarkdownPiece[]): TranscriptState {
  if (pieces.length === 0) return state
  const { raw } = state
  return {
    ...state,
    items: [...state.items, ...pieces.map((piece) => ({ type: 'markdown' as const, piece, raw }))],
  }
}

function add(state: TranscriptState, item: TranscriptItem): TranscriptState {
  return { ...state, items: [...state.items, item] }
}
