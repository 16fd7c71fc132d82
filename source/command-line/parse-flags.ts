// The command line by the table of flags. Whoever breaks its rules is told in a sentence.
import meow from 'meow'
import { UserError } from '../contracts/errors.ts'
import { FLAGS, type FlagRow, kebab } from './flags.ts'
import { helpText } from './help-text.ts'

/** Begins as a flag does, and cannot be one: a flag has a letter behind its signs, and no blank but in its value. */
const NO_FLAG = /^-(?!-?[a-z][^\s=]*(?:=|$))./isu

/** Throws `UserError` for a flag that is given twice, or with a value that it does not take. */
export function parseFlags(version: string, words: readonly string[]) {
  const argv = withTexts(words)
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

/** A text behind its flag is one, whatever it begins with: `-p "- buy milk"` is no flag of the name `- buy milk`. */
function withTexts(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  const last = end < 0 ? words.length : end
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2)
    const name = at + 1 < last && NO_FLAG.test(next) ? textFlag(word) : undefined
    joined.push(name === undefined ? word : `--${name}=${next}`)
    if (name !== undefined) at++
  }
  return joined
}

/** The long name of a flag that takes a text, as it is typed. */
function textFlag(word: string): string | undefined {
  const [name] =
    Object.entries(FLAGS).find(
      ([name, row]: [string, FlagRow]) =>
        row.type === 'string' && [`--${kebab(name)}`, `--${name}`, `-${row.short}`].includes(word),
    ) ?? []
  return name === undefined ? undefined : kebab(name)
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
