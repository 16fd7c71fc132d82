// An MCP server over streamable HTTP that wants a login, with its authorization server beside it, both by hand and on loopback: metadata,
// registration, PKCE, keys that end, renewal with rotation. It notes what it was asked.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Wire = { readonly [key: string]: unknown }

export interface OauthServer {
  /** Of the MCP server. */
  readonly url: string
  /** Bodies of the requests for keys, as sent. */
  readonly asked: URLSearchParams[]
  readonly registered: Wire[]
  /** Every authorization that a request came with, and every path that was asked for. */
  readonly keys: string[]
  readonly paths: string[]
  /** Takes back every key that was given; renewals go on. */
  expireKeys(): void
  /** From now on it names another authorization server. */
  sendElsewhere(issuer: string): void
  /** From now on no renewal is taken. */
  revoke(): void
  close(): Promise<void>
}

export interface OauthServerWishes {
  /** Clients that it knows, with their secrets; without it anybody registers. */
  readonly clients?: { readonly [id: string]: string }
  /** Seconds that a key lasts. */
  readonly lasts?: number
  /** It answers requests for a key with their own text, as it is or as an error of OAuth. */
  readonly echo?: 'raw' | 'described'
  /** The same for renewals, as an error. */
  readonly echoRenewals?: true
  /** It has no login page: it never answers. */
  readonly silent?: true
  /** Header that the MCP server wants besides, and that nobody else may see. */
  readonly header?: string
}

/** Starts both at one port. */
export async function openOauthServer(wishes: OauthServerWishes = {}): Promise<OauthServer> {
  const state = newState()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer({ request, response, body, state, wishes, url: origin() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin()}/mcp`,
    ...state,
    expireKeys: () => state.access.clear(),
    revoke: () => state.refresh.clear(),
    sendElsewhere: (issuer) => {
      state.issuer = issuer
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function newState() {
  return {
    asked: [] as URLSearchParams[],
    registered: [] as Wire[],
    keys: [] as string[],
    paths: [] as string[],
    codes: new Map<string, URLSearchParams>(),
    access: new Set<string>(),
    refresh: new Set<string>(),
    issuer: undefined as string | undefined,
  }
}

interface Asking {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  readonly state: ReturnType<typeof newState>
  readonly wishes: OauthServerWishes
  readonly url: string
}

function answer(asking: Asking): unknown {
  const { request, response, body, state, wishes, url } = asking
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  state.paths.push(`${request.method} ${pathname}`)
  if (request.headers.authorization) state.keys.push(request.headers.authorization)
  if (pathname === '/mcp') return answerMcp(asking)
  if (wishes.header && request.headers['x-own'] !== undefined) return send(response, 400, { error: 'leaked' })
  if (pathname === '/.well-known/oauth-protected-resource/mcp')
    return send(response, 200, {
      resource: `${url}/mcp`,
      authorization_servers: [state.issuer ?? url],
      scopes_supported: ['notes'],
    })
  if (pathname === '/.well-known/oauth-authorization-server')
    return send(response, 200, {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      ...(wishes.clients === undefined && { registration_endpoint: `${url}/register` }),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    })
  if (pathname === '/register') {
    const client = { ...(JSON.parse(body) as Wire), client_id: `client-${state.registered.length + 1}` }
    state.registered.push(client)
    return send(response, 201, client)
  }
  if (pathname === '/authorize') {
    if (wishes.silent) return undefined
    const code = `code-${randomUUID()}`
    state.codes.set(code, searchParams)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
    return response.writeHead(302, { location: back.href }).end()
  }
  if (pathname === '/token') return answerToken(asking)
  return send(response, 404, { error: 'not_found' })
}

function answerToken({ response, body, state, wishes }: Asking): unknown {
  const asked = new URLSearchParams(body)
  state.asked.push(asked)
  const { echo, clients } = wishes
  if (echo === 'raw') return response.writeHead(400).end(`no JSON here: ${body}`)
  if (echo === 'described' || (wishes.echoRenewals && asked.has('refresh_token')))
    return send(response, 400, { error: 'invalid_scope', error_description: decodeURIComponent(body) })
  const id = asked.get('client_id') ?? ''
  if (clients !== undefined && clients[id] !== asked.get('client_secret'))
    return send(response, 401, { error: 'invalid_client' })
  const renewed = asked.get('refresh_token') ?? ''
  const login = state.codes.get(asked.get('code') ?? '')
  state.codes.delete(asked.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(asked.get('code_verifier') ?? '')
    .digest('base64url')
  const isLogin =
    login !== undefined &&
    login.get('code_challenge') === challenge &&
    login.get('client_id') === id &&
    login.get('redirect_uri') === asked.get('redirect_uri')
  // Each renewal is good for one use.
  if (!isLogin && !state.refresh.delete(renewed)) return send(response, 400, { error: 'invalid_grant' })
  const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
  state.access.add(access)
  state.refresh.add(refresh)
  const more = { token_type: 'Bearer', expires_in: wishes.lasts ?? 3_600, scope: 'notes' }
  return send(response, 200, { access_token: access, refresh_token: refresh, ...more })
}

function answerMcp({ request, response, body, state, wishes, url }: Asking): unknown {
  const key = (request.headers.authorization ?? '').replace('Bearer ', '')
  if (!state.access.has(key)) {
    const metadata = `${url}/.well-known/oauth-protected-resource/mcp`
    response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}", scope="notes"`)
    return send(response, 401, { error: 'unauthorized' })
  }
  if (wishes.header && request.headers['x-own'] !== wishes.header) return send(response, 400, {})
  if (request.method !== 'POST') return response.writeHead(405).end()
  const { id, method, params } = JSON.parse(body) as { id?: unknown; method: string; params?: Wire }
  if (id === undefined) return response.writeHead(202).end()
  const say = (result: Wire) => send(response, 200, { jsonrpc: '2.0', id, result })
  if (method === 'initialize')
    return say({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'notes', version: '1' },
    })
  if (method === 'tools/list')
    return say({ tools: [{ name: 'note', description: 'Read the note', inputSchema: { type: 'object' } }] })
  if (method === 'tools/call')
    return say({ content: [{ type: 'text', text: 'The harbour opens at 07:40.' }] })
  return send(response, 200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
