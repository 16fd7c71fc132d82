// Undo and redo of a draft: texts as they were. Letters typed in a row are one step up to the next word, and so are
// those removed in a row. Pure.
import type { DraftState } from './draft-state.ts'

/** What the last key did, so that the next may be one step with it. */
export type Edit = 'typed' | 'left' | 'right' | 'killed' | 'moved' | 'other'

interface Snapshot {
  readonly text: string
  readonly cursor: number
  /** Of the history: what was typed into an entry comes back there. */
  readonly place: number
}

export interface Undo {
  /** Oldest first. */
  readonly past: readonly Snapshot[]
  /** What was undone, the next to come back last. */
  readonly future: readonly Snapshot[]
  readonly last: Edit
}

const MOST_STEPS = 500

export const NO_UNDO: Undo = { past: [], future: [], last: 'other' }

/** The draft after an edit, with the one before it kept for undo. */
export function record(before: DraftState, after: DraftState, edit: Edit, text = ''): DraftState {
  const { past, last } = before.undo
  if (before.text === after.text) return { ...after, undo: { ...before.undo, last: edit } }
  const joins =
    edit === last && (edit === 'left' || edit === 'right' || (edit === 'typed' && !/^\s/.test(text)))
  const steps = joins && past.length > 0 ? past : [...past, snapshot(before)].slice(-MOST_STEPS)
  return { ...after, undo: { past: steps, future: [], last: edit } }
}

/** One step back or forth; the same draft where there is none. */
export function step(draft: DraftState, way: 'undo' | 'redo'): DraftState {
  const { past, future } = draft.undo
  const target = way === 'undo' ? past.at(-1) : future.at(-1)
  if (target === undefined) return draft
  const undo: Undo =
    way === 'undo'
      ? { past: past.slice(0, -1), future: [...future, snapshot(draft)], last: 'other' }
      : { past: [...past, snapshot(draft)], future: future.slice(0, -1), last: 'other' }
  return { ...draft, ...target, undo }
}

function snapshot({ text, cursor, place }: DraftState): Snapshot {
  return { text, cursor, place }
}
