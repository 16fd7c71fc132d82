import type { JsonObject, JsonSchema } from './json.ts'
import type { StateDraft } from './optimized.ts'
import type { Risk, UndoingCall } from './tool.ts'

/** What the head, the router and the lists need of a tool: read at start, kept in memory. */
export interface ManifestEntry {
  readonly name: string
  /** At most about ten words; level 2's line in the head. */
  readonly oneLiner: string
  /** e.g. `time`, `files`, `math`. */
  readonly group: string
  /** 0 to 255, higher first; 200 and up is "high", 128 the default. */
  readonly priority: number
  readonly risk: Risk
  /** Of a tool from outside, as semver.org writes it; absent: it says none. The program's own go with the program. */
  readonly version?: string
  /** SHA-256 (hex) over everything that the tool says of itself, its version too; changes when any of it does. */
  readonly contentHash: string
}

/** A message of the conversation, the call that it led to, and what the tool said. */
export interface EarlierCall {
  readonly message: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly said: string
  /** It was not done: denied, only shown, or it failed. */
  readonly failed?: true
  /** Names that the result showed, in its order: entries of a folder, files with a match. */
  readonly shows?: readonly string[]
  /** What takes it back; undefined: nothing does, or it is not known any more. */
  readonly undo?: UndoingCall
}

/** A worked example: a request and the arguments that answer it. */
export interface FewShot {
  readonly user: string
  readonly arguments: JsonObject
  /** What the request leans on; without it the request stands alone. */
  readonly before?: EarlierCall
  /** It is not in the tool's state: a call sees it where the message is like it. */
  readonly near?: true
}

/** A pattern that decides without the classifier: the whole trimmed message must match. */
export interface Trigger {
  /** JavaScript regular expression, matched case-insensitively against the whole message. */
  readonly pattern: string
  /** Arguments of the call that the pattern fixes; its named groups are arguments too, read as their types say. */
  readonly arguments?: JsonObject
}

/** It still works, but something else should be used. */
export interface Deprecation {
  /** The version from which on. */
  readonly since: string
  /** Name of the tool that takes its place. */
  readonly use: string
}

/** The rest of a tool, read lazily. */
export interface ToolDetail {
  readonly description: string
  readonly parameters: JsonSchema
  /** Requests that need this tool, without arguments. */
  readonly examples: readonly string[]
  readonly fewShots: readonly FewShot[]
  readonly triggers: readonly Trigger[]
  readonly deprecated?: Deprecation
  /** What the loaded model's optimized prompts change in its state; never compiled. */
  readonly optimized?: StateDraft
}

/** A tool before it is written to, or after it was fully read from, a manifest. */
export type CompiledTool = ManifestEntry & ToolDetail

/** Why a manifest, or a part of it, cannot be used. */
export interface ManifestProblem {
  /** e.g. `missing`, `truncated`, `bad_magic`, `bad_version`, `bad_checksum`, `bad_entry`. */
  readonly code: string
  /** One sentence with the value that is wrong. */
  readonly message: string
}

/** A checked manifest: entries in memory, the rest by offset. */
export interface Manifest {
  /** Unix seconds of the build; outside every hash. */
  readonly builtAt: number
  /** SHA-256 (hex) of everything but the build time; names this manifest. */
  readonly contentHash: string
  /** Sorted by name. */
  readonly entries: readonly ManifestEntry[]
  /** Reads one tool's detail; a damaged one is a problem, not an exception. */
  detail(name: string): ToolDetail | ManifestProblem
  /** The router's weights, checked on first use; undefined if there are none. */
  router(): Uint8Array | ManifestProblem | undefined
}

/** Whether there is anything to write for a call: a tool without parameters needs no context state. */
export function takesArguments(tool: { readonly parameters: JsonSchema } | undefined): boolean {
  return Object.keys(tool?.parameters.properties ?? {}).length > 0
}

/** Tells a problem from the thing itself. */
export function isManifestProblem(value: unknown): value is ManifestProblem {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}
