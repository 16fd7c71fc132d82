// What the session is given by compose; adapters stay behind these names.

import type { AnalyticsBook } from '../contracts/analytics.ts'
import type { AllowedRule, ApprovalPolicy } from '../contracts/approval.ts'
import type { AttachableFiles } from '../contracts/attachable.ts'
import type { Clock } from '../contracts/clock.ts'
import type { Command, CommandResult, EvaluationChoice, ModelRow } from '../contracts/command.ts'
import type { CompositePorts } from '../contracts/composites.ts'
import type { ConversationStore } from '../contracts/conversations.ts'
import type { DoctorShelf } from '../contracts/doctor.ts'
import type { CallState, ChatMessage, Engine } from '../contracts/engine.ts'
import type { Level, SessionEvent } from '../contracts/event.ts'
import type { ToolServices } from '../contracts/lent.ts'
import type { ManifestEntry, ToolDetail } from '../contracts/manifest.ts'
import type { McpServers } from '../contracts/mcp.ts'
import type { Meaning } from '../contracts/meaning.ts'
import type { NamedState } from '../contracts/named-states.ts'
import type { OptimizeChoice } from '../contracts/optimized.ts'
import type { Persona } from '../contracts/persona.ts'
import type { PluginPorts } from '../contracts/plugins.ts'
import type { RoleBook } from '../contracts/role.ts'
import type { Router } from '../contracts/router.ts'
import type { SecretControl } from '../contracts/secret.ts'
import type { ShownSetting } from '../contracts/settings.ts'
import type { HeadWishes, SetupPorts } from '../contracts/setup.ts'
import type { SkillPorts } from '../contracts/skills.ts'
import type { TaskPorts } from '../contracts/tasks.ts'
import type { TeachingPorts } from '../contracts/teaching.ts'
import type { Tool } from '../contracts/tool.ts'
import type { ToolFilePorts } from '../contracts/tool-files.ts'
import type { ToolHealth } from '../contracts/tool-health.ts'
import type { KeptChoices, SavedState, ToolTest } from '../contracts/tool-shelf.ts'
import type { AnswerReader, TurnPorts } from '../governor/ports.ts'
import type { Aside, AsideDraft } from './aside.ts'

/** The tools as the session sees them. */
export interface ToolShelf {
  readonly entries: readonly ManifestEntry[]
  readonly enabled: readonly ManifestEntry[]
  isEnabled(name: string): boolean
  has(name: string): boolean
  setEnabled(name: string, enabled: boolean): void
  /** undefined: the tool's own again. */
  setPriority(name: string, priority: number | undefined): void
  detail(name: string): ToolDetail | undefined
  callable(name: string): Promise<{ tool: Tool; detail: ToolDetail } | undefined>
  nearest(name: string): string | undefined
}

/** What could be read of home and program: one climb of the levels. */
export interface Ground {
  readonly level: Level
  readonly reasons: readonly string[]
  /** Things done on the way that a person should know, a sentence each. */
  readonly notices: readonly string[]
  readonly tools: ToolShelf
  /** Tools of the manifest that only tell how rare a word is; no person knows of them. */
  readonly unlisted: readonly string[]
  readonly roles: RoleBook
  readonly router: Router
  /** Lowest router probability at which a call opened by the talk lane counts. */
  readonly openingFloor: number
  /** Name of the built-in tool that finds the others; undefined: they are all named in the head. */
  readonly search: string | undefined
  /** Of a name that no tool has: why one of the program's own is not there now, in a sentence; undefined: there is none so called. */
  whyAbsent(name: string): string | undefined
}

export interface Head {
  readonly messages: readonly ChatMessage[]
  readonly indexTokens: number
  /** Why the persona is not in it, in a sentence. */
  readonly refused?: string
  /** Hex SHA-256 of the system text and of the index. */
  readonly hashes?: { readonly systemText: string; readonly tools: string }
}

