// The answer of a turn: written by the talk lane and checked against the facts while it is written, or the tool's own
// sentence where the model may not, cannot, or does not stay with them.

import type { ChatMessage, TalkRequest, TalkResult, TokenUsage } from '../contracts/engine.ts'
import { capital } from '../lib/as-clause.ts'
import { AnswerStream } from './answer-stream.ts'
import { insteadOfEcho, truthFor } from './claimed.ts'
import { saysNothingFound } from './denials.ts'
import { cutMiddle, factsOf, wholeText } from './facts.ts'
import { findUnfaithful, readSources } from './faithful.ts'
import { hasKeyword } from './has-keyword.ts'
import { isOffCall } from './off-call.ts'
import { looksIntoOwn } from './own-question.ts'
import type { OpenedCall, TurnInput, TurnPorts } from './ports.ts'
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
  const own = textsOf('\n', calls.length > 0 ? (input.ownFacts ?? '') : '', ...said.map(wholeText))
  const historyText = cutMiddle(own, input.factCharacters)
  const byTool = { text: own, historyText, source: 'tool', prompt, userText, contextTokens: 0 } as const
  const engine = ports.engine
  if (calls.length > 0 && (engine === undefined || isToldByTool(input, calls))) return byTool
  if (engine === undefined) return { ...byTool, source: 'model' }
  const stop = new AbortController()
  const isChecked = calls.length > 0 && input.answers !== 'model'
  const sources = isChecked
    ? readSources(`${known}\n${input.message}${input.attachment?.text ?? ''}`)
    : undefined
  const isFree = calls.length === 0 && input.answers !== 'model'
  const before = isFree ? input.history.map(({ text }) => text) : undefined
  const theirs = ownOf(input, calls)
  const stream = new AnswerStream({ input, ports, sources, before, own: theirs, stop, believe })
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
  if (stream.claims || stream.isEcho) return { ...byTool, ...replaced(stream, input), ...usageOf(result) }
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

/** Failures that show what would have been done. */
const UNDONE: ReadonlySet<string> = new Set(['dry_run', 'unsure'])

/** Whether the tools' own sentences are the answer. */
function isToldByTool(input: TurnInput, calls: readonly RunCall[]): boolean {
  // Of what was not done, nothing is retold: the person has to see all of it.
  const isUndone = calls.some((call) => isOffCall(call) || UNDONE.has(call.outcome.error?.code ?? ''))
  return (
    isUndone ||
    input.answers === 'tool' ||
    input.call !== undefined ||
    calls.some(({ outcome }) => outcome.said.isModels) ||
    (input.answers === 'auto' &&
      (calls.some(isDeed) || calls.every(foundNothing) || calls.every(isPlain) || calls.every(hasRows)))
  )
}

/**
 * It changed something: what it and the calls beside it say of that is short and whole, and told in other words it gets only less true (`docs/lanes.md`).
 * A tool from outside may say anything.
 */
function isDeed({ ready, outcome }: RunCall): boolean {
  const tool = ready?.callable.tool
  return outcome.ok && tool?.risk === 'write' && tool.print === undefined && tool.readsWhen === undefined
}

/** "Read notes.txt": a pattern knew the whole message, which asks for the lines of the result and nothing more. */
function isPlain({ route, outcome }: RunCall): boolean {
  return outcome.ok && route?.by === 'pattern' && outcome.said.detail !== undefined
}

/** What was asked of tables is told from the rows: a small model leaves some of them out, or takes a tick for another. */
function hasRows({ ready, outcome }: RunCall): boolean {
  return hasKeyword(ready?.callable, 'x-program') && outcome.ok
}

/** "No memory for …": there is nothing to tell of, and a small model would. */
function foundNothing({ outcome }: RunCall): boolean {
  return outcome.ok && outcome.said.detail === undefined && saysNothingFound(outcome.said.sentence)
}

/** What the message and the memory say in the person's own words. */
function ownOf({ message, answers, ownFacts = '' }: TurnInput, calls: readonly RunCall[]): string {
  if (answers === 'model') return ''
  if (calls.length === 0) return ownFacts === '' ? '' : textsOf('\n', message, ownFacts)
  const told = calls.filter(({ ready }) => looksIntoOwn(ready?.callable.detail.parameters))
  return textsOf('\n', message, ...told.map((call) => wholeText(call.outcome.said)))
}

/** An answer that tells of what no tool did, or nothing, is not shown, and later turns do not learn it. */
function replaced({ claims, visible }: AnswerStream, { message, ownFacts }: TurnInput): Partial<Answer> {
  // Why nothing was done says more than that nothing was.
  const truth = ownFacts?.startsWith('nothing ') ? capital(ownFacts) : truthFor(message)
  const text = claims ? truth : insteadOfEcho(message)
  const unfaithful = claims ? 'it tells of what no tool did' : 'it says the message again'
  return { text, historyText: text, unfaithful, modelAnswer: visible }
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
    remembered: `${rememberedFacts(input.remembered)}\n${input.ownFacts ?? ''}${input.attachment?.text ?? ''}`,
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
