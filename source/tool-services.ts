// What tools are lent of the home: opened here, named in `contracts/services.ts`.
import type { SecretSwitch } from './contracts/secret.ts'
import type { ToolServices } from './contracts/services.ts'
import type { HomePaths } from './paths.ts'

/** Opens what tools may use of a home; what cannot be opened is left out. */
export function openToolServices(_home: HomePaths, secret: SecretSwitch): ToolServices {
  return { secret }
}
