/** A tool's `config.yaml`: its words for people, model and router. Every complaint names line, column and what was expected. */
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Deprecation, FewShot, Trigger } from '../contracts/manifest.ts'
import { compileOutside } from '../lib/outside-pattern.ts'
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath, type YamlProblem } from '../lib/yaml-file.ts'

/** A test case of a tool; not compiled, read by the evaluation. */
export interface ToolCase {
  readonly id: string
  readonly input: string
  /** The expected tool; null: none; left out: the tool whose folder it stands in. */
  readonly tool?: string | null
  /** For each parameter the accepted values; `""` among them: it may be left out. */
  readonly arguments?: { readonly [parameter: string]: readonly JsonValue[] }
  /** Pieces of text that the answer must have. */
  readonly contains?: readonly string[]
  readonly tags?: readonly string[]
  readonly difficulty?: string
}

/** The checked content of a `config.yaml`. */
export interface ToolWords {
  /** At most 80 characters. */
  readonly oneLiner: string
  readonly group: string
  /** 0 to 255. */
  readonly priority: number
  readonly examples: readonly string[]
  readonly fewShots: readonly FewShot[]
  readonly nearShots: readonly FewShot[]
  /** Worked examples with `before`: requests that lean on the turn before them. */
  readonly followUps: readonly FewShot[]
  readonly triggers: readonly Trigger[]
  /** It still works, but is to be replaced. */
  readonly deprecated?: Deprecation
  readonly tests: readonly ToolCase[]
}

export interface ToolWordsRead {
  /** Undefined as soon as there is one problem. */
  readonly words: ToolWords | undefined
  readonly problems: readonly YamlProblem[]
  /** For complaints of the caller about the same file; undefined where it is not even YAML. */
  readonly sheet: YamlFile | undefined
}

const ONE_LINER_LIMIT = 80
const DEFAULT_PRIORITY = 128

const KEYS = [
  'one_liner',
  'group',
  'priority',
  'examples',
  'few_shots',
  'near_shots',
  'follow_ups',
  'triggers',
  'deprecated',
  'tests',
]
const FEW_SHOT_KEYS = ['user', 'arguments']
const FOLLOW_UP_KEYS = ['before', 'call', 'with', 'said', 'user', 'arguments']
const TRIGGER_KEYS = ['pattern', 'arguments']
const DEPRECATED_KEYS = ['since', 'use']
const CASE_KEYS = ['id', 'input', 'tool', 'arguments', 'contains', 'tags', 'difficulty']

type Members = { readonly [key: string]: unknown }

/** Reads and checks a `config.yaml`; all its problems at once. `file` only names it. Pure. */
export function readToolWords(text: string, file: string): ToolWordsRead {
  const sheet = parseYaml(text, file)
  if (isYamlProblem(sheet)) return { words: undefined, problems: [sheet], sheet: undefined }
  const check = new Check(sheet)
  const words = check.words(sheet.value)
  return { words: check.problems.length === 0 ? words : undefined, problems: check.problems, sheet }
}

/** Walks the values and collects complaints; what is wrong reads as empty, so that the walk goes on. */
class Check {
  readonly problems: YamlProblem[] = []
  readonly #sheet: YamlFile

  constructor(sheet: YamlFile) {
    this.#sheet = sheet
  }

  words(value: unknown): ToolWords {
    const top = this.#map(value, [], KEYS, 'the file')
    const words = {
      oneLiner: this.#text(top, 'one_liner', []),
      group: this.#text(top, 'group', []),
      priority: this.#priority(top.priority),
      examples: this.#texts(top.examples, ['examples']),
      fewShots: this.#list(top.few_shots, ['few_shots'], (one, path) => this.#fewShot(one, path)),
      nearShots: this.#list(top.near_shots, ['near_shots'], (one, path) => this.#fewShot(one, path)),
      followUps: this.#list(top.follow_ups, ['follow_ups'], (one, path) => this.#followUp(one, path)),
      triggers: this.#list(top.triggers, ['triggers'], (one, path) => this.#trigger(one, path)),
      ...(top.deprecated === undefined ? {} : { deprecated: this.#deprecation(top.deprecated) }),
      tests: this.#list(top.tests, ['tests'], (one, path) => this.#case(one, path)),
    }
    const length = [...words.oneLiner].length
    if (length > ONE_LINER_LIMIT) {
      this.#complain(
        ['one_liner'],
        `\`one_liner\` must have at most ${ONE_LINER_LIMIT} characters and has ${length}`,
      )
    }
    if (/[\r\n]/.test(words.oneLiner)) this.#complain(['one_liner'], '`one_liner` must be a single line')
    this.#checkUniqueIds(words.tests)
    return words
  }

  #fewShot(value: unknown, path: YamlPath): FewShot {
    const map = this.#map(value, path, FEW_SHOT_KEYS, 'a few-shot')
    return { user: this.#text(map, 'user', path), arguments: this.#object(map, 'arguments', path) }
  }

  #followUp(value: unknown, path: YamlPath): FewShot {
    const map = this.#map(value, path, FOLLOW_UP_KEYS, 'a follow-up')
    return {
      user: this.#text(map, 'user', path),
      arguments: map.arguments === undefined ? {} : this.#object(map, 'arguments', path),
      before: {
        message: this.#text(map, 'before', path),
        tool: this.#text(map, 'call', path),
        arguments: map.with === undefined ? {} : this.#object(map, 'with', path),
        said: this.#text(map, 'said', path),
      },
    }
  }

