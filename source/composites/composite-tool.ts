// A composite as a tool: what it needs of the tools that there are, and what it says when it was run.

import type { StepAccess } from '../contracts/composites.ts'
import type { JsonObject } from '../contracts/json.ts'
import { type CompiledTool, isManifestProblem, type ToolDetail } from '../contracts/manifest.ts'
import { defineTool, type Risk, type Said, type Tool, ToolFailure } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { hashedTool } from '../manifest/writer.ts'
import { truncateMiddle } from '../toolkit/truncate.ts'
import type { Composite, Step, StepCall } from './composite-file.ts'
import { type CompositeResult, runComposite } from './run-composite.ts'
import { pathsOf } from './template.ts'

/** A tool that a step may call. */
export interface StepTool {
  readonly risk: Risk
  readonly detail: ToolDetail
}

const RISKS: readonly Risk[] = ['read', 'write', 'network', 'execute']
/** Its steps have limits of their own, and a person who is asked takes their time. */
const LONGEST_MS = 3_600_000
/** A small model's window has 4,000 tokens. */
const MOST_DETAIL = 4_500

/** The composite as a tool, or what stands in its way, a sentence each. */
export function toolOfComposite(
  composite: Composite,
  find: (tool: string) => StepTool | undefined,
): { readonly compiled: CompiledTool; readonly tool: Tool } | readonly string[] {
  const problems = composite.groups.flatMap((group) =>
    group.flatMap((step) => stepFaults(composite, step, group.length > 1, find)),
  )
  if (problems.length > 0) return problems
  const { name, title, description, group, priority, parameters, examples, version } = composite
  const unhashed = {
    ...{ name, group, priority, parameters, examples, description },
    oneLiner: title,
    risk: riskOf(composite, find),
    fewShots: [],
    triggers: [],
    ...(version !== undefined && { version }),
  }
  const compiled = hashedTool(unhashed)
  if (isManifestProblem(compiled)) return [`The composite \`${name}\` cannot be used: ${compiled.message}`]
  return { compiled, tool: makeTool(composite, compiled) }
}

function makeTool(composite: Composite, { name, description, parameters, risk }: CompiledTool): Tool {
  return defineTool<JsonObject, CompositeResult>({
    ...{ name, description, parameters, risk },
    asksPerStep: true,
    longestMs: LONGEST_MS,
    run: (args, { services, signal }) => {
      const { steps } = services
      if (steps === undefined)
        throw new ToolFailure('nested', `${name} was not run: a composite cannot be a step of another.`)
      // The steps themselves end with the turn; this one may end before, at its own limit.
      const run: StepAccess['run'] = async (...step) => {
        signal.throwIfAborted()
        return steps.run(...step)
      }
      return runComposite(composite, { ...composite.defaults, ...args }, { run })
    },
    say: (result) => saidOf(composite, result),
  })
}

/** Its own sentence, or a count where it has none or a step was skipped, and below it what each step said. */
export function saidOf({ name }: Composite, { sentence, steps }: CompositeResult): Said {
  const count = (state: string) => steps.filter((one) => one.state === state).length
  const [failed, skipped] = [count('failed'), count('skipped')]
  const rest = [failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean)
  const ran = steps.length - failed - skipped
  const counted = `${name}: ${ran} of ${steps.length} steps done${rest.length === 0 ? '' : `, ${rest.join(', ')}`}.`
  const lines = steps
    .filter(({ said }) => said !== '')
    .map(({ step, state, said }) => `${step}${state === 'failed' ? ' failed' : ''}: ${said}`)
  // What went wrong is never left to the composite's own words, and they may claim what was skipped.
  const whole =
    sentence === '' || skipped > 0 ? counted : failed > 0 ? `${sentence} (${failed} failed.)` : sentence
  return {
    sentence: whole,
    ...(lines.length > 0 && { detail: truncateMiddle(lines.join('\n'), MOST_DETAIL).text }),
  }
}

function riskOf({ groups }: Composite, find: (tool: string) => StepTool | undefined): Risk {
  const ranks = callsOf(groups.flat()).map(({ tool }) => RISKS.indexOf(find(tool)?.risk ?? 'execute'))
  return RISKS[Math.max(...ranks)] ?? 'execute'
}

function callsOf(steps: readonly Step[]): readonly StepCall[] {
  return steps.flatMap((step) => [step, step.fallback, step.undo].filter((one) => one !== undefined))
}

function stepFaults(
  composite: Composite,
  step: Step,
  isParallel: boolean,
  find: (tool: string) => StepTool | undefined,
): readonly string[] {
  const where: readonly (readonly [string[], StepCall | undefined])[] = [
    [[], step],
    [['fallback'], step.fallback],
    [['undo'], step.undo],
  ]
  return where.flatMap(([inner, one]) => {
    if (one === undefined) return []
    const place = [...step.place, ...inner]
    const found = find(one.tool)
    if (found === undefined)
      return [composite.problem([...place, 'tool'], `there is no tool \`${one.tool}\``).message]
    if (isParallel && found.risk !== 'read' && inner[0] !== 'undo')
      return [
        composite.problem(
          [...place, 'tool'],
          `side by side stands only what reads, and \`${one.tool}\` is \`${found.risk}\``,
        ).message,
      ]
    return argumentFaults(one, found.detail).map(
      (fault) => composite.problem([...place, 'arguments'], fault).message,
    )
  })
}

/** Names that the tool does not take, needed ones that are not given, and values without places that do not fit. */
function argumentFaults({ tool, arguments: args }: StepCall, { parameters }: ToolDetail): readonly string[] {
  const known = parameters.properties ?? {}
  const missing = (parameters.required ?? []).filter((name) => !Object.hasOwn(args, name))
  return [
    ...missing.map((name) => `\`${tool}\` needs \`${name}\``),
    ...Object.entries(args).flatMap(([name, value]) => {
      const schema = Object.hasOwn(known, name) ? known[name] : undefined
      if (schema === undefined)
        return parameters.additionalProperties === undefined || parameters.additionalProperties === false
          ? [`\`${tool}\` takes no \`${name}\``]
          : []
      if (pathsOf(value).length > 0) return []
      return compileSchema(schema)(value).map(
        (broken) => `\`${name}\` of \`${tool}\` does not fit: ${broken.message.replace(/\.$/, '')}`,
      )
    }),
  ]
}
