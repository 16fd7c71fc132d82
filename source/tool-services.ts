// What tools are lent of the home: opened here, named in `contracts/services.ts`.
import type { ToolServices } from './contracts/services.ts'
import type { HomePaths } from './paths.ts'
import { voiceOf } from './voice-of-home.ts'

/** Opens what tools may use of a home; what cannot be opened is left out. */
export function openToolServices(home: HomePaths): ToolServices {
  return { voice: voiceOf(home) }
}
