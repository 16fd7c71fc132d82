/**
 * A tool as a Markdown file: front matter, prose for the model, and one block that is run. Each fault is said with its line and column,
 * all of them at once. Pure. Next: `tool-of-file.ts` makes it run.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import {
  type CompiledTool,
  type Deprecation,
  type FewShot,
  isManifestProblem,
  type ManifestProblem,
  type Trigger,
} from '../contracts/manifest.ts'
import type { Risk } from '../contracts/tool.ts'
import type { ToolFileKind, ToolFileProblem, ToolFileTest } from '../contracts/tool-files.ts'
import { type Broken, compileOwnSchema, compileSchema, findSchemaFault } from '../lib/json-schema.ts'
import { compileOutside } from '../lib/outside-pattern.ts'
import { findVersionFault, versionOf } from '../lib/semver.ts'
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath } from '../lib/yaml-file.ts'
import { hashedTool } from '../manifest/writer.ts'
import { blockFaults } from './block-faults.ts'
import { type FileParts, type Misplaced, splitFile } from './split-file.ts'
import { FRONT_MATTER, type WrittenParameter } from './tool-file-schema.ts'

/** A file without faults. */
export interface ToolFile {
  readonly file: string
  readonly compiled: CompiledTool
  readonly kind: ToolFileKind
  readonly code: string
  /** The line with the opening backticks. */
  readonly fence: number
  /** Values of parameters that are left out. */
  readonly defaults: JsonObject
  readonly tests: readonly ToolFileTest[]
  /** As semver.org writes it. */
  readonly version: string | undefined
  readonly modelExamples: readonly string[]
}

/** What a block of each kind may do to the world, at least. */
const RISK_OF: { readonly [kind in ToolFileKind]: Risk } = {
  js: 'read',
  prompt: 'read',
  sh: 'execute',
  http: 'network',
}
const RISKS: readonly Risk[] = ['read', 'write', 'network', 'execute']
/** Among the program's own tools, so that a written one keeps a name in the head. */
const PRIORITY = 128
/** The model reads it with every call. */
const MOST_PROSE = 1_000
/** What a draft leaves to be filled in. */
export const BLANK = 'FILL IN'

interface FrontMatter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly group: string
  readonly risk?: Risk
  readonly version?: string | number
  readonly priority?: number
  readonly parameters?: readonly WrittenParameter[]
  readonly examples?: readonly string[]
  readonly model_examples?: readonly string[]
  readonly few_shots?: readonly FewShot[]
  readonly triggers?: readonly Trigger[]
  readonly tests?: readonly ToolFileTest[]
  readonly deprecated?: Deprecation
}

/** Reads a file's text; `file` only names it, and `name` is what the tool must be called. */
export function parseToolFile(
  text: string,
  file: string,
  name: string,
): ToolFile | readonly ToolFileProblem[] {
  const parts = splitFile(text)
  if (!('front' in parts)) return parts.map((one) => said(file, one))
  const sheet = parseYaml(parts.front, file)
  if (isYamlProblem(sheet)) return [sheet]
  const shape = shapeFaults(sheet)
  if (shape.length > 0) return shape
  // Checked against the schema just above.
  const front = sheet.value as FrontMatter
  const parameters = schemaOf(front.parameters ?? [])
  const problems = [
    ...nameFaults(front, sheet, name),
    ...parameterFaults(front.parameters ?? [], parameters, sheet),
    ...wordFaults(front, parameters, sheet),
    ...riskFaults(front, parts, sheet),
    ...versionFaults(front, sheet),
    ...blockFaults(parts, Object.keys(parameters.properties ?? {})).map((one) => said(file, one)),
    ...blanks(text, file),
  ]
  if (parts.prose.length > MOST_PROSE)
    problems.push(
      said(file, {
        line: parts.fence,
        column: 1,
        expected: `the prose above must have at most ${MOST_PROSE} characters and has ${parts.prose.length}; the model reads it with every call`,
      }),
    )
  if (problems.length > 0) return problems
  const compiled = compiledOf(front, parameters, parts)
  if (isManifestProblem(compiled))
    return [said(file, { line: 1, column: 1, expected: compiled.message.replace(/\.$/, '') })]
  const defaults = (front.parameters ?? []).filter((one) => one.default !== undefined)
  return {
    file,
    compiled,
    kind: parts.kind as ToolFileKind,
    code: parts.code,
    fence: parts.fence,
    defaults: Object.fromEntries(defaults.map((one) => [one.name, one.default as JsonValue])),
    tests: front.tests ?? [],
    version: compiled.version,
    modelExamples: front.model_examples ?? [],
  }
}

function compiledOf(
  front: FrontMatter,
  parameters: JsonSchema,
  parts: FileParts,
): CompiledTool | ManifestProblem {
  const { name, title, description, group, priority = PRIORITY, deprecated } = front
  const unhashed = {
    ...{ name, group, priority, parameters },
    oneLiner: title.trim(),
    description: [description.trim(), parts.prose].filter(Boolean).join('\n'),
    risk: front.risk ?? RISK_OF[parts.kind as ToolFileKind],
    examples: [...(front.examples ?? []), ...(front.model_examples ?? [])],
    fewShots: front.few_shots ?? [],
    triggers: front.triggers ?? [],
    ...(deprecated && { deprecated }),
    ...(front.version !== undefined && { version: versionOf(String(front.version)) as string }),
  }
  return hashedTool(unhashed)
}

