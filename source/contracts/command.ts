import type { AnalyticsShelf } from './analytics.ts'
import type { ApprovalShelf } from './approval.ts'
import type { Choice } from './completion.ts'
import type { CompositeShelf } from './composites.ts'
import type { Evidence } from './confidence.ts'
import type { ConversationShelf } from './conversations.ts'
import type { DashboardShelf } from './dashboard.ts'
import type { DoctorShelf } from './doctor.ts'
import type { EngineInfo, TokenUsage } from './engine.ts'
import type { TurnStatus } from './event.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { ToolServices } from './lent.ts'
import type { ToolDetail } from './manifest.ts'
import type { McpShelf } from './mcp.ts'
import type { MeaningState } from './meaning.ts'
import type { MemoryBook } from './memory.ts'
import type { StateShelf } from './named-states.ts'
import type { OptimizeShelf } from './optimized.ts'
import type { PersonaShelf } from './persona.ts'
import type { PluginShelf } from './plugins.ts'
import type { ReadingShelf } from './reading.ts'
import type { RingShelf } from './rings.ts'
import type { RoleShelf } from './role.ts'
import type { RouteDecision } from './router.ts'
import type { SecretControl } from './secret.ts'
import type { SessionView } from './session.ts'
import type { ShownSetting } from './settings.ts'
import type { SkillShelf } from './skills.ts'
import type { TalkShelf } from './talk-shelf.ts'
import type { TaskShelf } from './tasks.ts'
import type { TeachingShelf } from './teaching.ts'
import type { ToolFileShelf } from './tool-files.ts'
import type { ToolBench } from './tool-shelf.ts'
import type { TrialShelf } from './trial.ts'
import type { VoiceShelf } from './voice.ts'

/** What a command gives back: text for a person, data for `--json`. Never React. */
export interface CommandResult {
  readonly ok: boolean
  readonly text: string
  readonly data: JsonValue
}

/** Something was asked for that cannot be done; `text` says why and what to do next. */
export function refusal(text: string): CommandResult {
  return { ok: false, text, data: null }
}

/** The words of an input; `"my notes.md"` is one, without its quotes. */
export function wordsIn(input: string): readonly string[] {
  return [...input.matchAll(/"([^"]*)"(?=\s|$)|\S+/g)].map(([whole, quoted]) => quoted || whole)
}

/** The name of a file that stands alone, with or without quotes around it. */
export function fileNameIn(input: string): string {
  return /^"([^"]*)"$/.exec(input.trim())?.[1] ?? input.trim()
}

/** Headings of `/help`, in their order; `own`: commands that the person wrote. */
export type CommandGroup =
  | 'talk'
  | 'back'
  | 'conversations'
  | 'tools'
  | 'model'
  | 'memory'
  | 'setup'
  | 'program'
  | 'own'

/** A slash command: `commands/<name>.ts` exports one as default. */
export interface Command {
  readonly name: string
  /** What comes behind the name, e.g. `[list|info NAME]`; empty for none. */
  readonly usage: string
  /** One line for `/help`. */
  readonly summary: string
  /** The worst level at which it still works (1 best, 4 emergency). */
  readonly worksDownTo: 1 | 2 | 3 | 4
  /** Longer help, shown by `/help NAME`. */
  readonly help?: string
  /** Lines that can be typed as they stand. */
  readonly examples?: readonly string[]
  /** Under which heading `/help` shows it; absent: under the last. */
  readonly group?: CommandGroup
  /** The file of the person that it was read from; undefined: it is the program's own. */
  readonly file?: string
  /** It only looks: typed while a turn runs, it runs at once. */
  readonly beside?: true
  /** Without a loaded model it can do nothing. */
  readonly needsModel?: true
  /**
   * What could stand behind these words of its input, besides the words of `usage`: names that exist. All of them, best
   * first; the one that asks keeps those that fit what is typed. `files`: those of the workspace. A `TOOL`, `FILE`, `PATH` or
   * `FOLDER` of the usage is offered without it.
   */
  complete?(
    input: string,
    context: CommandContext,
  ): Promise<readonly Choice[] | 'files'> | readonly Choice[] | 'files'
  run(input: string, context: CommandContext): Promise<CommandResult> | CommandResult
}

