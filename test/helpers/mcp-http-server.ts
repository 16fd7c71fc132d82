// An MCP server over streamable HTTP by hand, on loopback, with sessions that it can forget. It notes which requests it carried out.
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Wire = { readonly [key: string]: unknown }

export interface HttpServer {
  readonly url: string
  /** Texts of the calls that were carried out, in order. */
  readonly done: string[]
  /** How many sessions were begun. */
  begun(): number
  /** As after a restart: it knows no session any more. */
  forget(): void
  close(): Promise<void>
}

export interface HttpWishes {
  /** What it answers to a session that it does not know; 404 is what the protocol wants. */
  readonly unknown?: 400 | 404
  /** It knows no session in which a tool is called. */
  readonly forgetful?: true
  /** It gives no session at all, and has no such page from the second call on. */
  readonly withoutSession?: true
  /** Port that it had before. */
  readonly port?: number
}

/** Its tool `say` says its text again; `drop` is carried out, and then its stream ends without a result; `cut` breaks the connection. */
export async function openHttpServer(wishes: HttpWishes = {}): Promise<HttpServer> {
  const sessions = new Set<string>()
  const done: string[] = []
  let begun = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method, params = {} } = await bodyOf(request)
    const session = String(request.headers['mcp-session-id'])
    if (method === 'initialize') {
      sessions.add(`s${++begun}`)
      const { protocolVersion } = params
      const named = wishes.withoutSession ? {} : { 'mcp-session-id': `s${begun}` }
      return send(response, id, { protocolVersion, capabilities: { tools: {} }, serverInfo: INFO }, named)
    }
    if (wishes.withoutSession ? done.length > 0 : !sessions.has(session)) return refuse(response, wishes)
    if (id === undefined) return void response.writeHead(202).end()
    if (wishes.forgetful && method === 'tools/call') return refuse(response, wishes)
    if (method === 'tools/list') return send(response, id, { tools: TOOLS })
    const { name, arguments: args } = params as { name: string; arguments: Wire }
    done.push(String(args.text ?? name))
    if (name === 'cut') return void request.socket.destroy()
    if (name === 'drop') return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
    return send(response, id, { content: [{ type: 'text', text: `${session}: ${String(args.text)}` }] })
  })
  await new Promise<void>((resolve) => server.listen(wishes.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    done,
    begun: () => begun,
    forget: () => sessions.clear(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const INFO = { name: 'by hand', version: '1' }
const TOOLS = ['say', 'drop', 'cut'].map((name) => ({ name, inputSchema: { type: 'object' } }))

async function bodyOf(request: IncomingMessage): Promise<{ id?: unknown; method?: unknown; params?: Wire }> {
  let text = ''
  for await (const bytes of request) text += bytes
  return JSON.parse(text)
}

function refuse(response: ServerResponse, { unknown = 404 }: HttpWishes): void {
  const message = unknown === 404 ? 'Session not found' : 'Bad Request: No valid session ID provided'
  const body = { jsonrpc: '2.0', id: null, error: { code: -32001, message } }
  response.writeHead(unknown, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function send(response: ServerResponse, id: unknown, result: Wire, headers: OutgoingHttpHeaders = {}) {
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}
