// Does an answer open with a call? The question of somebody who wants to know it as early as can be, and who looks up
// names: whether there is such a tool is the caller's to say.
import { createCallReader } from './call-reader.ts'

export type Opening =
  /** Plain text, for good. */
  | { readonly type: 'text' }
  /** Too short to tell; hold it back. */
  | { readonly type: 'undecided' }
  | { readonly type: 'call'; readonly name: string }

/** Looks at the answer so far. */
export function readOpening(text: string): Opening {
  let name: string | undefined
  const reader = createCallReader({
    findTool: (written) => {
      name = written
      return undefined
    },
  })
  reader.push(text)
  if (name !== undefined) return { type: 'call', name }
  return { type: reader.isText ? 'text' : 'undecided' }
}
