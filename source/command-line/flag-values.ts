// The values of flags and of their environment variables, checked against the table; each refusal quotes what a person wrote.
import { UserError } from '../contracts/errors.ts'
import { isTime, noTime } from './clock-of.ts'
import type { FlagRow } from './flags.ts'

/** How what was given is quoted in a sentence. */
export interface Named {
  readonly name: string
  withValue(value: unknown): string
}

const ON = ['1', 'true', 'yes', 'on', 'y']
const OFF = ['0', 'false', 'no', 'off', 'n']

/** What a flag's variable says; undefined: nothing. Throws `UserError` with one sentence. */
export function valueOfVariable(row: FlagRow, env: NodeJS.ProcessEnv): string | number | boolean | undefined {
  const text = env[row.environment]
  if (text === undefined || text === '') return undefined
  const named = {
    name: row.environment,
    withValue: (value: unknown) => `${row.environment}=${String(value)}`,
  }
  if (row.type !== 'boolean') return checkValue(named, row, text)
  const word = text.trim().toLowerCase()
  if (![...ON, ...OFF].includes(word))
    throw new UserError(
      `\`${named.withValue(text)}\` is not known; it takes ${ON.join(', ')}, or ${OFF.join(', ')}.`,
    )
  return ON.includes(word) !== (row.isNegated ?? false)
}

/** The value as its row wants it. Throws `UserError` with one sentence. */
export function checkValue(
  { name, withValue }: Named,
  row: FlagRow,
  value: unknown,
): string | number | boolean {
  if (Array.isArray(value)) throw new UserError(`\`${name}\` was given ${value.length} times; give it once.`)
  if (row.type === 'boolean') return Boolean(value)
  if (row.type === 'string') {
    if (typeof value !== 'string' || value === '')
      throw new UserError(`\`${name}\` needs ${row.value ?? 'a value'} behind it.`)
    if (row.choices !== undefined && !row.choices.includes(value)) {
      throw new UserError(`\`${withValue(value)}\` is not known; it takes ${row.choices.join(', ')}.`)
    }
    if (row.isTime && !isTime(value)) throw new UserError(noTime(withValue(value)))
    return value
  }
  const [least, most] = row.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const number = String(value).trim() === '' ? Number.NaN : Number(value)
  const isRight = Number.isFinite(number) && (!row.isWhole || Number.isInteger(number))
  if (!isRight || number < least || number > most) {
    throw new UserError(
      `\`${withValue(value)}\` is not a ${row.isWhole ? 'whole ' : ''}number from ${least} to ${most}.`,
    )
  }
  return number
}
