// The service over HTTP: what clients of OpenAI's interface know, and our own events as JSON lines (docs/serve.md). Everything
// is refused that does not come to loopback under its own name, with the token, and from no web page.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SessionEvent } from '../contracts/event.ts'
import { isLoopbackHost, isSameToken } from '../lib/loopback-guard.ts'
import { type SocketContext, socketApp } from '../lib/loopback-server.ts'
import type { ServeLimits } from './limits.ts'
import { chunkOf, completionOf, lastChunksOf } from './openai-shape.ts'
import { type ChatRequest, readChatRequest, readName, readTurnsRequest } from './read-request.ts'
import { Refusal, shown } from './refusal.ts'
import { replyWhile } from './reply-stream.ts'
import type { DoneTurn, Turns } from './turns.ts'

export interface AppParts {
  readonly service: Turns
  readonly token: string
  readonly limits: ServeLimits
  /** Where it listens. */
  readonly port: () => number
  /** Told what failed here and is no client's fault. */
  readonly onFault: (error: unknown) => void
}

/** A conversation by name, in requests and replies. */
const CONVERSATION = 'x-ethervox-conversation'
const PLACES: { readonly [path: string]: 'GET' | 'POST' } = {
  '/v1/models': 'GET',
  '/v1/chat/completions': 'POST',
  '/v1/turns': 'POST',
}

/** Every route, with its guards. */
export function serveApp(parts: AppParts): ReturnType<typeof socketApp> {
  const { service, limits } = parts
  const app = socketApp()
  app.use('*', async (c, next) => {
    guard(c, parts)
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
  })
  app.get('/v1/models', (c) => c.json({ object: 'list', data: [modelOf(service)] }))
  app.post('/v1/chat/completions', async (c) => {
    const name = readName(c.req.header(CONVERSATION))
    const request = readChatRequest(await readBody(c, limits))
    if (request.model !== undefined && ![service.model, 'ethervox'].includes(request.model))
      throw new Refusal(
        404,
        'model_not_found',
        `There is no model ${shown(request.model)} here; there is ${shown(service.model)}.`,
      )
    return request.stream ? streamChat(c, parts, request, name) : answerChat(c, parts, request, name)
  })
  app.post('/v1/turns', async (c) => {
    const name = readName(c.req.header(CONVERSATION))
    const request = readTurnsRequest(await readBody(c, limits))
    return streamEvents(c, parts, request, request.conversation ?? name ?? service.newName())
  })
  app.all('*', (c) => {
    const method = PLACES[c.req.path]
    if (method === undefined)
      throw new Refusal(
        404,
        'not_found',
        `There is no ${shown(c.req.path)}; there are ${Object.keys(PLACES).map(shown).join(', ')}.`,
      )
    throw new Refusal(
      405,
      'wrong_method',
      `${shown(c.req.path)} takes ${method}, not ${shown(c.req.method)}.`,
    )
  })
  app.onError((error, c) => {
    const refusal = refusalOf(error, parts)
    return c.json(refusal.body, refusal.status, {
      // What was not read of a request must not be taken for the next one.
      connection: 'close',
      'cache-control': 'no-store',
      ...(refusal.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(refusal.status === 429 && { 'retry-after': '5' }),
    })
  })
  return app
}

function guard(c: SocketContext, { token, port }: AppParts): void {
  const host = c.req.header('host')
  if (!isLoopbackHost(host, port()))
    throw new Refusal(
      403,
      'wrong_host',
      `This service has no name ${shown(host ?? '')}; it is \`127.0.0.1:${port()}\`.`,
    )
  // Only a web page sends one, and none may use this service.
  if (c.req.header('origin') !== undefined)
    throw new Refusal(403, 'no_web_pages', 'Requests of web pages are not taken.')
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (given === undefined || !isSameToken(given, token))
    throw new Refusal(
      401,
      'wrong_token',
      'The token is missing or wrong; send `Authorization: Bearer TOKEN`.',
    )
}

async function answerChat(
  c: SocketContext,
  parts: AppParts,
  request: ChatRequest,
  name: string | undefined,
): Promise<Response> {
  const { service } = parts
  const client = { hear: () => undefined, signal: goneSignal(c) }
  const { turn, dropped } = whole(await service.chat(request, name, client))
  limitReading(c, parts)
  return c.json(completionOf(newCompletion(service), turn, { dropped }), 200, nameHeader(name))
}

function streamChat(
  c: SocketContext,
  parts: AppParts,
  request: ChatRequest,
  name: string | undefined,
): Promise<Response> {
  const { service, limits } = parts
  const about = newCompletion(service)
  const signal = goneSignal(c)
  const line = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
  return replyWhile(
    async (write) => {
      let isFirst = true
      const hear = (_event: SessionEvent, text: string) => {
        if (text === '') return
        write(line(chunkOf(about, text, isFirst)))
        isFirst = false
      }
      const { turn, dropped } = whole(await service.chat(request, name, { hear, signal }))
      for (const last of lastChunksOf(about, turn, { dropped }, request.includeUsage)) write(line(last))
      write('data: [DONE]\n\n')
      limitReading(c, parts)
    },
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', ...nameHeader(name) },
      beat: { text: ': waiting\n\n', ms: limits.beatMs },
      failure: (error) => line(refusalOf(error, parts).body),
    },
  )
}

