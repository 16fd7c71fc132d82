// The terminal's clipboard, by OSC 52. No terminal says whether it took the text.

/** What xterm takes of base64; others take at least as much. */
const MOST_BASE64 = 100_000

export type Sequence =
  | { readonly ok: true; readonly bytes: string }
  /** Why not, with what to do. */
  | { readonly ok: false; readonly reason: string }

/** What to write so that the terminal copies `text`; tmux also gets it wrapped, to be passed on. */
export function clipboardSequence(text: string, env: NodeJS.ProcessEnv): Sequence {
  const term = env.TERM ?? ''
  if (term === '' || term === 'dumb' || term === 'linux')
    return {
      ok: false,
      reason: `The terminal \`${term || 'unknown'}\` has no clipboard; \`/export FILE.md\` writes the conversation into a file.`,
    }
  const base64 = Buffer.from(text).toString('base64')
  if (base64.length > MOST_BASE64)
    return {
      ok: false,
      reason: 'That is more than terminals take; `/export FILE.md` writes the conversation into a file.',
    }
  const plain = `\x1b]52;c;${base64}\x07`
  return { ok: true, bytes: env.TMUX ? `${plain}\x1bPtmux;\x1b${plain}\x1b\\` : plain }
}
