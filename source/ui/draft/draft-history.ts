// What was sent before: walked with Up and Down, searched with ctrl-R. Pure; where it is kept: source/command-line/input-history.ts.
import { plainText } from '../../lib/plain-text.ts'
import type { DraftAction, DraftState } from './draft-state.ts'
import { record } from './draft-undo.ts'

export interface Search {
  readonly query: string
  /** Which entry is shown; `history.length`: none yet. */
  readonly at: number
  /** Nothing older has the query in it. */
  readonly isLost: boolean
  /** The draft as it was. */
  readonly before: { readonly text: string; readonly cursor: number; readonly place: number }
}

/** The entry before or behind the shown one, as it was left there; the same draft where there is none. */
export function walkHistory(draft: DraftState, way: 'older' | 'newer'): DraftState {
  const { history, place, text } = draft
  const next = way === 'older' ? place - 1 : place + 1
  if (next < 0 || next > history.length) return draft
  const kept = keptWith(draft, place, text)
  const walked = { ...show(draft, kept.get(next) ?? history[next] ?? ''), place: next, kept }
  return kept.has(place) ? record(draft, walked, 'other') : walked
}

/** Entries of earlier sessions come before those of this one. */
export function historyWith(draft: DraftState, lines: readonly string[]): DraftState {
  const kept = new Map([...draft.kept].map(([place, text]) => [place + lines.length, text]))
  return { ...draft, history: [...lines, ...draft.history], place: draft.place + lines.length, kept }
}

/** An entry that is as it was sent, or empty, is none that was changed. */
function keptWith({ history, kept }: DraftState, place: number, text: string): DraftState['kept'] {
  const isOwn = text !== '' && text !== history[place]
  const others = [...kept].filter(([at]) => at !== place)
  return new Map(isOwn ? [...others, [place, text]] : others)
}

/** Begins a search backwards from what is shown. */
export function startSearch(draft: DraftState): DraftState {
  const { text, cursor, place, history } = draft
  if (history.length === 0) return draft
  const before = { text, cursor, place }
  return { ...draft, menu: undefined, search: { query: '', at: history.length, isLost: false, before } }
}

/** A key while the history is searched; undefined: it ends the search and counts in the draft. */
export function reduceSearch(draft: DraftState, search: Search, action: DraftAction): DraftState | undefined {
  switch (action.type) {
    case 'insert':
    case 'paste':
      return find(draft, { ...search, query: search.query + plainText(action.text) }, search.at)
    case 'remove':
      if (action.to !== 'left') return undefined
      return find(
        draft,
        { ...search, query: Array.from(search.query).slice(0, -1).join('') },
        draft.history.length,
      )
    case 'search':
      return find(draft, search, search.at - 1)
    case 'cancel':
      return { ...draft, ...search.before, search: undefined }
    case 'offered':
      return draft
    default:
      return undefined
  }
}

/** The found entry stays, as if it had been walked to. */
export function endSearch(draft: DraftState): DraftState {
  const { search, history } = draft
  if (search === undefined) return draft
  if (search.at >= history.length) return { ...draft, search: undefined, place: search.before.place }
  const kept = keptWith(draft, search.before.place, search.before.text)
  return { ...draft, search: undefined, place: search.at, kept }
}

function find(draft: DraftState, search: Search, from: number): DraftState {
  const { history } = draft
  const { query, before } = search
  if (query === '')
    return {
      ...draft,
      text: before.text,
      cursor: before.cursor,
      search: { ...search, at: history.length, isLost: false },
    }
  // As in Emacs: capitals count once the query has one.
  const plain = (text: string) => (query === query.toLowerCase() ? text.toLowerCase() : text)
  const at = history.findLastIndex((line, index) => index <= from && plain(line).includes(query))
  if (at < 0) return { ...draft, search: { ...search, isLost: true } }
  const text = history[at] ?? ''
  return { ...draft, text, cursor: plain(text).indexOf(query), search: { ...search, at, isLost: false } }
}

function show(draft: DraftState, text: string): DraftState {
  return { ...draft, text, cursor: text.length }
}
