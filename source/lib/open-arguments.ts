/** Which properties of a tool's schema a request opens: the keywords `x-when`, `x-alone` and `x-unless` (`docs/lanes.md`). Pure. */
import { matchesOutside } from './outside-pattern.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** A property that may be written for a request. */
export interface OpenArgument<S> {
  readonly name: string
  readonly schema: S
  /** It is written in any case: the schema requires it, or the request speaks of it. */
  readonly required: boolean
}

/** `leans`: the request leans on the turn before. In the schema's order. */
export function openArguments<S extends Keywords>(
  { properties = {}, required = [] }: OfSchema<S>,
  request: string,
  leans: boolean,
): readonly OpenArgument<S>[] {
  const all = Object.entries(properties)
  const stated = new Map(all.map(([name, schema]) => [name, isStated(schema, request, leans)]))
  return all.flatMap(([name, schema]) => {
    const instead = insteadOf(schema)
    if (instead !== undefined && stated.get(instead) === true) return []
    const isRequired = required.includes(name) || instead !== undefined
    const spoken = stated.get(name)
    if (spoken === false && !isRequired) return []
    return [{ name, schema, required: isRequired || spoken === true }]
  })
}

/** What cannot be left out beside these arguments: what the schema requires, and of two that stand for each other the one that is given. */
export function requiredBeside<S extends Keywords>(
  { properties = {}, required = [] }: OfSchema<S>,
  args: Keywords,
): readonly (readonly [name: string, schema: S | undefined])[] {
  const names = Object.entries(properties).flatMap(([name, schema]) => {
    const instead = insteadOf(schema)
    if (required.includes(name) || instead === undefined) return required.includes(name) ? [name] : []
    return [args[name] === undefined && args[instead] !== undefined ? instead : name]
  })
  const undeclared = required.filter((name) => properties[name] === undefined)
  return [...names, ...undeclared].map((name) => [name, properties[name]])
}

interface OfSchema<S> {
  readonly properties?: { readonly [name: string]: S }
  readonly required?: readonly string[]
}

/** `x-when` is a regular expression: an optional argument is written when the request matches, and only then. */
function isStated(schema: Keywords, request: string, leans: boolean): boolean | undefined {
  const when = schema['x-when']
  if (typeof when !== 'string') return undefined
  return !(leans && schema['x-alone'] === true) && matchesOutside(when, request)
}

/** `x-unless` names the argument that stands for this one. */
function insteadOf(schema: Keywords): string | undefined {
  const other = schema['x-unless']
  return typeof other === 'string' ? other : undefined
}