export type EngineLoad =
  | {
      readonly type: 'ready'
      readonly engine: Engine
      readonly answers: 'model' | 'tool' | 'auto'
    }
  | { readonly type: 'none' | 'failed'; readonly model: string | undefined; readonly reason: string }

export interface EngineLoadOptions {
  /** Id or path; undefined: the chosen one of the settings, or the best that is there. */
  readonly model: string | undefined
  readonly signal: AbortSignal
  readonly onModel: (id: string) => void
  readonly onProgress: (done: number, total: number) => void
  /** The engine died and is started again. */
  readonly onRestart: (reason: string) => void
  /** Something that a person should know of the engine, in sentences. */
  readonly onNotice: (message: string) => void
}

export interface SessionPorts
  extends Pick<
    TurnPorts,
    | 'actOf'
    | 'buildCallState'
    | 'entriesOf'
    | 'nearestShots'
    | 'read'
    | 'readTables'
    | 'requestsIn'
    | 'withBefore'
    | 'withFacts'
  > {
  /** See `TurnPorts.createAnswerReader`; names are read as those of `known` tools, and only `enabled` ones count. */
  createAnswerReader(options: {
    readonly enabled: readonly string[]
    readonly known: readonly string[]
    readonly believe: (tool: string) => string | undefined
  }): AnswerReader
  /** What every program about tables is written behind; `isTaught`: see `sqlBase`. */
  tablesState(isTaught: boolean): CallState
  /** Reads the files as they are now, ahead of a message about them. */
  readFolder(signal: AbortSignal): Promise<void>
  /** What the person said in a turn `withFacts`. */
  withoutFacts(turn: string): string
  readonly version: string
  readonly home: string
  readonly workspace: string
  readonly clock: Clock
  readonly services: ToolServices
  /** Files that may go with a message. */
  readonly attachable: AttachableFiles
  readonly secret: SecretControl
  /** MCP servers, and the ground with their tools as they are now; undefined: none, as in a measurement. */
  readonly mcp?: { readonly servers: McpServers; reopen(): Ground } | undefined
  readonly teaching: TeachingPorts
  /** What turns and calls cost. */
  readonly analytics: AnalyticsBook
  /** Tools that fail and fail. */
  readonly toolHealth: ToolHealth
  /** The conversations on disk; `emit` says notices. */
  openConversations(emit: (event: SessionEvent) => void): ConversationStore
  readonly commands: readonly Command[]
  /** The ground as it stands, for the model that is known now. */
  openGround(): Promise<Ground>
  /** Compiles the manifest anew and climbs again; `text` says what happened. */
  rebuildGround(): Promise<{ readonly ground: Ground; readonly ok: boolean; readonly text: string }>
  buildHead(ground: Ground, engine: Engine, wishes?: HeadWishes): Promise<Head>
  /** Personas, named states, a trial, lines by use. */
  readonly setup: SetupPorts
  loadEngine(options: EngineLoadOptions): Promise<EngineLoad>
  /** Who answers from results, as measured for this model; measures it first if nobody has. undefined: a setting decides. */
  probe(engine: Engine, head: Head, signal: AbortSignal): Promise<'tool' | 'auto' | undefined>
  models(): Promise<readonly ModelRow[]>
  /** Why the model of this id or path cannot be loaded, in a sentence; undefined when it can. */
  whyNotLoadable(id: string): Promise<string | undefined>
  /** Runs the tools' own tests through `ask`. */
  evaluate(request: AsideRequest): Promise<CommandResult>
  readonly optimizer: {
    run(request: OptimizeRequest): Promise<AppliedPrompts>
    /** Brings back the file that was there before the last run. */
    undo(modelId: string, ground: Ground): Promise<AppliedPrompts>
  }
  /** Bytes of all saved states, of the heads among them, their budget, and of all models. */
  diskUse(): Promise<{
    readonly states: number
    readonly heads: number
    readonly budget: number
    readonly models: number
  }>
  /** Tools' states for this model that stand on disk. */
  savedStates(modelId: string): Promise<readonly SavedState[]>
  /** The tests that a tool's author wrote; none where they are not there. */
  toolTests(name: string): Promise<readonly ToolTest[]>
  /** Tools of the person's own. */
  readonly toolFiles: ToolFilePorts
  readonly composites: CompositePorts
  readonly skills: SkillPorts
  readonly tasks: TaskPorts
  readonly plugins: PluginPorts
  /** The sentence model; absent: nothing looks for one. */
  readonly meaning?: Meaning
  /** The ground with the tools' files as they are now. */
  reopenGround(): Ground
  readonly choices: KeptChoices
  /** False when it cannot be kept. */
  keepDisabled(names: readonly string[]): boolean
  /** Permissions that outlast the session. */
  allowedRules(): readonly AllowedRule[]
  /** Keeps these and no others; false when nothing can be kept. */
  keepAllowedRules(rules: readonly AllowedRule[]): boolean
  /** Whether what is typed may be evaluated before it is sent. */
  typesAhead(): boolean
  settings(): readonly ShownSetting[]
  setSetting(name: string, value: string): string | undefined
  resetSetting(name: string): string | undefined
  readonly doctor: DoctorShelf
}

