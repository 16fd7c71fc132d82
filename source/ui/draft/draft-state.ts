// The text being typed: cursor, what was removed, undo, history, pastes, the menu. Pure; what the keys mean stands in
// draft-keys.ts, and one file each has the history (draft-history.ts), undo, pastes and the menu.
import { plainText } from '../../lib/plain-text.ts'
import {
  endSearch,
  historyWith,
  reduceSearch,
  type Search,
  startSearch,
  walkHistory,
} from './draft-history.ts'
import { type Completion, type Menu, menuFrom, takenChoice, turnMenu } from './draft-menu.ts'
import { expandNear, holdPaste, NO_PASTES, type Pastes, typedText, wholeText } from './draft-pastes.ts'
import { findPlace, type Place } from './draft-places.ts'
import { NO_UNDO, record, step, type Undo } from './draft-undo.ts'

export interface DraftState {
  /** A long paste stands in it as one character (draft-pastes.ts). */
  readonly text: string
  /** UTF-16 offset between two grapheme clusters. */
  readonly cursor: number
  /** What was sent, in this session and before, oldest first. */
  readonly history: readonly string[]
  /** Which entry of the history is shown; `history.length` is the draft itself. */
  readonly place: number
  /** What was typed at a place of the history and left there: an entry that was changed, and the draft itself. */
  readonly kept: ReadonlyMap<number, string>
  /** What was last removed by a word or a line, for ctrl-Y. */
  readonly removed: string
  readonly pastes: Pastes
  readonly undo: Undo
  /** What could stand at the cursor; undefined: nothing is offered. */
  readonly menu: Menu | undefined
  /** The history is being searched. */
  readonly search: Search | undefined
}

export type DraftAction =
  | { readonly type: 'insert'; readonly text: string }
  /** Text that came at once; a long one is held as one character. */
  | { readonly type: 'paste'; readonly text: string }
  /** Shows the paste before the cursor in full. */
  | { readonly type: 'expand' }
  | { readonly type: 'move'; readonly to: Place }
  | { readonly type: 'remove'; readonly to: Place }
  | { readonly type: 'yank' }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'older' | 'newer' }
  /** Searches the history backwards; again: further back. */
  | { readonly type: 'search' }
  /** Leaves the search and gives the draft back, or closes the menu. */
  | { readonly type: 'cancel' }
  /** What could stand at the cursor was found; undefined: nothing. */
  | { readonly type: 'offered'; readonly completion: Completion | undefined }
  /** The first one of the menu is chosen, as if moved to. */
  | { readonly type: 'mark' }
  /** The chosen one of the menu takes its place. */
  | { readonly type: 'take' }
  | { readonly type: 'replace'; readonly text: string }
  /** Enter opened a further line. */
  | { readonly type: 'continue'; readonly text: string; readonly cursor: number }
  /** What was sent in earlier sessions, oldest first. */
  | { readonly type: 'remembered'; readonly lines: readonly string[] }
  /** The text was sent: into the history, and an empty draft. */
  | { readonly type: 'sent'; readonly text: string }

export const EMPTY_DRAFT: DraftState = {
  text: '',
  cursor: 0,
  history: [],
  place: 0,
  kept: new Map(),
  removed: '',
  pastes: NO_PASTES,
  undo: NO_UNDO,
  menu: undefined,
  search: undefined,
}

export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  if (state.search !== undefined) {
    const searched = reduceSearch(state, state.search, action)
    if (searched !== undefined) return searched
    return reduceDraft(endSearch(state), action)
  }
  const next = edit(state, action)
  return next.menu === undefined || next.menu !== state.menu
    ? next
    : { ...next, menu: menuAfter(state, next, action) }
}

/** What was offered fits one text and one cursor only; while one types it stays in sight until the next comes. */
function menuAfter(before: DraftState, after: DraftState, { type }: DraftAction): Menu | undefined {
  if (before.text === after.text && before.cursor === after.cursor) return after.menu
  const isTyped = type === 'insert' || type === 'remove' || type === 'take'
  return after.menu && isTyped ? { ...after.menu, isStale: true, isMoved: false } : undefined
}

