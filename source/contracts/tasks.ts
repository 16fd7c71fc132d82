// Tasks (docs/tasks.md): a goal, a short plan, and what came of each step. What the session and `/task` may ask of them.
import type { CommandResult } from './command.ts'
import type { Engine } from './engine.ts'

/** `done`: a tool did it; `answered`: no tool was called, so it is the model's word alone. */
export type TaskStepState = 'open' | 'done' | 'answered' | 'failed'

export interface TaskStep {
  readonly text: string
  readonly state: TaskStepState
  /** What the tools said, or the model where none was called, or why it failed; empty: nothing yet. */
  readonly said: string
  /** Tools that were called. */
  readonly tools: readonly string[]
}

export type TaskState = 'planned' | 'running' | 'stopped' | 'done' | 'cancelled'

/** The most that one run may take. */
export interface TaskBudget {
  readonly steps: number
  readonly tokens: number
  readonly minutes: number
}

export interface Task {
  readonly version: 1
  readonly id: number
  readonly goal: string
  readonly workspace: string
  /** ISO 8601. */
  readonly created: string
  readonly changed: string
  readonly state: TaskState
  /** Why it stands still, in a sentence; empty: it does not. */
  readonly why: string
  readonly budget: TaskBudget
  readonly steps: readonly TaskStep[]
}

/** A file that cannot be read is left where it is. */
export type FoundTask = Task | { readonly id: number; readonly problem: string }

/** The tasks of a home. Everything throws the system's error where the disk refuses. */
export interface TaskBook {
  /** Oldest first. */
  list(): readonly FoundTask[]
  find(id: number): FoundTask | undefined
  /** Keeps a new one; gives it its id. */
  add(task: Omit<Task, 'id'>): Task
  keep(task: Task): void
  /** Undefined: another process runs it. */
  claim(id: number): { release(): void } | undefined
}

/** What compose gives the session. */
export interface TaskPorts {
  readonly book: TaskBook
  /** The model's plan, at most six steps; none: it wrote nothing that can be read. `able`: what tools could help with. */
  plan(goal: string, able: readonly string[], engine: Engine, signal: AbortSignal): Promise<readonly string[]>
}

/** What the session lends to `/task`. Without an id it is the last one that has not ended. */
export interface TaskShelf {
  /** Oldest first. */
  known(): readonly FoundTask[]
  list(): CommandResult
  show(id: number | undefined): CommandResult
  /** Writes a plan and shows it; nothing runs. */
  plan(goal: string, budget: Partial<TaskBudget>): Promise<CommandResult>
  /** Puts another text in the place of step `place`, counted from 1; without a place behind the last; an empty text takes the step out. */
  edit(id: number | undefined, place: number | undefined, text: string): CommandResult
  /** Runs the steps that are not done. */
  run(id: number | undefined): Promise<CommandResult>
  cancel(id: number | undefined): CommandResult
}
