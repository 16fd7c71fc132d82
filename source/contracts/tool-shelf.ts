// Tools as other tools and `/tools` look at them.
import type { ApprovalPolicy } from './approval.ts'
import type { CommandResult } from './command.ts'
import type { JsonSchema } from './json.ts'
import type { Deprecation } from './manifest.ts'
import type { ToolPause } from './tool-health.ts'

/** What a tool says of itself, and how it stands. */
export interface ToolFacts {
  readonly name: string
  readonly group: string
  readonly risk: string
  readonly description: string
  readonly parameters: JsonSchema
  /** A request that it serves; undefined: it says none. */
  readonly example: string | undefined
  readonly isEnabled: boolean
  readonly deprecated: Deprecation | undefined
}

/** Lent to tools: every tool there is. */
export interface ToolCatalogue {
  /** A tool by its name, or by words that only it has; undefined: there is none. */
  find(asked: string): ToolFacts | undefined
  /** Names of tools that may be meant, the likeliest first. */
  nearest(asked: string): readonly string[]
}

/** What became of a tool in this session. */
export interface ToolUse {
  readonly calls: number
  readonly failures: number
  readonly lastError: { readonly code: string; readonly message: string } | null
}

/** A saved context state. */
export interface SavedState {
  readonly name: string
  readonly tokens: number
  readonly bytes: number
}

/** A test of a tool as its author wrote it. */
export interface ToolTest {
  readonly id: string
  readonly input: string
  /** null: no tool. */
  readonly tool: string | null
}

/** A named set of tools that are on, with priorities of the person's own, and maybe a role and a preset of approvals. */
export interface ToolProfile {
  readonly tools: readonly string[]
  readonly priorities: { readonly [tool: string]: number }
  readonly role?: string
  readonly approve?: ApprovalPolicy
}

/** The person's choices that outlast the session. Keeping gives false where nothing can be kept. */
export interface KeptChoices {
  disabled(): readonly string[]
  priorities(): { readonly [tool: string]: number }
  keepPriorities(priorities: { readonly [tool: string]: number }): boolean
  profiles(): { readonly [name: string]: ToolProfile }
  keepProfiles(profiles: { readonly [name: string]: ToolProfile }): boolean
  /** The role that a profile brought, with which sessions begin; `none`: it brought none; empty: the setting `role` counts. */
  profileRole(): string
  keepProfileRole(role: string): boolean
}

/** What `/tools` may see and change besides the rows. */
export interface ToolBench {
  use(name: string): ToolUse
  /** Why the tool is paused; undefined: it is not. */
  pause(name: string): ToolPause | undefined
  /** Ends a pause. */
  resume(name: string): CommandResult
  /** States of the loaded model on disk, by tool. */
  states(): Promise<ReadonlyMap<string, SavedState>>
  tests(name: string): Promise<readonly ToolTest[]>
  /** Turns tools on and the others of these off, all at once; those that there are not are ignored. */
  setEnabled(enabled: { readonly [tool: string]: boolean }): void
  /** undefined: the tool's own again. Gives why it cannot be kept. */
  setPriority(name: string, priority: number | undefined): string | undefined
  /** Names of those that are kept. */
  profileNames(): readonly string[]
  /** What `/tools profile` was given behind it. */
  profile(words: readonly string[]): CommandResult
  /** Gives a tool a line of its own in the head, or takes it away. */
  pin(name: string, isOn: boolean): Promise<CommandResult>
}
