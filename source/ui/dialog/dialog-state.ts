// What keys do while a call waits for the person. Pure: a key in, the next state or an answer out. Invariant: Enter
// never lets anything run; it ends a line of text, and that line is a refusal's reason or other arguments.
import type { ApprovalAnswer, PendingApproval } from '../../contracts/session.ts'
import type { KeyMeaning } from '../draft/draft-keys.ts'
import { type DraftState, EMPTY_DRAFT, reduceDraft } from '../draft/draft-state.ts'

export type DialogState =
  | { readonly type: 'ask' }
  | {
      readonly type: 'reason' | 'edit'
      readonly draft: DraftState
      /** Why the arguments were not taken, until the next key. */
      readonly fault: string | undefined
    }

export type DialogStep =
  /** The key belongs to the dialog; it may have changed. */
  | { readonly type: 'stay'; readonly dialog: DialogState }
  | { readonly type: 'answer'; readonly answer: ApprovalAnswer }
  /** The whole call is to be shown. */
  | { readonly type: 'show' }
  /** The key is not the dialog's. */
  | { readonly type: 'pass' }

export const ASK: DialogState = { type: 'ask' }

/** What a key means to the dialog. In the question itself only single letters count. */
export function stepDialog(dialog: DialogState, key: KeyMeaning, pending: PendingApproval): DialogStep {
  if (dialog.type !== 'ask') return write(dialog, key)
  return key.type === 'insert' ? choose(key.text.toLowerCase(), pending) : { type: 'pass' }
}

/** Everything about a call, to read at leisure: pretty JSON, and what the tool says that it would do. */
export function wholeCall({ name, risk, arguments: json, preview }: PendingApproval): string {
  const parts = [`${name} (${risk})`, pretty(json)]
  if (preview !== undefined) parts.push(preview.text ?? 'The preview is being made; press v again.')
  return parts.join('\n')
}

function choose(letter: string, pending: PendingApproval): DialogStep {
  switch (letter) {
    case 'y':
      return { type: 'answer', answer: { decision: 'once' } }
    case 's':
      return { type: 'answer', answer: { decision: 'session' } }
    case 'a':
      return { type: 'answer', answer: { decision: 'always' } }
    case 'n':
      return { type: 'stay', dialog: { type: 'reason', draft: EMPTY_DRAFT, fault: undefined } }
    case 'e':
      return { type: 'stay', dialog: { type: 'edit', draft: draftOf(pending.arguments), fault: undefined } }
    case 'v':
      return { type: 'show' }
    default:
      return { type: 'stay', dialog: ASK }
  }
}

function write(dialog: Exclude<DialogState, { readonly type: 'ask' }>, key: KeyMeaning): DialogStep {
  switch (key.type) {
    // As at any time: it ends the turn, and so the question.
    case 'interrupt':
      return { type: 'pass' }
    case 'escape':
      return { type: 'stay', dialog: ASK }
    case 'tab':
    case 'backTab':
    case 'editor':
      return { type: 'stay', dialog }
    case 'enter':
      return { type: 'answer', answer: answerOf(dialog) }
    // Here a paste stays what it is, however long.
    case 'paste':
      return { type: 'stay', dialog: typed(dialog, { type: 'insert', text: key.text }) }
    case 'end':
      return { type: 'stay', dialog: typed(dialog, { type: 'remove', to: 'right' }) }
    default:
      return { type: 'stay', dialog: typed(dialog, key) }
  }
}

function typed(
  dialog: Exclude<DialogState, { readonly type: 'ask' }>,
  action: Parameters<typeof reduceDraft>[1],
): DialogState {
  return { ...dialog, draft: reduceDraft(dialog.draft, action), fault: undefined }
}

function answerOf({ type, draft }: Exclude<DialogState, { readonly type: 'ask' }>): ApprovalAnswer {
  if (type === 'edit') return { decision: 'edited', arguments: draft.text }
  const reason = draft.text.trim()
  return reason === '' ? { decision: 'denied' } : { decision: 'denied', reason }
}

function draftOf(text: string): DraftState {
  return reduceDraft(EMPTY_DRAFT, { type: 'replace', text })
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