/** The object schema of the arguments. */
function schemaOf(parameters: readonly WrittenParameter[]): JsonSchema {
  const properties = parameters.map(({ name, required: _, min, max, from, ask, ...rest }) => [
    name,
    {
      ...rest,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...(from && { 'x-from': from }),
      ...(ask && { 'x-ask': ask }),
    },
  ])
  const needed = parameters.filter(({ required, default: value }) => required ?? value === undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as { readonly [name: string]: JsonSchema },
    required: needed.map(({ name }) => name),
    additionalProperties: false,
  } as JsonSchema
}

function shapeFaults(sheet: YamlFile): readonly ToolFileProblem[] {
  return compileOwnSchema(FRONT_MATTER)(sheet.value ?? {}).map((broken) => {
    const surplus = /has `([^`]+)`, which the schema does not know/.exec(broken.message)?.[1]
    const path = segments(broken)
    const clause = broken.message.replace(/\.$/, '').replace(/^The value/, 'the front matter')
    return surplus === undefined
      ? sheet.problem(path, clause)
      : sheet.problem([...path, surplus], clause.replace('the schema does not know', 'is not known'), 'key')
  })
}

function nameFaults(front: FrontMatter, sheet: YamlFile, name: string): readonly ToolFileProblem[] {
  return front.name === name
    ? []
    : [
        sheet.problem(
          ['name'],
          `\`name\` must be the file's name \`${name}\` without \`.md\`, but it is \`${front.name}\``,
        ),
      ]
}

function parameterFaults(
  written: readonly WrittenParameter[],
  schema: JsonSchema,
  sheet: YamlFile,
): readonly ToolFileProblem[] {
  return written.flatMap((one, at) => {
    const path = ['parameters', at]
    const own = schema.properties?.[one.name] ?? {}
    if (written.findIndex((other) => other.name === one.name) < at)
      return [sheet.problem([...path, 'name'], `there are two parameters \`${one.name}\``)]
    const fault = findSchemaFault(own)
    if (fault !== undefined)
      return [
        sheet.problem([...path, 'pattern'], `\`${one.name}\` cannot be used: ${trimmed(fault.message)}`),
      ]
    if (one.default === undefined) return []
    return compileSchema(own)(one.default).map((broken) =>
      sheet.problem(
        [...path, 'default'],
        `the default of \`${one.name}\` does not fit it: ${trimmed(broken.message)}`,
      ),
    )
  })
}

/** Few-shots, triggers and tests against the schema. */
function wordFaults(front: FrontMatter, schema: JsonSchema, sheet: YamlFile): readonly ToolFileProblem[] {
  const check = compileSchema(schema)
  const misfits = (what: string, path: YamlPath, value: JsonObject | undefined, checkIt = check) =>
    (value === undefined ? [] : checkIt(value)).map((broken) =>
      sheet.problem([...path, ...segments(broken)], `${what} does not fit: ${trimmed(broken.message)}`),
    )
  return [
    ...(front.few_shots ?? []).flatMap((one, at) =>
      misfits('the few-shot', ['few_shots', at, 'arguments'], one.arguments),
    ),
    // A test may be there to show that bad arguments are refused.
    ...(front.tests ?? []).flatMap((one, at) =>
      one.fails === undefined ? misfits('the test', ['tests', at, 'arguments'], one.arguments) : [],
    ),
    ...(front.triggers ?? []).flatMap((one, at) => {
      const path = ['triggers', at, 'pattern']
      try {
        compileOutside(one.pattern, 'iu')
      } catch (error) {
        return [
          sheet.problem(
            path,
            `\`pattern\` must be a regular expression (${error instanceof Error ? error.message : String(error)})`,
          ),
        ]
      }
      const captured = new Set([...one.pattern.matchAll(/\(\?<(\w+)>/g)].map(([, group]) => group))
      const rest = { ...schema, required: (schema.required ?? []).filter((name) => !captured.has(name)) }
      return misfits('the trigger', ['triggers', at, 'arguments'], one.arguments, compileSchema(rest))
    }),
  ]
}

/** A file may claim more than its block needs, never less. */
function riskFaults(front: FrontMatter, { kind }: FileParts, sheet: YamlFile): readonly ToolFileProblem[] {
  const needed = RISK_OF[kind as ToolFileKind]
  if (needed === undefined || front.risk === undefined || RISKS.indexOf(front.risk) >= RISKS.indexOf(needed))
    return []
  return [
    sheet.problem(
      ['risk'],
      `\`risk\` must be \`${needed}\` for a block of \`${kind}\`, not \`${front.risk}\``,
    ),
  ]
}

function versionFaults({ version }: FrontMatter, sheet: YamlFile): readonly ToolFileProblem[] {
  const fault = version === undefined ? undefined : findVersionFault(version)
  return fault === undefined ? [] : [sheet.problem(['version'], fault)]
}

function blanks(text: string, file: string): readonly ToolFileProblem[] {
  return text.split('\n').flatMap((line, at) => {
    const column = line.indexOf(BLANK)
    return column < 0
      ? []
      : [said(file, { line: at + 1, column: column + 1, expected: `\`${BLANK}\` must be filled in` })]
  })
}

// The path of a JSON Pointer; digits become indexes, for that is what lists are asked with.
function segments({ path }: Broken): YamlPath {
  const parts = path.split('/').slice(1)
  return parts.map((part) =>
    /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'),
  )
}

function said(file: string, { line, column, expected }: Misplaced): ToolFileProblem {
  return { file, line, column, message: `\`${file}\` line ${line}, column ${column}: ${trimmed(expected)}.` }
}

function trimmed(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
