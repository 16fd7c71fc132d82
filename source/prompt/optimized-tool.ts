// A row of an overlay, read from what may stand in a file that anybody can edit, and put upon a tool's detail. Pure.
import { isManifestProblem, type Manifest, type ToolDetail } from '../contracts/manifest.ts'
import {
  LONGEST_INSTRUCTION,
  type OptimizedTool,
  type Score,
  type StateDraft,
  TOOL_STRATEGIES,
  type ToolStrategy,
  type Trial,
} from '../contracts/optimized.ts'

const LONGEST_LINE = 200
const MOST_TEXTS = 200

type Members = { readonly [name: string]: unknown }

/** Reads a row; a part that is broken counts as missing, and with nothing left there is no row. */
export function readOptimizedTool(value: unknown): OptimizedTool | undefined {
  if (!isMembers(value)) return undefined
  const { contentHash, oneLiner, oneLinerTokens, stateTokens, strategy } = value
  if (typeof contentHash !== 'string') return undefined
  const fewShots = textsOf(value.fewShots)
  const examples = textsOf(value.examples)
  const words = textsOf(value.words)
  const tried = triedOf(value.tried)
  const row: OptimizedTool = {
    contentHash,
    ...(isLine(oneLiner, LONGEST_LINE) && { oneLiner }),
    ...(isCount(oneLinerTokens) && { oneLinerTokens }),
    ...(fewShots && { fewShots }),
    ...(value.nearest === true && { nearest: true }),
    ...(isLine(value.instruction, LONGEST_INSTRUCTION) && { instruction: value.instruction }),
    ...(isMembers(stateTokens) &&
      isCount(stateTokens.before) &&
      isCount(stateTokens.after) && {
        stateTokens: { before: stateTokens.before, after: stateTokens.after },
      }),
    ...(examples && { examples }),
    ...(words && { words }),
    ...(tried && { tried }),
    ...(typeof strategy === 'string' && { strategy }),
  }
  const { oneLiner: line, fewShots: shots, instruction, examples: more, words: said, tried: trials } = row
  return [line, shots, instruction, more, said, trials].some((part) => part !== undefined) ? row : undefined
}

const drafted = new WeakMap<ToolDetail, { readonly draft: StateDraft; readonly detail: ToolDetail }>()

/** The detail with what stands otherwise in its state; the same object for the same two. */
export function withDraft(detail: ToolDetail, draft: StateDraft | undefined): ToolDetail {
  if (draft === undefined) return detail
  const made = drafted.get(detail)
  if (made?.draft === draft) return made.detail
  const { fewShots, nearest, instruction } = draft
  const optimized: StateDraft = {
    ...(fewShots && { fewShots }),
    ...(nearest && { nearest }),
    ...(instruction !== undefined && { instruction }),
  }
  const changed = Object.keys(optimized).length === 0 ? detail : { ...detail, optimized }
  drafted.set(detail, { draft, detail: changed })
  return changed
}

/** A manifest whose details are as the rows want them. */
export function withRows(manifest: Manifest, rows: ReadonlyMap<string, OptimizedTool>): Manifest {
  if (rows.size === 0) return manifest
  return {
    builtAt: manifest.builtAt,
    get contentHash() {
      return manifest.contentHash
    },
    entries: manifest.entries,
    router: () => manifest.router(),
    detail: (name) => {
      const detail = manifest.detail(name)
      return isManifestProblem(detail) ? detail : withDraft(detail, rows.get(name))
    },
  }
}

function triedOf(value: unknown): OptimizedTool['tried'] {
  if (!isMembers(value)) return undefined
  const rows = TOOL_STRATEGIES.flatMap((name): [ToolStrategy, Trial][] => {
    const trial = value[name]
    if (!isMembers(trial) || typeof trial.kept !== 'boolean' || typeof trial.reason !== 'string') return []
    const [before, after] = [scoreOf(trial.before), scoreOf(trial.after)]
    return [[name, { kept: trial.kept, reason: trial.reason, ...(before && after && { before, after }) }]]
  })
  return rows.length === 0 ? undefined : Object.fromEntries(rows)
}

function scoreOf(value: unknown): Score | undefined {
  if (!isMembers(value) || !isCount(value.right) || !isCount(value.cases)) return undefined
  return { right: value.right, cases: value.cases }
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_TEXTS) return undefined
  return value.every((one) => typeof one === 'string') ? value : undefined
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function isLine(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !/[\r\n]/.test(value)
}
