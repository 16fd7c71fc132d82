// The engine's own process: started by host.ts with UV_THREADPOOL_SIZE=1, because one pool thread decodes up to
// twice as fast on two cores, and because a bad state file or a truncated model kills the process that reads it.
// One request decodes at a time; an abort overtakes the queue. Nothing here knows of tools or conversations.
import { basename, dirname, join, resolve } from 'node:path'
import type { Token } from 'node-llama-cpp'
import {
  type CallState,
  type ChatMessage,
  EngineFailure,
  type PreparedState,
} from '../../contracts/engine.ts'
import { begunName, callStateName } from '../../lib/state-names.ts'
import { ending, evaluateAhead } from './ahead.ts'
import type { Lane } from './lane.ts'
import { type LoadedModel, loadModel } from './loaded-model.ts'
import { beginWith } from './opened-thought.ts'
import type { LoadOptions, OperationName, Operations, Reply, Request } from './protocol.ts'
import { keepBudget, markUsed, sweepHalfWritten } from './state-budget.ts'
import { copyState, forgetState, loadState, savedTokens, saveState } from './state-file.ts'
import { evaluatePrompt, talk } from './talk.ts'
import { type WrittenArguments, writeArguments } from './write-arguments.ts'
import { renderCode, writeCode } from './write-code.ts'
import { type WrittenProgram, writeProgram } from './write-program.ts'

/** To save what was evaluated takes a tenth of a second or two, in which who interrupted waits. */
const SAVE_BEGUN_MS = 10_000

interface Job {
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
  readonly text: (text: string) => void
}

type Handler<K extends OperationName> = (
  input: Operations[K]['input'],
  job: Job,
) => Promise<Operations[K]['output']>

let model: LoadedModel | undefined
let options: LoadOptions | undefined
/** Tokens of the talk lane's head, once there is one, and where they are saved. */
let head: { readonly tokens: readonly Token[]; readonly path: string } = { tokens: [], path: '' }

const handlers: { readonly [K in OperationName]: Handler<K> } = {
  load: async (input, job) => {
    options = input
    model = await loadModel(input, job.progress)
    return model.info
  },
  count: async (texts) => texts.map((text) => loaded().count(text)),
  prepareHead: async ({ messages, persist, file }, job) => {
    const tokens = loaded().render(messages, false)
    const path = file === undefined ? statePath('head.kv') : resolve(options?.statesDir ?? '', file)
    const prepared = await prepare(loaded().talk, path, tokens, persist, job)
    // What stands in the lane already may have history behind it, so its file is copied, not written.
    if (prepared.source === 'ready' && persist && keepsStates() && path !== head.path)
      await copyState(head.path, path, loaded().originOf(loaded().talk), tokens)
    head = persist && keepsStates() ? { tokens, path } : { tokens: [], path: '' }
    return prepared
  },
  prepareCall: async ({ state, persist }, job) => prepareState(state, persist, job),
  talk: async (input, job) => {
    const prompt = loaded().render(input.messages, true)
    await restoreHead(prompt)
    const begun = beginWith(loaded().opening, job.text)
    const said = await talk(loaded().talk, prompt, {
      ...input,
      signal: job.signal,
      onText: begun.onText,
      onPrefill: job.progress,
      onGenerated: loaded().remember,
    })
    return begun.whole(said)
  },
  prefill: async (messages, job) => {
    const tokens = loaded().render(messages, false)
    await restoreHead(tokens)
    return evaluatePrompt(loaded().talk, tokens, job.signal, job.progress)
  },
  ahead: async (request, job) => {
    if (request.lane === 'call') {
      const { state, examples = [], message } = request
      await prepareState(state, true, job)
      const lane = await laneOf(state)
      const messages: ChatMessage[] = [...state.messages, ...examples, { role: 'user', text: message }]
      return evaluateAhead(lane, (text) => callTokens(state, ending(messages, text), true), false, job.signal)
    }
    const { messages, isFinished } = request
    const render = (text: string) => loaded().render(ending(messages, text), true)
    return evaluateAhead(loaded().talk, render, isFinished, job.signal)
  },
  writeCall: async (request, job) => {
    const startedAt = performance.now()
    const call = await laneOf(request.state)
    await prepareState(request.state, true, job)
    const before = [...request.state.messages, ...(request.examples ?? [])]
    const messages: ChatMessage[] = [...before, { role: 'user', text: request.message }]
    const prompt = callTokens(request.state, messages, true)
    const opening = loaded().tokenize(request.opening)
    // A prompt that stands here whole says nothing of what comes next: its last token is decoded again.
    if ((await call.keepPrefix(prompt, call.chunkTokens)) === prompt.length && opening.length === 0)
      await call.dropLast()
    const rest = [...prompt.slice(call.tokens.length), ...opening]
    const reused = call.tokens.length
    const written = await writeBehind(call, rest, request, job.signal)
    const evaluated = Math.max(0, call.tokens.length - reused - written.generated)
    const usage = { evaluated, reused, generated: written.generated }
    return { ...written, usage, totalMs: performance.now() - startedAt }
  },
  callTokens: async ({ state, calls }) => {
    const head = callTokens(state, state.messages, false)
    // Of a chat each turn is tokens of its own, so the last one is enough to go on from.
    const last = state.form === 'code' ? state.messages : state.messages.slice(-1)
    const begin = callTokens(state, last, false).length
    const behind = calls.map(({ message, answer, before = [] }) => {
      const asked: ChatMessage[] = [...last, ...before, { role: 'user', text: message }]
      const prompt = callTokens(state, asked, true)
      return { prompt: prompt.slice(begin), answer: answerTokens(state, asked, prompt.length, answer) }
    })
    return { head, calls: behind }
  },
  render: async ({ messages, form }) =>
    form === 'code' ? renderCode(messages) : loaded().renderText(messages),
  memory: async () => process.memoryUsage.rss(),
}

