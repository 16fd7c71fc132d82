// Whether a terminal makes an address behind a text clickable (OSC 8). One that does not know it may print rubbish, so only
// those that say who they are get it. Pure.

const PROGRAMS = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|Tabby|contour)$/
const TERMS = /kitty|ghostty|alacritty|foot|contour|wezterm/

/** `FORCE_HYPERLINK` (0 or 1) decides where it is set. */
export function canLink(env: NodeJS.ProcessEnv): boolean {
  const { FORCE_HYPERLINK: forced, TERM = '', TERM_PROGRAM = '', VTE_VERSION = '', TMUX } = env
  if (forced !== undefined && forced !== '') return forced !== '0'
  // What is outside is not known in there.
  if (TERM === 'dumb' || TMUX !== undefined || TERM.startsWith('screen')) return false
  if (PROGRAMS.test(TERM_PROGRAM) || TERMS.test(TERM)) return true
  if (env.WT_SESSION !== undefined || env.KONSOLE_VERSION !== undefined) return true
  // VTE 0.50 was the first with links that do not break.
  return Number(VTE_VERSION) >= 5000
}

/** An address that may stand in an escape sequence: http, https or mailto, in printable ASCII; undefined for any other. */
export function linkAddress(address: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return undefined
  const encoded = address.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
  return encoded.length > 2_000 ? undefined : encoded
}
