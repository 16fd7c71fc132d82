import { visible } from './plain-words.ts'

/** A name of a file as it is shown in a line: one with a line break would make a line of its own, with whatever it says. */
export function nameInLine(name: string): string {
  return visible(name.replace(/\r\n?/g, '\u240d')).replaceAll('\n', '\u240a').replaceAll('\t', '\u2409')
}
