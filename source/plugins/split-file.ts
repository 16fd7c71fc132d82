// A tool's file cut into front matter, prose and the block that is run, each with its place in the file.

/** A fault with its place, from 1; the sentence without its dot. */
export interface Misplaced {
  readonly line: number
  readonly column: number
  readonly expected: string
}

export interface FileParts {
  /** YAML that stands on the lines and columns that it has in the file. */
  readonly front: string
  readonly prose: string
  /** What stands behind the three backticks. */
  readonly kind: string
  readonly code: string
  /** The line with the opening backticks. */
  readonly fence: number
}

/** Cuts it; everything that is in the way at once. */
export function splitFile(text: string): FileParts | readonly Misplaced[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const at = (line: number, expected: string): Misplaced => ({ line, column: 1, expected })
  if (lines[0]?.trim() !== '---')
    return [at(1, 'the file must begin with a line `---`, which opens the front matter')]
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  if (end < 0) return [at(1, 'the front matter must end with a line `---`')]
  const opens = lines.flatMap((line, index) => (index > end && /^```/.test(line) ? [index] : []))
  const [open, close, third] = opens
  if (open === undefined)
    return [
      at(lines.length, 'there must be one block between lines of three backticks, like ```js, that is run'),
    ]
  if (close === undefined) return [at(open + 1, 'the block must be closed by a line of three backticks')]
  if (third !== undefined) return [at(third + 1, 'there must be only one block; this is another one')]
  const rest = lines.findIndex((line, index) => index > close && line.trim() !== '')
  if (rest >= 0) return [at(rest + 1, 'nothing may stand behind the block; prose stands above it')]
  return {
    front: ['', ...lines.slice(1, end)].join('\n'),
    prose: lines
      .slice(end + 1, open)
      .join('\n')
      .trim(),
    kind: (lines[open] ?? '').slice(3).trim(),
    code: lines.slice(open + 1, close).join('\n'),
    fence: open + 1,
  }
}

/** The place of an index into the block's text. */
export function placeInCode({ code, fence }: FileParts, index: number): { line: number; column: number } {
  const before = code.slice(0, index).split('\n')
  return { line: fence + before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
