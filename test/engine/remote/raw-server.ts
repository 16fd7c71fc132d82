// A server that answers each request for an answer with what a test writes, byte by byte if it likes.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { JsonObject } from '../../../source/contracts/json.ts'

export interface RawServer {
  readonly url: string
  /** Bodies of requests for an answer, but for those that try what the server can do. */
  readonly asked: JsonObject[]
}

/** `answer` gets the number of the request, from 0, and its body. */
export async function serveRaw(
  t: TestContext,
  answer: (response: ServerResponse, n: number, body: JsonObject) => void,
): Promise<RawServer> {
  const asked: JsonObject[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/models') return void response.end('{"data":[{"id":"tiny"}]}')
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end('{}')
    const body = JSON.parse(Buffer.concat(pieces).toString()) as JsonObject
    const message = (body.messages as readonly { content: string }[]).at(-1)?.content ?? ''
    if (/^Say hello in one word|"kestrel-41"/.test(message)) return void response.writeHead(400).end('{}')
    asked.push(body)
    answer(response, asked.length - 1, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

export function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** A piece of a stream. */
export function delta(said: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta: said, finish_reason: finish }] })
}

export const DONE = 'data: [DONE]\n\n'
