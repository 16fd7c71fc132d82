// Texts of a server on their way to the screen, the model and the disk: data of a stranger.
import { ESCAPE_SEQUENCES } from '../lib/escape-sequences.ts'
import { visible } from '../toolkit/plain-words.ts'

/** Without escape sequences; other control characters are made visible, half characters replaced. */
export function plainText(text: string): string {
  return visible(text.toWellFormed().replace(ESCAPE_SEQUENCES, ''))
}

/** The same in one line of at most `most` characters. */
export function plainLine(text: string, most: number): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`
}

/** Why something failed, as a clause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  // `fetch failed` says why one step down.
  const text = cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
  return plainLine(text, 400).replace(/\.+$/, '')
}