export interface ToolRow {
  readonly name: string
  readonly group: string
  readonly risk: string
  readonly enabled: boolean
  /** false: the role that is on forbids it, enabled or not. */
  readonly permitted: boolean
  readonly priority: number
  readonly oneLiner: string
  /** Whether its context state exists for the loaded model. */
  readonly warm: boolean
  /** SHA-256 (hex) over everything that it says of itself. */
  readonly contentHash: string
  /** Of a tool from outside that says one. */
  readonly version?: string
}

/** The last turn as `/why` shows it. */
export interface TurnRecord {
  readonly turn: number
  readonly message: string
  readonly route: RouteDecision | undefined
  /** Of each tool that was wanted and may not be used, why. */
  readonly off: readonly string[]
  /** Corrections and patterns that the answer was told, with their ids. */
  readonly remembered: readonly string[]
  /** What was taught of this very message, also since, a line each; absent: nothing. */
  readonly judged?: readonly string[] | undefined
  /** Probability, 0 to 1, that the turn did the right thing, and what it is made of, for each request. */
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  /** Exact text that each lane saw, with the chat format's markers named, not hidden. */
  readonly talkPrompt: string
  readonly callPrompt: string | undefined
  readonly callText: string | undefined
  /** Where `callText` is a program: the tables that the model was shown for it, and how many rows came; absent: it is none. */
  readonly program?: { readonly tables: readonly string[]; readonly rows: number | undefined } | undefined
  readonly talk: TokenUsage | undefined
  readonly call: TokenUsage | undefined
  readonly answerSource: 'model' | 'tool'
  /** Why the model's answer was not shown, if it was not. */
  readonly unfaithful: string | undefined
  readonly modelAnswer: string | undefined
  readonly status: TurnStatus
}

export interface MemoryUse {
  /** Resident bytes of this process and of the engine's. */
  readonly processBytes: number
  readonly engineBytes: number
  readonly talkTokens: number
  readonly talkWindow: number
  readonly callWindow: number
  readonly statesBytes: number
  readonly statesBudgetBytes: number
  readonly modelsBytes: number
}

/** What takes how much of the talk lane's window; the parts add up to it unless it is overfull. */
export interface ContextUse {
  readonly mode: 'fresh' | 'continue'
  /** The counts are estimates on the safe side. */
  readonly isEstimate?: boolean
  readonly windowTokens: number
  /** Head, summary and finished turns. */
  readonly usedTokens: number
  /** From here on it is told once, and from there on the oldest turns leave. */
  readonly highTokens: number
  readonly compactTokens: number
  readonly systemTokens: number
  readonly indexTokens: number
  /** The summary of turns that left. */
  readonly memoryTokens: number
  /** Finished turns but the last. */
  readonly historyTokens: number
  /** The last turn. */
  readonly turnTokens: number
  /** Kept free for the next answer. */
  readonly reserveTokens: number
  readonly freeTokens: number
  readonly turns: number
  readonly summary: string | null
  /** The turns that leave first, oldest first, with their first words. */
  readonly next: readonly { readonly turn: number; readonly begins: string }[]
}

export interface ModelRow {
  readonly id: string
  readonly title: string
  readonly licence: string
  readonly sizeBytes: number
  readonly installed: boolean
  readonly current: boolean
  readonly verified: boolean
}

/** Which of the tools' own tests. */
export interface EvaluationChoice {
  /** At most so many; undefined: all. */
  readonly quick?: number
  /** Only those that need one of these; `none`: those that need none. */
  readonly tools?: readonly string[]
}

