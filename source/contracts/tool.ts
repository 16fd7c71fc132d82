import type { Clock } from './clock.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { ToolServices } from './lent.ts'
import type { Act } from './request-acts.ts'

/** What a call may do to the world; decides what has to be approved. */
export type Risk = 'read' | 'write' | 'execute' | 'network'

/** A result in plain words: what the model is told as facts, and what stands in when its answer is not faithful. */
export interface Said {
  /** One full sentence that a person can read alone. */
  readonly sentence: string
  /** What belongs below it (lines of a file, names in a folder), already short. */
  readonly detail?: string
  /** Numbers, names or words of the text that an answer must bring, all of them; of a list within, one is enough. */
  readonly key?: readonly (string | readonly string[])[]
  /** A model wrote these words: they are shown as they stand and not told again in others, which would lose whose they are. */
  readonly isModels?: boolean
}

/** A call that takes another one back. */
export interface UndoingCall {
  readonly tool: string
  readonly arguments: JsonObject
}

/** What a tool may know about the program that runs it. */
export interface ProgramFacts {
  readonly name: string
  readonly version: string
  readonly model: string | undefined
  readonly contextTokens: number | undefined
  readonly toolsEnabled: readonly string[]
}

/** What a tool gets besides its arguments. */
export interface ToolContext {
  /** Real absolute path of the folder of start; nothing outside it may be read. */
  readonly workspace: string
  readonly clock: Clock
  readonly program: ProgramFacts
  readonly signal: AbortSignal
  readonly services: ToolServices
  /** What the call is made for; undefined: a person or a program gave the call itself. */
  readonly asked?: Asked | undefined
}

/** A request in the person's words, and what it was read to ask for; no act: it was read by nobody who knows. */
export interface Asked {
  readonly request: string
  readonly act: Act | undefined
}

/** A built-in tool: `tools/<name>/tool.ts` exports one as default, its words stand in `config.yaml` beside it. */
export interface Tool<A extends JsonObject = JsonObject, R extends JsonValue = JsonValue> {
  /** The folder's name; lower case and underscores. */
  readonly name: string
  /** One sentence for the model. */
  readonly description: string
  /** An object schema; `properties` in the order in which the model writes them. */
  readonly parameters: JsonSchema
  readonly risk: Risk
  /** Name of the argument (a path, a command, an address) that a permission is for; without it one is for the whole tool. */
  readonly approvalKey?: string
  /** Of one from outside: changes with all that it is and runs, so that what was allowed holds for no other code. */
  readonly print?: string
  /** Values with which a call only reads, whatever `risk` says of others: one of them for every parameter that is named here. */
  readonly readsWhen?: { readonly [parameter: string]: readonly JsonValue[] }
  /**
   * What a call opens to other calls, as a clause (`it opens /data to all tools that read files`); undefined: nothing. Such a call runs
   * without a question only where everything does (`--approve all`). Changes nothing; throws `ToolFailure` as `run` does.
   */
  widens?(args: A, context: ToolContext): Promise<string | undefined> | string | undefined
  /** It runs other tools (`services.steps`), and each of those is asked about: the call itself is judged as one that reads. */
  readonly asksPerStep?: true
  /** Longest time of a call in milliseconds, for a tool that keeps a limit of its own; 30 seconds without it. */
  readonly longestMs?: number
  /** What `run` would do, e.g. a diff; changes nothing and reaches for no network. Throws `ToolFailure` as `run` does. */
  preview?(args: A, context: ToolContext): Promise<string> | string
  /** What was shown has to be what is done: where the preview is another one when the answer comes, it is asked again. */
  readonly holdsPreview?: true
  /** Does the work; throws `ToolFailure` for everything that a person can understand. */
  run(args: A, context: ToolContext): Promise<R> | R
  /** The result in words; pure. */
  say(result: R, args: A): Said
  /**
   * The call that takes this one back, made behind the new one when the person corrects it ("no, 15 minutes"); undefined: none does.
   * Pure.
   */
  undoneBy?(result: R): UndoingCall | undefined
  /** Names of tools that the result tells of: the turn may go on with a call of one of them. */
  finds?(result: R): readonly string[]
}

/** Types a tool where it is defined. */
export function defineTool<A extends JsonObject, R extends JsonValue>(tool: Tool<A, R>): Tool {
  return tool as unknown as Tool
}

/** A refusal or failure that is said to the person and to the model as it stands. */
export class ToolFailure extends Error {
  /** Short and stable, e.g. `not_found`, `outside_workspace`, `too_large`, `bad_expression`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ToolFailure'
    this.code = code
  }
}
