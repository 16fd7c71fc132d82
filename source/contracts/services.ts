import type { MemoryBook } from './memory.ts'

/**
 * What lasts longer than a session and is lent to tools. Each service is absent where it cannot be had (in a measurement, in a home that
 * cannot be written); a tool that needs it then says so with a `ToolFailure`.
 */
export interface ToolServices {
  /** What is remembered. */
  readonly memory?: MemoryBook
}