/** What the session lends to commands; nothing else is within their reach. */
export interface CommandContext {
  readonly view: SessionView
  readonly commands: readonly Command[]
  readonly engine: EngineInfo | undefined
  readonly approvals: ApprovalShelf
  readonly roles: RoleShelf
  readonly personas: PersonaShelf
  readonly states: StateShelf
  readonly trials: TrialShelf
  readonly services: ToolServices
  /** Timers, alarms and reminders; undefined where nothing can be kept. */
  readonly rings: RingShelf | undefined
  readonly bench: ToolBench
  /** Tools of the person's own. */
  readonly toolFiles: ToolFileShelf
  /** Several calls as one tool. */
  readonly composites: CompositeShelf
  readonly skills: SkillShelf
  readonly tasks: TaskShelf
  readonly plugins: PluginShelf
  /** undefined where nothing can be recorded or said. */
  readonly voice: VoiceShelf | undefined
  readonly conversations: ConversationShelf
  readonly reading: ReadingShelf
  /** What turns and calls cost, in all sessions of the home. */
  readonly analytics: AnalyticsShelf
  readonly talk: TalkShelf
  readonly optimizer: OptimizeShelf
  readonly secret: SecretControl
  /** The page in the browser; undefined where the session has none. */
  readonly dashboard: DashboardShelf | undefined
  /** MCP servers; undefined in a measurement. */
  readonly mcp: McpShelf | undefined
  readonly teaching: TeachingShelf
  /** What is remembered; undefined where nothing can be. */
  readonly memory: MemoryBook | undefined
  /** The sentence model; undefined in a measurement. */
  readonly meaning: MeaningState | undefined
  readonly workspace: string
  /** Where a file goes that the person wants written (`shown`: as it is told); why it cannot be, in a sentence. */
  exportPlace(typed: string): { readonly path: string; readonly shown: string } | { readonly reason: string }
  tools(): readonly ToolRow[]
  /** undefined when there is no such tool. */
  toolDetail(name: string): ToolDetail | undefined
  /** Turns a tool on or off and keeps that; false when there is no such tool. */
  setToolEnabled(name: string, enabled: boolean): boolean
  /** Nearest existing tool name, for "did you mean". */
  nearestTool(name: string): string | undefined
  /** Of a name that no tool has: why one of the program's own is not there now, in a sentence; undefined: there is none so called. */
  whyAbsent(name: string): string | undefined
  /** Compiles the manifest anew, climbs the levels again; gives what happened in a sentence. */
  reload(): Promise<CommandResult>
  models(): Promise<readonly ModelRow[]>
  /** Loads another model by id or path. */
  loadModel(id: string): Promise<CommandResult>
  /** Runs a tool without the model; a whole turn with its events. */
  callTool(name: string, args: JsonObject): Promise<CommandResult>
  /** Makes every context state that is missing; `onEach` after each. Gives the tools whose states do not fit into the budget. */
  warm(onEach: (done: number, total: number, name: string) => void): Promise<readonly string[]>
  /** Runs the tools' own tests on the loaded model; the conversation is as before. */
  evaluate(choice: EvaluationChoice): Promise<CommandResult>
  lastTurn(): Promise<TurnRecord | undefined>
  memoryUse(): Promise<MemoryUse>
  /** undefined when no model is loaded. */
  contextUse(): ContextUse | undefined
  /** Puts a summary in the place of all but the last two turns, or drops them; `keep`: what must be in it, or empty. */
  compact(keep: string): Promise<CommandResult>
  /** Empties the conversation; long-term memory stays. */
  clear(): void
  quit(): void
  /** Every setting as it counts now. */
  settings(): readonly ShownSetting[]
  /** Sets one; gives the reason when it is refused. */
  setSetting(name: string, value: string): string | undefined
  /** Gives one its default again, or `all`; the reason when that is refused. */
  resetSetting(name: string): string | undefined
  readonly doctor: DoctorShelf
}
