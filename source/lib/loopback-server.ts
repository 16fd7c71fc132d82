// Servers on loopback: the only file that imports the web library and its adapter, so that both can be replaced here.
import type { Server, ServerOptions } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'

/** A request with the socket's two sides. */
export type SocketContext = Context<{ readonly Bindings: HttpBindings }>

/** An app without routes. */
export function webApp(): Hono {
  return new Hono()
}

/** The same, whose routes see the socket. */
export function socketApp(): Hono<{ readonly Bindings: HttpBindings }> {
  return new Hono()
}

/** A server that listens on 127.0.0.1 alone. */
export interface LoopbackServer {
  readonly port: number
  /** Takes no more requests and cuts what is still being answered after so many milliseconds, at once without them. */
  close(graceMs?: number): Promise<void>
}

/** Listens; `port` 0: any free one. Rejects with the system's error, e.g. `EADDRINUSE`. */
export async function listenOnLoopback(
  app: { readonly fetch: (request: Request) => Response | Promise<Response> },
  port: number,
  serverOptions: ServerOptions = {},
  most?: number,
): Promise<LoopbackServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions,
  }) as Server
  if (most !== undefined) server.maxConnections = most
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async (graceMs) => {
      const closed = new Promise((resolve) => server.close(resolve))
      if (graceMs === undefined) server.closeAllConnections()
      else server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(late)
    },
  }
}
