// The model in this process: weights, two contexts, and what is known of them.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  getLlama,
  type LlamaContext,
  LlamaLogLevel,
  type LlamaModel,
  readGgufFileInfo,
  type Token,
} from 'node-llama-cpp'
import { type AdapterFile, type ChatMessage, EngineFailure, type EngineInfo } from '../../contracts/engine.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import { type ChatFormat, type Opening, readChatFormat } from './chat-format.ts'
import { Lane } from './lane.ts'
import { LEARNED_SQL, learnedOf } from './learned.ts'
import type { GpuChoice, LoadOptions } from './protocol.ts'
import type { StateOrigin } from './state-file.ts'

const DEFAULT_CONTEXT_TOKENS = 8_192
/** Answers whose tokens are remembered, so that history is the same tokens and not only the same text. */
const REMEMBERED_ANSWERS = 400

export interface LoadedModel {
  readonly info: EngineInfo
  readonly talk: Lane
  readonly call: Lane
  /** The call lane without its adapter, opened when it is first needed; the same lane where there is none. */
  untuned(): Promise<Lane>
  /** What a state of a lane depends on. */
  originOf(lane: Lane): StateOrigin
  count(text: string): number
  /** What the prompt begins of an answer itself: `<think>`, or nothing. */
  readonly opening: string
  /** Tokens of a whole prompt; `open` opens the assistant's turn behind it. */
  render(messages: readonly ChatMessage[], open: Opening): readonly Token[]
  /** The same prompt as text, with the assistant's turn opened. */
  renderText(messages: readonly ChatMessage[]): string
  /** Tokens of text that the assistant's turn begins with. */
  tokenize(text: string): readonly Token[]
  remember(text: string, tokens: readonly Token[]): void
  dispose(): Promise<void>
}

/** Loads weights and makes both contexts. Throws `EngineFailure` with the reason from the engine's own log. */
export async function loadModel(
  options: LoadOptions,
  onProgress: (done: number, total: number) => void,
): Promise<LoadedModel> {
  const startedAt = performance.now()
  const log: string[] = []
  const llama = await getLlama({
    gpu: gpuOption(options.gpu),
    maxThreads: options.threads,
    build: 'never',
    logLevel: LlamaLogLevel.warn,
    logger: (_level, message) => {
      log.push(message.trim())
      if (log.length > 50) log.shift()
    },
  }).catch((error: unknown) => {
    throw new EngineFailure(
      'missing_binary',
      `no engine build for this machine and \`--gpu ${options.gpu}\`: ${String(error)}`,
    )
  })
  const model = await llama
    .loadModel({
      modelPath: options.modelPath,
      useMmap: !/q4_0/i.test(options.modelPath),
      onLoadProgress: (share) => onProgress(Math.round(share * 100), 100),
    })
    .catch((error: unknown) => {
      throw new EngineFailure('load', loadReason(error, log))
    })
  const contextTokens = Math.min(options.contextTokens ?? DEFAULT_CONTEXT_TOKENS, model.trainContextSize)
  const chunkTokens = llama.gpu === false ? chunkFor(model.size) : 512
  const { threads } = options
  const callTokens = Math.min(options.callContextTokens, model.trainContextSize)
  const talk = await openAdapted(model, contextTokens, threads, options.talkAdapter)
  const { context: callContext, adapter } = await openAdapted(model, callTokens, threads, options.callAdapter)
  const talkContext = talk.context
  const format = await formatOf(model, options)
  const bare = originOf(options, talkContext, chunkTokens)
  const [origin, callOrigin] = [talk.adapter, adapter].map((one) =>
    one?.type === 'used' ? { ...bare, adapterSha256: one.sha256 } : bare,
  ) as [StateOrigin, StateOrigin]
  return assemble({
    options,
    model,
    talkContext,
    callContext,
    format,
    origin,
    callOrigin,
    adapter,
    talkAdapter: talk.adapter,
    gpu: llama.gpu,
    startedAt,
    chunkTokens,
  })
}

interface Parts {
  readonly options: LoadOptions
  readonly model: LlamaModel
  readonly talkContext: LlamaContext
  readonly callContext: LlamaContext
  readonly format: ChatFormat
  readonly origin: StateOrigin
  readonly callOrigin: StateOrigin
  readonly adapter: OpenedAdapter | undefined
  readonly talkAdapter: OpenedAdapter | undefined
  readonly gpu: string | false
  readonly startedAt: number
  readonly chunkTokens: number
}

