/** A text on one line of at most so many characters. */
export function shortLine(text: string, most: number): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
}
