import { realpathSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'

/** The folder that the program was started in. Throws `UserError` where it is gone. */
export function workingFolder(): string {
  try {
    return realpathSync(process.cwd())
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : String(error)
    throw new UserError(
      `The folder that this was started in is not there any more, or cannot be read (${why}); \`cd\` into one that is.`,
    )
  }
}
