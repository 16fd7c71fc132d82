// Are a call's arguments right? Every accepted value counts: numbers and paths by what they mean, free text by its words.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { AcceptedArguments, ExpectedCall } from './cases.ts'

/** Whether two texts of one argument give the same result, e.g. two spellings of an expression. */
export type SameResult = (tool: string, args: JsonObject, accepted: JsonObject) => Promise<boolean>

/** A call that came. */
export interface MadeCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** True when every argument has an accepted value and nothing unasked was added. */
export async function argumentsMatch(
  expected: { readonly tool: string | null; readonly arguments: AcceptedArguments },
  args: JsonObject,
  sameResult: SameResult,
): Promise<boolean> {
  const names = new Set([...Object.keys(expected.arguments), ...Object.keys(args)])
  for (const name of names) {
    const accepted = expected.arguments[name]
    const value = args[name]
    if (accepted === undefined) return false
    if (value === undefined) {
      if (!accepted.includes('')) return false
      continue
    }
    if (accepted.some((other) => sameValue(value, other))) continue
    if (name !== 'expression' || expected.tool === null) return false
    const tool = expected.tool
    const results = await Promise.all(
      accepted.map((other) => sameResult(tool, args, { ...args, [name]: other })),
    )
    if (!results.includes(true)) return false
  }
  return true
}

/** True when every expected call came, each once, and no other did; the order does not matter. */
export async function callsMatch(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  sameResult: SameResult,
): Promise<boolean> {
  const [first, ...others] = expected
  if (first === undefined || expected.length !== made.length) return expected.length === made.length
  for (const [at, call] of made.entries()) {
    if (call.name !== first.tool || !(await argumentsMatch(first, call.arguments, sameResult))) continue
    if (await callsMatch(others, made.toSpliced(at, 1), sameResult)) return true
  }
  return false
}

function sameValue(value: JsonValue, accepted: JsonValue): boolean {
  if (typeof value === 'number' || typeof accepted === 'number') return numberOf(value) === numberOf(accepted)
  if (typeof value === 'string' && typeof accepted === 'string') return sameText(value, accepted)
  if (Array.isArray(value) && Array.isArray(accepted))
    return value.length === accepted.length && value.every((one, at) => sameValue(one, accepted[at] ?? null))
  return JSON.stringify(value) === JSON.stringify(accepted)
}

/** NaN for what is no number: an empty text is not 0, and true is not 1. */
function numberOf(value: JsonValue): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

function sameText(value: string, accepted: string): boolean {
  if (plain(value) === plain(accepted)) return true
  if (isPath(value) || isPath(accepted)) return false
  const [said, wanted] = [wordsOf(value), wordsOf(accepted)]
  return said !== '' && said === wanted
}

function plain(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^["'`]|["'`]$/g, '')
  return bare.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '')
}

/** Something with a slash, a file's ending at its end, or a leading dot or tilde: no letter of it may differ. */
function isPath(text: string): boolean {
  return /[\\/]|^\s*[.~]|[^\s.]\.[a-z][a-z0-9]{0,4}\s*$/i.test(text)
}

/** Words without case, punctuation and articles. What has a digit, or a sign inside, keeps all but a sentence's marks around it. */
function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .split(/\s+/)
    .flatMap((word) => {
      const bare = word.replace(/^["'`([{]+|["'`)\]},.;:!?…]+$/g, '')
      const isExact = /[\d_@#$%^&*+=<>|]|\w[.:]\w/.test(bare)
      return isExact ? [bare] : bare.replaceAll("'", '').split(/[^\p{L}\p{M}]+/u)
    })
    .filter((word) => word !== '')
  const content = words.filter((word) => !/^(?:a|an|the)$/.test(word))
  return (content.length === 0 ? words : content).join(' ')
}
