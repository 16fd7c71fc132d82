// The value of a setting as a person types it, and what a setting takes in words; `settings.ts` checks and keeps it.
import type { SettingName } from './settings-table.ts'

/** The part of a setting's schema that is read here. */
interface Kind {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: { readonly type?: string; readonly pattern?: string }
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['on', true],
  ['no', false],
  ['off', false],
])

/** As the flag of the same name has it. Only what is typed is held against it: a file that says less must not end a start. */
const LEAST_CONTEXT = 512

/** Where the schema has a pattern, or more in it, neither of which is for people. */
const WORDS: { readonly [name in SettingName]?: string } = {
  context: `0, or a whole number from ${LEAST_CONTEXT} to 1048576`,
  folders: 'an object with their paths, such as `{"notes": "/home/me/notes"}`',
  toolPriorities: 'an object with whole numbers from 0 to 255, such as `{"one": 200}`',
  trustedTools: 'hashes of 64 signs (0 to 9, a to f), with `skill` or `composite` in front of those of one',
  webAllowPrivate: 'a host with its port, or a list of them, such as `["localhost:8080"]`',
  weatherUrl: 'an address that begins with `http://` or `https://`',
}

/** The value that a text means for a setting; undefined: it can be none. What it means may still not be allowed. */
export function readTyped(schema: object, text: string): unknown {
  const { type, items } = schema as Kind
  if (type === undefined || type === 'string') return text
  if (type === 'boolean') return SWITCH.get(text.toLowerCase()) ?? parsed(text.toLowerCase())
  const value = parsed(text)
  if (type !== 'array' || items?.type !== 'string') return value
  if (Array.isArray(value)) return [...new Set(value)]
  // Nobody types the brackets of a list of one.
  if (typeof value === 'string') return [value]
  // A name has no blank in it; other entries may.
  const between = items.pattern === undefined ? /[\s,]+/ : /\s*,\s*/
  return value === undefined && /^[^[{]/.test(text) ? [...new Set(text.split(between))] : value
}

/** A value that its schema allows and that nothing works with. */
export function isTooLittle(name: SettingName, value: unknown): boolean {
  return name === 'context' && typeof value === 'number' && value > 0 && value < LEAST_CONTEXT
}

/** What a setting takes: "a whole number from 0 to 256"; undefined where only its schema can tell. */
export function takenWords(name: SettingName, schema: object): string | undefined {
  const { type, enum: words, minimum, maximum, items } = schema as Kind
  if (WORDS[name] !== undefined) return WORDS[name]
  if (words !== undefined) {
    const named = words.filter((word) => word !== '').map((word) => `\`${word}\``)
    return `one of ${named.join(', ')}`
  }
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `a whole number ${rangeOf(minimum, maximum)}`
  if (type === 'number') return `a number ${rangeOf(minimum, maximum)}`
  return items?.type === 'string' ? 'a name, or a list of names, such as `["one", "two"]`' : undefined
}

function rangeOf(minimum = 0, maximum: number | undefined): string {
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
