// The engine's port: one set of weights, two lanes (see docs/lanes.md), one driver at a time.
// Implementations queue calls, so callers never decode side by side.

import type { JsonSchema } from './json.ts'
import type { SqlVocabulary } from './sql.ts'

export type ChatRole = 'system' | 'user' | 'assistant'

export interface ChatMessage {
  readonly role: ChatRole
  readonly text: string
}

/** A low-rank adapter that is added to a model's weights, in GGUF. */
export interface AdapterFile {
  readonly path: string
  /** Of the whole file, 64 lower-case hexadecimal digits. */
  readonly sha256: string
  /** It was learned on this machine (docs/optimize.md). */
  readonly isLearnedHere?: true
}

/** What is known of a loaded model. */
export interface EngineInfo {
  readonly modelId: string
  readonly modelSha256: string
  /** Window of the talk lane and of the call lane, in tokens. */
  readonly contextTokens: number
  readonly callContextTokens: number
  /** Longest window that the model was trained on. */
  readonly trainContextTokens: number
  /** Name of the chat format that was found in the file's own template, e.g. `chatml`. */
  readonly chatFormat: string
  readonly canThink: boolean
  /** Engine version and build, part of every state's key. */
  readonly build: string
  /** `trim`: cells can be cut at the tail; `reload`: the head's state is loaded again and the rest evaluated. */
  readonly cache: 'trim' | 'reload'
  readonly gpu: string
  readonly threads: number
  readonly loadMs: number
  readonly sizeBytes: number
  /** True where counts of tokens are estimates on the safe side: the model is elsewhere and its tokenizer is not lent. */
  readonly estimatesTokens?: boolean
  /** What the call lane adds to the weights has learned to write SQL about tables. */
  readonly writesSql?: true
  /** What the call lane adds to the weights: the file's name, or why it is not used; absent: this model has none, or it is off. */
  readonly callAdapter?: UsedAdapter
  /** The same of the talk lane. */
  readonly talkAdapter?: UsedAdapter
}

export type UsedAdapter =
  | { readonly type: 'used'; readonly file: string; readonly isLearnedHere?: true }
  | { readonly type: 'refused'; readonly reason: string; readonly isLearnedHere?: true }

/** Tokens of one piece of work: decoded for it, kept or restored, written. */
export interface TokenUsage {
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
}

/** A head or a tool's context state that now stands in its lane. */
export interface PreparedState {
  /** `ready`: it stood there already; `restored`: from a checked file; `built`: evaluated. */
  readonly source: 'ready' | 'restored' | 'built'
  readonly tokens: number
  readonly ms: number
  /** Why a file that was there was not believed. */
  readonly rejected?: string
}

export interface TalkRequest {
  /** Head, finished turns, this turn; ends with a user message. */
  readonly messages: readonly ChatMessage[]
  readonly maxTokens: number
  /** 0 is greedy. */
  readonly temperature: number
  readonly seed: number
  readonly onText?: (text: string) => void
  /** Tokens of the prompt evaluated so far, and how many have to be. */
  readonly onPrefill?: (done: number, total: number) => void
}

export interface TalkResult {
  /** Exactly what was generated, so that the same bytes can stand in history. */
  readonly text: string
  readonly stop: 'end' | 'length' | 'window' | 'repeats'
  readonly usage: TokenUsage
  /** From the request to the first token, and all of it. */
  readonly firstTokenMs: number
  readonly totalMs: number
  /** Tokens in the lane afterwards. */
  readonly contextTokens: number
}

export interface CallRequest {
  /** The tool's state: constant call head, schema and examples as turns. */
  readonly state: CallState
  /** Turns between the state and the message. */
  readonly examples?: readonly ChatMessage[]
  /** The user turn behind them. */
  readonly message: string
  /** The last message alone, where earlier turns stand before it in `message`: what it says counts first. */
  readonly latest?: string
  /** What the assistant's turn opens with, up to the arguments. */
  readonly opening: string
  /** Object schema of the arguments; what it does not allow cannot be written. */
  readonly parameters: JsonSchema
  /** An SQL program is written for the only argument, in place of JSON, and held to this. */
  readonly program?: SqlVocabulary
  /** The program begins with `behind` and does not go on with `than`. */
  readonly other?: { readonly behind: string; readonly than: string }
  readonly maxTokens: number
  /** Tokens of the state evaluated so far, when it has to be made. */
  readonly onPrepare?: (done: number, total: number) => void
}

/** How messages become text: by the model's chat template, or as lines of code with comments. */
export type PromptForm = 'chat' | 'code'