async function prepareState(state: CallState, persist: boolean, job: Job): Promise<PreparedState> {
  const tokens = callTokens(state, state.messages, false)
  const { base } = state
  if (base !== undefined && persist && keepsStates() && (await savedTokens(callPath(state))) === 0) {
    const shared = callTokens(base, base.messages, false).length
    if ((await laneOf(state)).sharedPrefix(tokens) < shared) await prepareState(base, persist, job)
  }
  return prepare(await laneOf(state), callPath(state), tokens, persist, job)
}

/** What the assistant's turn says behind `prompt`: a program, an expression, or JSON. */
async function writeBehind(
  lane: Lane,
  prompt: readonly Token[],
  { state, program, other, parameters, message: whole, latest, maxTokens }: Operations['writeCall']['input'],
  signal: AbortSignal,
): Promise<WrittenArguments & Partial<WrittenProgram>> {
  if (program !== undefined)
    return writeProgram(lane, prompt, { vocabulary: program, other, maxTokens }, signal)
  const write = state.form === 'code' ? writeCode : writeArguments
  return write(lane, prompt, parameters, { whole, latest }, maxTokens, signal)
}

/** Where a tool's calls are written: what was learned for calls was learned behind worked examples. */
async function laneOf(state: CallState): Promise<Lane> {
  return state.untuned === true ? loaded().untuned() : loaded().call
}

/** Tokens of a call's prompt; `open`: the last message is the request, and its arguments come next. */
function callTokens({ form }: CallState, messages: readonly ChatMessage[], open: boolean): readonly Token[] {
  return form === 'code' ? loaded().tokenize(renderCode(messages)) : loaded().render(messages, open && 'call')
}

/** Tokens of an answer behind a prompt of so many tokens, with the one that ends its turn: it opens the next turn. */
function answerTokens(
  state: CallState,
  asked: readonly ChatMessage[],
  promptLength: number,
  answer: string,
): readonly Token[] {
  if (state.form === 'code') return loaded().tokenize(` ${answer}\n\n`)
  const next: ChatMessage[] = [...asked, { role: 'assistant', text: answer }, { role: 'user', text: 'ok' }]
  const end = promptLength + loaded().count(answer) + 1
  return callTokens(state, next, false).slice(promptLength, end)
}

function loaded(): LoadedModel {
  if (model === undefined) throw new EngineFailure('load', 'no model is loaded')
  return model
}