function assemble(parts: Parts): LoadedModel {
  const { model, format, options } = parts
  const talk = new Lane(model, parts.talkContext, parts.chunkTokens)
  const call = new Lane(model, parts.callContext, parts.chunkTokens)
  const answers = new Map<string, readonly Token[]>()
  let untuned: Promise<Lane> | undefined = parts.adapter?.type === 'used' ? undefined : Promise.resolve(call)
  const openUntuned = async () =>
    new Lane(
      model,
      await openContext(model, parts.callContext.contextSize, options.threads),
      parts.chunkTokens,
    )
  const info: EngineInfo = {
    modelId: options.modelId,
    modelSha256: options.modelSha256,
    contextTokens: parts.talkContext.contextSize,
    callContextTokens: parts.callContext.contextSize,
    trainContextTokens: model.trainContextSize,
    chatFormat: format.name,
    canThink: format.canThink,
    build: parts.origin.build,
    cache: talk.canCut ? 'trim' : 'reload',
    gpu: parts.gpu === false ? 'cpu' : parts.gpu,
    threads: options.threads,
    loadMs: performance.now() - parts.startedAt,
    sizeBytes: model.size,
    ...(parts.adapter && { callAdapter: parts.adapter }),
    ...(parts.talkAdapter && { talkAdapter: parts.talkAdapter }),
    ...(parts.adapter?.type === 'used' && parts.adapter.learned.includes(LEARNED_SQL) && { writesSql: true }),
  }
  const textTokens = (text: string) => answers.get(text) ?? model.tokenize(text, false)
  return {
    info,
    talk,
    call,
    untuned: () => {
      // No memory for one more window: better than no call.
      untuned ??= openUntuned().catch(() => call)
      return untuned
    },
    originOf: (lane) => (lane === call ? parts.callOrigin : parts.origin),
    opening: format.opening,
    count: (text) => model.tokenize(text, false).length,
    render: (messages, open) =>
      format
        .render(messages, open)
        .flatMap((piece) => (piece.special ? model.tokenize(piece.text, true) : textTokens(piece.text))),
    renderText: (messages) =>
      format
        .render(messages, true)
        .map((piece) => piece.text)
        .join(''),
    tokenize: (text) => model.tokenize(text, false),
    remember: (text, tokens) => {
      if (answers.size >= REMEMBERED_ANSWERS) answers.delete(answers.keys().next().value ?? '')
      answers.set(text, [...tokens])
    },
    dispose: () => model.dispose(),
  }
}

function gpuOption(choice: GpuChoice): 'auto' | false | 'cuda' | 'vulkan' | 'metal' {
  return choice === 'off' ? false : choice
}

type OpenedAdapter = Pick<AdapterFile, 'isLearnedHere'> &
  (
    | {
        readonly type: 'used'
        readonly file: string
        readonly sha256: string
        readonly learned: readonly string[]
      }
    | { readonly type: 'refused'; readonly reason: string }
  )

/** A lane's context with its adapter; without one that is damaged or that the engine refuses, it is the model as it came. */
async function openAdapted(
  model: LlamaModel,
  size: number,
  threads: number,
  given: AdapterFile | undefined,
): Promise<{ readonly context: LlamaContext; readonly adapter: OpenedAdapter | undefined }> {
  if (given === undefined) return { context: await openContext(model, size, threads), adapter: undefined }
  const { path, sha256, ...where } = given
  const file = basename(path)
  try {
    if (sha256Hex(await readFile(path)) !== sha256) throw new Error('its checksum differs')
    const context = await openContext(model, size, threads, path)
    // Only of a file that the engine takes: the metadata of a damaged one may be read for minutes.
    const learned = await learnedOf(path)
    return { context, adapter: { type: 'used', file, sha256, learned, ...where } }
  } catch (error) {
    const reason = `${file}: ${error instanceof Error ? error.message : String(error)}`
    return {
      context: await openContext(model, size, threads),
      adapter: { type: 'refused', reason, ...where },
    }
  }
}

async function openContext(
  model: LlamaModel,
  contextSize: number,
  threads: number,
  lora?: string,
): Promise<LlamaContext> {
  try {
    // Sliding-window layers keep all their cells: a cache that forgets its beginning cannot be cut back to it.
    const swaFullCache = true
    return await model.createContext({
      contextSize,
      threads,
      batchSize: Math.min(512, contextSize),
      swaFullCache,
      ...(lora !== undefined && { lora }),
    })
  } catch (error) {
    throw new EngineFailure(
      'load',
      `no memory for a window of ${contextSize} tokens; try \`--context ${contextSize / 2}\` (${String(error)})`,
    )
  }
}

/**
 * Tokens of one prefill chunk: at most about half a second of work on two slow cores, since a chunk cannot be
 * interrupted (measured: 135M 700, 0.5B 200 to 300, 1.5B 60 tokens a second). By size and not by clock,
 * because other chunks give other bits, and the same script must give the same answer.
 */
function chunkFor(sizeBytes: number): number {
  if (sizeBytes < 250e6) return 128
  if (sizeBytes < 800e6) return 32
  return sizeBytes < 1.6e9 ? 24 : 8
}

async function formatOf(model: LlamaModel, options: LoadOptions): Promise<ChatFormat> {
  const metadata = model.fileInfo?.metadata ?? (await readGgufFileInfo(options.modelPath)).metadata
  return readChatFormat(metadata.tokenizer?.chat_template, {
    bosToken: model.tokens.bosString ?? '',
    eosToken: model.tokens.eosString ?? '',
    thinking: options.thinking,
  })
}

function originOf(options: LoadOptions, context: LlamaContext, chunkTokens: number): StateOrigin {
  const { llama } = context.model
  return {
    modelSha256: options.modelSha256,
    build: `${llama.llamaCppRelease.repo}@${llama.llamaCppRelease.release} ${llama.buildType} ${llama.gpu || 'cpu'}`,
    flashAttention: context.flashAttention,
    keyType: String(context.kvCacheKeyType),
    valueType: String(context.kvCacheValueType),
    sequences: context.totalSequences,
    // Cells that sliding-window layers keep; 0: all of them (openContext).
    swaTokens: 0,
    chunkTokens,
  }
}

function loadReason(error: unknown, log: readonly string[]): string {
  const said = log.filter((line) => /error|fail|invalid|unknown|corrupt/i.test(line)).at(-1)
  const message = error instanceof Error ? error.message : String(error)
  return said === undefined ? message : `${message} (${said})`
}
