// What stands under the draft: the search, the menu, or what will be attached. Pure.
import { columnWidth, cutToWidth } from '../column-width.ts'
import { type Glyphs, showable } from '../glyphs.ts'
import { safeLine } from '../safe-text.ts'
import { isOpen } from './draft-lines.ts'
import { type Choice, shownChoices } from './draft-menu.ts'
import { isBehindPaste } from './draft-pastes.ts'
import type { DraftState } from './draft-state.ts'

export interface Hint {
  readonly text: string
  readonly look: 'plain' | 'dim' | 'bold'
}

const MOST_CHOICES = 6

export interface HintRoom {
  readonly columns: number
  /** Rows at most. */
  readonly most: number
  readonly glyphs: Glyphs
}

/** Rows that fit, the chosen one among them; none when there is nothing to say. */
export function draftHints(
  draft: DraftState,
  attached: readonly string[],
  { columns, most, glyphs }: HintRoom,
): readonly Hint[] {
  if (most < 1) return []
  const dim = (text: string): Hint => ({
    text: cutToWidth(safeLine(text), columns, glyphs.ellipsis),
    look: 'dim',
  })
  const { search, menu } = draft
  if (search !== undefined) {
    const lost = search.isLost ? ` ${glyphs.dot} nothing older` : ''
    const keys = ` ${glyphs.dot} ctrl-R older ${glyphs.dot} Enter sends ${glyphs.dot} Esc back`
    return [dim(`search: ${safeLine(search.query)}${lost}${keys}`)]
  }
  if (menu !== undefined) {
    const shown = shownChoices(menu, Math.min(most, MOST_CHOICES))
    const width = Math.min(
      Math.max(...shown.map(({ choice }) => columnWidth(safeLine(choice.text)))),
      Math.floor(columns / 2),
    )
    return shown.map(({ choice, isChosen }) => ({
      text: choiceText(choice, isChosen, width, columns, glyphs),
      look: choice.refusal !== undefined ? 'dim' : isChosen && menu.isMoved ? 'bold' : 'plain',
    }))
  }
  const parts = [
    ...(isBehindPaste(draft) ? ['Tab shows what was pasted'] : []),
    ...(isOpen(draft.text) ? ['""" closes the message'] : []),
    ...attached,
  ]
  return parts.length === 0 ? [] : [dim(parts.join(` ${glyphs.dot} `))]
}

function choiceText(
  { text, note, refusal }: Choice,
  isChosen: boolean,
  width: number,
  columns: number,
  glyphs: Glyphs,
): string {
  const name = cutToWidth(safeLine(text), width, glyphs.ellipsis)
  const about = refusal ?? note
  const pad = ' '.repeat(Math.max(0, width - columnWidth(name)))
  const mark = isChosen ? glyphs.prompt : ' '.repeat(columnWidth(glyphs.prompt))
  const end = about === undefined || about === '' ? '' : `${pad}  ${showable(safeLine(about), glyphs)}`
  return cutToWidth(`${mark} ${name}${end}`, columns, glyphs.ellipsis)
}
