import type { JsonValue } from '../contracts/json.ts'

/** JSON with a space behind `:` and `,`, as models write it. */
export function spacedJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`,
  )
  return `{${members.join(', ')}}`
}
