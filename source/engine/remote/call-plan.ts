// What a server is told about the arguments of one call: the schema, narrowed to what this very request leaves open, as the
// embedded engine narrows it token by token (choices.ts there). What a server writes is held against the same rules. Pure.
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import { parseJsonObject } from '../../contracts/json.ts'
import { compileSchema } from '../../lib/json-schema.ts'
import { openArguments } from '../../lib/open-arguments.ts'
import { choicesFor, leansBack, type RequestText } from '../embedded/choices.ts'
import { readRuled, type TextRule, textRuleOf } from '../embedded/text-rule.ts'

interface PlannedField {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly rule: TextRule | undefined
  readonly choices: readonly JsonValue[] | undefined
}

export interface CallPlan {
  /** Standard keywords only; every server reads it. */
  readonly schema: JsonSchema
  /** The arguments, where the request leaves nothing to decide. */
  readonly settled: string | undefined
  /** False: a required argument has no value that the request allows. */
  readonly isPossible: boolean
  /** The rule that these arguments break, in a sentence; undefined: none. */
  faultOf(text: string): string | undefined
  /** The arguments with their names in the schema's order; undefined: `text` holds no object. */
  normalized(text: string): string | undefined
}

/** Keywords that servers' grammars know; of others some refuse the whole schema. */
const KEYWORDS = ['type', 'description', 'enum', 'minimum', 'maximum', 'maxLength', 'minItems', 'maxItems']

export function planCall(parameters: JsonSchema, request: RequestText): CallPlan {
  const fields = fieldsOf(parameters, request)
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, narrowed(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  }
  const settled = fields.every((field) => field.required && field.choices?.length === 1)
    ? JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field.choices?.[0] ?? null])))
    : undefined
  const order = fields.map((field) => field.name)
  return {
    schema,
    settled,
    isPossible: fields.every((field) => field.choices?.length !== 0),
    normalized: (text) => {
      const args = findObject(text)
      if (args === undefined) return undefined
      const sorted = Object.entries(args).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      return JSON.stringify(Object.fromEntries(sorted))
    },
    faultOf: (text) => {
      const args = parseJsonObject(text)
      if (args === undefined) return 'It is no JSON object.'
      return compileSchema(schema)(args)[0]?.message ?? brokenRule(fields, args, request)
    },
  }
}

/** The object in an answer that may have words or a fence around it. */
function findObject(text: string): JsonObject | undefined {
  const from = text.indexOf('{')
  return from < 0 ? undefined : parseJsonObject(text.slice(from, text.lastIndexOf('}') + 1))
}

function fieldsOf(parameters: JsonSchema, request: RequestText): readonly PlannedField[] {
  const { whole, latest } = request
  const all = Object.entries(parameters.properties ?? {})
  return openArguments(parameters, latest ?? whole, leansBack(request)).flatMap((open) => {
    const rule = textRuleOf(open.schema, whole, latest)
    const choices = choicesOf(open.schema, rule, request, [], besideOf(all, open.name))
    if (choices?.length === 0 && !open.required) return []
    return [{ ...open, rule, choices }]
  })
}

function besideOf(all: readonly (readonly [string, JsonSchema])[], name: string): readonly JsonSchema[] {
  return all.flatMap(([other, schema]) => (other === name ? [] : [schema]))
}

function choicesOf(
  schema: JsonSchema,
  rule: TextRule | undefined,
  request: RequestText,
  taken: readonly number[],
  beside: readonly JsonSchema[],
): readonly JsonValue[] | undefined {
  if (rule?.type === 'names') return rule.copied === undefined ? undefined : [rule.copied]
  return choicesFor(schema, request, taken, beside)
}

function narrowed({ schema, choices }: PlannedField): JsonSchema {
  const plain = standard(schema)
  if (choices === undefined || choices.length === 0) return plain
  return {
    ...(plain.description === undefined ? {} : { description: plain.description }),
    ...(plain.type === undefined ? {} : { type: plain.type }),
    enum: choices,
  }
}

function standard(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(KEYWORDS.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])))
  const items = schema.items === undefined ? {} : { items: standard(schema.items) }
  if (schema.properties === undefined) return { ...kept, ...items }
  const properties = Object.entries(schema.properties).map(([name, one]) => [name, standard(one)])
  return {
    ...kept,
    ...items,
    properties: Object.fromEntries(properties),
    required: schema.required ?? [],
    additionalProperties: false,
  }
}

/** What JSON Schema cannot say: words of the request, names of an expression, each number for one argument. */
function brokenRule(
  fields: readonly PlannedField[],
  args: JsonObject,
  request: RequestText,
): string | undefined {
  const schemas = fields.map((field) => [field.name, field.schema] as const)
  let taken: readonly number[] = []
  for (const { name, schema, rule } of fields) {
    const value = args[name]
    if (value === undefined) continue
    const text = JSON.stringify(value)
    const choices = choicesOf(schema, rule, request, taken, besideOf(schemas, name))
    if (choices !== undefined && !choices.some((one) => JSON.stringify(one) === text))
      return `\`${name}\` must be one of ${choices.map((one) => JSON.stringify(one)).join(', ')}.`
    if (rule !== undefined && choices === undefined && !readRuled(rule, text).ends.includes(text.length))
      return rule.type === 'span'
        ? `\`${name}\` must be words of the request, as they stand there.`
        : `\`${name}\` must be an expression of numbers, signs and these names: ${rule.names.join(', ')}.`
    if (typeof value === 'number') taken = [...taken, value]
  }
  return undefined
}
