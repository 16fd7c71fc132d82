// A draft from a page: a GET operation of an OpenAPI file, or the first command or address that a README shows. Pure.
import { isYamlProblem, parseYaml } from '../lib/yaml-file.ts'
import { blankDraft, type Draft } from './draft.ts'
import { BLANK } from './tool-file.ts'
import type { WrittenParameter } from './tool-file-schema.ts'

type Members = { readonly [key: string]: unknown }

const TYPES = ['string', 'number', 'integer', 'boolean']

/** Of several operations the one that is called `name`, else the first GET. */
export function draftOfDocs(name: string, text: string): Draft {
  return draftOfOpenApi(name, text) ?? draftOfPage(text)
}

function draftOfOpenApi(name: string, text: string): Draft | undefined {
  if (!/^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text)) return undefined
  const sheet = parseYaml(text, 'docs')
  const page = isYamlProblem(sheet) ? {} : membersOf(sheet.value)
  const gets = Object.entries(membersOf(page.paths)).flatMap(([path, item]) => {
    const { get, parameters } = membersOf(item)
    return get === undefined ? [] : [{ path, operation: membersOf(get), shared: listOf(parameters) }]
  })
  const plain = (id: unknown) =>
    String(id ?? '')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  const one = gets.find(({ operation }) => plain(operation.operationId) === plain(name)) ?? gets[0]
  if (one === undefined) return undefined
  const given = [...one.shared, ...listOf(one.operation.parameters)].map(membersOf)
  const named = given.filter((each) => each.in === 'path' || each.in === 'query')
  const server = serverOf(page)
  const path = one.path.replace(/\{([^}]+)\}/g, (_, inner: string) => `{{${nameOf(inner)}}}`)
  const query = named
    .filter((each) => each.in === 'query')
    .map(({ name: own }) => `${encodeURIComponent(String(own))}={{${nameOf(String(own))}}}`)
  const title = textOf(one.operation.summary) ?? textOf(one.operation.operationId)
  return {
    ...(title !== undefined && { title }),
    ...((textOf(one.operation.description) ?? title) !== undefined && {
      description: textOf(one.operation.description) ?? title ?? '',
    }),
    group: 'own',
    parameters: named.map(parameterOf),
    kind: 'http',
    code: `GET ${server}${path}${query.length === 0 ? '' : `?${query.join('&')}`}\nAccept: application/json`,
  }
}

function parameterOf(written: Members): WrittenParameter {
  const schema = membersOf(written.schema ?? written)
  const type = TYPES.find((one) => one === schema.type) ?? 'string'
  const values = Array.isArray(schema.enum) ? schema.enum : undefined
  return {
    name: nameOf(String(written.name)),
    type,
    description: (textOf(written.description) ?? String(written.name)).replace(/\s+/g, ' ').slice(0, 200),
    ...(written.required !== true && { required: false }),
    ...(values !== undefined && values.length > 0 && { enum: values }),
    ...(schema.default !== undefined && { default: schema.default }),
  }
}

function serverOf(page: Members): string {
  const [first] = listOf(page.servers).map(membersOf)
  const url =
    textOf(first?.url) ??
    (page.host === undefined ? undefined : `https://${String(page.host)}${String(page.basePath ?? '')}`)
  return url !== undefined && /^https?:/.test(url) ? url.replace(/\/$/, '') : `https://${BLANK}`
}

/** A README or another page: its title, its first paragraph, and what its first command or address is. */
function draftOfPage(text: string): Draft {
  const plain = text
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gi, '')
    .replace(/<[^>\n]{1,300}>/g, ' ')
  const title = /^#\s+(.+)$/m.exec(plain)?.[1]?.trim()
  const paragraph = plain
    .replace(/```[\s\S]*?```/g, '\n')
    .split(/\n\s*\n/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .find((one) => /^[A-Za-z].{20,}/.test(one) && !one.startsWith('#'))
  const about = {
    ...(title !== undefined && { title }),
    ...(paragraph !== undefined && { description: paragraph }),
    group: 'own',
    parameters: [],
  }
  const address = /curl[^\n]*?(https?:\/\/[^\s'"`)]+)/.exec(plain)?.[1]
  if (address !== undefined) return { ...about, kind: 'http', code: `GET ${address}` }
  const command = /```(?:sh|bash|shell|console)\n\s*\$?\s*([^\n]+)/.exec(text)?.[1]
  if (command !== undefined) return { ...about, kind: 'sh', code: command.trim() }
  return { ...blankDraft(), ...about, parameters: blankDraft().parameters }
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
