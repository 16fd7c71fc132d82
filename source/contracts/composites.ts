// Composites (docs/composites.md): several calls as one tool. What the session and its commands may ask of them, and what a composite
// is lent to run its steps.
import type { CommandResult } from './command.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Said } from './tool.ts'

/** What came of one step. */
export interface StepOutcome {
  readonly ok: boolean
  readonly result?: JsonValue
  readonly error?: { readonly code: string; readonly message: string }
  readonly said: Said
}

/** Runs steps: each is checked, approved, run and said like any call. */
export interface StepAccess {
  /** `step` names the call: the step's id, with `.fallback` or `.undo` behind it. Rejects only when the turn ends. */
  run(step: string, tool: string, args: JsonObject): Promise<StepOutcome>
}

/** How a file stands. `unusable`: a tool that it needs is not there. */
export type CompositeState = 'used' | 'untrusted' | 'unusable' | 'broken'

export interface CompositeRow {
  readonly name: string
  readonly file: string
  readonly from: 'home' | 'workspace'
  readonly state: CompositeState
  /** Undefined where it is not known, as of what is not trusted: it is not parsed before. */
  readonly steps: number | undefined
  readonly tests: number | undefined
  /** The highest of its steps; undefined where it is not known. */
  readonly risk: string | undefined
  /** SHA-256 (hex) of the file. */
  readonly sha256: string
}

/** A call of the conversation that went well. */
export interface RecordedCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly result: JsonValue
  /** The message that led to it. */
  readonly message: string
}

/** What the session lends to the commands about composites. */
export interface CompositeShelf {
  list(): readonly CompositeRow[]
  show(name: string): CommandResult
  check(name: string): CommandResult
  /** Runs its tests; no tool is called. */
  test(name: string): Promise<CommandResult>
  /** Without the beginning of its hash the file is shown; with it, it is trusted. */
  trust(name: string, hash: string | undefined): CommandResult
  /** Writes the last `count` calls of the conversation as a composite. */
  record(count: number, name: string): CommandResult
}

/** The same as compose gives it; `changed`: there are other tools now. */
export interface CompositePorts {
  list(): readonly CompositeRow[]
  show(name: string): CommandResult
  check(name: string): CommandResult
  test(name: string, signal: AbortSignal): Promise<CommandResult>
  trust(name: string, hash: string | undefined): CommandResult & { readonly changed?: true }
  record(calls: readonly RecordedCall[], name: string): CommandResult & { readonly changed?: true }
}
