// Everything that the screen shows, as one value: the session's view, the transcript, the draft, the lines that wait.
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { ASK, type DialogState } from '../dialog/dialog-state.ts'
import { type DraftAction, type DraftState, EMPTY_DRAFT, reduceDraft } from '../draft/draft-state.ts'
import { openTranscript, reduceTranscript, type TranscriptState } from '../transcript/transcript-state.ts'

export interface ChatState {
  readonly view: SessionView
  readonly transcript: TranscriptState
  readonly draft: DraftState
  /** What a text of the draft would attach, as it is shown. */
  readonly attached: { readonly text: string; readonly texts: readonly string[] }
  /** What keys do while a call waits for a decision. */
  readonly dialog: DialogState
  /** Lines sent while another runs, oldest first. */
  readonly queue: readonly string[]
  /** A line was handed to the session and has not ended. */
  readonly running: boolean
  /** Ctrl-C was the last key: one more quits. */
  readonly quitArmed: boolean
  /** When the open approval came up as it is, on the monotonic clock. */
  readonly pendingSinceMs: number
}

export type ChatAction =
  | { readonly type: 'said'; readonly event: SessionEvent | LiveSignal }
  | { readonly type: 'viewed'; readonly view: SessionView; readonly nowMs: number }
  | { readonly type: 'edited'; readonly action: DraftAction }
  | { readonly type: 'attached'; readonly text: string; readonly texts: readonly string[] }
  | { readonly type: 'asked'; readonly dialog: DialogState }
  /** Something to read, above the live region. */
  | { readonly type: 'shown'; readonly text: string }
  | { readonly type: 'queued'; readonly line: string }
  /** The oldest waiting line goes to the session. */
  | { readonly type: 'begun'; readonly line: string }
  | { readonly type: 'ended' }
  /** Waiting lines go back into the draft. */
  | { readonly type: 'unqueued' }
  | { readonly type: 'armed'; readonly armed: boolean }

export function openChatState(view: SessionView): ChatState {
  return {
    view,
    transcript: openTranscript(view),
    draft: EMPTY_DRAFT,
    attached: { text: '', texts: [] },
    dialog: ASK,
    queue: [],
    running: false,
    quitArmed: false,
    pendingSinceMs: 0,
  }
}

export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'said':
      return { ...state, transcript: reduceTranscript(state.transcript, action.event) }
    case 'viewed':
      return seeView(state, action.view, action.nowMs)
    case 'edited':
      return { ...state, draft: reduceDraft(state.draft, action.action) }
    case 'attached':
      return { ...state, attached: { text: action.text, texts: action.texts } }
    case 'asked':
      return { ...state, dialog: action.dialog }
    case 'shown':
      return { ...state, transcript: reduceTranscript(state.transcript, action) }
    case 'queued':
      return {
        ...state,
        draft: reduceDraft(state.draft, { type: 'sent', text: action.line }),
        queue: [...state.queue, action.line],
      }
    case 'begun': {
      const transcript = reduceTranscript(state.transcript, { type: 'typed', line: action.line })
      return { ...state, queue: state.queue.slice(1), running: true, transcript }
    }
    case 'ended':
      return { ...state, running: false, transcript: reduceTranscript(state.transcript, { type: 'settled' }) }
    case 'unqueued':
      return unqueue(state)
    case 'armed':
      return state.quitArmed === action.armed ? state : { ...state, quitArmed: action.armed }
    default:
      return action satisfies never
  }
}

/** Letters decide only over an empty draft: a person in the middle of a sentence goes on typing it. */
export function canDecide(state: ChatState): boolean {
  return state.draft.text === ''
}

/** The line that is typed into: the dialog's, where it has one. */
export function lineOf({ draft, dialog }: ChatState): DraftState {
  return dialog.type === 'ask' ? draft : dialog.draft
}

function seeView(state: ChatState, view: SessionView, nowMs: number): ChatState {
  const { pending } = view
  const before = state.view.pending
  const isSameCall = pending?.call === before?.call
  const isNew = pending !== undefined && !(isSameCall && pending.arguments === before?.arguments)
  return {
    ...state,
    view,
    transcript: reduceTranscript(state.transcript, { type: 'viewed', view }),
    dialog: isSameCall ? state.dialog : ASK,
    pendingSinceMs: isNew ? nowMs : state.pendingSinceMs,
  }
}

function unqueue(state: ChatState): ChatState {
  if (state.queue.length === 0) return state
  const lines = [...state.queue, state.draft.text].filter((line) => line !== '')
  return { ...state, queue: [], draft: reduceDraft(state.draft, { type: 'replace', text: lines.join('\n') }) }
}
