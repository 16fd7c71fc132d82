// Everything that the screen shows, as one value: the session's view, the transcript, the draft, the lines that wait.
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { ASK, type DialogState, unsentTexts } from '../dialog/dialog-state.ts'
import { type DraftAction, type DraftState, EMPTY_DRAFT, reduceDraft } from '../draft/draft-state.ts'
import type { Pace } from '../live/pace.ts'
import { openTranscript, reduceTranscript, type TranscriptState } from '../transcript/transcript-state.ts'
import type { GoingBack } from './going-back.ts'

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
  /** Lines that were handed over so far. */
  readonly begun: number
  /** The draft is to take the place of this message. */
  readonly back: GoingBack | undefined
  /** Escape was the last key, with nothing to do: one more goes back. */
  readonly backArmed: boolean
  /** Of the running turn. */
  readonly pace: Pace | undefined
  /** Ctrl-C was the last key: one more quits. */
  readonly quitArmed: boolean
  /** Page of the details that are open; undefined: they are not. */
  readonly panel: number | undefined
  /** When the open approval came up as it is, or was last in sight again, on the monotonic clock. */
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
  /** A line runs beside what runs. */
  | { readonly type: 'beside'; readonly line: string }
  /** Waiting lines go back into the draft; `last`: only the one that was sent last. */
  | { readonly type: 'unqueued'; readonly last?: true }
  /** A message comes into the draft, to be sent in its own place; undefined: the draft is a message of its own; `isAsked`: by a command. */
  | { readonly type: 'went'; readonly back: GoingBack | undefined; readonly isAsked?: boolean }
  | { readonly type: 'backArmed'; readonly armed: boolean }
  | { readonly type: 'paced'; readonly pace: Pace | undefined }
  | { readonly type: 'armed'; readonly armed: boolean }
  /** The keys that come now were pressed before an open question could be seen. */
  | { readonly type: 'unseen'; readonly nowMs: number }
  /** The details are opened or closed, or turned by pages. */
  | { readonly type: 'details' }
  | { readonly type: 'page'; readonly by: 1 | -1 }
  /** The other way of showing answers was asked for by its key. */
  | { readonly type: 'raw' }

export function openChatState(view: SessionView): ChatState {
  return {
    view,
    transcript: openTranscript(view),
    draft: EMPTY_DRAFT,
    attached: { text: '', texts: [] },
    dialog: ASK,
    queue: [],
    running: false,
    begun: 0,
    back: undefined,
    backArmed: false,
    pace: undefined,
    quitArmed: false,
    panel: undefined,
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
        back: undefined,
      }
    case 'beside': {
      const { echoed } = state.transcript
      const transcript = reduceTranscript(state.transcript, { type: 'typed', line: action.line })
      const draft = reduceDraft(state.draft, { type: 'sent', text: action.line })
      return { ...state, draft, transcript: { ...transcript, echoed }, back: undefined }
    }
    case 'begun': {
      const transcript = reduceTranscript(state.transcript, { type: 'typed', line: action.line })
      return { ...state, queue: state.queue.slice(1), running: true, begun: state.begun + 1, transcript }
    }
    case 'ended':
      return { ...state, running: false, transcript: reduceTranscript(state.transcript, { type: 'settled' }) }
    case 'unqueued':
      return action.last ? unqueueLast(state) : unqueue(state)
    case 'went': {
      const { back } = action
      if (back === undefined) return { ...state, back }
      // What was typed while the command waited is not lost to it.
      if (action.isAsked && state.draft.text !== '') return tellBusy(state, back)
      return { ...state, back, draft: reduceDraft(state.draft, { type: 'replace', text: back.text }) }
    }
    case 'backArmed':
      return state.backArmed === action.armed ? state : { ...state, backArmed: action.armed }
    case 'paced':
      return state.pace === action.pace ? state : { ...state, pace: action.pace }
    case 'armed':
      return state.quitArmed === action.armed ? state : { ...state, quitArmed: action.armed }
    case 'unseen':
      return { ...state, pendingSinceMs: action.nowMs }
    case 'details':
      return { ...state, panel: state.panel === undefined ? 0 : undefined }
    case 'page':
      return state.panel === undefined ? state : { ...state, panel: Math.max(0, state.panel + action.by) }
    case 'raw':
      return tellWay(state)
    default:
      return action satisfies never
  }
}

/** Letters decide only over an empty draft: a person in the middle of a sentence, or of a search, goes on typing it. */
export function canDecide(state: ChatState): boolean {
  return state.draft.text === '' && state.draft.search === undefined
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
  const unsent = before === undefined || isSameCall ? [] : unsentTexts(state.dialog, before)
  return {
    ...state,
    view,
    ...(unsent.length > 0 && { draft: putAbove(unsent, state.draft) }),
    transcript: reduceTranscript(state.transcript, { type: 'viewed', view }),
    dialog: isSameCall ? state.dialog : ASK,
    pendingSinceMs: isNew ? nowMs : state.pendingSinceMs,
  }
}

function tellBusy(state: ChatState, { place }: GoingBack): ChatState {
  const message = `Message ${place} was not brought into the line, for something is typed there; send or clear that, then \`/edit ${place}\` again.`
  const event = { type: 'notice', code: 'edit', message } as const
  return { ...state, transcript: reduceTranscript(state.transcript, event) }
}

/** Where no answer is there to be shown once more, a word tells what the key did. */
function tellWay(state: ChatState): ChatState {
  const { answered, flow, raw } = state.transcript
  if (answered !== '' || flow.streamed !== '') return state
  const way = raw ? 'as they are written, with all their signs' : 'drawn'
  const message = `The model's answers are shown ${way} from now on; there is none yet to show again.`
  const event = { type: 'notice', code: 'raw', message } as const
  return { ...state, transcript: reduceTranscript(state.transcript, event) }
}

function unqueueLast(state: ChatState): ChatState {
  const line = state.queue.at(-1)
  if (line === undefined) return state
  const draft = reduceDraft(state.draft, { type: 'replace', text: line })
  return { ...state, queue: state.queue.slice(0, -1), draft }
}

function unqueue(state: ChatState): ChatState {
  if (state.queue.length === 0) return state
  return { ...state, queue: [], draft: putAbove(state.queue, state.draft) }
}

/** Lines that come back stand above what is being typed. */
function putAbove(lines: readonly string[], draft: DraftState): DraftState {
  const all = [...lines, draft.text].filter((line) => line !== '')
  return reduceDraft(draft, { type: 'replace', text: all.join('\n') })
}
