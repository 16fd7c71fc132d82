// The optimized prompts of a home for the model at hand, and its tools as they want them.
import { join } from 'node:path'
import type { Manifest } from '../contracts/manifest.ts'
import type { HomePaths } from '../paths.ts'
import { withRows } from '../prompt/optimized-tool.ts'
import { loadOverlay, type Overlay } from '../prompt/overlay.ts'

export interface OverlaySources {
  readonly home: HomePaths
  /** Id of the model whose optimized prompts are looked for; empty: none known yet. */
  readonly modelId: () => string
  /** Its sum, once it is known. */
  readonly modelSha256?: (() => string | undefined) | undefined
}

/** Where the optimized prompts of a model are. */
export function optimizedPath(home: HomePaths, modelId: string): string {
  return join(home.optimized, `${modelId}.json`)
}

/** The overlay against the tools that there are; without tools there is none. */
export function overlayOfHome(sources: OverlaySources, manifest: Manifest | undefined): Overlay {
  if (manifest === undefined) return { type: 'none', reason: 'no tools' }
  const id = sources.modelId()
  const sha256 = sources.modelSha256?.()
  return loadOverlay(optimizedPath(sources.home, id), manifest.entries, { id, sha256 })
}

/** The tools with what the overlay changes in their states. */
export function asOptimized(manifest: Manifest | undefined, overlay: Overlay): Manifest | undefined {
  return manifest && overlay.type === 'valid' ? withRows(manifest, overlay.rows) : manifest
}
