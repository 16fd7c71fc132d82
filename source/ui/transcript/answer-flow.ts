// The answer while it is written: what of it is finished goes into the transcript at once, so that a long one can be read
// from its beginning. Invariant: what went there is never taken back; an answer that turns out to be another one is said
// again, with a word about it. Pure.
import {
  endPieces,
  type MarkdownPiece,
  NOTHING_OPEN,
  type OpenMarkdown,
  piecesOf,
  takeMarkdown,
} from '../markdown/pieces.ts'

export interface AnswerFlow {
  /** Everything that came, as the model wrote it. */
  readonly streamed: string
  readonly open: OpenMarkdown
  /** Finished, but not given out: what a tool said is still checked against it. */
  readonly held: readonly MarkdownPiece[]
  /** Something was given out. */
  readonly hasGiven: boolean
  /** The answer may be replaced as a whole, since a tool was called in its turn. */
  readonly holds: boolean
}

export const NO_ANSWER: AnswerFlow = {
  streamed: '',
  open: NOTHING_OPEN,
  held: [],
  hasGiven: false,
  holds: false,
}

/** Takes what was streamed; gives the pieces that are finished and may be shown for good. */
export function takeDelta(
  flow: AnswerFlow,
  text: string,
): { readonly flow: AnswerFlow; readonly pieces: readonly MarkdownPiece[] } {
  const { open, pieces } = takeMarkdown(flow.open, text)
  const next = { ...flow, streamed: flow.streamed + text, open }
  if (flow.holds) return { flow: { ...next, held: [...flow.held, ...pieces] }, pieces: [] }
  return { flow: { ...next, hasGiven: flow.hasGiven || pieces.length > 0 }, pieces }
}

/** What is streamed and not given out: what the live region shows. */
export function livePieces({ held, open }: AnswerFlow): readonly MarkdownPiece[] {
  return [...held, ...endPieces(open)]
}

/** What is still to be shown of an answer that is complete; `isOther`: it is not the one of which a part was shown. */
export function endAnswer(
  flow: AnswerFlow,
  text: string,
): { readonly pieces: readonly MarkdownPiece[]; readonly isOther: boolean } {
  const streamed = flow.streamed.trim()
  const whole = text.trim()
  if (streamed !== '' && whole.startsWith(streamed)) {
    const more = whole.slice(streamed.length)
    // White space at the end was streamed already.
    const { open, pieces } = takeMarkdown(flow.open, /\s$/.test(flow.streamed) ? more.trimStart() : more)
    return { pieces: [...flow.held, ...pieces, ...endPieces(open)], isOther: false }
  }
  return { pieces: piecesOf(whole), isOther: flow.hasGiven }
}