/**
 * A message that is still being written. In the talk lane: head, finished turns and the message; `isFinished`: it looks as
 * if nothing more came, so all of its prompt is evaluated. In the call lane: behind the state of the likely tool.
 */
export type AheadRequest =
  | { readonly lane: 'talk'; readonly messages: readonly ChatMessage[]; readonly isFinished: boolean }
  | ({ readonly lane: 'call' } & Pick<CallRequest, 'state' | 'examples' | 'message'>)

export interface CallState {
  /** Tool name; also names the state's file. */
  readonly name: string
  readonly messages: readonly ChatMessage[]
  /** Default `chat`. `code`: the assistant's turns are expressions, and one is written for the only argument. */
  readonly form?: PromptForm | undefined
  /** Written without what was learned for calls. */
  readonly untuned?: true
  /** A state that this one begins with and others do, too: where nothing of this one stands, that one is restored and the rest evaluated. */
  readonly base?: CallState
}

/** A tool's state and finished calls behind it, as tokens. */
export interface CallTokens {
  readonly head: readonly number[]
  /** What stands between the state and the arguments, and these with the end of their turn. */
  readonly calls: readonly { readonly prompt: readonly number[]; readonly answer: readonly number[] }[]
}

export interface CallResult {
  /** The JSON of the arguments. */
  readonly text: string
  readonly usage: TokenUsage
  /** Probability of the least sure token among those that the model decided, 0 to 1; undefined: nobody tells. */
  readonly weakest: number | undefined
  /** Of a program: where in its text that token begins, in characters; undefined: nobody tells. */
  readonly weakestAt?: number | undefined
  /** Of a program: how likely all that the model decided was, and what stands behind that token, as natural logarithms; undefined: nobody tells. */
  readonly likelihood?: number | undefined
  readonly behindWeakest?: number | undefined
  readonly totalMs: number
  /** True when `maxTokens` ended it: the text is not complete. */
  readonly cut: boolean
}

export interface Engine {
  readonly info: EngineInfo
  /** How many tokens each text has, without special tokens. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>
  /** Makes `messages` the constant head of the talk lane: from its state file, or by evaluating and saving. */
  prepareHead(messages: readonly ChatMessage[], options: PrepareOptions): Promise<PreparedState>
  /** Puts a tool's context state into the call lane: as it stands, from its file, or by evaluating and saving. */
  prepareCall(state: CallState, options: PrepareOptions): Promise<PreparedState>
  talk(request: TalkRequest, signal: AbortSignal): Promise<TalkResult>
  /** Evaluates `messages` in the talk lane ahead of time, so that the next turn finds them. */
  prefill(messages: readonly ChatMessage[], signal: AbortSignal): Promise<TokenUsage>
  /**
   * Evaluates what a message begins with while it is written. Every later answer is the same to the bit as without. An
   * abort ends it within one chunk. A lane whose cells cannot be cut is left alone.
   */
  ahead(request: AheadRequest, signal: AbortSignal): Promise<TokenUsage>
  writeCall(request: CallRequest, signal: AbortSignal): Promise<CallResult>
  /** For who learns from calls: `answer` is what the assistant's turn says. Absent: the tokens are elsewhere. */
  callTokens?(
    state: CallState,
    calls: readonly {
      readonly message: string
      readonly answer: string
      /** Turns between the state and the message. */
      readonly before?: readonly ChatMessage[]
    }[],
  ): Promise<CallTokens>
  /** The exact text of a prompt, markers and all, as `/why` shows it. */
  renderPrompt(messages: readonly ChatMessage[], form?: PromptForm): Promise<string>
  /** Resident bytes of the engine's own process; 0 when it is elsewhere. */
  memoryBytes(): Promise<number>
  /** Ends the engine; every open call rejects with `EngineFailure`. */
  close(): Promise<void>
}

export interface PrepareOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
  /** False: never write to disk. Default true. */
  readonly persist?: boolean
  /** Of a head: the file of its saved state, below the model's folder or absolute; default `head.kv`. */
  readonly file?: string | undefined
}

/** The engine cannot do what was asked; `code` says why. */
export class EngineFailure extends Error {
  /** `crashed` (its process ended), `window` (does not fit), `load`, `closed`, `missing_binary`, `failed` (anything else). */
  readonly code: 'crashed' | 'window' | 'load' | 'closed' | 'missing_binary' | 'failed'

  constructor(code: EngineFailure['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineFailure'
    this.code = code
  }
}
