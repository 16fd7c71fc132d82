// The command line by the table of flags. Whoever breaks its rules is told in a sentence.
import meow from 'meow'
import { UserError } from '../contracts/errors.ts'
import { FLAGS, type FlagRow, kebab } from './flags.ts'
import { helpText } from './help-text.ts'

/** Throws `UserError` for a flag that is given twice, or with a value that it does not take. */
export function parseFlags(version: string, argv: readonly string[]) {
  refuseValues(argv)
  try {
    return meow(helpText(), {
      argv,
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

/** `--continue=5` would mean "off" to the parser, and nobody would be told. */
function refuseValues(argv: readonly string[]): void {
  const end = argv.indexOf('--')
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const [, flag = '', value] = /^(--?[^=]+)=(.*)$/su.exec(word) ?? []
    const isAllowed = value === 'true' || value === 'false'
    if (flag !== '' && takesNothing(flag, isAllowed))
      throw new UserError(`\`${word}\` is not known; \`${flag}\` takes nothing behind it.`)
  }
}

/** `--no-cache` does not even take `true` or `false`. */
function takesNothing(flag: string, isAllowed: boolean): boolean {
  return Object.entries(FLAGS).some(([name, row]: [string, FlagRow]) => {
    if (row.type !== 'boolean') return false
    if (flag === `--no-${kebab(name)}`) return true
    return !isAllowed && (flag === `--${kebab(name)}` || flag === `--${name}` || flag === `-${row.short}`)
  })
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
