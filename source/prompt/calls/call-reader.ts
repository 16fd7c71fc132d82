// Reads an answer while it is written: calls at its start, text from there on for good. Invariants: a name in the text
// calls nothing; what is held back is bounded and let go at the end; the pieces do not depend on where chunks were cut.
// docs/call-formats.md has the formats; read call-group.ts next.
import type { JsonObject } from '../../contracts/json.ts'
import { readGroup, skipEnds } from './call-group.ts'
import { GrowingText, type Reading } from './growing-text.ts'
import { MarkerFilter } from './markers.ts'
import { type FindTool, type ReadCall, Scan } from './scan.ts'
import { createToolFinder } from './tool-names.ts'

export interface CallPiece {
  readonly type: 'call'
  /** The tool's own name, however the model wrote it. */
  readonly name: string
  /** As written, not yet coerced by a schema; undefined: none that could be read. */
  readonly arguments: JsonObject | undefined
  /** The answer ended inside a value, which may be shorter than it was meant. */
  readonly cut: boolean
  /** The call as it stands in the answer, its marker before it included, an end tag behind it not. */
  readonly raw: string
}

export interface CallOpening {
  readonly name: string
  /** Nothing but a call begins like this. Without a marker it may still turn out to be text: a person's JSON. */
  readonly marked: boolean
}

/** Part of an answer, in order. */
export type AnswerPiece = { readonly type: 'text'; readonly text: string } | CallPiece

export interface CallReader {
  /** What is certain now that this much more of the answer has come. */
  push(chunk: string): readonly AnswerPiece[]
  /** The rest: no more will come. */
  end(): readonly AnswerPiece[]
  /** The call that is being read: known when its name is complete, gone when it is a piece. */
  readonly opening: CallOpening | undefined
  /** No call can come any more. */
  readonly isText: boolean
}

/** A reader for one answer without the thinking before it. */
export function createCallReader(options: { readonly findTool: FindTool }): CallReader {
  return new Reader(options.findTool)
}

/** A reader that believes only names of `enabled` tools for which `believe` gives a name. */
export function openAnswerReader(options: {
  readonly enabled: readonly string[]
  readonly known: readonly string[]
  readonly believe: (tool: string) => string | undefined
}): CallReader {
  const find = createToolFinder(options.enabled, options.known)
  const findTool: FindTool = (written, marked) => {
    const tool = find(written, marked)
    return tool === undefined ? undefined : options.believe(tool)
  }
  const reader = createCallReader({ findTool })
  const whole = (pieces: readonly AnswerPiece[]) =>
    pieces.map((piece) => (piece.type === 'call' && piece.cut ? { ...piece, arguments: undefined } : piece))
  return {
    push: (chunk) => whole(reader.push(chunk)),
    end: () => whole(reader.end()),
    get opening() {
      return reader.opening
    },
    get isText() {
      return reader.isText
    },
  }
}

class Reader implements CallReader {
  readonly #from = new GrowingText()
  readonly #markers = new MarkerFilter()
  readonly #findTool: FindTool
  readonly #reading: Reading<void>
  #scan: Scan | undefined
  #calls: CallPiece[] = []
  isText = false

  constructor(findTool: FindTool) {
    this.#findTool = findTool
    this.#reading = this.#readCalls()
  }

  get opening(): CallOpening | undefined {
    const name = this.#scan?.tool
    return name === undefined ? undefined : { name, marked: this.#scan?.marked === true }
  }

  push(chunk: string): readonly AnswerPiece[] {
    if (this.isText) return textPieces(this.#markers.push(chunk))
    this.#from.text += chunk
    return this.#advance()
  }

  end(): readonly AnswerPiece[] {
    this.#from.isEnded = true
    const pieces = this.isText ? [] : this.#advance()
    return [...pieces, ...textPieces(this.#markers.end())]
  }

  #advance(): readonly AnswerPiece[] {
    this.isText = this.#reading.next().done === true
    const pieces: AnswerPiece[] = this.#calls
    this.#calls = []
    return this.isText ? [...pieces, ...textPieces(this.#markers.push(this.#from.text))] : pieces
  }

  /** Returns when the rest, which then begins the text, is no call. */
  *#readCalls(): Reading<void> {
    const from = this.#from
    for (let isFirst = true; ; isFirst = false) {
      const scan = new Scan(from, this.#findTool, isFirst)
      this.#scan = scan
      const calls = yield* readGroup(scan)
      this.#scan = undefined
      if (calls === undefined || from.isOverrun) return
      this.#calls.push(...toPieces(calls, from.text.slice(0, from.at)))
      from.limit = Number.POSITIVE_INFINITY
      yield* skipEnds(scan)
      from.text = from.text.slice(from.at)
      from.at = 0
    }
  }
}

/** Each call has what stands before it since the last one, the last has the rest of its group. */
function toPieces(calls: readonly ReadCall[], group: string): readonly CallPiece[] {
  return calls.map((call, index) => {
    const begin = calls[index - 1]?.end ?? 0
    const end = index === calls.length - 1 ? group.length : call.end
    return {
      type: 'call',
      name: call.name,
      arguments: call.arguments,
      cut: call.cut,
      raw: group.slice(begin, end).trim(),
    }
  })
}

function textPieces(text: string): readonly AnswerPiece[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
