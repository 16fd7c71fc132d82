import { canShowUnicode } from '../lib/unicode-terminal.ts'
import { colourDepth } from './theme/colours.ts'

/** The few signs that the screen draws, and whether it may style text at all. */
export interface Glyphs {
  readonly prompt: string
  readonly tool: string
  readonly failed: string
  readonly arrow: string
  /** Between the parts of a line. */
  readonly dot: string
  readonly error: string
  /** In front of what rings. */
  readonly bell: string
  readonly ellipsis: string
  /** False where there is no colour (`NO_COLOR`, no-color.org): then there is no bold or dim either. */
  readonly styled: boolean
  /** False: nothing but ASCII may be drawn. */
  readonly unicode: boolean
}

/** Signs that this terminal can show: Unicode only where the locale says UTF-8 (POSIX: LC_ALL, LC_CTYPE, LANG). */
export function glyphsFor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Glyphs {
  const styled = colourDepth(env) > 0
  if (!canShowUnicode(env, platform)) {
    return {
      prompt: '>',
      tool: '*',
      failed: 'x',
      arrow: '->',
      dot: '-',
      error: '!',
      bell: '*',
      ellipsis: '...',
      styled,
      unicode: false,
    }
  }
  return {
    prompt: '›',
    tool: '⚙',
    failed: '✗',
    arrow: '→',
    dot: '·',
    error: '!',
    bell: '♪',
    ellipsis: '…',
    styled,
    unicode: true,
  }
}

/** Signs in the program's own sentences, where only ASCII can be shown. */
const IN_ASCII: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '·': '-',
  '×': 'x',
  '–': '-',
  '≥': '>=',
  '≤': '<=',
  '“': '"',
  '”': '"',
  '’': "'",
}
const SIGNS = new RegExp(`([${Object.keys(IN_ASCII).join('')}])( *)`, 'g')

/** What the program says itself, in signs that the terminal can show; columns behind a longer sign stay where they were. */
export function showable(text: string, { unicode }: Pick<Glyphs, 'unicode'>): string {
  if (unicode) return text
  return text.replace(SIGNS, (_whole, sign: string, blanks: string) => {
    const shown = IN_ASCII[sign] ?? sign
    const spare = Math.max(0, Math.min(shown.length - 1, blanks.length - 2))
    return shown + blanks.slice(spare)
  })
}
