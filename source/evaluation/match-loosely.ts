// Arguments as BFCL compares them: the type must be right, numbers count by value, texts without case, spaces and most
// punctuation; an accepted object has for each of its members the list of accepted values.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { AcceptedArguments } from './cases.ts'

/** True when every argument has an accepted value, none is missing that must be there, and none was added. */
export function looselyMatch(accepted: AcceptedArguments, args: JsonObject): boolean {
  const names = new Set([...Object.keys(accepted), ...Object.keys(args)])
  return [...names].every((name) => {
    const values = accepted[name]
    const value = args[name]
    if (values === undefined) return false
    return value === undefined ? values.includes('') : values.some((one) => sameLoosely(value, one))
  })
}

function sameLoosely(value: JsonValue, accepted: JsonValue): boolean {
  if (typeof value === 'string' && typeof accepted === 'string') return bare(value) === bare(accepted)
  if (Array.isArray(value) && Array.isArray(accepted))
    return (
      value.length === accepted.length && value.every((one, at) => sameLoosely(one, accepted[at] ?? null))
    )
  if (isObject(value) && isObject(accepted)) return sameMembers(value, accepted)
  return value === accepted
}

function sameMembers(value: JsonObject, accepted: JsonObject): boolean {
  const names = new Set([...Object.keys(accepted), ...Object.keys(value)])
  return [...names].every((name) => {
    const [given, wanted] = [value[name], accepted[name]]
    if (wanted === undefined) return false
    const values = Array.isArray(wanted) ? wanted : [wanted]
    if (given === undefined) return values.includes('')
    // A list within may also be the value itself.
    return values.some((one) => sameLoosely(given, one)) || sameLoosely(given, wanted)
  })
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The characters that BFCL's own checker leaves out. */
function bare(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"')
}
