// The words behind a subcommand that has options of its own: what is wrong with them is said in a sentence.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UserError } from '../contracts/errors.ts'

/** Options and the other words; throws `UserError`, which names the help of `command`. */
export function parseWords<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  command: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new UserError(`${said} (\`ethervox ${command} --help\`)`)
  }
}
