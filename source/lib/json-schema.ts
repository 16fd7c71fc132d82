/**
 * Checks a value against a JSON Schema and says in plain sentences which rule it breaks.
 * The only importer of ajv. A check always ends: what a schema makes last too long is ended (`time-limit.ts`). Lenient towards the schema (unknown keywords and formats are notes), exact towards the value.
 * The sentences stand in `schema-sentence.ts`.
 */
import { Ajv, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { compileOutside } from './outside-pattern.ts'
import { sentenceOf } from './schema-sentence.ts'
import { shortLine } from './short-line.ts'
import { TimeIsUp, withinTime } from './time-limit.ts'

/** One broken rule. */
export interface Broken {
  /** JSON Pointer to the part of the value that breaks it (`/items/0/name`); empty: the value itself. */
  readonly path: string
  /**
   * The schema's keyword (`type`, `minimum`, `required`, …); `schema`: the schema itself cannot be used, or the value could not be
   * checked against it in time.
   */
  readonly rule: string
  /** One sentence with the rule and the value. */
  readonly message: string
  /** Of `required`: the name that is missing. */
  readonly missing?: string
}

/** Gives every broken rule, none for a valid value; never throws. */
export type SchemaCheck = (value: unknown) => readonly Broken[]

/** Schemas that are remembered; past that, the one compiled first is forgotten. */
const CACHE_LIMIT = 2000
const LONGEST_REASON = 300

/** For one value. A schema of a real server takes less than 1 ms; one that is made to hang takes for ever. */
const CHECK_LIMIT_MS = 250
/** A schema of somebody else that ran out of it so often is not tried again: a file may have many values for it. */
const MOST_STRIKES = 4
/** What may take a time that grows faster than the value: a pattern that backtracks, pairs of items, references into each other. */
const SLOW = /"(?:pattern|patternProperties|uniqueItems|\$ref|\$dynamicRef|\$recursiveRef)"/

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  // A schema's `$id` is its author's name for it: two servers may use the same one.
  addUsedSchema: false,
  // `format` is a note in draft 2020-12, and MCP servers invent their own.
  validateFormats: false,
  logger: false,
  code: { regExp: Object.assign(lenientRegExp, { code: 'lenientRegExp' }) },
}

type Compiled = { readonly check: SchemaCheck; readonly fault: Broken | undefined }

const byObject = new WeakMap<object, Compiled>()
const byText = new Map<string, Compiled>()
let draft2020: Ajv | undefined
let draft7: Ajv | undefined
let own: Ajv | undefined

/**
 * Makes the check of a schema, remembered by the schema's text. Draft 2020-12, or draft-07 where `$schema` says
 * a draft up to 07. Never throws: a schema that cannot be used gives a check that refuses every value with the
 * rule `schema`; ask `findSchemaFault` beforehand to tell the two apart.
 */
export function compileSchema(schema: object): SchemaCheck {
  return compiled(schema).check
}

/** The same for a schema of the program itself (draft 2020-12), which needs no check of its own: quicker by the time that compiling the schema of schemas takes. */
export function compileOwnSchema(schema: object): SchemaCheck {
  const known = byObject.get(schema)
  if (known !== undefined) return known.check
  own ??= new Ajv2020({ ...OPTIONS, validateSchema: false, meta: false })
  const result = compileWith(own, schema, Number.POSITIVE_INFINITY)
  byObject.set(schema, result)
  return result.check
}

/** Why this schema cannot be used (unresolvable `$ref`, `type: "strnig"`, a broken pattern); undefined: it can. */
export function findSchemaFault(schema: object): Broken | undefined {
  return compiled(schema).fault
}

function compiled(schema: object): Compiled {
  const known = byObject.get(schema)
  if (known !== undefined) return known
  let result: Compiled
  try {
    const text = JSON.stringify(schema)
    result = byText.get(text) ?? compile(schema)
    byText.set(text, result)
    const oldest = byText.keys().next()
    if (byText.size > CACHE_LIMIT && !oldest.done) byText.delete(oldest.value)
  } catch (error) {
    result = unusable(error)
  }
  byObject.set(schema, result)
  return result
}

