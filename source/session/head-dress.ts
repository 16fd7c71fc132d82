import type { EngineInfo, PreparedState } from '../contracts/engine.ts'
import type { HeadWishes } from '../contracts/setup.ts'
import type { Head } from './ports.ts'

/** What the session puts into the head besides tools and system text, and where that head is saved. */
export interface HeadDress {
  readonly wishes: HeadWishes
  /** False: states are not saved, so making them while nobody waits is for nothing. */
  readonly keepsStates: boolean
  /** See `PrepareOptions.file`. */
  fileOf(head: Head): string | undefined
  /** The head stands; true when all that a person should know of it was said. */
  stands(head: Head, prepared: PreparedState, engine: EngineInfo): boolean
}
