// The shape of a catalogue. Everything that is wrong is said with its place in the file and what was expected.
import type { YamlFile, YamlPath, YamlProblem } from '../lib/yaml-file.ts'
import type { CallAdapter, CatalogueModel, ModelSource, PipPart } from './catalogue.ts'

class Wrong extends Error {
  readonly problem: YamlProblem

  constructor(problem: YamlProblem) {
    super(problem.message)
    this.problem = problem
  }
}

type Fields = Readonly<Record<string, unknown>>

const ID = /^[a-z0-9][a-z0-9._-]{0,99}$/
const SHA256 = /^[0-9a-f]{64}$/
const ADAPTER = /^[\w][\w.-]*\.gguf$/
// A value that begins with a dash would reach pip as an option.
const PACKAGE = /^[A-Za-z0-9][A-Za-z0-9._-]*(\{n\})?$/
const VERSION = /^[0-9][A-Za-z0-9.+!]*$/
const ANSWERS = ['model', 'tool', 'auto'] as const
const KINDS = ['chat', 'meaning'] as const
const CONVERSIONS = ['bert'] as const
const TOP = ['version', 'models']
const MODEL = [
  ...[
    'id',
    'title',
    'licence',
    'kind',
    'convert',
    'size_bytes',
    'about_bytes',
    'sha256',
    'memory_bytes',
    'context_tokens',
  ],
  ...[
    'chat_format',
    'answers',
    'examples',
    'code',
    'call_adapter',
    'talk_adapter',
    'verified',
    'note',
    'sources',
  ],
]
const SOURCE = ['hf', 'revision', 'pip', 'path']
const PIP = ['package', 'version', 'file', 'parts', 'download_bytes', 'largest_part_bytes']

/** Checks a parsed catalogue and gives its models, or the first thing that is wrong. */
export function checkCatalogue(yaml: YamlFile): { readonly models: readonly CatalogueModel[] } | YamlProblem {
  try {
    const check = new Check(yaml)
    const top = check.map(yaml.value, [], TOP)
    if (top.version !== 1) check.fail(['version'], '`version` must be 1')
    const models = check.list(top.models, ['models']).map((row, at) => readModel(check, row, ['models', at]))
    const seen = new Set<string>()
    for (const [at, { id }] of models.entries()) {
      if (seen.has(id))
        check.fail(['models', at, 'id'], `the id \`${id}\` stands twice; give each model its own`)
      seen.add(id)
    }
    return { models }
  } catch (error) {
    if (error instanceof Wrong) return error.problem
    throw error
  }
}

function readModel(check: Check, row: unknown, path: YamlPath): CatalogueModel {
  const fields = check.map(row, path, MODEL)
  const at = (key: string) => [...path, key]
  const verified = readFlag(check, fields.verified, at('verified'))
  const sizeIsExact = fields.size_bytes !== undefined
  if (verified && !sizeIsExact) check.fail(path, 'a verified model needs `size_bytes`, a whole number')
  if (verified && fields.sha256 === undefined) check.fail(path, 'a verified model needs `sha256`')
  const answers = ANSWERS.find((known) => known === (fields.answers ?? 'auto'))
  const kind = KINDS.find((known) => known === (fields.kind ?? 'chat'))
  const convert = CONVERSIONS.find((known) => known === fields.convert)
  if (fields.convert !== undefined && convert === undefined)
    check.fail(at('convert'), '`convert` must be `bert`')
  const sources = check.list(fields.sources, at('sources'))
  return {
    id: check.text(fields.id, at('id'), ID, 'lower-case letters, digits, `.`, `_` and `-`'),
    title: check.text(fields.title, at('title')),
    licence: check.text(fields.licence, at('licence')),
    kind: kind ?? check.fail(at('kind'), '`kind` must be `chat` or `meaning`'),
    convert,
    sizeBytes: sizeIsExact
      ? check.count(fields.size_bytes, at('size_bytes'))
      : check.count(fields.about_bytes, at('about_bytes')),
    sizeIsExact,
    sha256:
      fields.sha256 === undefined
        ? undefined
        : check.text(fields.sha256, at('sha256'), SHA256, '64 lower-case hexadecimal digits'),
    memoryBytes: check.count(fields.memory_bytes, at('memory_bytes')),
    contextTokens: check.count(fields.context_tokens, at('context_tokens')),
    chatFormat: check.text(fields.chat_format, at('chat_format')),
    answers: answers ?? check.fail(at('answers'), '`answers` must be `model`, `tool` or `auto`'),
    examples: fields.examples === undefined ? 4 : check.count(fields.examples, at('examples')),
    code: fields.code === undefined ? false : readFlag(check, fields.code, at('code')),
    ...adaptersOf(check, fields, at),
    verified,
    note: fields.note === undefined ? undefined : check.text(fields.note, at('note')),
    sources: sources.map((source, index) => readSource(check, source, [...at('sources'), index])),
  }
}

