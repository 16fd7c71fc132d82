// What keys do while a call waits for the person. Pure: a key in, the next state or an answer out. Invariants: Enter never lets
// anything run; it ends a line of text, and that line is a refusal's reason or other arguments. Nothing that was typed is lost: what is
// no key of the question goes into the draft, and a line that was left with Esc is there again, or comes to the draft in the end.
import type { ApprovalAnswer, PendingApproval } from '../../contracts/session.ts'
import type { KeyMeaning } from '../draft/draft-keys.ts'
import { type DraftState, EMPTY_DRAFT, reduceDraft } from '../draft/draft-state.ts'
import { NO_SCROLL, scrolled } from './preview-rows.ts'

/** Lines that were left before they were sent. */
type Unsent = { readonly [line in 'reason' | 'edit']?: DraftState }

export type DialogState =
  | {
      readonly type: 'ask'
      readonly unsent?: Unsent
      /** The row of the preview that stands first, from 0. */
      readonly from?: number
    }
  | {
      readonly type: 'reason' | 'edit'
      readonly draft: DraftState
      readonly unsent?: Unsent
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

/** What a key means to the dialog. In the question itself only single letters and those that scroll count; everything else is the draft's. */
export function stepDialog(
  dialog: DialogState,
  key: KeyMeaning,
  pending: PendingApproval,
  scroll = NO_SCROLL,
): DialogStep {
  if (dialog.type !== 'ask') return write(dialog, key)
  const from = scrolled(dialog.from ?? 0, key, scroll)
  if (from !== undefined) return { type: 'stay', dialog: { ...dialog, from } }
  return key.type === 'insert' ? choose(key.text.toLowerCase(), pending, dialog.unsent) : { type: 'pass' }
}

/** The question behind a line that was sent: of that line nothing is left over. */
export function withoutLine(dialog: DialogState): DialogState {
  const { unsent } = dialog
  if (unsent === undefined || dialog.type === 'ask') return dialog.type === 'ask' ? dialog : ASK
  return { type: 'ask', unsent: { ...unsent, [dialog.type]: undefined } }
}

/** What the person typed into the lines of a question and did not send. */
export function unsentTexts(dialog: DialogState, pending: PendingApproval): readonly string[] {
  const { unsent } = left(dialog)
  const texts = [unsent?.reason?.text.trim() ?? '', unsent?.edit?.text ?? '']
  return texts.filter((text) => text !== '' && text !== pending.arguments)
}

/** Everything about a call, to read at leisure: pretty JSON, and what the tool says that it would do. */
export function wholeCall({ name, risk, arguments: json, preview }: PendingApproval): string {
  const parts = [`${name} (${risk})`, pretty(json)]
  if (preview !== undefined) parts.push(preview.text ?? 'The preview is being made; press v again.')
  return parts.join('\n')
}

function choose(letter: string, pending: PendingApproval, unsent: Unsent | undefined): DialogStep {
  const open = (type: 'reason' | 'edit', fresh: DraftState): DialogStep => ({
    type: 'stay',
    dialog: { type, draft: unsent?.[type] ?? fresh, fault: undefined, ...(unsent && { unsent }) },
  })
  switch (letter) {
    case 'y':
      return { type: 'answer', answer: { decision: 'once' } }
    case 's':
      return { type: 'answer', answer: { decision: 'session' } }
    case 'a':
      return { type: 'answer', answer: { decision: 'always' } }
    case 'n':
      return open('reason', EMPTY_DRAFT)
    case 'e':
      return open('edit', draftOf(pending.arguments))
    case 'v':
      return { type: 'show' }
    default:
      return { type: 'pass' }
  }
}

/** The question again; the line that was being written waits. */
function left(dialog: DialogState): Extract<DialogState, { readonly type: 'ask' }> {
  if (dialog.type === 'ask') return dialog
  return { type: 'ask', unsent: { ...dialog.unsent, [dialog.type]: dialog.draft } }
}

function write(dialog: Exclude<DialogState, { readonly type: 'ask' }>, key: KeyMeaning): DialogStep {
  switch (key.type) {
    // As at any time: it ends the turn, and so the question.
    case 'interrupt':
    case 'details':
    case 'page':
    case 'raw':
      return { type: 'pass' }
    case 'escape':
      return { type: 'stay', dialog: left(dialog) }
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
