// What keys mean, as a pure table: Emacs keys as readline has them, and what a whole chunk of input stands for.
import type { DraftAction } from './draft-state.ts'

/** The part of Ink's key that counts here. */
export interface KeyFlags {
  readonly upArrow?: boolean
  readonly downArrow?: boolean
  readonly leftArrow?: boolean
  readonly rightArrow?: boolean
  readonly home?: boolean
  readonly end?: boolean
  readonly return?: boolean
  readonly escape?: boolean
  readonly ctrl?: boolean
  readonly tab?: boolean
  readonly shift?: boolean
  readonly backspace?: boolean
  readonly delete?: boolean
  readonly meta?: boolean
  readonly pageUp?: boolean
  readonly pageDown?: boolean
}

export type KeyMeaning =
  | DraftAction
  | { readonly type: 'tab' }
  | { readonly type: 'enter' }
  /** Ctrl-C. */
  | { readonly type: 'interrupt' }
  | { readonly type: 'escape' }
  /** Ctrl-D: the end of input on an empty line, else delete. */
  | { readonly type: 'end' }
  /** Ctrl-O: the whole of the last call. */
  | { readonly type: 'details' }
  | { readonly type: 'page'; readonly by: 1 | -1 }
  /** Alt-M: answers as they are written, or drawn. */
  | { readonly type: 'raw' }

const CONTROL: Readonly<Record<string, KeyMeaning>> = {
  a: { type: 'move', to: 'lineStart' },
  b: { type: 'move', to: 'left' },
  c: { type: 'interrupt' },
  d: { type: 'end' },
  e: { type: 'move', to: 'lineEnd' },
  f: { type: 'move', to: 'right' },
  h: { type: 'remove', to: 'left' },
  j: { type: 'insert', text: '\n' },
  k: { type: 'remove', to: 'lineEnd' },
  n: { type: 'newer' },
  o: { type: 'details' },
  p: { type: 'older' },
  u: { type: 'remove', to: 'lineStart' },
  w: { type: 'remove', to: 'blankLeft' },
  y: { type: 'yank' },
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys with ctrl are these
const CONTROL_CHARACTERS = /([\x01-\x08\x0b-\x1a])/

const ALT: Readonly<Record<string, KeyMeaning>> = {
  b: { type: 'move', to: 'wordLeft' },
  d: { type: 'remove', to: 'wordRight' },
  f: { type: 'move', to: 'wordRight' },
  m: { type: 'raw' },
}

/** Meanings of one input event of Ink, in order; none for a key without a use. */
export function meaningsOf(input: string, key: KeyFlags): readonly KeyMeaning[] {
  const named = namedKey(key)
  if (named !== undefined) return [named]
  if (key.ctrl) return one(CONTROL[input])
  if (key.meta) return one(ALT[input.toLowerCase()])
  return chunkMeanings(input)
}

function namedKey(key: KeyFlags): KeyMeaning | undefined {
  const byWord = key.ctrl === true || key.meta === true
  if (key.return) return byWord || key.shift ? { type: 'insert', text: '\n' } : { type: 'enter' }
  if (key.escape) return { type: 'escape' }
  if (key.tab) return key.shift ? undefined : { type: 'tab' }
  if (key.backspace) return { type: 'remove', to: byWord ? 'wordLeft' : 'left' }
  if (key.delete) return { type: 'remove', to: byWord ? 'wordRight' : 'right' }
  if (key.leftArrow) return { type: 'move', to: byWord ? 'wordLeft' : 'left' }
  if (key.rightArrow) return { type: 'move', to: byWord ? 'wordRight' : 'right' }
  if (key.home) return { type: 'move', to: 'lineStart' }
  if (key.end) return { type: 'move', to: 'lineEnd' }
  if (key.upArrow) return { type: 'older' }
  if (key.downArrow) return { type: 'newer' }
  if (key.pageUp) return { type: 'page', by: -1 }
  if (key.pageDown) return { type: 'page', by: 1 }
  return undefined
}

/**
 * Ink gives everything between two escape sequences as one text. Typed fast, it may end with Enter or Tab; a carriage
 * return with more behind it is a paste of a terminal without bracketed paste, and a paste never sends.
 */
function chunkMeanings(input: string): readonly KeyMeaning[] {
  const breakAt = input.search(/[\r\n]/)
  if (breakAt >= 0 && breakAt < input.length - 1) return [{ type: 'insert', text: input }]
  const last = input.at(-1)
  if (last === '\r' || last === '\t')
    return [...typed(input.slice(0, -1)), { type: last === '\r' ? 'enter' : 'tab' }]
  return typed(input)
}

function typed(text: string): readonly KeyMeaning[] {
  return text.split(CONTROL_CHARACTERS).flatMap((part) => {
    if (part === '') return []
    const code = part.charCodeAt(0)
    const isControl = part.length === 1 && code < 0x1b && code !== 0x09 && code !== 0x0a
    return isControl
      ? one(CONTROL[String.fromCharCode(code + 96)])
      : [{ type: 'insert' as const, text: part }]
  })
}

function one(meaning: KeyMeaning | undefined): readonly KeyMeaning[] {
  return meaning === undefined ? [] : [meaning]
}
