// Values with places in them: `${step.field}` and `${args.name}`. A text that is one place and nothing else takes the value as it
// is, with its type; in a longer text each place becomes text. `$${` is a plain `${`. Pure.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { ExpressionFault, formatPath, lookUp, type Path, parsePath } from './expression.ts'

const PLACE = /\$?\$\{([^}]*)\}/g
const WHOLE = /^\$\{([^}]*)\}$/

/** A place that has no value. */
export class EmptyPlace extends Error {
  constructor(path: Path) {
    super(`\`\${${formatPath(path)}}\` has no value`)
    this.name = 'EmptyPlace'
  }
}

/** Every path in a value; throws `ExpressionFault`. */
export function pathsOf(value: JsonValue): readonly Path[] {
  if (typeof value === 'string')
    return [...value.slice(0, endOfPlaces(value)).matchAll(PLACE)]
      .filter(([all]) => !all.startsWith('$$'))
      .map(([, path = '']) => read(path))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one: JsonValue) => pathsOf(one))
}

/** The value with its places filled; throws `EmptyPlace`. */
export function fill(value: JsonValue, scope: JsonObject): JsonValue {
  if (typeof value === 'string') {
    const only = WHOLE.exec(value)?.[1]
    if (only !== undefined) return valueAt(only, scope)
    const end = endOfPlaces(value)
    const filled = value.slice(0, end).replace(PLACE, (all, path: string) => {
      if (all.startsWith('$$')) return all.slice(1)
      const found = valueAt(path, scope)
      return typeof found === 'string' ? found : JSON.stringify(found)
    })
    return filled + value.slice(end)
  }
  if (Array.isArray(value)) return value.map((one: JsonValue) => fill(one, scope))
  return typeof value === 'object' && value !== null ? fillAll(value as JsonObject, scope) : value
}

/** The same for every member. */
export function fillAll(value: JsonObject, scope: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, scope)]))
}

/** A text that stays what it is when it is filled. */
export function asPlain(text: string): string {
  // The whole place: a `${` within it is no place of its own.
  const end = endOfPlaces(text)
  return text.slice(0, end).replace(/\$\{[^}]*\}/g, '$$$&') + text.slice(end)
}

/** Behind it no place ends: each that began there would be looked for to the end of the text. */
function endOfPlaces(text: string): number {
  return text.lastIndexOf('}') + 1
}

function valueAt(text: string, scope: JsonObject): JsonValue {
  const path = read(text)
  const value = lookUp(path, scope)
  if (value === undefined) throw new EmptyPlace(path)
  return value
}

function read(text: string): Path {
  if (text.trim() === '') throw new ExpressionFault(0, 'a place is empty')
  return parsePath(text)
}
