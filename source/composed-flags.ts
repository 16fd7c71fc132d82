// What a session is composed with, besides its surroundings. flags.ts reads them.
import type { GpuChoice } from './engine/embedded/protocol.ts'
import type { RemoteFlags } from './remote-of-home.ts'
import type { Settings } from './settings-table.ts'

/** What flags say; undefined: not given, so the settings or the default count. */
export interface Flags extends RemoteFlags {
  readonly model?: string
  readonly system?: string
  readonly approve?: Settings['approve']
  readonly dryRun?: boolean
  readonly continue?: boolean
  readonly secret?: boolean
  readonly role?: string
  readonly answers?: Settings['answers']
  readonly temperature?: number
  readonly seed?: number
  readonly context?: number
  readonly gpu?: GpuChoice
  readonly threads?: number
  readonly think?: boolean
  readonly maxTokens?: number
  readonly maxSeconds?: number
  readonly mode?: Settings['mode']
  readonly persona?: string
  readonly state?: string
  /** False: no saved KV state is read or written. */
  readonly cache?: boolean
}
