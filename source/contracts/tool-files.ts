// Tools that a person writes as a Markdown file (docs/writing-a-tool.md): what the session and `/tool` may ask of them.
import type { CommandResult } from './command.ts'
import type { Engine } from './engine.ts'
import type { JsonObject } from './json.ts'

/** What a fault in a file is, and where; both from 1. */
export interface ToolFileProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The whole sentence, place included. */
  readonly message: string
}

/** What the block of a file is run as. */
export type ToolFileKind = 'js' | 'sh' | 'http' | 'prompt'

/** A test of a tool: its arguments, and what has to come of them. */
export interface ToolFileTest {
  readonly arguments: JsonObject
  /** Texts that the tool's words must have. */
  readonly contains?: readonly string[]
  /** The code that it must fail with. */
  readonly fails?: string
}

/** How a tool of a file stands. `hidden`: a tool of the program has its name; `broken`: the file has faults. */
export type ToolFileState = 'used' | 'untrusted' | 'hidden' | 'broken'

export interface ToolFileRow {
  readonly name: string
  readonly file: string
  readonly from: 'home' | 'workspace'
  /** Undefined for what is broken or not trusted; that is not parsed before. */
  readonly kind: ToolFileKind | undefined
  readonly risk: string | undefined
  readonly version: string | undefined
  readonly state: ToolFileState
  /** SHA-256 (hex) of the file. */
  readonly sha256: string
}

/** What a draft is made of besides the name. */
export type DraftSource =
  | { readonly type: 'blank' }
  | { readonly type: 'help'; readonly command: string }
  | { readonly type: 'docs'; readonly file: string }

/** What the session lends to `/tool`. */
export interface ToolFileShelf {
  list(): readonly ToolFileRow[]
  check(file: string): Promise<CommandResult>
  test(name: string): Promise<CommandResult>
  /** Writes a draft that does not exist yet; with a model it writes a description and requests, which are marked as its own. */
  draft(name: string, from: DraftSource): Promise<CommandResult>
  /** Without the beginning of its hash the file is shown; with it, it is trusted. */
  trust(name: string, hash: string | undefined): Promise<CommandResult>
}

/** The same as compose gives it. What changes which tools there are gives `changed`. */
export interface ToolFilePorts extends Pick<ToolFileShelf, 'list'> {
  check(file: string, signal: AbortSignal): Promise<CommandResult>
  test(name: string, signal: AbortSignal): Promise<CommandResult>
  draft(
    name: string,
    from: DraftSource,
    engine: Engine | undefined,
    signal: AbortSignal,
  ): Promise<CommandResult & { readonly changed?: true }>
  trust(name: string, hash: string | undefined): CommandResult & { readonly changed?: true }
}
