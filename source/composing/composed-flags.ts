// What a session is composed with, besides its surroundings. The command line reads them.
import type { GpuChoice } from '../engine/embedded/protocol.ts'
import type { RemoteFlags } from '../home/remote-of-home.ts'
import type { Settings } from '../settings-table.ts'

/** What flags say; undefined: not given, so the settings or the default count. */
export interface Flags extends RemoteFlags {
  readonly system?: string
  readonly approve?: Settings['approve']
  readonly dryRun?: boolean
  readonly continue?: boolean
  readonly secret?: boolean
  readonly role?: string
  readonly temperature?: number
  readonly seed?: number
  readonly gpu?: GpuChoice
  readonly threads?: number
  readonly think?: boolean
  readonly maxTokens?: number
  readonly maxSeconds?: number
  readonly mode?: Settings['mode']
  readonly persona?: string
  readonly state?: string
}
