// An answer while it is written: what may be shown of it, and what ends it.
import { claimsDone, deedUntold, echoes, mayClaim, mayEcho } from './claimed.ts'
import { endOfLastClause, findInvented, type Sources } from './faithful.ts'
import { turnPerson } from './own-person.ts'
import type { AnswerPart, AnswerReader, OpenedCall, TurnInput, TurnPorts } from './ports.ts'

/** What a stream is given. */
export interface StreamSources {
  readonly input: TurnInput
  readonly ports: TurnPorts
  /** What the answer is held against; undefined: no tool was called. */
  readonly sources: Sources | undefined
  /** What was said before, where no tool was called and the answer must not claim that one was; undefined: that is not looked at. */
  readonly before: readonly string[] | undefined
  /** What the person said of their own, which an answer does not call the program's; empty: it is not looked at. */
  readonly own: string
  readonly stop: AbortController
  readonly believe: (name: string) => string | undefined
}

/** Of calls in one answer; models that go on and on are stopped. */
const LONGEST_CALLS = 2_000

/**
 * Watches an answer while it is written: holds back openings, thinking, markers and what is not checked yet,
 * stops at the first invented value.
 */
export class AnswerStream {
  readonly #input: TurnInput
  readonly #ports: TurnPorts
  readonly #sources: Sources | undefined
  /** undefined: the beginning was looked at, and claims nothing. */
  #before: readonly string[] | undefined
  readonly #stop: AbortController
  readonly #reader: AnswerReader
  readonly #own: string
  #written = ''
  #read = 0
  #shown = 0
  #thought = 0
  raw = ''
  /** The answer without a thinking block before it and without markers. */
  visible = ''
  readonly opens: OpenedCall[] = []
  invented: string | undefined
  /** It says that something was done, and nothing was. */
  claims = false
  /** It only says the message again. */
  isEcho = false
  firstTokenAt: number | undefined

  constructor({ input, ports, sources, before, own, stop, believe }: StreamSources) {
    this.#own = own
    this.#input = input
    this.#ports = ports
    this.#sources = sources
    this.#before = before
    this.#stop = stop
    this.#reader = ports.createAnswerReader(believe)
  }

  push(text: string): void {
    this.firstTokenAt ??= this.#ports.monotonicMs()
    this.raw += text
    this.#think()
    const answer = withoutThinking(this.raw)
    this.#take(this.#reader.push(answer.slice(this.#read)))
    this.#read = answer.length
    const isLong = this.visible === '' && answer.length > LONGEST_CALLS
    if ((this.opens.length > 0 && this.#reader.isText) || isLong) this.#stop.abort()
    else if (this.#before !== undefined) this.#checkBeginning(this.#before, this.#isOpen)
    else if (this.#sources === undefined) this.flush(this.#settled)
    else this.#checkClauses(this.#sources)
  }

  /** No more comes. */
  end(): void {
    this.#take(this.#reader.end())
    if (this.#before !== undefined && this.opens.length === 0) this.#checkBeginning(this.#before, false)
  }

  get #isOpen(): boolean {
    return mayClaim(this.visible) || mayEcho(this.visible, this.#input.message)
  }

  #checkBeginning(before: readonly string[], isOpen: boolean): void {
    if (isOpen) return
    this.#before = undefined
    this.claims = claimsDone(this.visible, { message: this.#input.message, before })
    this.isEcho = echoes(this.visible, this.#input.message)
    if (this.claims) this.#stop.abort()
    else if (!this.isEcho) this.flush(this.#settled)
  }

  /** Up to where what comes changes nothing: "my" may become "your" with the word behind it. */
  get #settled(): number {
    const open = this.#own === '' ? '' : (/(?:(?:my|our|I)\s+)?[\p{L}'’-]*$/iu.exec(this.visible)?.[0] ?? '')
    return this.visible.length - open.length
  }

  #take(parts: readonly AnswerPart[]): void {
    for (const part of parts) {
      if (part.type === 'call') this.opens.push(part)
      // What a model adds to its calls was written without their results.
      else if (this.opens.length === 0) this.#written += part.text
    }
    this.visible = this.#own === '' ? this.#written : turnPerson(this.#written, this.#own)
  }

  /** Hands out what was held back. */
  flush(upTo = this.visible.length): void {
    const fresh = this.visible.slice(this.#shown, upTo)
    if (fresh === '') return
    this.#shown += fresh.length
    this.#ports.emit({ type: 'answer.delta', turn: this.#input.turn, text: fresh })
  }

  /** Hands out what is thought; a person may look at it, and nothing else does. */
  #think(): void {
    // Nothing of it comes once the answer has begun.
    if (this.#read > 0) return
    const fresh = thinkingOf(this.raw).slice(this.#thought)
    if (fresh === '') return
    this.#thought += fresh.length
    this.#ports.emit({ type: 'progress', what: 'think', done: this.#thought, total: 0, text: fresh })
  }

  /** Only whole clauses are checked and shown: `10:24` may still become `10:24 pm`. */
  #checkClauses(sources: Sources): void {
    const { visible } = this
    const end = endOfLastClause(visible)
    if (end <= this.#shown) return
    const whole = visible.slice(0, end)
    const deed = deedUntold(whole, sources.lower)
    this.invented = deed === undefined ? findInvented(whole, sources) : `no tool says "${deed}"`
    if (this.invented === undefined) this.flush(end)
    else this.#stop.abort()
  }
}

/** An answer without a thinking block before it; empty until that has ended. Grows as the answer does. */
export function withoutThinking(raw: string): string {
  const start = raw.trimStart()
  if (!start.startsWith('<think>')) return '<think>'.startsWith(start) ? '' : raw
  const end = start.indexOf('</think>')
  return end < 0 ? '' : start.slice(end + '</think>'.length).trimStart()
}

/** What stands in a thinking block at the beginning; grows as it does, so half an end tag is not part of it. */
export function thinkingOf(raw: string): string {
  const start = raw.trimStart()
  if (!start.startsWith('<think>')) return ''
  const inside = start.slice('<think>'.length)
  const end = inside.indexOf('</think>')
  return end >= 0 ? inside.slice(0, end) : inside.replace(/<(?:\/(?:t(?:h(?:i(?:n(?:k)?)?)?)?)?)?$/, '')
}
