// The answer of a turn: written by the talk lane and checked against the facts while it is written, or the tool's own
// sentence where the model may not, cannot, or does not stay with them.
import type { ChatMessage, TalkRequest, TalkResult, TokenUsage } from '../contracts/engine.ts'
import { cutMiddle, factsOf, wholeText } from './facts.ts'
import { endOfLastClause, findInvented, findUnfaithful, readSources, type Sources } from './faithful.ts'
import { isOffCall } from './off-call.ts'
import type { AnswerPart, AnswerReader, OpenedCall, TurnInput, TurnPorts } from './ports.ts'
import { rememberedFacts, tellRemembered } from './remembered.ts'
import type { RunCall } from './run-call.ts'

export interface Answer {
  readonly text: string
  readonly source: 'model' | 'tool'
  /** Calls that the model wrote instead of an answer. */
  readonly opens?: readonly OpenedCall[]
  readonly prompt: readonly ChatMessage[]
  /** The user turn and the answer as they stand in history. */
  readonly userText: string
  readonly historyText: string
  readonly usage?: TokenUsage
  /** Why the model ended; undefined: it was ended for it, or wrote nothing. */
  readonly stop?: TalkResult['stop']
  readonly unfaithful?: string
  readonly modelAnswer?: string
  /** Monotonic milliseconds of the first token that was shown. */
  readonly firstTokenAt?: number
  readonly tokensPerSecond?: number
  readonly contextTokens: number
}

/** Answers from `calls` (none: from what the model knows). `believe` says which opened calls count. */
export async function answerTurn(
  input: TurnInput,
  ports: TurnPorts,
  calls: readonly RunCall[],
  signal: AbortSignal,
  believe: (name: string) => string | undefined,
): Promise<Answer> {
  const said = calls.map((call) => call.outcome.said)
  const facts = factsOf(said, input.factCharacters)
  const remembered = tellRemembered(input.remembered)
  const message = input.told ?? input.message
  // Behind a message of several lines it is a line, else it may become part of what was pasted.
  const joint = message.includes('\n') ? '\n' : ' '
  const told = textsOf(joint, message, remembered.instructions)
  const known = textsOf('\n', facts, remembered.facts, input.ownFacts ?? '')
  const userText = calls.length === 0 && known === '' ? told : ports.withFacts(told, known)
  const prompt = [...input.head, ...input.history, { role: 'user', text: userText } as const]
  const own = said.map(wholeText).join('\n')
  const historyText = cutMiddle(own, input.factCharacters)
  const byTool = { text: own, historyText, source: 'tool', prompt, userText, contextTokens: 0 } as const
  const engine = ports.engine
  // Of what was not done, nothing is retold: the person has to see all of it.
  const isUndone = calls.some((call) => isOffCall(call) || call.outcome.error?.code === 'dry_run')
  const isByTool = input.answers === 'tool' || said.some(({ isModels }) => isModels)
  const toolAnswers = isByTool || input.call !== undefined || engine === undefined || isUndone
  if (calls.length > 0 && toolAnswers) return byTool
  if (engine === undefined) return { ...byTool, source: 'model' }
  const stop = new AbortController()
  const isChecked = calls.length > 0 && input.answers !== 'model'
  const sources = isChecked
    ? readSources(`${known}\n${input.message}${input.attachment?.text ?? ''}`)
    : undefined
  const stream = new AnswerStream(input, ports, sources, stop, believe)
  // Its first chunk may take seconds, and until then nothing else tells what one waits for.
  ports.emit({ type: 'progress', what: 'prompt', done: 0, total: 0 })
  const result = await engine
    .talk(talkRequest(input, ports, prompt, stream), AbortSignal.any([signal, stop.signal]))
    .catch((error: unknown) => {
      if (stop.signal.aborted && !signal.aborted) return undefined
      throw error
    })
  // A call without its end tag is one only now.
  stream.end()
  if (stream.opens.length > 0) return { ...byTool, opens: stream.opens, modelAnswer: stream.raw }
  const reason =
    stream.invented ?? (calls.length > 0 ? unfaithful(input, calls, facts, stream.visible) : undefined)
  const measured = { ...usageOf(result), firstTokenAt: stream.firstTokenAt }
  if (reason !== undefined && input.answers !== 'model') {
    return { ...byTool, ...measured, unfaithful: reason, modelAnswer: stream.visible }
  }
  stream.flush()
  return {
    ...measured,
    text: stream.visible.trim(),
    historyText: result?.text ?? stream.raw,
    source: 'model',
    ...(result !== undefined && { stop: result.stop }),
    prompt,
    userText,
    unfaithful: reason,
  }
}

