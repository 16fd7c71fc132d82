// Text that others wrote (a model, a file, a page) on its way to the screen. Pure; every text that is drawn goes through here.
import { plainText } from '../lib/plain-text.ts'

const TAB = '    '

/** Text that is safe to draw: escape sequences gone, other controls visible (`^[`, `\x9b`), tabs as four spaces. */
export function safeText(text: string): string {
  return plainText(text).replaceAll('\t', TAB)
}

/** The first line that has something in it, safe to draw. */
export function safeLine(text: string): string {
  const line = safeText(text)
    .split('\n')
    .find((one) => one.trim() !== '')
  return line?.trim() ?? ''
}
