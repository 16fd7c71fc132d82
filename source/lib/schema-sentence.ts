/** What a broken rule of a JSON Schema reads like to a person or a model. The shape is that of ajv's error objects. */

/** The part of ajv's error object that a sentence needs (with `verbose: true`). */
export interface BrokenRule {
  readonly instancePath: string
  readonly keyword: string
  readonly params: { readonly [name: string]: unknown }
  readonly message?: string
  /** The keyword's value in the schema. */
  readonly schema?: unknown
  /** The value that breaks the rule. */
  readonly data?: unknown
}

/** Longest value that is quoted whole, in characters. */
const QUOTE_LIMIT = 80

type Phrase = (rule: BrokenRule) => string

/** What stands between the place and the value: "`days` | must be at least 1 |, but it is `0`." */
const PHRASES: { readonly [keyword: string]: Phrase } = {
  type: ({ params }) => `must be ${typeWords(params.type)}`,
  enum: ({ params }) => `must be one of ${quoteAll(params.allowedValues)}`,
  const: ({ params }) => `must be ${quote(params.allowedValue)}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  minLength: ({ params }) => `must have at least ${counted(params.limit, 'character')}`,
  maxLength: ({ params }) => `must have at most ${counted(params.limit, 'character')}`,
  pattern: ({ params }) => `must match the pattern \`${params.pattern}\``,
  minItems: ({ params }) => `must have at least ${counted(params.limit, 'item')}`,
  maxItems: ({ params }) => `must have at most ${counted(params.limit, 'item')}`,
  uniqueItems: ({ params }) => `must not have equal items (${params.j} and ${params.i} are)`,
  minProperties: ({ params }) => `must have at least ${counted(params.limit, 'property', 'properties')}`,
  maxProperties: ({ params }) => `must have at most ${counted(params.limit, 'property', 'properties')}`,
}

/** One full sentence: where, the rule, and the value in backticks. */
export function sentenceOf(rule: BrokenRule): string {
  const place = placeOf(rule.instancePath)
  const { keyword, params } = rule
  if (keyword === 'required') return `${place} needs \`${params.missingProperty}\`, which is missing.`
  if (keyword === 'dependentRequired' || keyword === 'dependencies') {
    return `${place} needs \`${params.missingProperty}\` because it has \`${params.property}\`.`
  }
  const surplus = params.additionalProperty ?? params.unevaluatedProperty
  if (surplus !== undefined) {
    const known = knownNames(rule)
    return `${place} has \`${surplus}\`, which the schema does not know${known}.`
  }
  const phrase = PHRASES[keyword]?.(rule) ?? rule.message ?? `breaks the rule \`${keyword}\``
  return `${place} ${phrase}, but it is ${quote(rule.data)}.`
}

/** `/items/0/name` as `items[0].name`, in backticks; the root is "The value". */
export function placeOf(pointer: string): string {
  if (pointer === '') return 'The value'
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  return `\`${path.replace(/^\./, '')}\``
}

function knownNames(rule: BrokenRule): string {
  const parent = 'parentSchema' in rule ? rule.parentSchema : undefined
  const properties = isRecord(parent) ? parent.properties : undefined
  const names = isRecord(properties) ? Object.keys(properties) : []
  if (names.length === 0) return ''
  return `; it knows ${names
    .slice(0, 12)
    .map((name) => `\`${name}\``)
    .join(', ')}${names.length > 12 ? ', …' : ''}`
}

const TYPE_WORDS: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeWords(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',')
  return types.map((one) => TYPE_WORDS[String(one)] ?? String(one)).join(' or ')
}

function counted(limit: unknown, one: string, many = `${one}s`): string {
  return `${limit} ${limit === 1 ? one : many}`
}

function quoteAll(values: unknown): string {
  return Array.isArray(values) ? values.map(quote).join(', ') : quote(values)
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return `\`${text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text}\``
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
