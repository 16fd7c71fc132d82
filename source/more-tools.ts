// Tools that stand beside those of the home, as if the manifest had them.
import type { CompiledTool, Manifest } from './contracts/manifest.ts'
import type { TaughtExample } from './contracts/teaching.ts'
import type { Tool } from './contracts/tool.ts'
import { sha256Hex } from './lib/checksum.ts'

/** Compiled tools with their code, and what a person should know of them. */
export interface MoreTools {
  readonly tools: readonly {
    readonly compiled: CompiledTool
    readonly tool: Tool
    /** It takes the place of one of the manifest. */
    readonly replaces?: boolean
  }[]
  readonly notices: readonly string[]
}

/** A manifest with more tools in it; `tool` gives the code of those. */
export interface TogetherTools {
  readonly manifest: Manifest | undefined
  readonly notices: readonly string[]
  /** Requests that the router learns beside what was taught. */
  readonly examples: readonly TaughtExample[]
  tool(name: string): Tool | undefined
}

/** Tools of several sources; of two with one name the first stays, and that is said. */
export function joinTools(sources: readonly MoreTools[]): MoreTools {
  const all = sources.flatMap(({ tools }) => tools)
  const first = new Map([...all].reverse().map((one) => [one.compiled.name, one]))
  const lost = all.filter((one) => first.get(one.compiled.name) !== one)
  const notices = lost.map(
    ({ compiled: { name, group } }) =>
      `The tool \`${name}\` of \`${group}\` is not used: another one has that name.`,
  )
  return {
    tools: [...first.values()].reverse(),
    notices: [...sources.flatMap((one) => one.notices), ...notices],
  }
}

/** Puts them together; a tool gives way to one of the manifest with the same name, and that is said. */
export function withMoreTools(manifest: Manifest | undefined, more: MoreTools | undefined): TogetherTools {
  if (manifest === undefined || more === undefined || more.tools.length === 0)
    return { manifest, notices: more?.notices ?? [], examples: [], tool: () => undefined }
  const taken = new Set(manifest.entries.map(({ name }) => name))
  const added = more.tools.filter(({ compiled, replaces }) => replaces || !taken.has(compiled.name))
  const byName = new Map(added.map((one) => [one.compiled.name, one]))
  const hidden = more.tools.filter(({ compiled, replaces }) => !replaces && taken.has(compiled.name))
  const notices = hidden.map(
    ({ compiled: { name, group } }) =>
      `The tool \`${name}\` of \`${group}\` is not used: the program has one of that name.`,
  )
  const sums = added.map(({ compiled }) => compiled.contentHash).sort()
  return {
    manifest: {
      builtAt: manifest.builtAt,
      contentHash: sha256Hex(Buffer.from([manifest.contentHash, ...sums].join(' '))),
      entries: [
        ...manifest.entries.filter(({ name }) => !byName.has(name)),
        ...added.map(({ compiled }) => compiled),
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      detail: (name) => byName.get(name)?.compiled ?? manifest.detail(name),
      router: () => manifest.router(),
    },
    notices: [...more.notices, ...notices],
    examples: added.flatMap(({ compiled }) =>
      [...compiled.examples, ...compiled.fewShots.map(({ user }) => user)].map((text) => ({
        text,
        tool: compiled.name,
      })),
    ),
    tool: (name) => byName.get(name)?.tool,
  }
}
