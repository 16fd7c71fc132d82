// The built-in `tool_search`: where the tools are too many to be named in the head, they are looked up by their words. It is no
// folder of `tools/`, because it is there only with such a manifest and knows all of it; to all others it is a tool like any.
import type { CompiledTool, Manifest } from '../contracts/manifest.ts'
import { isManifestProblem } from '../contracts/manifest.ts'
import { defineTool, type Tool } from '../contracts/tool.ts'
import { contentHashOf } from '../manifest/tool-bytes.ts'
import { INDEX_BUDGET_TOKENS, isTooManyToName } from '../prompt/index-tiers.ts'
import { createWordMatcher, wordsOfTool } from '../router/words.ts'

const NAME = 'tool_search'
/** Above ordinary tools: its state is made early. */
const PRIORITY = 200
const MOST_FOUND = 5

type Arguments = { readonly query: string }

type Found = {
  readonly query: string
  /** How many were looked through. */
  readonly among: number
  /** Best first. */
  readonly tools: readonly { readonly name: string; readonly does: string }[]
}

/** A manifest with the built-in tool in it, and that tool's code. */
export interface SearchableTools {
  readonly manifest: Manifest
  readonly tool: Tool
}

/**
 * Adds `tool_search` to a manifest with more tools than the head can name, `off` not counted; undefined: they can all be
 * named, or one of them has that name itself.
 */
export function addToolSearch(
  manifest: Manifest,
  off: readonly string[] = [],
  budgetTokens = INDEX_BUDGET_TOKENS,
): SearchableTools | undefined {
  const { entries } = manifest
  const named = entries.filter(({ name }) => !off.includes(name))
  if (!isTooManyToName(named, budgetTokens)) return undefined
  const tool = toolSearch(manifest)
  if (entries.some(({ name }) => name === tool.name)) return undefined
  const compiled = compiledSearch(tool)
  const all = [...entries, compiled].sort((a, b) => (a.name < b.name ? -1 : 1))
  const detail: Manifest['detail'] = (name) => (name === tool.name ? compiled : manifest.detail(name))
  return {
    manifest: {
      builtAt: manifest.builtAt,
      contentHash: manifest.contentHash,
      entries: all,
      detail,
      router: () => manifest.router(),
    },
    tool,
  }
}

/** Of a name that nothing has while all tools can be named: why, if it is that of the search; undefined: it is not. */
export function whyNoSearch(name: string): string | undefined {
  return name === NAME
    ? `\`${NAME}\` is only there when the tools are too many to be named in the head of the conversation; now all of them are, and \`/tools\` lists them.`
    : undefined
}

/** Best matches for a request among the tools that may be used now, by BM25 over their words. */
function toolSearch(manifest: Manifest): Tool {
  // Every detail is read for this, so it is made by the first search.
  let match: ReturnType<typeof createWordMatcher> | undefined
  return defineTool<Arguments, Found>({
    name: NAME,
    description: 'Find tools by what they do; the best matches can be called next',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'what the tool should do, in a few words',
          'x-from': 'message',
          'x-ask': 'What should the tool do?',
        },
      },
      required: ['query'],
    },
    risk: 'read',
    run: ({ query }, { program }) => {
      match ??= createWordMatcher(readWords(manifest))
      const usable = new Set(program.toolsEnabled)
      usable.delete(NAME)
      const { ranked } = match(query, (name) => usable.has(name))
      const does = new Map(manifest.entries.map(({ name, oneLiner }) => [name, oneLiner]))
      const tools = ranked
        .slice(0, MOST_FOUND)
        .map(({ tool }) => ({ name: tool, does: does.get(tool) ?? '' }))
      return { query, among: usable.size, tools }
    },
    say: ({ query, among, tools }) => {
      const [best, ...others] = tools
      if (best === undefined) return { sentence: `None of ${among} tools has a word of "${query}".` }
      const lines = tools.map(({ name, does }) => `${name}: ${does}`)
      const which = others.length === 0 ? 'only this one has' : `these ${tools.length} have most`
      return { sentence: `Of ${among} tools ${which} words of "${query}":`, detail: lines.join('\n') }
    },
    finds: ({ tools }) => tools.map(({ name }) => name),
  })
}

function readWords(manifest: Manifest) {
  return manifest.entries.flatMap((entry) => {
    const detail = manifest.detail(entry.name)
    return isManifestProblem(detail) ? [] : [wordsOfTool({ ...entry, ...detail })]
  })
}

/** What the manifest says of it. The router knows it by whole messages only: its words ("find", "tool") are those of many requests. */
function compiledSearch({ name, description, parameters, risk }: Tool): CompiledTool {
  const shots = [
    ['which tools do you have for calendars?', 'calendars'],
    ['find a tool that can convert currencies', 'convert currencies'],
    ['open an issue in my repository about the broken login', 'open an issue in my repository'],
    ['is there something here to draw a pie chart with?', 'draw a pie chart'],
    ['book me a train from Berlin to Hamburg', 'book me a train'],
  ] as const
  const unhashed = {
    name,
    description,
    parameters,
    risk,
    oneLiner: 'Find a tool by what it does',
    group: 'tools',
    priority: PRIORITY,
    examples: shots.map(([user]) => user),
    fewShots: shots.map(([user, query]) => ({ user, arguments: { query } })),
    triggers: [
      '(?:which|what) tools? (?:do you have|have you got|are there|can you use) (?:for|about|to) (?<query>.+?)[\\s?.!]*',
      '(?:do you have|have you got) (?:a|an|any) tools? (?:for|about|to|that can|which can) (?<query>.+?)[\\s?.!]*',
      '(?:find|look up|look for|search for)(?: me)? (?:a|any|the right) tools? (?:for|about|to|that can|which can) (?<query>.+?)[\\s?.!]*',
    ].map((pattern) => ({ pattern })),
  }
  return { ...unhashed, contentHash: contentHashOf(unhashed) }
}
