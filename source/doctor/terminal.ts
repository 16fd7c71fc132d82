// What the terminal can do, as far as its environment tells: nothing is asked of it, because an answer would land in a script's input.
import type { Check } from '../contracts/doctor.ts'
import { canShowUnicode } from '../lib/unicode-terminal.ts'

/** Least size in which the screen is of use. */
const COLUMNS = 40
const ROWS = 10

const NO_TERM = '`TERM` names no terminal that can be drawn on; start with `--screen-reader`.'
const DUMB =
  '`TERM` is `dumb`, so plain lines are written as with `--screen-reader`; set it to what the terminal is for the screen.'

export interface TerminalFacts {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly isTerminal: boolean
  /** Bits of colour: 1, 4, 8 or 24. */
  readonly colourBits: number
  readonly columns: number | undefined
  readonly rows: number | undefined
}

/** Colours, Unicode, links (OSC 8), bracketed paste and size. */
export function checkTerminal({
  env,
  platform,
  isTerminal,
  colourBits,
  columns = 0,
  rows = 0,
}: TerminalFacts): Check {
  if (!isTerminal)
    return {
      name: 'terminal',
      status: 'ok',
      text: 'none; output goes into a file or a pipe',
      facts: { isTerminal },
    }
  const isDumb = env.TERM === 'dumb' || env.TERM === undefined
  const unicode = canShowUnicode(env, platform)
  const colours = env.NO_COLOR ? 1 : colourBits
  const links = !isDumb && knowsLinks(env)
  const isSmall = columns < COLUMNS || rows < ROWS
  const repairs = [
    ...(isDumb ? [env.TERM === undefined ? NO_TERM : DUMB] : []),
    ...(!unicode && !isDumb
      ? ['Only ASCII is shown; set a locale with UTF-8, such as `LANG=en_US.UTF-8`.']
      : []),
    ...(isSmall ? [`Make the window larger than ${COLUMNS} by ${ROWS}.`] : []),
  ]
  const facts = {
    isTerminal,
    colours,
    unicode,
    links,
    bracketedPaste: !isDumb,
    columns,
    rows,
    term: word(env.TERM),
  }
  return {
    name: 'terminal',
    status: repairs.length > 0 ? 'warn' : 'ok',
    text: [
      `${columns} × ${rows}`,
      colours === 1 ? 'no colours' : `${colours}-bit colours`,
      unicode ? 'Unicode' : 'ASCII',
      links ? 'links' : 'no links known',
      isDumb ? 'no bracketed paste' : 'bracketed paste',
    ].join(', '),
    ...(repairs.length > 0 && { repair: repairs.join(' ') }),
    facts,
  }
}

/** Terminals that are known to show OSC 8 links (the list of the OSC 8 adoption page). */
function knowsLinks(env: NodeJS.ProcessEnv): boolean {
  const programs = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio']
  return (
    programs.includes(env.TERM_PROGRAM ?? '') ||
    Number(env.VTE_VERSION) >= 5000 ||
    Boolean(env.WT_SESSION || env.KITTY_WINDOW_ID || env.KONSOLE_VERSION) ||
    /^(?:xterm-kitty|alacritty|foot)/.test(env.TERM ?? '')
  )
}

/** A word of the environment that can be shown to others: the name of a terminal and nothing longer. */
function word(text: string | undefined): string {
  return /^[\w.+-]{1,32}$/.test(text ?? '') ? (text ?? '') : 'other'
}
