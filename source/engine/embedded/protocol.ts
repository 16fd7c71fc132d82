// What the program and the engine's process say to each other: plain JSON over the fork channel, one id a request.
import type {
  AdapterFile,
  AheadRequest,
  CallRequest,
  CallResult,
  CallState,
  CallTokens,
  ChatMessage,
  Engine,
  EngineInfo,
  PreparedState,
  PromptForm,
  TalkResult,
  TokenUsage,
} from '../../contracts/engine.ts'

/** How to load a model; everything that the engine's process needs to know. */
export interface LoadOptions {
  readonly modelPath: string
  readonly modelId: string
  readonly modelSha256: string
  /** undefined: 8,192, or the model's own limit if that is lower. */
  readonly contextTokens: number | undefined
  readonly callContextTokens: number
  readonly threads: number
  readonly gpu: GpuChoice
  /** Added to the weights in the call lane alone; undefined: nothing is. */
  readonly callAdapter?: AdapterFile | undefined
  /** The same in the talk lane. */
  readonly talkAdapter?: AdapterFile | undefined
  readonly thinking: boolean
  /** Folder of this model's states. */
  readonly statesDir: string
  /** Folder of all models' states, and how much they may take together. */
  readonly allStatesDir: string
  readonly statesBudgetBytes: number
  /** False: no saved state is read or written. Default true. */
  readonly keepsStates?: boolean
  /** What an interrupt ends after so long is saved, and the next one goes on there. Default 10,000 ms. */
  readonly saveBegunMs?: number
}

export type GpuChoice = 'auto' | 'off' | 'cuda' | 'vulkan' | 'metal'

export interface TalkInput {
  readonly messages: readonly ChatMessage[]
  readonly maxTokens: number
  readonly temperature: number
  readonly seed: number
}

/** What can be asked of the engine's process, and what each answers with. */
export interface Operations {
  load: { input: LoadOptions; output: EngineInfo }
  count: { input: readonly string[]; output: readonly number[] }
  prepareHead: {
    input: { messages: readonly ChatMessage[]; persist: boolean; file: string | undefined }
    output: PreparedState
  }
  prepareCall: { input: { state: CallState; persist: boolean }; output: PreparedState }
  talk: { input: TalkInput; output: TalkResult }
  prefill: { input: readonly ChatMessage[]; output: TokenUsage }
  ahead: { input: AheadRequest; output: TokenUsage }
  writeCall: { input: CallRequest; output: CallResult }
  callTokens: {
    input: { state: CallState; calls: Parameters<NonNullable<Engine['callTokens']>>[1] }
    output: CallTokens
  }
  render: { input: { messages: readonly ChatMessage[]; form: PromptForm }; output: string }
  memory: { input: null; output: number }
}

export type OperationName = keyof Operations

export type Request =
  | {
      [K in OperationName]: { readonly id: number; readonly op: K; readonly input: Operations[K]['input'] }
    }[OperationName]
  | { readonly id: number; readonly op: 'abort' }

export type Reply =
  | { readonly id: number; readonly type: 'done'; readonly output: Operations[OperationName]['output'] }
  | { readonly id: number; readonly type: 'failed'; readonly code: string; readonly message: string }
  | { readonly id: number; readonly type: 'text'; readonly text: string }
  | { readonly id: number; readonly type: 'progress'; readonly done: number; readonly total: number }
