/**
 * A composite as a YAML file: parameters, steps, tests. What can be known from the file alone is checked here, each fault with its line
 * and column; `composite-tool.ts` checks it against the tools that there are. Pure.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { type Broken, compileOwnSchema } from '../lib/json-schema.ts'
import { findVersionFault, versionOf } from '../lib/semver.ts'
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath, type YamlProblem } from '../lib/yaml-file.ts'
import {
  idFaults,
  parameterFaults,
  referenceFaults,
  sayFaults,
  testFaults,
  trimmed,
} from './composite-faults.ts'
import { COMPOSITE_FILE } from './composite-schema.ts'
import { type Expression, ExpressionFault, parseExpression } from './expression.ts'

/** One call, its arguments with places in them. */
export interface StepCall {
  readonly tool: string
  readonly arguments: JsonObject
}

export interface Step extends StepCall {
  readonly id: string
  readonly when: Expression | undefined
  readonly onError: 'stop' | 'continue'
  /** Run in its place when it fails; what it gives counts as what the step gives. */
  readonly fallback: StepCall | undefined
  /** Run when a later step stops the composite. */
  readonly undo: StepCall | undefined
  /** Where it stands in the file. */
  readonly place: YamlPath
}

/** A test: no tool is called, each step gives what stands here. */
export interface CompositeTest {
  readonly arguments: JsonObject
  /** What steps give, by id. */
  readonly results?: JsonObject
  /** Steps that fail, by id, with what is said. */
  readonly failures?: { readonly [step: string]: string }
  /** The calls that have to be made, all of them, in their order. */
  readonly calls?: readonly { readonly tool: string; readonly arguments?: JsonObject }[]
  /** Texts that its words must have. */
  readonly contains?: readonly string[]
  /** The code that it must fail with. */
  readonly fails?: string
}

/** A file without faults of its own. */
export interface Composite {
  readonly name: string
  readonly file: string
  readonly title: string
  readonly description: string
  readonly group: string
  readonly priority: number
  /** As semver.org writes it. */
  readonly version: string | undefined
  readonly parameters: JsonSchema
  readonly defaults: JsonObject
  readonly examples: readonly string[]
  /** In their order; those of one group run side by side. */
  readonly groups: readonly (readonly Step[])[]
  /** What is said when it went well, with places; undefined: that it was done. */
  readonly say: string | undefined
  readonly tests: readonly CompositeTest[]
  /** Names the place of a fault that is found later. */
  readonly problem: YamlFile['problem']
}

const PRIORITY = 128

interface WrittenStep {
  readonly id: string
  readonly tool: string
  readonly arguments?: JsonObject
  readonly when?: string
  readonly on_error?: 'stop' | 'continue'
  readonly fallback?: { readonly tool: string; readonly arguments?: JsonObject }
  readonly undo?: { readonly tool: string; readonly arguments?: JsonObject }
}

/** A parameter as it is written. */
export interface WrittenParameter extends JsonSchema {
  readonly from?: 'message'
}

interface Written {
  readonly title: string
  readonly description: string
  readonly group?: string
  readonly priority?: number
  readonly version?: string | number
  readonly parameters?: { readonly [name: string]: WrittenParameter }
  readonly examples?: readonly string[]
  readonly steps: readonly (WrittenStep | { readonly parallel: readonly WrittenStep[] })[]
  readonly say?: string
  readonly tests?: readonly CompositeTest[]
}

/** Reads a file's text; `file` only names it, and `name` is that of the composite. */
export function parseComposite(text: string, file: string, name: string): Composite | readonly YamlProblem[] {
  const sheet = parseYaml(text, file)
  if (isYamlProblem(sheet)) return [sheet]
  const shape = compileOwnSchema(COMPOSITE_FILE)(sheet.value ?? {}).map((broken) => misfit(sheet, broken))
  if (shape.length > 0) return shape
  // Checked against the schema just above.
  const written = sheet.value as Written
  const parameters = schemaOf(written.parameters ?? {})
  const problems: YamlProblem[] = []
  const groups = written.steps.map((one, at) =>
    'parallel' in one
      ? one.parallel.map((step, place) => readStep(step, ['steps', at, 'parallel', place], sheet, problems))
      : [readStep(one, ['steps', at], sheet, problems)],
  )
  const { version } = written
  const fault = version === undefined ? undefined : findVersionFault(version)
  problems.push(
    ...(fault === undefined ? [] : [sheet.problem(['version'], fault)]),
    ...parameterFaults(written.parameters ?? {}, sheet),
    ...idFaults(groups, sheet),
    ...groups.flatMap((group, at) => referenceFaults(groups.slice(0, at).flat(), group, parameters, sheet)),
    ...sayFaults(written.say, groups, parameters, sheet),
    ...testFaults(written.tests ?? [], groups, parameters, sheet),
  )
  if (problems.length > 0) return problems
  const defaults = Object.entries(written.parameters ?? {}).filter(([, one]) => one.default !== undefined)
  return {
    ...{ name, file, parameters, groups },
    title: written.title.trim(),
    description: written.description.trim(),
    group: written.group ?? 'composites',
    priority: written.priority ?? PRIORITY,
    version: version === undefined ? undefined : versionOf(String(version)),
    defaults: Object.fromEntries(defaults.map(([key, one]) => [key, one.default as JsonValue])),
    examples: written.examples ?? [],
    say: written.say,
    tests: written.tests ?? [],
    problem: sheet.problem,
  }
}

function readStep(written: WrittenStep, place: YamlPath, sheet: YamlFile, problems: YamlProblem[]): Step {
  const call = (one: WrittenStep['undo']) =>
    one === undefined ? undefined : { tool: one.tool, arguments: one.arguments ?? {} }
  let when: Expression | undefined
  try {
    when = written.when === undefined ? undefined : parseExpression(written.when)
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    problems.push(
      sheet.problem(
        [...place, 'when'],
        `\`when\` cannot be read at its character ${error.at + 1}: ${error.message}`,
      ),
    )
  }
  return {
    ...{ id: written.id, tool: written.tool, arguments: written.arguments ?? {}, when, place },
    onError: written.on_error ?? 'stop',
    fallback: call(written.fallback),
    undo: call(written.undo),
  }
}

function schemaOf(parameters: { readonly [name: string]: WrittenParameter }): JsonSchema {
  const properties = Object.entries(parameters).map(([name, { from, ...rest }]): [string, JsonSchema] => [
    name,
    { ...rest, ...(from && { 'x-from': from }) },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.filter(([, one]) => one.default === undefined).map(([name]) => name),
    additionalProperties: false,
  }
}

function misfit(sheet: YamlFile, broken: Broken): YamlProblem {
  const path = broken.path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  return sheet.problem(path, trimmed(broken.message).replace(/^The value/, 'the file'))
}
