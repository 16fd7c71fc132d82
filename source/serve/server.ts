// The service's own server on loopback, with limits for clients that send slowly, much, or nothing.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type AppParts, serveApp } from './app.ts'

export interface OpenedServer {
  readonly port: number
  /** Takes no more requests; those that are being answered have `graceMs` to end. */
  close(graceMs: number): Promise<void>
}

/** Listens on 127.0.0.1; `port` 0: any free one. Rejects with the system's error, e.g. `EADDRINUSE`. */
export async function openServer(parts: Omit<AppParts, 'port'>, port: number): Promise<OpenedServer> {
  const { limits } = parts
  let listening = port
  const app = serveApp({ ...parts, port: () => listening })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      keepAliveTimeout: 5_000,
    },
  }) as Server
  server.maxConnections = limits.connections
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address === 'object' && address !== null) listening = address.port
  return {
    port: listening,
    close: async (graceMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(late)
    },
  }
}
