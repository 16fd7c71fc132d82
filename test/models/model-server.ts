import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How the server behaves; may be changed between requests. */
export interface ServerState {
  body: Buffer
  etag?: string
  linkedEtag?: string
  ranges: boolean
  status?: number
  /** Breaks the connection behind this many bytes of the body; one number for each request. */
  dropAfter: number[]
  /** Sends this many bytes of the body and then nothing more. */
  stallAfter?: number
  /** Accepts, never answers. */
  silent?: boolean
  redirectTo?: string
}

export interface ModelServer {
  readonly endpoint: string
  readonly state: ServerState
  readonly requests: { path: string; range: string | undefined; authorization: string | undefined }[]
  close(): Promise<void>
}

/** A loopback host with one file behind every path. */
export async function serveModel(body: Buffer): Promise<ModelServer> {
  const state: ServerState = { body, ranges: true, dropAfter: [] }
  const requests: ModelServer['requests'] = []
  const server = createServer((request, response) => {
    const { range, authorization } = request.headers
    requests.push({ path: request.url ?? '', range, authorization })
    if (!state.silent) answer(state, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    state,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(state: ServerState, request: IncomingMessage, response: ServerResponse): void {
  if (state.linkedEtag !== undefined) response.setHeader('x-linked-etag', state.linkedEtag)
  if (state.redirectTo !== undefined) {
    response.writeHead(302, { location: state.redirectTo }).end()
    return
  }
  if (state.status !== undefined) {
    response.writeHead(state.status).end('<html>no</html>')
    return
  }
  if (state.etag !== undefined) response.setHeader('etag', state.etag)
  const { body } = state
  const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  const start = wanted && state.ranges ? Number(wanted[1]) : 0
  if (start >= body.length && start > 0) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end()
    return
  }
  response.setHeader('content-length', body.length - start)
  if (start > 0) response.setHeader('content-range', `bytes ${start}-${body.length - 1}/${body.length}`)
  response.statusCode = start > 0 ? 206 : 200
  const drop = state.dropAfter.shift()
  if (drop !== undefined) {
    response.write(body.subarray(start, start + drop), () => response.socket?.destroySoon())
  } else if (state.stallAfter !== undefined) {
    response.write(body.subarray(start, start + state.stallAfter))
  } else {
    response.end(body.subarray(start))
  }
}
