// What keys mean, as a pure table: Emacs keys as readline has them, and what a whole chunk of input stands for. The same
// table for people: docs/keys.md, which a test holds to this one.
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
  /** Shift-Tab. */
  | { readonly type: 'backTab' }
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
  /** Ctrl-G: the draft goes to the person's editor. */
  | { readonly type: 'editor' }

const UNDO = { type: 'undo' } as const
const REDO = { type: 'redo' } as const

/** With ctrl. */
export const CONTROL: Readonly<Record<string, KeyMeaning>> = {
  a: { type: 'move', to: 'lineStart' },
  b: { type: 'move', to: 'left' },
  c: { type: 'interrupt' },
  d: { type: 'end' },
  e: { type: 'move', to: 'lineEnd' },
  f: { type: 'move', to: 'right' },
  g: { type: 'editor' },
  h: { type: 'remove', to: 'left' },
  j: { type: 'insert', text: '\n' },
  k: { type: 'remove', to: 'lineEnd' },
  n: { type: 'newer' },
  o: { type: 'details' },
  p: { type: 'older' },
  r: { type: 'search' },
  u: { type: 'remove', to: 'lineStart' },
  w: { type: 'remove', to: 'blankLeft' },
  y: { type: 'yank' },
  z: UNDO,
  // ctrl-_ comes as itself, as ctrl-/ (the same byte), or in the kitty protocol as ctrl-shift-minus.
  _: UNDO,
  '/': UNDO,
  '-': UNDO,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys with ctrl are these
const CONTROL_CHARACTERS = /([\x01-\x08\x0b\x0c\x0e-\x1a\x1f])/

/** With alt. */
export const ALT: Readonly<Record<string, KeyMeaning>> = {
  b: { type: 'move', to: 'wordLeft' },
  d: { type: 'remove', to: 'wordRight' },
  f: { type: 'move', to: 'wordRight' },
  m: { type: 'raw' },
  z: REDO,
  _: REDO,
}

/** Meanings of one input event of Ink, in order; none for a key without a use. */
export function meaningsOf(input: string, key: KeyFlags): readonly KeyMeaning[] {
  const named = namedKey(key)
  if (named !== undefined) return [named]
  if (key.ctrl) return one(key.shift && input.toLowerCase() === 'z' ? REDO : CONTROL[input.toLowerCase()])
  if (key.meta) return one(ALT[input.toLowerCase()])
  return chunkMeanings(input)
}

/** Whether a chunk of input can only be a paste: a line end with more behind it, which nobody types at once. */
export function isBurst(input: string): boolean {
  const breakAt = input.search(/[\r\n]/)
  return breakAt >= 0 && breakAt < input.length - 1
}

function namedKey(key: KeyFlags): KeyMeaning | undefined {
  const byWord = key.ctrl === true || key.meta === true
  if (key.return) return byWord || key.shift ? { type: 'insert', text: '\n' } : { type: 'enter' }
  if (key.escape) return { type: 'escape' }
  if (key.tab) return { type: key.shift ? 'backTab' : 'tab' }
  if (key.backspace) return { type: 'remove', to: byWord ? 'wordLeft' : 'left' }
  if (key.delete) return { type: 'remove', to: byWord ? 'wordRight' : 'right' }
  if (key.leftArrow) return { type: 'move', to: byWord ? 'wordLeft' : 'left' }
  if (key.rightArrow) return { type: 'move', to: byWord ? 'wordRight' : 'right' }
  if (key.home) return { type: 'move', to: byWord ? 'start' : 'lineStart' }
  if (key.end) return { type: 'move', to: byWord ? 'finish' : 'lineEnd' }
  if (key.upArrow) return { type: 'older' }
  if (key.downArrow) return { type: 'newer' }
  if (key.pageUp) return { type: 'page', by: -1 }
  if (key.pageDown) return { type: 'page', by: 1 }
  return undefined
}

/**
 * Ink gives everything between two escape sequences as one text. Typed fast, it may end with Enter or Tab; what has a
 * line end before its end is a paste of a terminal without bracketed paste, and a paste never sends.
 */
function chunkMeanings(input: string): readonly KeyMeaning[] {
  if (isBurst(input)) return [{ type: 'paste', text: input }]
  const last = input.at(-1)
  if (last === '\r' || last === '\t')
    return [...typed(input.slice(0, -1)), { type: last === '\r' ? 'enter' : 'tab' }]
  return typed(input)
}

function typed(text: string): readonly KeyMeaning[] {
  return text.split(CONTROL_CHARACTERS).flatMap((part) => {
    if (part === '') return []
    const code = part.charCodeAt(0)
    if (part.length > 1 || !CONTROL_CHARACTERS.test(part)) return [{ type: 'insert' as const, text: part }]
    return one(CONTROL[String.fromCharCode(code + (code <= 26 ? 96 : 64))])
  })
}

function one(meaning: KeyMeaning | undefined): readonly KeyMeaning[] {
  return meaning === undefined ? [] : [meaning]
}
