// The service's own server on loopback, with limits for clients that send slowly, much, or nothing.
import { type LoopbackServer, listenOnLoopback } from '../lib/loopback-server.ts'
import { type AppParts, serveApp } from './app.ts'

/** Listens on 127.0.0.1; `port` 0: any free one. Rejects with the system's error, e.g. `EADDRINUSE`. */
export async function openServer(parts: Omit<AppParts, 'port'>, port: number): Promise<LoopbackServer> {
  const { limits } = parts
  let listening = port
  const app = serveApp({ ...parts, port: () => listening })
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: 5_000,
  }
  const server = await listenOnLoopback(app, port, options, limits.connections)
  listening = server.port
  return server
}
