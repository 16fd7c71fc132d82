// Fenced code: what stands between ``` and ```, or ~~~ and ~~~, is no list, no heading, no table.

/** The opening of a fence. */
export interface Fence {
  readonly mark: string
  readonly length: number
}

const OPENING = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/
const CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/

/** The fence that a line opens; undefined: none. */
export function parseFence(line: string): Fence | undefined {
  if (!line.includes('```') && !line.includes('~~~')) return undefined
  const found = OPENING.exec(line)
  const marks = found?.[1] ?? found?.[2]
  return marks === undefined ? undefined : { mark: marks.charAt(0), length: marks.length }
}

/** Whether a line closes it: the same marks, at least as many, nothing behind. */
export function isFenceEnd(line: string, fence: Fence): boolean {
  const marks = CLOSING.exec(line)?.[1]
  return marks?.startsWith(fence.mark) === true && marks.length >= fence.length
}
