// Taught examples with arguments among the worked examples of their tool: a call sees those that are like its message.
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { TaughtCase } from '../contracts/teaching.ts'
import type { Tool } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { isCompatible } from '../lib/semver.ts'

type Callable = { readonly tool: Tool; readonly detail: ToolDetail }

const made = new WeakMap<ToolDetail, { readonly cases: readonly TaughtCase[]; readonly detail: ToolDetail }>()

/** The same tool; its detail is the same object as long as nothing else is taught, for indexes are kept by it. */
export function withTaughtShots(
  callable: Callable | undefined,
  cases: readonly TaughtCase[],
  version: string | undefined,
): Callable | undefined {
  if (callable === undefined || cases.length === 0) return callable
  const { tool, detail } = callable
  const known = made.get(detail)
  if (known?.cases === cases) return { tool, detail: known.detail }
  const taught = { ...detail, fewShots: [...detail.fewShots, ...shotsOf(tool.name, detail, cases, version)] }
  made.set(detail, { cases, detail: taught })
  return { tool, detail: taught }
}

/**
 * A request that was taught word for word is called with the arguments that were taught with it, whatever its words say; with none where
 * the tool does not take them any more.
 */
export function asTaught(
  decision: RouteDecision,
  message: string,
  cases: readonly TaughtCase[],
  versionOf: (tool: string) => string | undefined,
  parametersOf?: (tool: string) => ToolDetail['parameters'] | undefined,
): RouteDecision {
  const { tool, by } = decision
  if (tool === null || by !== 'taught') return decision
  const taught = cases.findLast((one) => one.tool === tool && plainOf(one.text) === plainOf(message))
  if (taught?.arguments === undefined || isOfOtherVersion(taught, versionOf(tool))) return decision
  const parameters = parametersOf?.(tool)
  const fits = parameters === undefined || compileSchema(parameters)(taught.arguments).length === 0
  return fits ? { ...decision, arguments: taught.arguments } : decision
}

function plainOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
}

/** Whether arguments were taught for a version of the tool that is no longer like the one that is here. */
export function isOfOtherVersion(taught: TaughtCase, version: string | undefined): boolean {
  return taught.version !== undefined && version !== undefined && !isCompatible(taught.version, version)
}

/** What the schema takes by now; it may have changed since. */
function shotsOf(
  name: string,
  { parameters }: ToolDetail,
  cases: readonly TaughtCase[],
  version: string | undefined,
): FewShot[] {
  const check = compileSchema(parameters)
  return cases.flatMap((taught): FewShot[] => {
    const { tool, text, arguments: args } = taught
    return tool !== name || args === undefined || isOfOtherVersion(taught, version) || check(args).length > 0
      ? []
      : [{ user: text, arguments: args, near: true }]
  })
}
