// The line being typed: text, cursor, history, completion. Pure; what the keys mean stands in draft-keys.ts.
import { plainText } from '../safe-text.ts'
import { findPlace, type Place } from './draft-places.ts'

export interface DraftState {
  readonly text: string
  /** UTF-16 offset between two grapheme clusters. */
  readonly cursor: number
  /** Lines sent in this session, oldest first. */
  readonly history: readonly string[]
  /** Which line of the history is shown; `history.length` is the draft itself. */
  readonly place: number
  /** The draft, while a line of the history is shown. */
  readonly kept: string
  /** What was last removed by a word or a line, for ctrl-Y. */
  readonly removed: string
  /** Commands that the last Tab could not choose between. */
  readonly candidates: readonly string[]
}

export type DraftAction =
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'move'; readonly to: Place }
  | { readonly type: 'remove'; readonly to: Place }
  | { readonly type: 'yank' }
  | { readonly type: 'older' | 'newer' }
  | { readonly type: 'complete'; readonly commandNames: readonly string[] }
  | { readonly type: 'replace'; readonly text: string }
  /** The text was sent: into the history, and an empty draft. */
  | { readonly type: 'sent'; readonly text: string }

export const EMPTY_DRAFT: DraftState = {
  text: '',
  cursor: 0,
  history: [],
  place: 0,
  kept: '',
  removed: '',
  candidates: [],
}

export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  const draft = state.candidates.length === 0 ? state : { ...state, candidates: [] }
  switch (action.type) {
    case 'insert':
      return insert(draft, plainText(action.text))
    case 'move':
      return { ...draft, cursor: findPlace(draft.text, draft.cursor, action.to) }
    case 'remove':
      return remove(draft, action.to)
    case 'yank':
      return insert(draft, draft.removed)
    case 'older':
      return upwards(draft)
    case 'newer':
      return downwards(draft)
    case 'complete':
      return complete(draft, action.commandNames)
    case 'replace':
      return write(draft, action.text)
    case 'sent':
      return { ...EMPTY_DRAFT, ...remember(draft.history, action.text), removed: draft.removed }
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

function remove(draft: DraftState, to: Place): DraftState {
  const { text, cursor } = draft
  let place = findPlace(text, cursor, to)
  // At a line's border, removing to that border takes the border itself.
  if (place === cursor && to === 'lineEnd') place = Math.min(text.length, cursor + 1)
  if (place === cursor && to === 'lineStart') place = Math.max(0, cursor - 1)
  const [from, end] = place < cursor ? [place, cursor] : [cursor, place]
  const isCharacter = to === 'left' || to === 'right'
  const removed = isCharacter || from === end ? draft.removed : text.slice(from, end)
  return { ...draft, text: text.slice(0, from) + text.slice(end), cursor: from, removed }
}

function write(draft: DraftState, text: string): DraftState {
  return { ...draft, text, cursor: text.length }
}

function upwards(draft: DraftState): DraftState {
  const above = findPlace(draft.text, draft.cursor, 'lineAbove')
  if (above !== draft.cursor) return { ...draft, cursor: above }
  const line = draft.history[draft.place - 1]
  if (line === undefined) return draft
  const kept = draft.place === draft.history.length ? draft.text : draft.kept
  return { ...write(draft, line), place: draft.place - 1, kept }
}

function downwards(draft: DraftState): DraftState {
  const below = findPlace(draft.text, draft.cursor, 'lineBelow')
  if (below !== draft.cursor) return { ...draft, cursor: below }
  if (draft.place >= draft.history.length) return draft
  const place = draft.place + 1
  return { ...write(draft, draft.history[place] ?? draft.kept), place }
}

function complete(draft: DraftState, commandNames: readonly string[]): DraftState {
  const typed = draft.text.slice(0, draft.cursor)
  if (!/^\/[^\s/]*$/.test(typed)) return draft
  const names = commandNames.map((name) => (name.startsWith('/') ? name : `/${name}`))
  const fitting = names.filter((name) => name.startsWith(typed)).sort()
  const [only] = fitting
  if (only === undefined) return draft
  const rest = draft.text.slice(draft.cursor)
  if (fitting.length > 1) {
    const common = fitting.reduce(commonStart)
    return { ...draft, text: common + rest, cursor: common.length, candidates: fitting }
  }
  const gap = rest.startsWith(' ') ? '' : ' '
  return { ...draft, text: only + gap + rest, cursor: only.length + 1 }
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

function remember(history: readonly string[], text: string) {
  const next = history.at(-1) === text ? history : [...history, text]
  return { history: next, place: next.length }
}