function talkRequest(
  input: TurnInput,
  ports: TurnPorts,
  messages: readonly ChatMessage[],
  stream: AnswerStream,
): TalkRequest {
  let written = 0
  return {
    messages,
    maxTokens: input.maxAnswerTokens,
    temperature: input.temperature,
    seed: input.seed,
    onText: (text: string) => {
      stream.push(text)
      ports.emit({ type: 'progress', what: 'answer', done: ++written, total: 0 })
    },
    onPrefill: (done: number, total: number) => ports.emit({ type: 'progress', what: 'prompt', done, total }),
  }
}

function textsOf(joint: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(joint)
}

function unfaithful(
  input: TurnInput,
  calls: readonly RunCall[],
  facts: string,
  answer: string,
): string | undefined {
  return findUnfaithful({
    answer,
    facts,
    keys: calls.map((call) => call.outcome.said.key ?? []),
    message: input.message,
    remembered: `${rememberedFacts(input.remembered)}${input.attachment?.text ?? ''}`,
    failed: calls.some((call) => !call.outcome.ok),
    parts: calls.map((call) => wholeText(call.outcome.said)),
  })
}

function usageOf(
  result: TalkResult | undefined,
): Pick<Answer, 'usage' | 'contextTokens' | 'tokensPerSecond'> {
  if (result === undefined) return { contextTokens: 0 }
  const seconds = (result.totalMs - result.firstTokenMs) / 1000
  const written = result.usage.generated - 1
  return {
    usage: result.usage,
    contextTokens: result.contextTokens,
    tokensPerSecond: written > 4 && seconds > 0 ? written / seconds : undefined,
  }
}

/** Of calls in one answer; models that go on and on are stopped. */
const LONGEST_CALLS = 2_000

/**
 * Watches an answer while it is written: holds back openings, thinking, markers and what is not checked yet,
 * stops at the first invented value.
 */
class AnswerStream {
  readonly #input: TurnInput
  readonly #ports: TurnPorts
  readonly #sources: Sources | undefined
  readonly #stop: AbortController
  readonly #reader: AnswerReader
  #read = 0
  #shown = 0
  #thought = 0
  raw = ''
  /** The answer without a thinking block before it and without markers. */
  visible = ''
  readonly opens: OpenedCall[] = []
  invented: string | undefined
  firstTokenAt: number | undefined

  constructor(
    input: TurnInput,
    ports: TurnPorts,
    sources: Sources | undefined,
    stop: AbortController,
    believe: (name: string) => string | undefined,
  ) {
    this.#input = input
    this.#ports = ports
    this.#sources = sources
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
    else if (this.#sources === undefined) this.flush()
    else this.#checkClauses(this.#sources)
  }

  /** No more comes. */
  end(): void {
    this.#take(this.#reader.end())
  }

  #take(parts: readonly AnswerPart[]): void {
    for (const part of parts) {
      if (part.type === 'call') this.opens.push(part)
      // What a model adds to its calls was written without their results.
      else if (this.opens.length === 0) this.visible += part.text
    }
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
    this.invented = findInvented(visible.slice(0, end), sources)
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
