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
  /** In place of the tools' own; what is no tool, or no whole number from 0 to 255, counts for nothing. */
  readonly priorities?: { readonly [tool: string]: number }
  /** Loads a tool's code; rejects when it cannot be loaded. */
  readonly loadTool: (name: string) => Promise<Tool>
}

export class Registry {
  readonly #manifest: Manifest | undefined
  readonly #disabled: Set<string>
  readonly #loadTool: (name: string) => Promise<Tool>
  readonly #loaded = new Map<string, Promise<Tool>>()
  #entries: readonly ManifestEntry[]
  readonly #details = new Map<string, ToolDetail | undefined>()

  constructor({ manifest, disabled, priorities = {}, loadTool }: RegistryOptions) {
    this.#manifest = manifest
    this.#disabled = new Set(disabled)
    this.#loadTool = loadTool
    this.#entries = (manifest?.entries ?? []).map((entry) => withPriority(entry, priorities[entry.name]))
  }

  /** Every tool, sorted by name. */
  get entries(): readonly ManifestEntry[] {
    return this.#entries
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

  /** undefined: the tool's own again. */
  setPriority(name: string, priority: number | undefined): void {
    this.#entries = (this.#manifest?.entries ?? []).map((entry, at) =>
      entry.name === name ? withPriority(entry, priority) : (this.#entries[at] ?? entry),
    )
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

function withPriority(entry: ManifestEntry, priority: number | undefined): ManifestEntry {
  const isOne = priority !== undefined && Number.isInteger(priority) && priority >= 0 && priority <= 255
  return isOne ? { ...entry, priority } : entry
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
