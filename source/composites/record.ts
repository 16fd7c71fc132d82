// Calls of a conversation as the file of a composite: a value that an earlier call gave becomes a place that leads there, another one that
// was said in the message becomes an argument, and the rest stays as it was. Pure.

import type { RecordedCall } from '../contracts/composites.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { shortLine } from '../lib/short-line.ts'
import { formatYaml } from '../lib/yaml-file.ts'
import { MOST_PARAMETERS } from './composite-schema.ts'
import { formatPath, type Path } from './expression.ts'
import { asPlain, pathsOf } from './template.ts'

/** Results are searched so deep, and so far in each list. */
const DEEPEST = 4
const MOST_ITEMS = 50
const MOST_TITLE = 60
const MOST_DESCRIPTION = 300
/** A test with more of its results in it would hide the steps. */
const MOST_TEST = 2_000
const NAME = /^[A-Za-z_]\w*$/

interface Recorded {
  readonly id: string
  readonly call: RecordedCall
}

interface Parameter {
  readonly name: string
  readonly value: JsonValue
  readonly schema: JsonSchema
}

/** The text of the file; `parameterOf` is the schema of a tool's argument. */
export function recordComposite(
  calls: readonly RecordedCall[],
  parameterOf: (tool: string, argument: string) => JsonSchema | undefined,
): string {
  const recorded: Recorded[] = []
  const parameters: Parameter[] = []
  const steps = calls.map((call) => {
    const id = freeName(
      call.tool,
      recorded.map((one) => one.id),
    )
    const written = Object.entries(call.arguments).map(([name, value]) => [
      name,
      placed(value, recorded, (said) =>
        isSaid(said, call.message) ? argumentFor(said, name, call.tool, parameters, parameterOf) : undefined,
      ),
    ])
    recorded.push({ id, call })
    return { id, tool: call.tool, arguments: Object.fromEntries(written) as JsonObject }
  })
  // What was typed as a command is no request.
  const messages = [...new Set(calls.map(({ message }) => message).filter((text) => !text.startsWith('/')))]
  const isOne = messages.length === 1 && calls.every(({ message }) => message === messages[0])
  const tools = calls.map(({ tool }) => tool).join(', then ')
  const file = {
    title: shortLine(`Runs ${tools}`, MOST_TITLE),
    description: shortLine(
      `Runs ${tools}${messages.length === 0 ? '' : `, as for: ${messages.join('; ')}`}`,
      MOST_DESCRIPTION,
    ),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    }),
    ...(isOne && { examples: messages }),
    steps,
    ...testOf(steps, recorded, parameters),
  }
  return `# Recorded from a conversation; title, description and examples are worth a look (docs/composites.md).\n${formatYaml(file)}`
}

/** The value with places for what was given before or said. */
function placed(
  value: JsonValue,
  earlier: readonly Recorded[],
  argument: (value: string | number) => string | undefined,
): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') {
    const found = isTelling(value) ? givenBy(value, earlier) : undefined
    const place = found ?? (isTelling(value) ? argument(value) : undefined)
    if (place !== undefined) return `\${${place}}`
    return typeof value === 'string' ? asPlain(value) : value
  }
  if (Array.isArray(value)) return value.map((one: JsonValue) => placed(one, earlier, argument))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, placed(one, earlier, argument)]),
  )
}

/** One letter and the numbers from -1 to 1 stand everywhere. */
function isTelling(value: string | number): boolean {
  return typeof value === 'number' ? Math.abs(value) > 1 : value.trim().length > 1
}

/** Where an earlier call gave it, the last one first. */
function givenBy(value: JsonValue, earlier: readonly Recorded[]): string | undefined {
  for (const { id, call } of earlier.toReversed()) {
    const found = findIn(call.result, value, [id])
    if (found !== undefined) return formatPath(found)
  }
  return undefined
}