function edit(draft: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'insert':
      return record(
        draft,
        insert(draft, typedText(plainText(action.text), draft.pastes)),
        'typed',
        action.text,
      )
    case 'paste':
      return record(draft, paste(draft, plainText(action.text)), 'other')
    case 'expand':
      return record(draft, expandNear(draft), 'other')
    case 'move':
      return record(draft, { ...draft, cursor: findPlace(draft.text, draft.cursor, action.to) }, 'moved')
    case 'remove':
      return remove(draft, action.to)
    case 'yank':
      return record(draft, insert(draft, draft.removed), 'other')
    case 'undo':
    case 'redo':
      return step(draft, action.type)
    case 'older':
    case 'newer':
      return vertical(draft, action.type)
    case 'search':
      return startSearch(draft)
    case 'cancel':
      return { ...draft, menu: undefined }
    case 'offered':
      return { ...draft, menu: menuFrom(action.completion) }
    case 'mark':
      return { ...draft, menu: draft.menu && { ...draft.menu, isMoved: true } }
    case 'take':
      return take(draft)
    case 'continue':
      return record(draft, { ...draft, text: action.text, cursor: action.cursor }, 'other')
    case 'replace':
      return record(draft, write(draft, action.text), 'other')
    case 'remembered':
      return historyWith(draft, action.lines)
    case 'sent':
      return sent(draft, action.text)
    default:
      return action satisfies never
  }
}

function insert(draft: DraftState, text: string): DraftState {
  const { cursor } = draft
  return {
    ...draft,
    text: draft.text.slice(0, cursor) + text + draft.text.slice(cursor),
    cursor: cursor + text.length,
  }
}

function paste(draft: DraftState, text: string): DraftState {
  const held = holdPaste(draft, text)
  return insert({ ...draft, pastes: held.pastes }, held.text)
}

function remove(draft: DraftState, to: Place): DraftState {
  const { text, cursor } = draft
  let place = findPlace(text, cursor, to)
  // At a line's border, removing to that border takes the border itself.
  if (place === cursor && to === 'lineEnd') place = Math.min(text.length, cursor + 1)
  if (place === cursor && to === 'lineStart') place = Math.max(0, cursor - 1)
  if (place === cursor) return draft
  const [from, end] = place < cursor ? [place, cursor] : [cursor, place]
  const next = { ...draft, text: text.slice(0, from) + text.slice(end), cursor: from }
  if (to === 'left' || to === 'right') return record(draft, next, to === 'left' ? 'left' : 'right')
  const taken = text.slice(from, end)
  // As in readline: several in a row come back as one.
  const isOneOfSeveral = draft.undo.last === 'killed'
  const before = isOneOfSeveral ? draft.removed : ''
  const removed = place < cursor ? taken + before : before + taken
  return record(draft, { ...next, removed }, 'killed')
}

function write(draft: DraftState, text: string): DraftState {
  return { ...draft, text, cursor: text.length }
}

function vertical(draft: DraftState, way: 'older' | 'newer'): DraftState {
  if (draft.menu !== undefined) return { ...draft, menu: turnMenu(draft.menu, way === 'older' ? -1 : 1) }
  const beside = findPlace(draft.text, draft.cursor, way === 'older' ? 'lineAbove' : 'lineBelow')
  if (beside !== draft.cursor) return record(draft, { ...draft, cursor: beside }, 'moved')
  return walkHistory(draft, way)
}

function take(draft: DraftState): DraftState {
  const { menu, text } = draft
  const taken = menu && !menu.isStale ? takenChoice(menu, text) : undefined
  return taken === undefined ? draft : record(draft, { ...draft, ...taken }, 'other')
}

function sent(draft: DraftState, text: string): DraftState {
  const { history, removed, pastes } = draft
  const next = history.at(-1) === text ? history : [...history, text]
  return { ...EMPTY_DRAFT, history: next, place: next.length, removed: wholeText(removed, pastes) }
}
