// What is wrong in the file of a composite besides its shape, each with its place. Pure.
import type { JsonSchema, JsonValue } from '../contracts/json.ts'
import { compileSchema, findSchemaFault } from '../lib/json-schema.ts'
import type { YamlFile, YamlPath, YamlProblem } from '../lib/yaml-file.ts'
import type { Composite, CompositeTest, Step, WrittenParameter } from './composite-file.ts'
import { MOST_STEPS } from './composite-schema.ts'
import { ExpressionFault, formatPath, type Path, pathsIn } from './expression.ts'
import { pathsOf } from './template.ts'

/** What a place may begin with besides the id of a step: its arguments, and whether, what and why of a step. */
const NAMESPACES: readonly string[] = ['args', 'done', 'said', 'error']

/** Schemas that cannot be used, defaults that do not fit. */
export function parameterFaults(
  parameters: { readonly [name: string]: WrittenParameter },
  sheet: YamlFile,
): readonly YamlProblem[] {
  return Object.entries(parameters).flatMap(([name, { from: _, ...schema }]) => {
    const fault = findSchemaFault(schema)
    if (fault !== undefined)
      return [sheet.problem(['parameters', name], `\`${name}\` cannot be used: ${trimmed(fault.message)}`)]
    if (schema.default === undefined) return []
    return compileSchema(schema)(schema.default).map((broken) =>
      sheet.problem(
        ['parameters', name, 'default'],
        `the default of \`${name}\` does not fit it: ${trimmed(broken.message)}`,
      ),
    )
  })
}

/** Ids that are taken, and too many steps. */
export function idFaults(groups: readonly (readonly Step[])[], sheet: YamlFile): readonly YamlProblem[] {
  const steps = groups.flat()
  const tooMany =
    steps.length > MOST_STEPS
      ? [sheet.problem(['steps'], `there may be ${MOST_STEPS} steps, and there are ${steps.length}`)]
      : []
  return [
    ...tooMany,
    ...steps.flatMap(({ id, place }, at) => {
      if (NAMESPACES.includes(id))
        return [
          sheet.problem([...place, 'id'], `\`${id}\` cannot be the id of a step; it means something else`),
        ]
      return steps.findIndex((other) => other.id === id) < at
        ? [sheet.problem([...place, 'id'], `there are two steps \`${id}\``)]
        : []
    }),
  ]
}

/** A step may lean on the arguments and on what stands before it. */
export function referenceFaults(
  before: readonly Step[],
  group: readonly Step[],
  parameters: JsonSchema,
  sheet: YamlFile,
): readonly YamlProblem[] {
  const earlier = before.map(({ id }) => id)
  return group.flatMap((step) => {
    const { place, id } = step
    const own = [...earlier, id]
    return [
      ...unknownPaths(step.arguments, earlier, parameters, [...place, 'arguments'], sheet),
      ...unknownPaths(step.fallback?.arguments, own, parameters, [...place, 'fallback'], sheet),
      ...unknownPaths(step.undo?.arguments, own, parameters, [...place, 'undo'], sheet),
      ...(step.when === undefined ? [] : pathsIn(step.when)).flatMap((path) =>
        unknownPath(path, earlier, parameters, [...place, 'when'], sheet),
      ),
    ]
  })
}

function unknownPaths(
  value: JsonValue | undefined,
  ids: readonly string[],
  parameters: JsonSchema,
  place: YamlPath,
  sheet: YamlFile,
): readonly YamlProblem[] {
  try {
    return pathsOf(value ?? null).flatMap((path) => unknownPath(path, ids, parameters, place, sheet))
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    return [sheet.problem(place, `a place in it cannot be read: ${error.message}`)]
  }
}

function unknownPath(
  path: Path,
  ids: readonly string[],
  parameters: JsonSchema,
  place: YamlPath,
  sheet: YamlFile,
): readonly YamlProblem[] {
  const [first, second] = path
  const shown = formatPath(path)
  if (first === 'args')
    return Object.hasOwn(parameters.properties ?? {}, String(second))
      ? []
      : [sheet.problem(place, `\`${shown}\` names no parameter; those are written under \`parameters\``)]
  const id = NAMESPACES.includes(first) ? String(second) : first
  return ids.includes(id) ? [] : [sheet.problem(place, `\`${shown}\` names no step that stands before it`)]
}

/** Places of `say` that lead nowhere. */
export function sayFaults(
  say: string | undefined,
  groups: Composite['groups'],
  parameters: JsonSchema,
  sheet: YamlFile,
): readonly YamlProblem[] {
  const ids = groups.flat().map(({ id }) => id)
  return unknownPaths(say, ids, parameters, ['say'], sheet)
}

/** Tests of steps that are not there, or with other arguments. */
export function testFaults(
  tests: readonly CompositeTest[],
  groups: Composite['groups'],
  parameters: JsonSchema,
  sheet: YamlFile,
): readonly YamlProblem[] {
  const ids = groups.flat().map(({ id }) => id)
  const check = compileSchema(parameters)
  return tests.flatMap((test, at) => [
    ...(test.fails === undefined ? check(test.arguments) : []).map((broken) =>
      sheet.problem(['tests', at, 'arguments'], `the test does not fit: ${trimmed(broken.message)}`),
    ),
    ...(['results', 'failures'] as const).flatMap((field) =>
      Object.keys(test[field] ?? {})
        .filter((id) => !ids.includes(id))
        .map((id) => sheet.problem(['tests', at, field, id], `there is no step \`${id}\``, 'key')),
    ),
  ])
}

/** A sentence as a clause. */
export function trimmed(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
