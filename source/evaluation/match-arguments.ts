// Are a call's arguments right? Every accepted value counts, paths and numbers by what they mean.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { EvalCase } from './cases.ts'

/** Whether two texts of one argument give the same result, e.g. two spellings of an expression. */
export type SameResult = (tool: string, args: JsonObject, accepted: JsonObject) => Promise<boolean>

/** True when every argument has an accepted value and nothing unasked was added. */
export async function argumentsMatch(
  one: EvalCase,
  args: JsonObject,
  sameResult: SameResult,
): Promise<boolean> {
  const names = new Set([...Object.keys(one.arguments), ...Object.keys(args)])
  for (const name of names) {
    const accepted = one.arguments[name]
    const value = args[name]
    if (accepted === undefined) return false
    if (value === undefined) {
      if (!accepted.includes('')) return false
      continue
    }
    if (accepted.some((other) => sameValue(value, other))) continue
    if (name !== 'expression' || one.tool === null) return false
    const tool = one.tool
    const results = await Promise.all(
      accepted.map((other) => sameResult(tool, args, { ...args, [name]: other })),
    )
    if (!results.includes(true)) return false
  }
  return true
}

function sameValue(value: JsonValue, accepted: JsonValue): boolean {
  if (typeof value === 'number' || typeof accepted === 'number') return numberOf(value) === numberOf(accepted)
  if (typeof value === 'string' && typeof accepted === 'string') return plain(value) === plain(accepted)
  return JSON.stringify(value) === JSON.stringify(accepted)
}

/** NaN for what is no number: an empty text is not 0, and true is not 1. */
function numberOf(value: JsonValue): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

function plain(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^["'`]|["'`]$/g, '')
  return bare.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '')
}
