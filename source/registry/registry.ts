// Which tools there are and which of them are on. What a tool is stands in the manifest; what the person chose stands
// in the settings; code is loaded when a tool is called.
import type { CompiledTool, Manifest, ManifestEntry, ToolDetail } from '../contracts/manifest.ts'
import { isManifestProblem } from '../contracts/manifest.ts'
import type { Tool } from '../contracts/tool.ts'
import { nearestName } from '../lib/nearest-name.ts'

export interface RegistryOptions {
  /** undefined at levels 3 and 4: no tools. */
  readonly manifest: Manifest | undefined
  readonly disabled: readonly string[]
  /** Loads a tool's code; rejects when it cannot be loaded. */
  readonly loadTool: (name: string) => Promise<Tool>
}

export class Registry {
  readonly #manifest: Manifest | undefined
  readonly #disabled: Set<string>
  readonly #loadTool: (name: string) => Promise<Tool>
  readonly #loaded = new Map<string, Promise<Tool>>()
  readonly #details = new Map<string, ToolDetail | undefined>()

  constructor({ manifest, disabled, loadTool }: RegistryOptions) {
    this.#manifest = manifest
    this.#disabled = new Set(disabled)
    this.#loadTool = loadTool
  }

  /** Every tool, sorted by name. */
  get entries(): readonly ManifestEntry[] {
    return this.#manifest?.entries ?? []
  }

  get enabled(): readonly ManifestEntry[] {
    return this.entries.filter((entry) => !this.#disabled.has(entry.name))
  }

  /** Names of the tools that are off; also such as this manifest does not have. */
  get disabled(): readonly string[] {
    return [...this.#disabled].sort()
  }

  isEnabled(name: string): boolean {
    return !this.#disabled.has(name) && this.has(name)
  }

  has(name: string): boolean {
    return this.entries.some((entry) => entry.name === name)
  }

  setEnabled(name: string, enabled: boolean): void {
    if (enabled) this.#disabled.delete(name)
    else this.#disabled.add(name)
  }

  /** A tool's detail, read lazily and once; undefined when there is none or it is damaged. */
  detail(name: string): ToolDetail | undefined {
    if (!this.#details.has(name)) {
      const detail = this.#manifest?.detail(name)
      this.#details.set(name, detail === undefined || isManifestProblem(detail) ? undefined : detail)
    }
    return this.#details.get(name)
  }

  /** An enabled tool with its code; undefined when it is off, unknown, or cannot be loaded. */
  async callable(name: string): Promise<{ tool: Tool; detail: ToolDetail } | undefined> {
    const detail = this.isEnabled(name) ? this.detail(name) : undefined
    if (detail === undefined) return undefined
    const loading = this.#loaded.get(name) ?? this.#loadTool(name)
    this.#loaded.set(name, loading)
    const tool = await loading.catch(() => undefined)
    return tool === undefined ? undefined : { tool, detail }
  }

  nearest(name: string): string | undefined {
    return nearestName(
      name,
      this.enabled.map((entry) => entry.name),
    )
  }
}

/** Entries and details of compiled tools, e.g. for tests: a manifest that lives in memory. */
export function manifestOf(tools: readonly CompiledTool[], router: Uint8Array | undefined): Manifest {
  const sorted = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    builtAt: 0,
    contentHash: sorted.map((tool) => tool.contentHash).join(''),
    entries: sorted,
    detail: (name) =>
      sorted.find((tool) => tool.name === name) ?? { code: 'missing', message: `no tool ${name}` },
    router: () => router,
  }
}
