// The shape of a roles file. What is wrong is said with its place in the file and what was expected.
import type { Role } from '../contracts/role.ts'
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath, type YamlProblem } from '../lib/yaml-file.ts'

const NAME = /^[a-z][a-z0-9_-]{0,39}$/
/** What `/role` takes besides names. */
const RESERVED: readonly string[] = ['none', 'list']
const FIELDS: readonly string[] = ['title', 'tools', 'groups', 'prompt', 'max_rounds']
/** It is evaluated with every message. */
const LONGEST_PROMPT = 400
const LONGEST_TITLE = 80
const MOST_ROUNDS = 20

type Fields = Readonly<Record<string, unknown>>

class Wrong extends Error {
  readonly problem: YamlProblem

  constructor(problem: YamlProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Reads the text of a roles file: its roles in order, or the first thing that is wrong. `file` is only a name. */
export function parseRoles(text: string, file: string): readonly Role[] | YamlProblem {
  const yaml = parseYaml(text, file)
  if (isYamlProblem(yaml)) return yaml
  // A file of comments alone.
  if (yaml.value === null || yaml.value === undefined) return []
  try {
    return Object.entries(mapOf(yaml, yaml.value, [], 'the file must be a map of roles by name')).map(
      ([name, row]) => readRole(yaml, name, row),
    )
  } catch (error) {
    if (error instanceof Wrong) return error.problem
    throw error
  }
}

function readRole(yaml: YamlFile, name: string, row: unknown): Role {
  if (!NAME.test(name) || RESERVED.includes(name)) {
    const rule = `the name of a role must be lower-case letters, digits, \`_\` and \`-\`, and none of ${RESERVED.join(', ')}; not \`${name}\``
    fail(yaml, [name], rule, 'key')
  }
  const fields = mapOf(yaml, row, [name], `\`${name}\` must be a map with ${FIELDS.join(', ')}`)
  const unknown = Object.keys(fields).find((key) => !FIELDS.includes(key))
  if (unknown !== undefined)
    fail(yaml, [name, unknown], `a role has ${FIELDS.join(', ')}, but no \`${unknown}\``, 'key')
  const { title, prompt, max_rounds: rounds } = fields
  return {
    name,
    title: textOf(yaml, title, [name, 'title'], LONGEST_TITLE),
    tools: namesOf(yaml, fields.tools, [name, 'tools']),
    groups: namesOf(yaml, fields.groups, [name, 'groups']),
    prompt: prompt === undefined ? undefined : textOf(yaml, prompt, [name, 'prompt'], LONGEST_PROMPT),
    maxRounds: rounds === undefined ? undefined : roundsOf(yaml, rounds, [name, 'max_rounds']),
  }
}

/** On one line: it stands before a message. */
function textOf(yaml: YamlFile, value: unknown, path: YamlPath, longest: number): string {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  if (text === '' || text.length > longest)
    fail(yaml, path, `\`${path.at(-1)}\` must be a text of at most ${longest} characters`)
  return text
}

function namesOf(yaml: YamlFile, value: unknown, path: YamlPath): readonly string[] {
  if (value === undefined) return []
  const expected = `\`${path.at(-1)}\` must be a list of names, e.g. [one, two], or [] for none`
  if (!Array.isArray(value)) return fail(yaml, path, expected)
  return value.map((name: unknown, at) =>
    typeof name === 'string' && name !== '' ? name : fail(yaml, [...path, at], expected),
  )
}

function roundsOf(yaml: YamlFile, value: unknown, path: YamlPath): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_ROUNDS) return value
  return fail(yaml, path, `\`max_rounds\` must be a whole number from 1 to ${MOST_ROUNDS}`)
}

function mapOf(yaml: YamlFile, value: unknown, path: YamlPath, expected: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(yaml, path, expected)
  return value as Fields
}

function fail(yaml: YamlFile, path: YamlPath, expected: string, at: 'key' | 'value' = 'value'): never {
  throw new Wrong(yaml.problem(path, expected, at))
}
