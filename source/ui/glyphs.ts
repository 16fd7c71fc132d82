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
  /** False under NO_COLOR (no-color.org): no colour, and no bold or dim either. */
  readonly styled: boolean
  /** False: nothing but ASCII may be drawn. */
  readonly unicode: boolean
}

/** Signs that this terminal can show: Unicode only where the locale says UTF-8 (POSIX: LC_ALL, LC_CTYPE, LANG). */
export function glyphsFor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Glyphs {
  const styled = (env.NO_COLOR ?? '') === ''
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

function canShowUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.TERM === 'linux' || env.TERM === 'dumb') return false
  if (platform === 'win32') return Boolean(env.WT_SESSION) || env.TERM_PROGRAM === 'vscode'
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  // macOS terminals speak UTF-8 even where no locale is set.
  return /utf-?8/i.test(locale) || (locale === '' && platform === 'darwin')
}
