// Keywords of a JSON Schema that begin with `x-`: ours say how a value is written, those of others mean something else to them. What a
// parameter is called is no keyword.

type Schema = { readonly [keyword: string]: unknown }

/** Below these stand schemas by names that somebody chose. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
/** Below these stand values, or names alone. */
const VALUES = ['enum', 'const', 'default', 'example', 'examples', 'required', 'dependentRequired']

/** The schema without them, at every depth; names of parameters and values stay as they are. */
export function withoutOwnKeywords<S extends Schema>(schema: S): S {
  return strip(schema) as S
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([keyword]) => !keyword.startsWith('x-'))
  return Object.fromEntries(kept.map(([keyword, below]) => [keyword, stripBelow(keyword, below)]))
}

function stripBelow(keyword: string, below: unknown): unknown {
  if (VALUES.includes(keyword)) return below
  if (!NAMED.includes(keyword) || !isObject(below)) return strip(below)
  return Object.fromEntries(Object.entries(below).map(([name, schema]) => [name, strip(schema)]))
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
