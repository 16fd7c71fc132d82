// Optimized prompts of one model: `tools/optimized/<model>.json` in the home. A tool that is missing there, or whose
// content changed since, falls back to its own words; a broken or foreign file is named and ignored.
import { readFileSync } from 'node:fs'
import type { ManifestEntry } from '../contracts/manifest.ts'
import { OPTIMIZED_VERSION, type OptimizedTool } from '../contracts/optimized.ts'
import { readOptimizedTool } from './optimized-tool.ts'

export type Overlay =
  | {
      readonly type: 'valid'
      /** Whether a row makes anything otherwise; without it the file says only what was tried. */
      readonly isChanged: boolean
      /** Of the model that it was made with; undefined: the file does not say. */
      readonly sha256: string | undefined
      /** Rows of tools that did not change since. */
      readonly rows: ReadonlyMap<string, OptimizedTool>
      readonly oneLiners: ReadonlyMap<string, string>
      readonly stale: readonly string[]
    }
  | { readonly type: 'none'; readonly reason: string }

/** The model whose overlay is wanted; what is undefined is not known yet. */
export interface OverlayModel {
  readonly id?: string | undefined
  readonly sha256?: string | undefined
}

const AGAIN = '`/optimize_tool_prompts` makes them anew'
/** What the optimizer does with a file that it does not read. */
const ANEW = '`/optimize_tool_prompts` sets that file aside and makes new ones'

/** Reads the overlay at `path` against the tools that there are; never throws on what stands in it. */
export function loadOverlay(
  path: string,
  entries: readonly ManifestEntry[],
  model: OverlayModel = {},
): Overlay {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { type: 'none', reason: 'no optimized prompts for this model' }
    }
    return { type: 'none', reason: `the optimized prompts in \`${path}\` cannot be read; ${ANEW}` }
  }
  const tools = toolsOf(value)
  if (tools === undefined) return { type: 'none', reason: `\`${path}\` holds no optimized prompts; ${ANEW}` }
  const { formatVersion, model: of } = value as { readonly formatVersion?: unknown; readonly model?: unknown }
  if (formatVersion !== undefined && formatVersion !== OPTIMIZED_VERSION)
    return {
      type: 'none',
      reason: `the optimized prompts in \`${path}\` have the format \`${String(formatVersion)}\`, this program reads ${OPTIMIZED_VERSION}; take the newer program, or ${ANEW}`,
    }
  if (formatVersion !== undefined && tools.size === 0)
    return { type: 'none', reason: 'no optimized prompts for this model' }
  const made = modelOf(of)
  if (isAnother(made.id, model.id) || isAnother(made.sha256, model.sha256))
    return { type: 'none', reason: `the optimized prompts in \`${path}\` are for another model; ${ANEW}` }
  return overlayOf(path, tools, entries, made.sha256)
}

function overlayOf(
  path: string,
  tools: ReadonlyMap<string, OptimizedTool>,
  entries: readonly ManifestEntry[],
  sha256: string | undefined,
): Overlay {
  const rows = new Map<string, OptimizedTool>()
  const oneLiners = new Map<string, string>()
  const stale: string[] = []
  let isChanged = false
  for (const { name, contentHash, oneLiner } of entries) {
    const row = tools.get(name)
    if (row === undefined) continue
    if (row.contentHash !== contentHash) stale.push(name)
    else {
      rows.set(name, row)
      isChanged ||= changes(row, oneLiner)
      if (row.oneLiner !== undefined) oneLiners.set(name, row.oneLiner)
    }
  }
  if (rows.size > 0) return { type: 'valid', isChanged, sha256, rows, oneLiners, stale }
  const reason = `the optimized prompts in \`${path}\` are for other versions of the tools; ${AGAIN}`
  return { type: 'none', reason }
}

/** A row also says what was tried and not kept. */
function changes({ oneLiner, ...row }: OptimizedTool, own: string): boolean {
  const { fewShots, nearest, instruction, examples, words } = row
  const parts = [fewShots, nearest, instruction, examples, words]
  return parts.some((part) => part !== undefined) || (oneLiner !== undefined && oneLiner !== own)
}

/** Why the prompts are the usual ones, as a clause; undefined: a row makes something otherwise. */
export function whyNotOptimized(overlay: Overlay): string | undefined {
  if (overlay.type === 'none') return overlay.reason
  return overlay.isChanged
    ? undefined
    : 'nothing that was tried for this model was kept, so no prompt is another; `/optimize_tool_prompts --strategy all` tries the rest'
}

function toolsOf(value: unknown): ReadonlyMap<string, OptimizedTool> | undefined {
  if (typeof value !== 'object' || value === null || !('tools' in value)) return undefined
  const { tools } = value
  if (typeof tools !== 'object' || tools === null) return undefined
  return new Map(
    Object.entries(tools).flatMap(([name, row]) => {
      const read = readOptimizedTool(row)
      return read === undefined ? [] : [[name, read] as const]
    }),
  )
}

function modelOf(value: unknown): OverlayModel {
  if (typeof value !== 'object' || value === null) return {}
  const { id, sha256 } = value as { readonly id?: unknown; readonly sha256?: unknown }
  return {
    id: typeof id === 'string' ? id : undefined,
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
  }
}

function isAnother(made: string | undefined, wanted: string | undefined): boolean {
  return Boolean(made) && Boolean(wanted) && made !== wanted
}

/** Whether the overlay was made with another file than that of this sum. */
export function isForAnother(overlay: Overlay | undefined, sha256: string): boolean {
  return overlay?.type === 'valid' && isAnother(overlay.sha256, sha256)
}

/** The line that was rewritten for the model, else the tool's own. */
export function oneLinerOf(entry: Pick<ManifestEntry, 'name' | 'oneLiner'>, overlay: Overlay): string {
  return (overlay.type === 'valid' ? overlay.oneLiners.get(entry.name) : undefined) ?? entry.oneLiner
}