function streamEvents(
  c: SocketContext,
  parts: AppParts,
  { deltas, ...request }: ReturnType<typeof readTurnsRequest>,
  conversation: string,
): Promise<Response> {
  const { service } = parts
  const signal = goneSignal(c)
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  return replyWhile(
    async (write) => {
      const hear = (event: SessionEvent) => {
        if (event.type !== 'answer.delta' || deltas) write(line(event))
      }
      await service.send({ ...request, deltas, conversation }, { hear, signal })
      limitReading(c, parts)
    },
    {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8', ...nameHeader(conversation) },
      beat: undefined,
      failure: (error) => {
        const { code, message } = refusalOf(error, parts)
        return line({ type: 'error', code, message })
      },
    },
  )
}

/** A turn with an answer; one without is a refusal that says why. */
function whole(done: DoneTurn): DoneTurn {
  const { answer, status, error } = done.turn
  if (answer !== undefined && status !== 'error') return done
  const why = error ?? { code: 'no_answer', message: 'The turn ended without an answer.' }
  throw new Refusal(
    why.code === 'too_long' ? 400 : why.code === 'no_model' ? 503 : 500,
    why.code,
    why.message,
  )
}

/** Aborted when the client is gone before it has its reply. */
function goneSignal(c: SocketContext): AbortSignal {
  const gone = new AbortController()
  const { outgoing } = c.env
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  if (outgoing.destroyed) gone.abort()
  return gone.signal
}

/** A reply that is whole and not fetched within its time is given up. */
function limitReading(c: SocketContext, { limits }: AppParts): void {
  const outgoing: ServerResponse = c.env.outgoing
  const late = setTimeout(() => outgoing.destroy(), limits.drainMs)
  late.unref()
  outgoing.once('close', () => clearTimeout(late))
}

function readBody(c: SocketContext, { bodyBytes }: ServeLimits): Promise<string> {
  const incoming: IncomingMessage = c.env.incoming
  if (!/^application\/json *(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal(415, 'wrong_type', 'The body is JSON; send `Content-Type: application/json`.')
  const tooLarge = new Refusal(
    413,
    'too_large',
    `The body is larger than ${bodyBytes} bytes; send less of the history.`,
  )
  if (Number(c.req.header('content-length') ?? 0) > bodyBytes) throw tooLarge
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bodyBytes) chunks.push(chunk)
      else reject(tooLarge)
    })
    incoming.once('end', () => {
      try {
        resolve(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
      } catch {
        reject(new Refusal(400, 'invalid_request', 'The body is not UTF-8.'))
      }
    })
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Refusal(408, 'not_sent', 'The body was not sent to its end.')))
  })
}

function refusalOf(error: unknown, { onFault }: AppParts): Refusal {
  if (error instanceof Refusal) return error
  // Nobody reads the reply to a client that is gone.
  if (error instanceof Error && error.name === 'AbortError')
    return new Refusal(408, 'gone', 'The client went away.')
  onFault(error)
  return new Refusal(500, 'internal', 'The service has a fault, which stands in its own output.')
}

function modelOf({ model }: Turns) {
  return { id: model, object: 'model', created: 0, owned_by: 'ethervox' }
}

function newCompletion({ model }: Turns) {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model }
}

function nameHeader(name: string | undefined): { readonly [header: string]: string } {
  return name === undefined ? {} : { [CONVERSATION]: name }
}
