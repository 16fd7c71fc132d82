import type { Activity, Level, LiveSignal, ModelState, SessionEvent } from './event.ts'
import type { SaidMessage } from './talk-shelf.ts'

/** A snapshot of everything that a surface may show; a new object after every change. */
export interface SessionView {
  readonly version: string
  readonly home: string
  readonly level: Level
  readonly reasons: readonly string[]
  /** Requests that work here and now, for somebody who is new; absent or empty: none. */
  readonly tries?: readonly string[]
  /** No model is there, or will be; also while the state is `loading`, where it is known before. Absent: no. */
  readonly lacksModel?: boolean
  readonly model: string | undefined
  readonly modelState: ModelState
  /** Why the model failed or is not there, in one sentence with what to do. */
  readonly modelReason: string | undefined
  readonly tools: { readonly enabled: number; readonly total: number }
  /** Context states that exist for this model, of those wanted. */
  readonly states: { readonly ready: number; readonly total: number }
  /** Talk lane: tokens used and the window; 0 without a model. */
  readonly tokens: { readonly used: number; readonly window: number }
  /** Tokens a second of the last answer; undefined before the first. */
  readonly tokensPerSecond: number | undefined
  /** Probability, 0 to 1, that the last turn did the right thing; undefined before the first. */
  readonly confidence: number | undefined
  /** What runs now, undefined when idle. Idle work (states) is not "busy". */
  readonly activity: Activity | undefined
  readonly busy: boolean
  /** A call that waits for the person's decision. */
  readonly pending: PendingApproval | undefined
  /** What is not `read` is told and not run. */
  readonly dryRun: boolean
  /** The role that is on, and how many enabled tools it allows; undefined: none. */
  readonly role: { readonly name: string; readonly tools: number } | undefined
  /** Names of the persona and the named state that are on. */
  readonly persona?: string | undefined
  readonly state?: string | undefined
  /** The arm of a trial that this conversation is in, e.g. `b: persona tutor`. */
  readonly arm?: string | undefined
  /** Nothing of the conversation is kept. */
  readonly secret: boolean
  /** Answers are shown as they are written, with all their signs; undefined: no. */
  readonly raw?: boolean
  /** Tokens of the head that name the tools; undefined where none are named. */
  readonly indexTokens?: number
  /** Tokens in the talk lane from which on the oldest turns leave; undefined: they never do. */
  readonly compactTokens?: number
}

export interface PendingApproval {
  readonly call: string
  readonly name: string
  /** JSON; after an edit the edited ones. */
  readonly arguments: string
  readonly risk: string
  /** The one argument that `session` and `always` would be for; undefined: every call of the tool. */
  readonly scope?: { readonly name: string; readonly value: string }
  /** What would happen, if the tool can say; its text is undefined while it is made. */
  readonly preview?: { readonly text: string | undefined }
}

export type Decision = 'once' | 'session' | 'always' | 'denied'

/** What a person says to a call that waits. Only the first three let it run. */
export type ApprovalAnswer =
  | { readonly decision: 'once' | 'session' | 'always' }
  | { readonly decision: 'denied'; readonly reason?: string }
  /** Decides nothing: these arguments, as JSON text, are what is asked about from now on. */
  | { readonly decision: 'edited'; readonly arguments: string }

/** The one mutable owner; screen, script and dashboard are three views of it. */
export interface Session {
  readonly view: SessionView
  subscribe(listener: (event: SessionEvent | LiveSignal) => void): () => void
  /** One line or message: a slash command or a text. Resolves when all of it has ended; never rejects. Queues behind a running one. */
  submit(line: string): Promise<void>
  /** Whether this line, sent while another runs, does not queue: a command that only looks. */
  runsBeside(line: string): boolean
  /** Messages that can be gone back to, oldest first. */
  readonly said: readonly SaidMessage[]
  /** What stands in the draft now; what it will need is evaluated ahead while nothing else runs. Empty: nothing. */
  ahead(draft: string): void
  /** Ignored unless this call waits. Gives why edited arguments were not taken, in one sentence. */
  decide(call: string, answer: ApprovalAnswer): string | undefined
  /** Stops what runs; true if something did. */
  interrupt(): boolean
  /** Shows answers as they are written, or drawn; absent where nothing is drawn. */
  setRaw?(raw: boolean): void
  /** Resolves when the model is ready, missing or failed. */
  settled(): Promise<void>
  /** Set by `/quit`. */
  readonly ended: boolean
  /** Ends everything in reverse order and gives the exit code. */
  close(): Promise<number>
}
