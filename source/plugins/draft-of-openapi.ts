// A draft from an operation of an OpenAPI or Swagger file: its parameters and the fields of its body become arguments. Pure.
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'
import type { Draft } from './draft.ts'
import { BLANK } from './tool-file.ts'
import type { WrittenParameter } from './tool-file-schema.ts'

type Members = { readonly [key: string]: unknown }

interface Operation {
  readonly method: string
  readonly path: string
  readonly operation: Members
  readonly parameters: readonly unknown[]
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
/** What an `http` block can send. */
const SENT = ['get', 'post']
/** A reference may lead to another one, and a file may lead in circles. */
const MOST_STEPS = 8
/** As many has a tool. */
const MOST_PARAMETERS = 20

/** Of several operations the one that is called `name`, else the first GET; a sentence: no block can send it; undefined: it is no such file. */
export function draftOfOpenApi(name: string, text: string): Draft | string | undefined {
  if (!/^[ \t]*["']?(?:openapi|swagger)["']?\s*:/m.test(text)) return undefined
  const sheet = parseYaml(text, 'docs')
  const page = isYamlProblem(sheet) ? {} : membersOf(sheet.value)
  const all = operationsOf(page)
  const named = all.find(({ operation }) => plainOf(operation.operationId) === plainOf(name))
  const one = named ?? all.find(({ method }) => method === 'get')
  if (one === undefined) return undefined
  if (!SENT.includes(one.method))
    return `The operation \`${String(one.operation.operationId)}\` is a ${one.method.toUpperCase()}; a block \`http\` sends GET and POST only, so write it as a block \`sh\` (\`/tool new ${name}\`).`
  return draftOf(one, page)
}

function draftOf(one: Operation, page: Members): Draft {
  const { method, path, operation } = one
  const all = one.parameters.map((each) => followed(each, page))
  // What an operation says of a parameter replaces what its path says of it.
  const given = all.filter(
    (each, at) => !all.slice(at + 1).some((later) => later.name === each.name && later.in === each.in),
  )
  const inAddress = given.filter((each) => each.in === 'path' || each.in === 'query')
  const query = inAddress
    .filter((each) => each.in === 'query')
    .map(({ name: own }) => `${encodeURIComponent(String(own))}={{${nameOf(String(own))}}}`)
  const title = textOf(operation.summary) ?? textOf(operation.operationId)
  const description = textOf(operation.description) ?? title
  const taken = inAddress.map(({ name }) => nameOf(String(name)))
  const body = method === 'post' ? bodyOf(operation, given, page, taken) : undefined
  const address = `${serverOf(page)}${path.replace(/\{([^}]+)\}/g, (_, inner: string) => `{{${nameOf(inner)}}}`)}`
  const line = `${method.toUpperCase()} ${address}${query.length === 0 ? '' : `?${query.join('&')}`}`
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    group: 'own',
    parameters: [...inAddress.map((each) => parameterOf(each, page)), ...(body?.parameters ?? [])].slice(
      0,
      MOST_PARAMETERS,
    ),
    kind: 'http',
    code: `${line}\nAccept: application/json${body === undefined ? '' : `\n\n${body.text}`}`,
  }
}

/** Its needed fields, all of them where none is: what is left out would be sent as `null`. A body that is no object is one argument. */
function bodyOf(
  operation: Members,
  given: readonly Members[],
  page: Members,
  taken: readonly string[],
): { readonly parameters: readonly WrittenParameter[]; readonly text: string } | undefined {
  const content = membersOf(followed(operation.requestBody, page).content)
  const json = Object.entries(content).find(([type]) => /\bjson\b/.test(type))?.[1]
  const written = membersOf(json).schema ?? given.find((each) => each.in === 'body')?.schema
  if (written === undefined) return undefined
  const schema = followed(written, page)
  const fields = Object.entries(membersOf(schema.properties))
  if (fields.length === 0) {
    const whole = parameterOf({ name: 'body', required: true, schema }, page)
    return { parameters: [{ ...whole, type: typeOf(schema, 'object') }], text: '{{body}}' }
  }
  const needed = listOf(schema.required)
  const sent = fields.filter(([name]) => needed.length === 0 || needed.includes(name))
  const parameters: WrittenParameter[] = []
  const lines = sent.slice(0, MOST_PARAMETERS - taken.length).map(([name, field]) => {
    const own = nameOf(name)
    const free = taken.includes(own) || parameters.some((one) => one.name === own) ? `body_${own}` : own
    const required = needed.includes(name)
    parameters.push({ ...parameterOf({ name, required, schema: field }, page), name: free.slice(0, 40) })
    return `  ${JSON.stringify(name)}: {{${free.slice(0, 40)}}}`
  })
  return { parameters, text: `{\n${lines.join(',\n')}\n}` }
}

function parameterOf(written: Members, page: Members): WrittenParameter {
  const schema = followed(written.schema ?? written, page)
  const type = typeOf(schema, 'string')
  const values = listOf(schema.enum)
  const isNumber = type === 'number' || type === 'integer'
  const words = textOf(written.description) ?? textOf(schema.description) ?? String(written.name)
  return {
    name: nameOf(String(written.name)),
    type,
    description: words.replace(/\s+/g, ' ').slice(0, 200),
    ...(written.required !== true && { required: false }),
    ...(values.length > 0 && { enum: [...new Set(values)] }),
    ...(isNumber && typeof schema.minimum === 'number' && { min: schema.minimum }),
    ...(isNumber && typeof schema.maximum === 'number' && { max: schema.maximum }),
    ...(type === 'string' && textOf(schema.pattern) && { pattern: String(schema.pattern) }),
    ...(type === 'array' && itemsOf(schema, page)),
    ...(schema.default !== undefined && schema.default !== null && { default: schema.default }),
  }
}

/** Only their type: what they are made of may lead to the whole file. */
function itemsOf(schema: Members, page: Members): { readonly items?: object } {
  const type = followed(schema.items, page).type
  return TYPES.includes(String(type)) ? { items: { type } } : {}
}

function typeOf({ type }: Members, other: string): string {
  // Since OpenAPI 3.1 there may be several, `null` among them.
  const [one] = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  return TYPES.find((each) => each === one) ?? other
}

function operationsOf(page: Members): readonly Operation[] {
  return Object.entries(membersOf(page.paths)).flatMap(([path, item]) => {
    const members = followed(item, page)
    return METHODS.filter((method) => members[method] !== undefined).map((method) => {
      const operation = membersOf(members[method])
      const parameters = [...listOf(members.parameters), ...listOf(operation.parameters)]
      return { method, path, operation, parameters }
    })
  })
}

/** What `{ $ref: '#/…' }` leads to in the file; other files are not read. */
function followed(value: unknown, page: Members, steps = 0): Members {
  const members = membersOf(value)
  const { $ref: place } = members
  if (typeof place !== 'string' || !place.startsWith('#/') || steps >= MOST_STEPS) return members
  const found = place
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (Object.hasOwn(membersOf(at), part) ? membersOf(at)[part] : undefined),
      page,
    )
  return followed(found, page, steps + 1)
}

function serverOf(page: Members): string {
  const [first] = listOf(page.servers).map(membersOf)
  const url =
    textOf(first?.url) ??
    (page.host === undefined ? undefined : `https://${String(page.host)}${String(page.basePath ?? '')}`)
  return url !== undefined && /^https?:/.test(url) ? url.replace(/\/$/, '') : `https://${BLANK}`
}

function plainOf(id: unknown): string {
  return String(id ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function nameOf(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  return /^[a-z]/.test(name) ? name : `value_${name}`.slice(0, 40)
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
