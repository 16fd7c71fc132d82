import type { AskModel } from './ask-model.ts'
import type { StepAccess } from './composites.ts'
import type { ContextAccess } from './context-access.ts'
import type { FileHistory } from './file-history.ts'
import type { FolderAccess } from './folder-access.ts'
import type { Folders } from './folders.ts'
import type { MemoryBook } from './memory.ts'
import type { ShellAccess, WeatherAccess, WebAccess } from './outside.ts'
import type { RingBook } from './rings.ts'
import type { SafeMode } from './safe-mode.ts'
import type { SecretSwitch } from './secret.ts'
import type { SkillMaker } from './skills.ts'
import type { StartupPrompt } from './startup-prompt.ts'
import type { ToolCatalogue } from './tool-shelf.ts'
import type { Voice } from './voice.ts'

/**
 * What lasts longer than a call and is lent to tools. Each service is absent where it cannot be had (in a measurement, in a home that
 * cannot be written); a tool that needs it then says so with a `ToolFailure`.
 */
export interface ToolServices {
  readonly fileHistory?: FileHistory
  readonly folders?: Folders
  /** The folder of start, the memory, reminders and timers as tables. */
  readonly tables?: FolderAccess
  readonly safeMode?: SafeMode
  readonly startupPrompt?: StartupPrompt
  /** Timers and alarms; the session rings them. */
  readonly rings?: RingBook | undefined
  readonly web?: WebAccess
  readonly weather?: WeatherAccess
  readonly shell?: ShellAccess
  /** Runs other tools; lent to a tool that asks for each step, for as long as its call. */
  readonly steps?: StepAccess
  /** The session's own, as is `tools`. */
  readonly context?: ContextAccess
  readonly tools?: ToolCatalogue
  /** A question to the model, beside the conversation. */
  readonly askModel?: AskModel
  readonly voice?: Voice
  readonly skills?: SkillMaker
  /** Asked before anything of the conversation is kept. */
  readonly secret?: SecretSwitch
  /** What is remembered. */
  readonly memory?: MemoryBook
}
