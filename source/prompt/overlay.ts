// Optimized prompts of one model: `tools/optimized/<model>.json` in the home. A tool that is missing there, or whose
// content changed since, falls back to its own words; a broken or foreign file is named and ignored.
import { readFileSync } from 'node:fs'
import type { ManifestEntry } from '../contracts/manifest.ts'
import { OPTIMIZED_VERSION, type OptimizedTool } from '../contracts/optimized.ts'
import { readOptimizedTool } from './optimized-tool.ts'

export type Overlay =
  | {
      readonly type: 'valid'
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
    return { type: 'none', reason: `the optimized prompts in \`${path}\` cannot be read` }
  }
  const tools = toolsOf(value)
  if (tools === undefined) return { type: 'none', reason: `\`${path}\` holds no optimized prompts` }
  const { formatVersion, model: of } = value as { readonly formatVersion?: unknown; readonly model?: unknown }
  if (formatVersion !== undefined && formatVersion !== OPTIMIZED_VERSION)
    return {
      type: 'none',
      reason: `the optimized prompts in \`${path}\` have the format \`${String(formatVersion)}\`, this program reads ${OPTIMIZED_VERSION}`,
    }
  if (formatVersion !== undefined && tools.size === 0)
    return { type: 'none', reason: 'no optimized prompts for this model' }
  const made = modelOf(of)
  if (isAnother(made.id, model.id) || isAnother(made.sha256, model.sha256))
    return { type: 'none', reason: `the optimized prompts in \`${path}\` are for another model` }
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
  for (const { name, contentHash } of entries) {
    const row = tools.get(name)
    if (row === undefined) continue
    if (row.contentHash !== contentHash) stale.push(name)
    else {
      rows.set(name, row)
      if (row.oneLiner !== undefined) oneLiners.set(name, row.oneLiner)
    }
  }
  if (rows.size > 0) return { type: 'valid', sha256, rows, oneLiners, stale }
  return { type: 'none', reason: `the optimized prompts in \`${path}\` are for other versions of the tools` }
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
