// Tools of MCP servers as tools of the program: names, risks, what they say. Their words and schemas go into the router and the
// call states as those of declared tools do.

import type { JsonObject } from '../contracts/json.ts'
import { type CompiledTool, isManifestProblem } from '../contracts/manifest.ts'
import type { McpTool } from '../contracts/mcp.ts'
import { defineTool, type Risk, type Tool } from '../contracts/tool.ts'
import { findSchemaFault } from '../lib/json-schema.ts'
import { withoutOwnKeywords } from '../lib/own-keywords.ts'
import { describeDeclaration, uniqueName } from '../manifest/declared-tools.ts'
import { hashedTool } from '../manifest/writer.ts'
import { plainLine } from '../mcp/plain-text.ts'
import type { OfferedTool, ServersOfHome } from '../mcp/servers.ts'
import type { MoreTools } from './more-tools.ts'

/** Longer ones would fill the context state of a small model. */
const MOST_DESCRIPTION = 1_000
/** In characters: many times what fits a window; a larger one would keep each start busy for seconds. */
const MOST_SCHEMA = 100_000
/** A result that is a sentence rather than a text. */
const MOST_SENTENCE = 200
/** The call's own limit counts; this one is only there for a person who is asked something by the server. */
const LONGEST_MS = 3_600_000

type Result = { readonly text: string; readonly structured?: JsonObject }

/** The tools of all servers that are on; undefined texts, schemas that cannot be used and clashes of names are said. */
export function moreFromServers(servers: ServersOfHome): MoreTools {
  const taken = new Set<string>()
  const notices: string[] = []
  const tools: { compiled: CompiledTool; tool: Tool }[] = []
  for (const offered of servers.tools()) {
    const { server, tool } = offered
    const wanted = uniqueName(`${server}_${tool.name}`, new Set())
    const compiled = compile(offered, uniqueName(`${server}_${tool.name}`, taken))
    if (typeof compiled === 'string') {
      notices.push(compiled)
      continue
    }
    if (compiled.name !== wanted)
      notices.push(
        `Two MCP tools would be \`${wanted}\`; \`${shownName(tool)}\` of \`${server}\` is \`${compiled.name}\`.`,
      )
    tools.push({ compiled, tool: toolOf(servers, offered, compiled) })
  }
  return { tools, notices }
}

/** A server may call it anything. */
function shownName({ name }: McpTool): string {
  return plainLine(name, 80)
}

/** What only reads by the server's own word runs as such; all else asks, and what may destroy counts as a command. */
export function riskOf({ readOnly, destructive }: Pick<McpTool, 'readOnly' | 'destructive'>): Risk {
  if (readOnly === true) return 'read'
  return destructive === false ? 'network' : 'execute'
}

/** A sentence says why it cannot be used. */
function compile({ server, tool }: OfferedTool, name: string): CompiledTool | string {
  const whose = `The tool \`${shownName(tool)}\` of the MCP server \`${server}\` cannot be used`
  const size = JSON.stringify(tool.inputSchema).length
  if (size > MOST_SCHEMA)
    return `${whose}: its schema has ${size} characters; at most ${MOST_SCHEMA} are taken.`
  // A server means others by its `x-…`, and the regular expressions in ours are not checked.
  const parameters = { ...withoutOwnKeywords(tool.inputSchema), type: 'object' as const }
  const fault = findSchemaFault(parameters)
  if (fault !== undefined) return `${whose}: ${plainLine(fault.message, 400)}`
  const said = tool.description.trim() === '' ? tool.name : tool.description.trim()
  const description =
    said.length <= MOST_DESCRIPTION ? said : `${said.slice(0, MOST_DESCRIPTION).toWellFormed()}…`
  const compiled = hashedTool(
    describeDeclaration({ name, description, parameters, group: `mcp: ${server}` }, riskOf(tool)),
  )
  return isManifestProblem(compiled) ? `${whose}: ${compiled.message}` : compiled
}

function toolOf(
  servers: ServersOfHome,
  { server, tool, callMs, reached }: OfferedTool,
  compiled: CompiledTool,
): Tool {
  const { name, description, parameters, risk } = compiled
  return defineTool<JsonObject, Result>({
    name,
    // What a server runs nobody sees; what it says of it may change at any time, and so may what has its name.
    print: JSON.stringify([server, reached, tool, compiled.contentHash]),
    description,
    parameters,
    risk,
    longestMs: Math.max(callMs, LONGEST_MS),
    run: async (args, { signal }) => {
      const { text, structured } = await servers.call(server, tool.name, args, signal)
      return structured === undefined ? { text } : { text, structured }
    },
    say: ({ text }) => {
      const whole = text.trim()
      if (whole === '') return { sentence: `${name} was done; ${server} says nothing of it.` }
      if (whole.length <= MOST_SENTENCE && !whole.includes('\n'))
        return { sentence: `${server} says: ${whole}` }
      return { sentence: `${server} says:`, detail: whole }
    },
  })
}
