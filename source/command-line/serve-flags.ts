// The flags of `ethervox serve`.
import { UserError } from '../contracts/errors.ts'
import type { FlagRow, FlagValues } from './flags.ts'

export const DEFAULT_PORT = 8634

export const SERVE_FLAGS = {
  port: {
    type: 'number',
    isWhole: true,
    value: 'N',
    environment: 'ETHERVOX_PORT',
    meaning: `of a service on loopback; default ${DEFAULT_PORT} for serve, 0: any free one`,
    range: [0, 65535],
  },
  tokenFile: {
    type: 'string',
    value: 'FILE',
    environment: 'ETHERVOX_TOKEN_FILE',
    meaning:
      'with serve: the token of its clients, in a file that only you can read; else one is made and shown',
  },
} as const satisfies { readonly [name: string]: FlagRow }

/** Flags of subcommands mean nothing to a chat. Throws `UserError`; what comes from the environment is for whoever needs it. */
export function refuseOtherFlags(flags: FlagValues, fromEnvironment: readonly string[]): void {
  if (flags.declare !== undefined && !fromEnvironment.includes('declare'))
    throw new UserError('`--declare` is for `ethervox eval` and `ethervox route`.')
  if (flags.csv !== undefined && !fromEnvironment.includes('csv'))
    throw new UserError('`--csv` is for `ethervox sql`.')
  const [name] = (['port', 'tokenFile'] as const).filter(
    (one) => flags[one] !== undefined && !fromEnvironment.includes(one),
  )
  if (name !== undefined)
    throw new UserError(`\`--${name === 'port' ? name : 'token-file'}\` is for \`ethervox serve\`.`)
}
