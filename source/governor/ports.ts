// What a turn needs from the rest of the program, and what it gives back.
import type { Evidence } from '../contracts/confidence.ts'
import type { CallState, ChatMessage, Engine, PromptForm, TokenUsage } from '../contracts/engine.ts'
import type { LiveSignal, SessionEvent, TurnStatus } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { EarlierCall, ToolDetail } from '../contracts/manifest.ts'
import type { Remembered } from '../contracts/memory.ts'
import type { Act, Reading, RequestRead } from '../contracts/request-acts.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { AskedTables, LastOfTables } from '../contracts/table-request.ts'
import type { Tool, ToolContext } from '../contracts/tool.ts'
import type { AskedCall } from './approve-call.ts'
import type { Approval } from './execute.ts'

/** A tool that may be called now. */
export interface CallableTool {
  readonly tool: Tool
  readonly detail: ToolDetail
}

/** A call that the model wrote at the start of its answer. */
export interface OpenedCall {
  readonly name: string
  /** undefined: none that could be read, or not whole. */
  readonly arguments: JsonObject | undefined
}

/** Takes an answer apart while it is written. */
export interface AnswerReader {
  push(chunk: string): readonly AnswerPart[]
  /** No more comes. */
  end(): readonly AnswerPart[]
  /** No call can come any more. */
  readonly isText: boolean
}

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'call' } & OpenedCall)

/** Why a tool that is there may not be used. */
export interface ToolOff {
  readonly name: string
  /** What a person reads: who took it away, and what gives it back. */
  readonly sentence: string
  /** The person wants no tools at all: the model answers, and the sentence is a notice. */
  readonly isPlainChat: boolean
}

export interface TurnPorts {
  readonly engine: Engine | undefined
  /** `last` is the tool that the conversation called last. */
  route(message: string, last: string | undefined): RouteDecision
  /** Gets ready what `route` and `split` have to know of a message; absent: nothing. */
  prepareRoute?(message: string, last?: string): Promise<void>
  /** Requests for tools in a message, in order, one for each thing of a list as well; the message itself if it is one. */
  split(message: string): readonly string[]
  /** The requests in such a message, in order; the message itself if it is one. `read` is asked of it and of what might be parts of it. */
  requestsIn(message: string, read: (request: string) => Promise<Reading>): Promise<readonly string[]>
  /** The call lane's user turn for a message that leans on these calls. */
  withBefore(message: string, earlier: readonly EarlierCall[]): string
  /** Names in a folder of the workspace, folders with a slash at the end; none: there is no such folder, or nothing in it. */
  entriesOf(folder: string, signal: AbortSignal): Promise<readonly string[]>
  /** A request held against the folder's tables, the memory and reminders; undefined: there are none. */
  readTables(
    request: string,
    route: RouteDecision,
    last: LastOfTables | undefined,
    signal: AbortSignal,
  ): Promise<AskedTables | undefined>
  /** What a request asks for. */
  read(request: RequestRead): Promise<Reading>
  /** What a call of this tool was, as a request that leans on it sees it. */
  actOf(tool: string): Act
  /** Names of the tools that take a program, the one that asks and the one that changes; undefined: they are off. */
  programTools(): Promise<readonly [ask: string, change: string | undefined] | undefined>
  whyOff(name: string): ToolOff
  /** Says once a session that the model answers what this tool was wanted for. */
  noticeOff(off: ToolOff): void
  /** An enabled tool by its exact name. */
  findTool(name: string): Promise<CallableTool | undefined>
  /** What a tool does, in about ten words; empty: nothing is known of it. */
  oneLiner(name: string): string
  /** Tools of one group may stand in for each other's values. */
  groupOf(tool: string): string | undefined
  /** Nearest name of an enabled tool. */
  nearestTool(name: string): string | undefined
  buildCallState(name: string, detail: ToolDetail): CallState
  /** Worked examples like this message, as turns to stand behind the state. */
  nearestShots(message: string, detail: ToolDetail, earlier: readonly EarlierCall[]): readonly ChatMessage[]
  /** Reads one answer: calls at its start, of tools that `believe` gives a name for, then text without template markers. */
  createAnswerReader(believe: (tool: string) => string | undefined): AnswerReader
  withFacts(message: string, facts: string): string
  toolContext(signal: AbortSignal): ToolContext
  approve(call: AskedCall, signal: AbortSignal): Promise<Approval>
  /** Is lent how the turn's clock is stopped, for what a person is asked while a tool runs; absent: nobody is. */
  takeClock?(without: <T>(wait: () => Promise<T>) => Promise<T>): void
  emit(event: SessionEvent | LiveSignal): void
  monotonicMs(): number
}

/** A request about which the person was asked, and what the answer may do: give a value, or choose the tool. */
export type OpenRequest = OpenValue | OpenChoice

/** A request that lacks a value: the answer to the question completes it. */
export interface OpenValue {
  readonly request: string
  readonly tool: string
}

/** A request that several tools share: the answer chooses one. */
export interface OpenChoice {
  readonly request: string
  /** As they were named, at least two. */
  readonly choices: readonly Choice[]
  /** The request leans on the calls of the turns before. */
  readonly leans: boolean
}

