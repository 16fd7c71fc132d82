// Optimized prompts of one model: `tools/optimized/<model>.json` in the home. A tool that is missing there, or whose
// content changed since, falls back to its own one-liner; a broken file is named and ignored.
import { readFileSync } from 'node:fs'
import type { ManifestEntry } from '../contracts/manifest.ts'

export type Overlay =
  | {
      readonly type: 'valid'
      readonly oneLiners: ReadonlyMap<string, string>
      readonly stale: readonly string[]
    }
  | { readonly type: 'none'; readonly reason: string }

/** Reads the overlay at `path` against the tools that there are; never throws on what stands in it. */
export function loadOverlay(path: string, entries: readonly ManifestEntry[]): Overlay {
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
  const oneLiners = new Map<string, string>()
  const stale: string[] = []
  for (const entry of entries) {
    const row = tools[entry.name]
    if (row === undefined) continue
    if (row.contentHash === entry.contentHash) oneLiners.set(entry.name, row.oneLiner)
    else stale.push(entry.name)
  }
  if (oneLiners.size > 0) return { type: 'valid', oneLiners, stale }
  return { type: 'none', reason: `the optimized prompts in \`${path}\` are for other versions of the tools` }
}

interface OverlayRow {
  readonly contentHash: string
  readonly oneLiner: string
}

function toolsOf(value: unknown): Record<string, OverlayRow> | undefined {
  if (typeof value !== 'object' || value === null || !('tools' in value)) return undefined
  const { tools } = value
  if (typeof tools !== 'object' || tools === null) return undefined
  return Object.fromEntries(Object.entries(tools).filter((row): row is [string, OverlayRow] => isRow(row[1])))
}

function isRow(value: unknown): value is OverlayRow {
  if (typeof value !== 'object' || value === null) return false
  const { contentHash, oneLiner } = value as Partial<OverlayRow>
  return (
    typeof contentHash === 'string' &&
    typeof oneLiner === 'string' &&
    oneLiner.length > 0 &&
    oneLiner.length <= 200 &&
    !/[\r\n]/.test(oneLiner)
  )
}

/** The line that was rewritten for the model, else the tool's own. */
export function oneLinerOf(entry: Pick<ManifestEntry, 'name' | 'oneLiner'>, overlay: Overlay): string {
  return (overlay.type === 'valid' ? overlay.oneLiners.get(entry.name) : undefined) ?? entry.oneLiner
}
