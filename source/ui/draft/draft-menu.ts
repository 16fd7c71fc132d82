// The menu under the draft: what could stand at the cursor, and which of it is chosen. Pure; where it comes from:
// contracts/completion.ts.
import type { Choice, Completion } from '../../contracts/completion.ts'

export type { Choice, Completion }

export interface Menu {
  readonly completion: Completion
  /** Index of the one that Tab takes. */
  readonly chosen: number
  /** A person has moved to it: Enter takes it too. */
  readonly isMoved: boolean
  /** The text has changed since: it is still drawn, and nothing of it can be taken. */
  readonly isStale: boolean
}

/** undefined where there is nothing to choose. */
export function menuFrom(completion: Completion | undefined): Menu | undefined {
  if (completion === undefined || completion.choices.length === 0) return undefined
  return { completion, chosen: 0, isMoved: false, isStale: false }
}

/** The next or the one before, around the ends. */
export function turnMenu(menu: Menu, by: 1 | -1): Menu {
  const { length } = menu.completion.choices
  return { ...menu, chosen: (menu.chosen + by + length) % length, isMoved: true }
}

/** The text with the chosen one in it, and the cursor behind; a space follows unless more of it comes directly. */
export function takenChoice(menu: Menu, text: string): { text: string; cursor: number } | undefined {
  const { completion, chosen } = menu
  const choice = completion.choices[chosen]
  if (choice === undefined) return undefined
  const rest = text.slice(completion.to)
  const gap = choice.isOpen || /^\s/.test(rest) ? '' : ' '
  const before = text.slice(0, completion.from) + choice.text
  return { text: before + gap + rest, cursor: before.length + (choice.isOpen ? 0 : 1) }
}

/** The choices that fit into `count` rows, with the chosen one among them. */
export function shownChoices(menu: Menu, count: number): readonly { choice: Choice; isChosen: boolean }[] {
  const { choices } = menu.completion
  const top = Math.max(0, Math.min(menu.chosen - Math.floor(count / 2), choices.length - count))
  return choices.slice(top, top + count).map((choice, at) => ({ choice, isChosen: top + at === menu.chosen }))
}
