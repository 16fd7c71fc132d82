// How a command ended, in words. Pure.

export interface Ending {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly limitSeconds: number | null
}

/** Exit codes that every POSIX shell gives the same meaning (POSIX.1-2017, 2.8.2). */
const MEANINGS: { readonly [code: number]: string } = {
  126: 'it is there but cannot be run',
  127: 'there is no such command',
}

/** The rest of a sentence that begins with the command. */
export function endingOf({ exitCode, signal, limitSeconds }: Ending): string {
  if (limitSeconds !== null)
    return `was ended after ${limitSeconds} ${limitSeconds === 1 ? 'second' : 'seconds'}, which is its time limit (setting \`shellSeconds\`)`
  if (exitCode === 0) return 'ended well'
  if (exitCode === null) return `was ended by the signal ${signal ?? 'of somebody'}`
  const meaning = MEANINGS[exitCode]
  return `failed with exit code ${exitCode}${meaning === undefined ? '' : ` (${meaning})`}`
}