/** Puts `tokens` into a lane: as they stand, from their file, or by evaluating and saving them. */
async function prepare(
  lane: Lane,
  path: string,
  wanted: readonly Token[],
  persist: boolean,
  job: Job,
): Promise<PreparedState> {
  const startedAt = performance.now()
  const done = (source: PreparedState['source'], rejected?: string): PreparedState => ({
    source,
    tokens: wanted.length,
    ms: performance.now() - startedAt,
    rejected,
  })
  if (stands(lane, wanted)) return done('ready')
  lane.settle()
  const isKept = persist && keepsStates()
  const restored = isKept ? await loadState(lane, path, loaded().originOf(lane), wanted) : undefined
  if (restored?.ok) {
    await markUsed(path)
    return done('restored')
  }
  if (isKept) await goOn(lane, begunPath(path), wanted)
  try {
    await evaluatePrompt(lane, wanted, job.signal, job.progress)
  } catch (error) {
    const isLong = performance.now() - startedAt >= (options?.saveBegunMs ?? SAVE_BEGUN_MS)
    if (isKept && isLong && job.signal.aborted) await save(lane, begunPath(path))
    throw error
  }
  if (isKept && (await save(lane, path))) await forgetState(begunPath(path)).catch(() => undefined)
  return done('built', restored?.reason)
}

/** Where the beginning of a state is, whose making was interrupted. */
function begunPath(path: string): string {
  return join(dirname(path), begunName(basename(path)))
}

/** Puts the beginning of a state into the lane, if that is more than stands there. */
async function goOn(lane: Lane, path: string, wanted: readonly Token[]): Promise<void> {
  const count = await savedTokens(path)
  if (count > lane.sharedPrefix(wanted))
    await loadState(lane, path, loaded().originOf(lane), wanted.slice(0, count))
}

/** Whether `wanted` stands in the lane; where nothing can be cut, nothing may stand behind it either. */
function stands(lane: Lane, wanted: readonly Token[]): boolean {
  const standing = lane.tokens
  if (wanted.length > standing.length || !wanted.every((token, index) => token === standing[index]))
    return false
  return lane === loaded().talk || !lane.mustReload(wanted)
}

/** A talk lane that cannot be cut gets its head from the file, so that only what stands behind it is evaluated. */
async function restoreHead(prompt: readonly Token[]): Promise<void> {
  const lane = loaded().talk
  const { tokens, path } = head
  const begins = tokens.length > 0 && tokens.every((token, index) => token === prompt[index])
  if (!begins || !lane.mustReload(prompt)) return
  const restored = await loadState(lane, path, loaded().originOf(lane), tokens)
  if (restored.ok) await markUsed(path)
}

function keepsStates(): boolean {
  return options?.keepsStates !== false
}

function callPath({ name }: CallState): string {
  return statePath(callStateName(name))
}

function statePath(name: string): string {
  return join(options?.statesDir ?? '', name)
}

/** A state that cannot be saved (full disk, read-only home) costs time at the next start, nothing else. */
async function save(lane: Lane, path: string): Promise<boolean> {
  try {
    await saveState(lane, path, loaded().originOf(lane))
    if (options !== undefined) {
      await sweepHalfWritten(options.allStatesDir, Date.now())
      await keepBudget(options.allStatesDir, options.statesBudgetBytes)
    }
    return true
  } catch (error) {
    process.stderr.write(`a state could not be saved: ${String(error)}\n`)
    return false
  }
}

const running = new Map<number, AbortController>()
let queue: Promise<void> = Promise.resolve()

process.on('message', (request: Request) => {
  if (request.op === 'abort') running.get(request.id)?.abort()
  else if (request.op === 'memory' || request.op === 'render') void run(request)
  else {
    running.set(request.id, new AbortController())
    queue = queue.then(() => run(request))
  }
})
// The program is gone: so is the reason to live.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})

async function run(request: Exclude<Request, { op: 'abort' }>): Promise<void> {
  const { id } = request
  const signal = running.get(id)?.signal ?? new AbortController().signal
  const job: Job = {
    signal,
    progress: (done, total) => reply({ id, type: 'progress', done, total }),
    text: (text) => reply({ id, type: 'text', text }),
  }
  try {
    signal.throwIfAborted()
    const handler = handlers[request.op] as Handler<OperationName>
    reply({ id, type: 'done', output: await handler(request.input, job) })
  } catch (error) {
    const code = signal.aborted ? 'aborted' : error instanceof EngineFailure ? error.code : 'failed'
    reply({ id, type: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  } finally {
    running.delete(id)
  }
}

function reply(message: Reply): void {
  if (process.connected) process.send?.(message)
}
