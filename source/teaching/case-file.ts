// `cases.yaml`: a list of requests with the tool of each. Every entry is read by itself, so what is wrong in one is named
// with its line and column and leaves the others working.
import type { JsonObject } from '../contracts/json.ts'
import type { TaughtCase, TaughtFrom } from '../contracts/teaching.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { SEMVER } from '../lib/semver.ts'
import { isYamlProblem, parseYaml, type YamlProblem } from '../lib/yaml-file.ts'

/** How `null` (no tool) is written. */
export const NO_TOOL = 'none'
const MOST_CHARACTERS = 2_000
const KEYS = ['id', 'request', 'tool', 'arguments', 'version', 'from']
const FROM: readonly string[] = ['teach', 'good', 'bad'] satisfies readonly TaughtFrom[]

export const CASES_HEADER = `# What you taught: requests, and the tool that each needs (none: no tool). Written by /teach, /good and /bad; yours to edit.
# docs/teaching.md
`

/** An entry as it is read; without an id where the person wrote none. */
type Written = Omit<TaughtCase, 'id'> & { readonly id: string | undefined }

/** A case with the lines that it stands on, from 0, the last not included. */
export interface PlacedCase {
  readonly taught: TaughtCase
  readonly from: number
  readonly to: number
}

/** Reads all entries; never throws. */
export function readCases(
  text: string,
  file: string,
): { readonly cases: readonly PlacedCase[]; readonly problems: readonly string[] } {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const starts = lines.flatMap((line, at) => (/^-(?:\s|$)/.test(line) ? [at] : []))
  const problems: string[] = []
  const before = lines.slice(0, starts[0] ?? lines.length)
  const stray = before.findIndex((line) => !isSpare(line) && !/^\s*\[\s*\]\s*$/.test(line))
  if (stray >= 0)
    problems.push(`\`${file}\` line ${stray + 1}, column 1: an entry must begin with \`- request:\`.`)
  const ids = new Set<string>()
  const entries = starts.flatMap((from, at) => {
    const end = starts[at + 1] ?? lines.length
    // A comment stands before what it speaks of.
    let to = end
    while (to > from + 1 && isSpare(lines[to - 1] ?? '')) to -= 1
    const read = readEntry(lines.slice(from, end), from, file)
    if (typeof read === 'string') problems.push(read)
    else if (read.id !== undefined && ids.has(read.id))
      problems.push(`\`${file}\` line ${from + 1}, column 1: the id \`${read.id}\` stands twice.`)
    else {
      if (read.id !== undefined) ids.add(read.id)
      return [{ read, from, to }]
    }
    return []
  })
  // Those that are written count first: no id that is made takes one of them.
  const cases = entries.map(({ read, from, to }): PlacedCase => {
    const id = read.id ?? idFor(read, ids)
    ids.add(id)
    return { taught: { ...read, id }, from, to }
  })
  return { cases, problems }
}

/** Of what stands in the entry, never of its line: that one is another entry's once something above it is cut out. */
function idFor({ text, tool, arguments: args = {} }: Written, taken: ReadonlySet<string>): string {
  const hash = sha256Hex(Buffer.from(JSON.stringify([text, tool, args]))).slice(0, 8)
  let id = `own-${hash}`
  // Only of entries that say the same.
  for (let count = 2; taken.has(id); count += 1) id = `own-${hash}-${count}`
  return id
}

/** One entry, with a line break behind it. */
export function writeCase({ id, text, tool, arguments: args, version, from }: TaughtCase): string {
  return [
    `- id: ${id}`,
    `  request: ${quoted(text)}`,
    `  tool: ${tool === null ? NO_TOOL : /^[A-Za-z_][\w-]*$/.test(tool) ? tool : quoted(tool)}`,
    ...(args === undefined ? [] : [`  arguments: ${quoted(args)}`]),
    ...(version === undefined ? [] : [`  version: ${quoted(version)}`]),
    `  from: ${from}`,
    '',
  ].join('\n')
}

/** JSON is YAML, but for characters that YAML does not print. */
function quoted(value: string | JsonObject): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isSpare(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line)
}

function readEntry(lines: readonly string[], from: number, file: string): Written | string {
  const yaml = parseYaml(lines.join('\n'), file)
  const placed = ({ message, line }: YamlProblem) =>
    message.replace(` line ${line}, `, ` line ${line + from}, `)
  if (isYamlProblem(yaml)) return placed(yaml)
  const [entry] = Array.isArray(yaml.value) ? (yaml.value as readonly unknown[]) : []
  if (!isMap(entry)) return placed(yaml.problem([0], 'an entry must have a `request` and a `tool`'))
  const wrong = (key: string, expected: string, at?: 'key') => placed(yaml.problem([0, key], expected, at))
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key))
  if (unknown !== undefined)
    return wrong(unknown, `\`${unknown}\` is not known; an entry has ${KEYS.join(', ')}`, 'key')
  return readFields(entry, wrong)
}

function readFields(
  {
    id = undefined,
    request,
    tool,
    arguments: args,
    version,
    from: origin = 'teach',
  }: Record<string, unknown>,
  wrong: (key: string, expected: string) => string,
): Written | string {
  if (typeof request !== 'string' || !/[\p{L}\p{N}]/u.test(request))
    return wrong('request', '`request` must be the text of a request')
  if (request.length > MOST_CHARACTERS)
    return wrong('request', `\`request\` must have at most ${MOST_CHARACTERS} characters`)
  if (tool !== null && (typeof tool !== 'string' || tool.trim() === ''))
    return wrong('tool', '`tool` must be the name of a tool, or `none`')
  if (id !== undefined && (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id)))
    return wrong('id', '`id` must be letters, digits, `-` and `_`')
  if (args !== undefined && !isMap(args)) return wrong('arguments', '`arguments` must be a map')
  if (version !== undefined && (typeof version !== 'string' || !SEMVER.test(version)))
    return wrong('version', '`version` must be a version such as `"1.2.0"`')
  if (typeof origin !== 'string' || !FROM.includes(origin))
    return wrong('from', `\`from\` must be one of ${FROM.join(', ')}`)
  return {
    id,
    text: request.trim(),
    tool: tool === null || tool.trim() === NO_TOOL ? null : tool.trim(),
    from: origin as TaughtFrom,
    ...(args !== undefined && { arguments: args as JsonObject }),
    ...(version !== undefined && { version: version as string }),
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
