// What the readers of one call, or of one group of calls, share.
import type { JsonObject } from '../../contracts/json.ts'
import type { GrowingText } from './growing-text.ts'

/**
 * The tool that a name in a call means; undefined: none. `marked`: the form is unmistakably a call, so that small
 * damage in the name may be repaired.
 */
export type FindTool = (written: string, marked: boolean) => string | undefined

export interface ReadCall {
  readonly name: string
  /** undefined: the model wrote none that could be read. */
  readonly arguments: JsonObject | undefined
  /** The answer ended inside a value, which may be shorter than it was meant. */
  readonly cut: boolean
  /** Where it ends in the text. */
  readonly end: number
}

/** Names are longer in no tool library. */
export const LONGEST_NAME = 64
/** A call must have named its tool by then, else it is text. */
export const LONGEST_OPENING = 160
/** Characters of a whole call, or of a group of calls in one list; a longer one is text. */
export const LONGEST_CALL = 32_768

export class Scan {
  readonly from: GrowingText
  readonly start: number
  /** No call stands before it. */
  readonly isFirst: boolean
  readonly #findTool: FindTool
  /** A marker stands before it that nothing but a call has. */
  marked = false
  /** The answer opened a code fence before the call. */
  isFenced = false
  /** The tool of the first call, known before its arguments are. */
  tool: string | undefined

  /** Begins where `from` stands. */
  constructor(from: GrowingText, findTool: FindTool, isFirst: boolean) {
    this.from = from
    this.isFirst = isFirst
    this.start = from.at
    this.#findTool = findTool
    from.limit = from.at + LONGEST_OPENING
    from.isCut = false
  }

  /** The tool that this name means, if any. From here on the call may be as long as a call may be. */
  nameTool(written: string): string | undefined {
    if (this.from.isOverrun) return undefined
    const name = this.#findTool(written, this.marked)
    if (name !== undefined) {
      this.tool ??= name
      this.from.limit = this.start + LONGEST_CALL
    }
    return name
  }

  /** A call that ends here. */
  finish(name: string, args: JsonObject | undefined): ReadCall {
    return { name, arguments: args, cut: this.from.isCut, end: this.from.at }
  }
}
