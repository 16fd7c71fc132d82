// Rows of styled stretches as text for the terminal: the only file that writes escape sequences around what is said.
// Every text in a stretch has to be safe to draw already (safe-text.ts). Pure.
import { columnWidth } from '../column-width.ts'
import { type ColourDepth, type Ground, type Tint, tintStart } from './colours.ts'
import { linkAddress } from './links.ts'

/** Text in one style. */
export interface Stretch {
  readonly text: string
  readonly tint?: Tint | undefined
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
  /** Where a click leads. */
  readonly href?: string
}

export type StyledRow = readonly Stretch[]

export interface Palette {
  /** False: no escape sequence at all, neither colour nor bold. */
  readonly styled: boolean
  readonly depth: ColourDepth
  readonly background: Ground
  /** Addresses go behind their texts (OSC 8). */
  readonly links: boolean
}

export const UNSTYLED: Palette = { styled: false, depth: 0, background: 'dark', links: false }

const OFF = '\x1b[0m'

/** A row as text; its width stays what the texts take. */
export function paintRow(row: StyledRow, palette: Palette): string {
  if (!palette.styled) return row.map(({ text }) => text).join('')
  return row.map((stretch) => paint(stretch, palette)).join('')
}

/** Columns that a row takes. */
export function rowWidth(row: StyledRow): number {
  return row.reduce((sum, { text }) => sum + columnWidth(text), 0)
}

function paint(stretch: Stretch, { depth, background, links }: Palette): string {
  const { text, tint } = stretch
  if (text === '') return ''
  const start = [
    stretch.bold ? '\x1b[1m' : '',
    stretch.italic ? '\x1b[3m' : '',
    stretch.underline ? '\x1b[4m' : '',
    stretch.strike ? '\x1b[9m' : '',
    tint === undefined ? '' : tintStart(tint, depth, background),
  ].join('')
  const shown = start === '' ? text : `${start}${text}${OFF}`
  const address = links && stretch.href !== undefined ? linkAddress(stretch.href) : undefined
  return address === undefined ? shown : `\x1b]8;;${address}\x1b\\${shown}\x1b]8;;\x1b\\`
}