function compile(schema: object): Compiled {
  // ajv knows no other dialect by address, so the address is read here and not handed on.
  // `$async` would make the check answer with a promise, which counts as "valid".
  const { $schema: dialect, $async: _, ...rest } = schema as AnySchemaObject
  const upTo07 = /draft-0[3-7]/.test(String(dialect ?? ''))
  let ajv = upTo07 ? draft7 : draft2020
  if (ajv === undefined) {
    ajv = upTo07 ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)
    if (upTo07) draft7 = ajv
    else draft2020 = ajv
  }
  try {
    return compileWith(ajv, rest)
  } catch (error) {
    try {
      return compileWith(ajv, withoutDraft4(rest))
    } catch {
      return unusable(error)
    }
  }
}

function compileWith(ajv: Ajv, schema: AnySchemaObject, mostStrikes = MOST_STRIKES): Compiled {
  try {
    const validate = ajv.compile(schema)
    if (!SLOW.test(JSON.stringify(schema)))
      return { check: (value) => faultsOf(validate, value), fault: undefined }
    return { check: inTime(validate, mostStrikes), fault: undefined }
  } finally {
    // ajv would keep every schema object for ever; the cache above is the bounded one.
    ajv.removeSchema(schema)
  }
}

// Draft-04 wrote `minimum: 0, exclusiveMinimum: true`; some generators of MCP servers still do.
function withoutDraft4(schema: AnySchemaObject): AnySchemaObject {
  const text = JSON.stringify(schema, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = part as AnySchemaObject
    return {
      ...rest,
      ...limitOf('inimum', minimum, exclusiveMinimum),
      ...limitOf('aximum', maximum, exclusiveMaximum),
    }
  })
  return JSON.parse(text)
}

function limitOf(name: 'inimum' | 'aximum', limit: unknown, exclusive: unknown): AnySchemaObject {
  if (typeof exclusive !== 'boolean') {
    return {
      ...(limit === undefined ? {} : { [`m${name}`]: limit }),
      ...(exclusive === undefined ? {} : { [`exclusiveM${name}`]: exclusive }),
    }
  }
  if (limit === undefined) return {}
  return { [exclusive ? `exclusiveM${name}` : `m${name}`]: limit }
}

function inTime(validate: ValidateFunction, mostStrikes: number): SchemaCheck {
  let strikes = 0
  return (value) => {
    try {
      if (strikes < mostStrikes) return withinTime(CHECK_LIMIT_MS, () => faultsOf(validate, value))
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error
      strikes += 1
    }
    const message = `The value could not be checked within ${CHECK_LIMIT_MS} ms: a rule of the schema, such as its \`pattern\`, takes too long.`
    return [{ path: '', rule: 'schema', message }]
  }
}

function faultsOf(validate: ValidateFunction, value: unknown): readonly Broken[] {
  try {
    if (validate(value)) return []
  } catch (error) {
    return [{ path: '', rule: 'schema', message: `The value could not be checked: ${reasonOf(error)}.` }]
  }
  return (validate.errors ?? []).map((error) => ({
    path: error.instancePath,
    rule: error.keyword,
    message: sentenceOf(error),
    ...(error.keyword === 'required' && { missing: String(error.params.missingProperty) }),
  }))
}

function unusable(error: unknown): Compiled {
  const message = `The schema itself cannot be used: ${reasonOf(error)}.`
  const fault: Broken = { path: '', rule: 'schema', message }
  return { check: () => [fault], fault }
}

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  // It may quote a pattern as long as a message of a server.
  return shortLine(line, LONGEST_REASON).replace(/\.+$/, '')
}

// Patterns of real servers are often valid only without the `u` flag (`[\w\-]`); ajv would refuse the whole schema.
function lenientRegExp(pattern: string, flags: string): RegExp {
  try {
    return compileOutside(pattern, flags)
  } catch {
    return compileOutside(pattern, flags.replace('u', ''))
  }
}