  #trigger(value: unknown, path: YamlPath): Trigger {
    const map = this.#map(value, path, TRIGGER_KEYS, 'a trigger')
    const pattern = this.#text(map, 'pattern', path)
    try {
      compileOutside(pattern, 'iu')
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.#complain([...path, 'pattern'], `\`pattern\` must be a regular expression (${error.message})`)
    }
    if (map.arguments === undefined) return { pattern }
    return { pattern, arguments: this.#object(map, 'arguments', path) }
  }

  #deprecation(value: unknown): Deprecation {
    const path = ['deprecated']
    const map = this.#map(value, path, DEPRECATED_KEYS, '`deprecated`')
    return { since: this.#text(map, 'since', path), use: this.#text(map, 'use', path) }
  }

  #case(value: unknown, path: YamlPath): ToolCase {
    const map = this.#map(value, path, CASE_KEYS, 'a test')
    const { tool, difficulty } = map
    if (tool !== undefined && tool !== null && typeof tool !== 'string') {
      this.#complain([...path, 'tool'], `\`tool\` must be a tool's name or null, but it is ${quote(tool)}`)
    }
    if (difficulty !== undefined && typeof difficulty !== 'string') {
      this.#complain([...path, 'difficulty'], `\`difficulty\` must be text, but it is ${quote(difficulty)}`)
    }
    return {
      id: this.#text(map, 'id', path),
      input: this.#text(map, 'input', path),
      ...(tool === null || typeof tool === 'string' ? { tool } : {}),
      ...(map.arguments === undefined ? {} : { arguments: this.#accepted(map, path) }),
      ...(map.contains === undefined ? {} : { contains: this.#texts(map.contains, [...path, 'contains']) }),
      ...(map.tags === undefined ? {} : { tags: this.#texts(map.tags, [...path, 'tags']) }),
      ...(typeof difficulty === 'string' ? { difficulty } : {}),
    }
  }

  #accepted(map: Members, path: YamlPath): { readonly [parameter: string]: readonly JsonValue[] } {
    const object = this.#object(map, 'arguments', path)
    return Object.fromEntries(
      Object.entries(object).map(([name, value]): [string, readonly JsonValue[]] => {
        if (isList(value) && value.length > 0) return [name, value]
        const expected = `\`${name}\` must be a list of the accepted values, but it is ${quote(value)}`
        this.#complain([...path, 'arguments', name], expected)
        return [name, []]
      }),
    )
  }

  #checkUniqueIds(tests: readonly ToolCase[]): void {
    const first = new Map<string, number>()
    for (const [index, { id }] of tests.entries()) {
      const before = first.get(id)
      if (before === undefined) first.set(id, index)
      else
        this.#complain(
          ['tests', index, 'id'],
          `\`id\` must be unique, but test ${before + 1} is \`${id}\` too`,
        )
    }
  }

  #priority(value: unknown): number {
    if (value === undefined) return DEFAULT_PRIORITY
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255) return value
    this.#complain(
      ['priority'],
      `\`priority\` must be a whole number from 0 to 255, but it is ${quote(value)}`,
    )
    return DEFAULT_PRIORITY
  }

  #map(value: unknown, path: YamlPath, known: readonly string[], what: string): Members {
    if (!isMembers(value)) {
      this.#complain(path, `${what} must be a map with ${known.join(', ')}, but it is ${quote(value)}`)
      return {}
    }
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue
      this.#complain(
        [...path, key],
        `\`${key}\` is not known here; ${what} may have ${known.join(', ')}`,
        'key',
      )
    }
    return value
  }

  #text(map: Members, key: string, path: YamlPath): string {
    const value = map[key]
    if (typeof value === 'string' && value.trim() !== '') return value
    const found = value === undefined ? 'it is missing' : `it is ${quote(value)}`
    this.#complain([...path, key], `\`${key}\` must be text, but ${found}`)
    return ''
  }

  #object(map: Members, key: string, path: YamlPath): JsonObject {
    const value = map[key]
    if (isObject(value)) return value
    const found = value === undefined ? 'it is missing' : `it is ${quote(value)}`
    this.#complain([...path, key], `\`${key}\` must be a map of arguments, but ${found}`)
    return {}
  }

  #texts(value: unknown, path: YamlPath): readonly string[] {
    return this.#list(value, path, (one, at) => {
      if (typeof one === 'string' && one.trim() !== '') return one
      this.#complain(at, `every one of \`${path.at(-1)}\` must be text, but this is ${quote(one)}`)
      return ''
    })
  }

  #list<T>(value: unknown, path: YamlPath, each: (one: unknown, path: YamlPath) => T): readonly T[] {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((one, index) => each(one, [...path, index]))
    this.#complain(path, `\`${path.at(-1)}\` must be a list, but it is ${quote(value)}`)
    return []
  }

  #complain(path: YamlPath, expected: string, at: 'key' | 'value' = 'value'): void {
    this.problems.push(this.#sheet.problem(path, expected, at))
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// YAML gives plain values, but also `.nan` and `.inf`, which JSON does not have.
function isObject(value: unknown): value is JsonObject {
  return isMembers(value) && Object.values(value).every(isJson)
}

function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value) && value.every(isJson)
}

function isJson(value: unknown): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return isList(value) || isObject(value)
}

function quote(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``
}
