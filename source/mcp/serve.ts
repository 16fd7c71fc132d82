// `ethervox mcp serve`: our tools over stdio for other programs that speak MCP. The only file that imports the SDK's server.
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { withoutOwnKeywords } from '../lib/own-keywords.ts'

/** A tool as others see it. */
export interface ServedTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly risk: string
}

/** How a call ended, in words, and its result where it went well. */
export interface ServedResult {
  readonly ok: boolean
  readonly text: string
  readonly result: JsonValue | undefined
}

export interface Served {
  readonly program: { readonly name: string; readonly version: string }
  tools(): readonly ServedTool[]
  /** Never rejects. */
  call(name: string, args: JsonObject, signal: AbortSignal): Promise<ServedResult>
}

/** Serves until the other side closes its end, or the signal fires. stdout belongs to the protocol. */
export async function serveOverStdio(served: Served, signal: AbortSignal): Promise<void> {
  const server = new Server(served.program, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => ({
    tools: served.tools().map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: withoutOwnKeywords(tool.parameters) as { type: 'object' },
      annotations: {
        readOnlyHint: tool.risk === 'read',
        destructiveHint: tool.risk === 'write' || tool.risk === 'execute',
        openWorldHint: tool.risk === 'network' || tool.risk === 'execute',
      },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params
    const { ok, text, result } = await served.call(name, args as JsonObject, context.mcpReq.signal)
    const isObject = typeof result === 'object' && result !== null && !Array.isArray(result)
    return {
      content: [{ type: 'text', text }],
      ...(isObject && { structuredContent: result as JsonObject }),
      isError: !ok,
    }
  })
  const ended = Promise.withResolvers<void>()
  server.onclose = () => ended.resolve()
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  await server.connect(new StdioServerTransport())
  await ended.promise
  await server.close()
}