function readFlag(check: Check, value: unknown, path: YamlPath): boolean {
  return typeof value === 'boolean' ? value : check.fail(path, `\`${path.at(-1)}\` must be true or false`)
}

function adaptersOf(check: Check, fields: Record<string, unknown>, at: (key: string) => YamlPath) {
  const read = (key: string) =>
    fields[key] === undefined ? undefined : readAdapter(check, fields[key], at(key))
  return { callAdapter: read('call_adapter'), talkAdapter: read('talk_adapter') }
}

function readAdapter(check: Check, row: unknown, path: YamlPath): CallAdapter {
  const fields = check.map(row, path, ['file', 'sha256'])
  const file = check.text(
    fields.file,
    [...path, 'file'],
    ADAPTER,
    'the name of a `.gguf` file beside the catalogue',
  )
  const expected = '64 lower-case hexadecimal digits'
  return { file, sha256: check.text(fields.sha256, [...path, 'sha256'], SHA256, expected) }
}

function readSource(check: Check, row: unknown, path: YamlPath): ModelSource {
  const fields = check.map(row, path, SOURCE)
  const at = (key: string) => [...path, key]
  if (fields.hf !== undefined) {
    const expected = 'owner/repository/file.gguf'
    const text = check.text(fields.hf, at('hf'), /^[\w.-]+\/[\w.-]+\/[\w./-]+\.gguf$/, expected)
    const [owner, name, ...file] = text.split('/')
    const revision = fields.revision === undefined ? 'main' : check.text(fields.revision, at('revision'))
    return { type: 'hf', repository: `${owner}/${name}`, revision, file: file.join('/') }
  }
  if (fields.pip !== undefined) return readPip(check, fields.pip, at('pip'))
  if (fields.path !== undefined) return { type: 'path', path: check.text(fields.path, at('path')) }
  return check.fail(path, 'a source must have one of `hf`, `pip` and `path`')
}

function readPip(check: Check, row: unknown, path: YamlPath): ModelSource {
  const fields = check.map(row, path, PIP)
  const at = (key: string) => [...path, key]
  const name = check.text(
    fields.package,
    at('package'),
    PACKAGE,
    'a package name, `{n}` at its end for the part',
  )
  const version = check.text(fields.version, at('version'), VERSION, 'a version in quotes')
  const files = Array.isArray(fields.file) ? check.list(fields.file, at('file')) : [fields.file]
  const names = files.map((file) => check.text(file, at('file')))
  const count = fields.parts === undefined ? 1 : check.count(fields.parts, at('parts'))
  if (count > 1 && !name.includes('{n}'))
    check.fail(at('package'), 'a package in parts needs `{n}` in its name')
  const fill = (text: string, part: number) =>
    text.replaceAll('{nn}', String(part).padStart(2, '0')).replaceAll('{n}', String(part))
  const parts: PipPart[] = Array.from({ length: count }, (_, index) => ({
    package: fill(name, index + 1),
    version,
    files: names.map((file) => fill(file, index + 1)),
  }))
  const downloadBytes = check.count(fields.download_bytes, at('download_bytes'))
  const largestPartBytes =
    fields.largest_part_bytes === undefined && count === 1
      ? downloadBytes
      : check.count(fields.largest_part_bytes, at('largest_part_bytes'))
  return { type: 'pip', parts, downloadBytes, largestPartBytes }
}

class Check {
  readonly #yaml: YamlFile

  constructor(yaml: YamlFile) {
    this.#yaml = yaml
  }

  fail(path: YamlPath, expected: string, at: 'key' | 'value' = 'value'): never {
    throw new Wrong(this.#yaml.problem(path, expected, at))
  }

  map(value: unknown, path: YamlPath, keys: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.fail(
        path,
        `${label(path)} must be a map with ${keys.map((key) => `\`${key}\``).join(', ')}`,
      )
    }
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue
      this.fail([...path, key], `\`${key}\` is not known here; expected one of ${keys.join(', ')}`, 'key')
    }
    return value as Fields
  }

  list(value: unknown, path: YamlPath): readonly unknown[] {
    if (Array.isArray(value) && value.length > 0) return value
    return this.fail(path, `${label(path)} must be a list with at least one entry`)
  }

  text(value: unknown, path: YamlPath, pattern?: RegExp, expected = 'text'): string {
    if (typeof value === 'string' && value.trim() !== '' && (pattern?.test(value) ?? true)) return value
    return this.fail(path, `${label(path)} must be ${expected}${but(value)}`)
  }

  count(value: unknown, path: YamlPath): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    return this.fail(path, `${label(path)} must be a whole number above 0${but(value)}`)
  }
}

function label(path: YamlPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the catalogue'
  return typeof last === 'number' ? `entry ${last + 1}` : `\`${last}\``
}

function but(value: unknown): string {
  return value === undefined ? '; it is missing' : `, not \`${JSON.stringify(value)}\``
}