/** A tool with what it does. */
export interface Choice {
  readonly tool: string
  readonly oneLiner: string
}

export interface TurnInput {
  readonly turn: number
  readonly message: string
  /** The message as the talk lane and the history have it, e.g. behind a line of the role; undefined: as it is. */
  readonly told?: string
  /** Files that stand behind the message in `told`. */
  readonly attachment?: Attachment | undefined
  /** Corrections and patterns that fit the message; they are told behind it, with the facts. */
  readonly remembered?: readonly Remembered[]
  /** The message asks for something of the person's own. */
  readonly own?: OwnKnowledge | undefined
  /** What the talk lane is told of that, as no tool is for it. */
  readonly ownFacts?: string | undefined
  /** `message`, or the command's name. */
  readonly origin: string
  readonly head: readonly ChatMessage[]
  readonly history: readonly ChatMessage[]
  /** Calls of the last two turns, oldest first. */
  readonly earlier: readonly EarlierCall[]
  /** The last turn made no call: those of `earlier` are of the one before it. */
  readonly isCallOld?: boolean
  /** The request about which the last turn asked back. */
  readonly open: OpenRequest | undefined
  /** Who answers from a result: the model, the tool's own sentence, or the model when it is faithful. */
  readonly answers: 'model' | 'tool' | 'auto'
  readonly temperature: number
  readonly seed: number
  readonly maxAnswerTokens: number
  /** Characters that the facts of this turn may take; a longer result is cut in its middle, which is said. */
  readonly factCharacters: number
  readonly maxRounds: number
  /** Wall clock of the whole turn; past it the turn ends with what there is. */
  readonly maxMs: number
  /** Lowest probability at which a call that the talk lane opened is believed. */
  readonly openingFloor: number
  /** The tool that finds tools: its openings are believed without the router, and those of what it found. */
  readonly search: string | undefined
  /** A call that is already decided (`/call`): no routing, the tool's own sentence answers. */
  readonly call?: { readonly name: string; readonly arguments: JsonObject }
}

/**
 * Where something of the person's own stands: in the memory, perhaps there (`near`: some of its words do), in what they `said` in this
 * conversation, or nowhere. `absent`: the message asks for no such thing, and the memory has none of its words.
 */
export type OwnKnowledge =
  | { readonly type: 'known' }
  | { readonly type: 'near' }
  /** These entries are near it in meaning. */
  | {
      readonly type: 'meant'
      readonly texts: readonly string[]
      /** It asks for something of the person's own. */
      readonly isOwn: boolean
    }
  /** It asks for nothing of the person's own, and an entry of the memory has all of its words. */
  | { readonly type: 'there' }
  | { readonly type: 'absent' }
  | { readonly type: 'untold' }
  | { readonly type: 'said'; readonly said: readonly string[] }

/** What the one who asks knows of a turn; the rest is the session's. */
export type AskedTurn = Pick<
  TurnInput,
  'message' | 'told' | 'attachment' | 'remembered' | 'own' | 'origin' | 'call' | 'factCharacters'
>

/** Files that go with a message. */
export interface Attachment {
  /** As they stand behind it; their values may be said. */
  readonly text: string
  /** The message without their names, for the router and the call lane: what is here has not to be read again. */
  readonly heard: string
}

/** Of a program for the folder's tables. */
export interface WrittenProgram {
  /** Names of the tables that the model was shown for it. */
  readonly tables: readonly string[]
  /** How many it gave; undefined: it changed something, or failed. */
  readonly rows: number | undefined
}

/** Everything that `/why` and the history need of a finished turn. */
export interface TurnOutcome {
  readonly status: TurnStatus
  readonly answer: string
  readonly source: 'model' | 'tool'
  /** Probability, 0 to 1, that the turn did the right thing. */
  readonly confidence: number
  /** What the confidence is made of, for each request; empty for a call that was given. */
  readonly evidence: readonly Evidence[]
  /** What stands in history from now on; empty when the turn was interrupted before an answer or failed. */
  readonly messages: readonly ChatMessage[]
  readonly route: RouteDecision | undefined
  /** Tools that were wanted and may not be used. */
  readonly off: readonly ToolOff[]
  /** What the talk lane was told from memory. */
  readonly remembered: readonly Remembered[]
  /** What the talk lane was told of something of the person's own. */
  readonly ownFacts: string | undefined
  /** The calls that were made, for messages that lean on them. */
  readonly calls: readonly EarlierCall[]
  /** What was asked back for, if this turn did. */
  readonly open: OpenRequest | undefined
  readonly talkMessages: readonly ChatMessage[]
  readonly callMessages: readonly ChatMessage[] | undefined
  readonly callForm: PromptForm | undefined
  readonly callText: string | undefined
  /** What belongs to `callText` where it is a program. */
  readonly program: WrittenProgram | undefined
  /** The tool whose arguments the model wrote last, so whose state stands on disk now. */
  readonly writtenFor: string | undefined
  readonly talk: TokenUsage | undefined
  readonly call: TokenUsage | undefined
  readonly unfaithful: string | undefined
  readonly modelAnswer: string | undefined
  readonly tokensPerSecond: number | undefined
  readonly contextTokens: number
}
