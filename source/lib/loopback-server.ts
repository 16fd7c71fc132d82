// Servers on loopback: the only file that imports the web library and its adapter, so that both can be replaced here.
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

/** An app without routes. */
export function webApp(): Hono {
  return new Hono()
}

/** A server that listens on 127.0.0.1 alone. */
export interface LoopbackServer {
  readonly port: number
  /** Takes no more requests and cuts what is still being answered. */
  close(): Promise<void>
}

/** Listens; `port` 0: any free one. Rejects with the system's error, e.g. `EADDRINUSE`. */
export async function listenOnLoopback(
  app: { readonly fetch: (request: Request) => Response | Promise<Response> },
  port: number,
): Promise<LoopbackServer> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