function findIn(where: JsonValue, value: JsonValue, path: Path): Path | undefined {
  if (where === value) return path
  if (typeof where !== 'object' || where === null || path.length > DEEPEST) return undefined
  const members: readonly (readonly [string | number, JsonValue])[] = Array.isArray(where)
    ? where.slice(0, MOST_ITEMS).map((one: JsonValue, at) => [at, one] as const)
    : Object.entries(where).filter(([name]) => NAME.test(name))
  for (const [name, one] of members) {
    const found = findIn(one, value, [...path, name] as unknown as Path)
    if (found !== undefined) return found
  }
  return undefined
}

/** As words of their own: `1` is not said by `12`. */
function isSaid(value: string | number, message: string): boolean {
  // Not as a regular expression: one of a long text is too large to be compiled.
  const [words, whole] = [String(value).toLowerCase(), message.toLowerCase()]
  for (let at = whole.indexOf(words); at !== -1; at = whole.indexOf(words, at + 1)) {
    const end = at + words.length
    // A letter or a digit may be two units of UTF-16.
    const isWithin =
      /[\p{L}\p{N}]$/u.test(whole.slice(Math.max(0, at - 2), at)) ||
      /^[\p{L}\p{N}]/u.test(whole.slice(end, end + 2))
    if (!isWithin) return true
  }
  return false
}

/** The place of an argument with this value; the same value is the same argument. Undefined: there are as many as a file may have. */
function argumentFor(
  value: string | number,
  name: string,
  tool: string,
  parameters: Parameter[],
  parameterOf: (tool: string, argument: string) => JsonSchema | undefined,
): string | undefined {
  const known = parameters.find((one) => one.value === value)
  if (known !== undefined) return `args.${known.name}`
  if (parameters.length >= MOST_PARAMETERS) return undefined
  const own = freeName(
    name.toLowerCase().replace(/[^a-z0-9_]/g, '_'),
    parameters.map((one) => one.name),
  )
  parameters.push({ name: own, value, schema: schemaFor(value, parameterOf(tool, name) ?? {}) })
  return `args.${own}`
}

function schemaFor(value: string | number, { description, enum: values, ...schema }: JsonSchema): JsonSchema {
  const fits =
    typeof value === 'string' ? schema.type === 'string' : ['number', 'integer'].includes(String(schema.type))
  const limits = fits ? { minimum: schema.minimum, maximum: schema.maximum, pattern: schema.pattern } : {}
  const kept = { ...limits, enum: fits ? values : undefined }
  return {
    type: fits ? schema.type : typeof value,
    description: shortLine(description || 'as in the request', 200),
    ...Object.fromEntries(Object.entries(kept).filter(([, one]) => one !== undefined)),
    // Such a value is chosen, not copied.
    ...(kept.enum === undefined && { from: 'message' }),
  } as JsonSchema
}

/** What was done, as a test; of the results only what later steps take. */
function testOf(
  steps: readonly { readonly tool: string; readonly arguments: JsonObject }[],
  recorded: readonly Recorded[],
  parameters: readonly Parameter[],
): { readonly tests?: readonly JsonObject[] } {
  const taken = steps.flatMap((step) => pathsOf(step.arguments))
  const results = recorded.flatMap(({ id, call }): [string, JsonValue][] => {
    const own = taken.filter(([first]) => first === id)
    if (own.length === 0) return []
    const { result } = call
    if (own.some((path) => path.length === 1) || typeof result !== 'object' || result === null)
      return [[id, result]]
    const fields = new Set(own.map(([, field]) => String(field)))
    return [[id, Object.fromEntries(Object.entries(result).filter(([name]) => fields.has(name)))]]
  })
  const test: JsonObject = {
    arguments: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
    ...(results.length > 0 && { results: Object.fromEntries(results) }),
    calls: recorded.map(({ call }) => ({ tool: call.tool, arguments: call.arguments })),
  }
  return JSON.stringify(test).length > MOST_TEST ? {} : { tests: [test] }
}

function freeName(wanted: string, taken: readonly string[]): string {
  const base = /^[a-z]/.test(wanted) ? wanted.slice(0, 36) : `value_${wanted}`.slice(0, 36)
  let name = base
  for (let count = 2; taken.includes(name); count++) name = `${base}_${count}`
  return name
}
