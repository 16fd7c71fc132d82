// What each page is made of, as JSON: the server fills it, the browser shows it.
import type { FigureRow } from '../contracts/analytics.ts'
import type { ContextUse, MemoryUse, ModelRow, ToolRow } from '../contracts/command.ts'
import type { OptimizedPrompts, RoutedRequest, RunComparison, RunFile } from '../contracts/dashboard.ts'
import type { DoctorReport } from '../contracts/doctor.ts'
import type { ChatMessage, TokenUsage } from '../contracts/engine.ts'
import type { MemoryEntry, MemoryOverview } from '../contracts/memory.ts'
import type { StateFigures } from '../contracts/named-states.ts'
import type { TurnCost } from '../contracts/reading.ts'
import type { ShownSetting } from '../contracts/settings.ts'

export interface ShownTool extends ToolRow {
  readonly pinned: boolean
  readonly paused: boolean
  readonly calls: number
  readonly failures: number
  readonly lastError: string | null
  /** Of its saved state; null: there is none. */
  readonly stateTokens: number | null
  readonly stateBytes: number | null
}

export interface ShownMemory extends MemoryEntry {
  readonly dueText: string | null
}

export interface ShownState {
  readonly name: string
  readonly active: boolean
  readonly persona: string | null
  readonly role: string | null
  readonly tools: number
  readonly mode: string
  readonly notes: string
  readonly bytes: number
  readonly headTokens: number
  readonly measured: StateFigures | null
}

/** By page. */
export interface PageData {
  readonly tools: { readonly tools: readonly ShownTool[] }
  readonly index: {
    readonly head: readonly ChatMessage[]
    readonly indexTokens: number
    readonly context: ContextUse | null
  }
  readonly lanes: {
    readonly turns: readonly TurnCost[]
    readonly last: {
      readonly turn: number
      readonly message: string
      readonly talk: TokenUsage | null
      readonly call: TokenUsage | null
      readonly talkPrompt: string
      readonly callPrompt: string | null
      readonly callText: string | null
      readonly answerSource: string
      readonly unfaithful: string | null
    } | null
  }
  readonly states: {
    readonly states: readonly ShownState[]
    readonly problems: readonly string[]
    readonly saved: readonly { readonly name: string; readonly tokens: number; readonly bytes: number }[]
    readonly use: MemoryUse
    readonly models: readonly ModelRow[]
  }
  readonly memory: {
    /** Why there is nothing to show; null: there is. */
    readonly none: string | null
    readonly paused: boolean
    readonly entries: readonly ShownMemory[]
    readonly overview: MemoryOverview | null
  }
  readonly runs: { readonly runs: readonly RunFile[]; readonly comparison: RunComparison | null }
  readonly optimizer: OptimizedPrompts
  readonly analytics: {
    readonly isOn: boolean
    readonly tools: readonly FigureRow[]
    readonly models: readonly FigureRow[]
    readonly days: readonly FigureRow[]
  }
  readonly settings: { readonly settings: readonly ShownSetting[] }
  readonly doctor: DoctorReport
}

export type PageName = keyof PageData

/** What `/api/route` gives. */
export interface Routed {
  readonly requests: readonly RoutedRequest[]
}