/** The tools' own tests, asked beside the conversation. */
export interface AsideRequest {
  readonly choice: EvaluationChoice
  readonly signal: AbortSignal
  ask(message: string): Promise<Aside>
  isEnabled(tool: string): boolean
  hasParameters(tool: string): boolean
  onEach(done: number, total: number): void
}

/** What the optimizer needs of the session. */
export interface OptimizeRequest {
  readonly choice: OptimizeChoice
  readonly engine: Engine
  readonly ground: Ground
  /** Tools that a turn may use: a role takes some away, which then cannot be tried. */
  readonly usable: ToolShelf
  readonly signal: AbortSignal
  ask(message: string, draft: AsideDraft, signal: AbortSignal): Promise<Aside>
  onProgress(progress: {
    readonly strategy: string
    readonly done: number
    readonly total: number
    readonly leftS: number | undefined
  }): void
}

/** What came of it, and the ground that stands on it; undefined: nothing changed. */
export interface AppliedPrompts {
  readonly result: CommandResult
  readonly ground: Ground | undefined
  /** Tools whose states on disk are gone. */
  readonly touched: readonly string[]
  /** Calls are written with another adapter, so the model has to be loaded anew. */
  readonly reloads: boolean
}

/** The setup that a session begins with. */
export interface BeginningSetup {
  readonly persona?: Persona | undefined
  readonly state?: NamedState | undefined
  /** The person named it for this start: it is no subject of a trial. */
  readonly isChosen: boolean
  /** What was wanted and is not there, a sentence each. */
  readonly problems: readonly string[]
}

/** What flags and surfaces fix for one session. */
export interface SessionOptions {
  readonly interactive: boolean
  /** More than ASCII can be shown; absent: no. */
  readonly unicode?: boolean
  /** It is known from the start that no model will be there; absent: no. */
  readonly lacksModel?: boolean
  readonly approve: ApprovalPolicy
  readonly dryRun: boolean
  /** Begins with the last conversation of the workspace. */
  readonly continues: boolean
  /** Name of the role to begin with; undefined: none. */
  readonly role: string | undefined
  readonly model: string | undefined
  readonly temperature: number
  readonly seed: number
  readonly maxAnswerTokens: number
  readonly maxRounds: number
  /** `fresh`: every message stands behind the head alone. */
  readonly mode: 'fresh' | 'continue'
  /** Context states are read from disk and written there. */
  readonly keepsStates: boolean
  /** What the session is set up as from the start. */
  readonly begins: BeginningSetup
  /** It is measured: its head takes no other's place on disk. Absent: no. */
  readonly measured?: boolean
  /** Wall clock of a turn. */
  readonly maxTurnMs: number
}
