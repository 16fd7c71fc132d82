// A server on this machine that a test starts and stops.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Loopback {
  /** `http://127.0.0.1:40123`. */
  readonly url: string
  /** `127.0.0.1:40123`. */
  readonly place: string
  /** Paths with their queries that were asked for, in order. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/** Answers until the test has ended. */
export async function serve(
  test: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Loopback> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  test.after(stop)
  return { url: `http://${place}`, place, asked, stop }
}
