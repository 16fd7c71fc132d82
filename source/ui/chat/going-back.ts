// Going back through one's messages: one of them stands in the draft, and what is sent takes its place. Pure.
import type { SaidMessage } from '../../contracts/talk-shelf.ts'
import { plainText } from '../../lib/plain-text.ts'
import type { Glyphs } from '../glyphs.ts'

/** The message whose place the draft will take. */
export interface GoingBack {
  /** From 1. */
  readonly place: number
  readonly count: number
  readonly text: string
}

/** The message at `place`; undefined where there is none. */
export function goTo(said: readonly SaidMessage[], place: number): GoingBack | undefined {
  const one = said[place - 1]
  if (one === undefined) return undefined
  const text = plainText(one.typed ?? one.text)
  // As it is typed, so that it stays a message.
  return { place, count: said.length, text: text.startsWith('/') ? `/${text}` : text }
}

/** What is sent for a draft: in the place of the message, unless it became a command. */
export function lineFor(back: GoingBack | undefined, draft: string): string {
  const text = draft.trim()
  if (back === undefined || /^\/(?!\/)/.test(text)) return draft
  // A line that begins with a blank is not kept in the history.
  const before = /^\s/.test(draft) ? ' ' : ''
  return `${before}/edit ${back.place} ${text.startsWith('//') ? text.slice(1) : text}`
}

export function hintOf({ place, count }: GoingBack, { dot }: Glyphs): string {
  const others = count > 1 ? ` ${dot} up, down: others` : ''
  return `${dot} message ${place} of ${count}${others} ${dot} Enter sends it in its place ${dot} Esc leaves`
}
