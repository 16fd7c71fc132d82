// Tools that stand beside those of the home, as if the manifest had them.
import type { CompiledTool, Manifest } from '../contracts/manifest.ts'
import type { TaughtExample } from '../contracts/teaching.ts'
import type { Tool } from '../contracts/tool.ts'
import { sha256Hex } from '../lib/checksum.ts'

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

/** Tools of two places; one of the second gives way to one of the first with the same name, and that is said. */
export function joinMore(first: MoreTools, second: MoreTools | undefined): MoreTools {
  if (second === undefined) return first
  const taken = new Set(first.tools.map(({ compiled }) => compiled.name))
  const hidden = second.tools.filter(({ compiled }) => taken.has(compiled.name))
  return {
    tools: [...first.tools, ...second.tools.filter((one) => !hidden.includes(one))],
    notices: [
      ...first.notices,
      ...second.notices,
      ...hidden.map(
        ({ compiled: { name, group } }) =>
          `The tool \`${name}\` of \`${group}\` is not used: you have a file of that name.`,
      ),
    ],
  }
}

/** The same with tools that are made of those that are there. */
export function withComposed(
  first: TogetherTools,
  composed: ((manifest: Manifest) => MoreTools) | undefined,
): TogetherTools {
  if (first.manifest === undefined || composed === undefined) return first
  const second = withMoreTools(first.manifest, composed(first.manifest))
  return {
    manifest: second.manifest,
    notices: [...first.notices, ...second.notices],
    examples: [...first.examples, ...second.examples],
    tool: (name) => second.tool(name) ?? first.tool(name),
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
