// The command line by the table of flags. Whoever breaks its rules is told in a sentence.
import meow from 'meow'
import { UserError } from '../contracts/errors.ts'
import { FLAGS, kebab } from './flags.ts'
import { helpText } from './help-text.ts'

export function parseFlags(version: string, argv: readonly string[] | undefined) {
  try {
    return meow(helpText(), {
      ...(argv && { argv }),
      importMeta: import.meta,
      version: version,
      description: false,
      // Absent is not false: the environment and the settings have their say.
      booleanDefault: undefined,
      flags: meowFlags(),
    })
  } catch (error) {
    const flag = /^The flag --(\S+) can only be set once/.exec(
      error instanceof Error ? error.message : '',
    )?.[1]
    if (flag === undefined) throw error
    throw new UserError(`\`--${kebab(flag)}\` was given more than once; give it once.`)
  }
}

function meowFlags() {
  return Object.fromEntries(
    Object.entries(FLAGS).map(([name, row]) => [
      name,
      {
        type: row.type === 'number' ? 'string' : row.type,
        ...('short' in row ? { shortFlag: row.short } : {}),
      } as {
        type: 'string' | 'boolean'
      },
    ]),
  )
}
