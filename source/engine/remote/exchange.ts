// One request to a server: a limit for the connection, one for each silence, none of them for the whole, so that nothing
// hangs and a long answer is not cut. Redirects are not followed: the key must not travel to another host.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { reasonOf, ServerFailure } from './server-failure.ts'

export interface ExchangeLimits {
  readonly connectMs: number
  /** Without a byte. */
  readonly silenceMs: number
  /** The same of a server that says that it is well: others wait there, too, or it reads a long prompt. */
  readonly queueMs?: number
  /** Behind the end of an answer, until the server has closed it; default 2000. */
  readonly tailMs?: number
}

export const LIMITS: ExchangeLimits = { connectMs: 5_000, silenceMs: 60_000, queueMs: 600_000 }

/** No answer is longer than this many bytes, whatever a server sends. */
const MOST_BYTES = 32 * 1024 * 1024

/** Keeps connections open between requests; the engine closes it. */
export interface Connections {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

export function openConnections(): Connections {
  return { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
}

export function closeConnections({ http, https }: Connections): void {
  http.destroy()
  https.destroy()
}

export interface Question {
  readonly url: string
  /** Sent as JSON by POST; undefined: GET. */
  readonly body?: object
  readonly key: string | undefined
  /** Asked by GET when the server is silent: with 200 it is well, and has much to do. */
  readonly health?: string
}

export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  /** Throws `ServerFailure` when the connection breaks or is silent, the signal's reason when it fires. */
  body(): AsyncGenerator<Buffer>
  /** Ends the connection if its body was not read to the end; the caller calls it in every case. */
  close(): void
}

/** Sends the question and waits for the head of the answer. Throws `ServerFailure`, or the signal's reason. */
export function exchange(
  question: Question,
  means: { readonly connections: Connections; readonly limits: ExchangeLimits },
  signal: AbortSignal,
): Promise<Reply> {
  signal.throwIfAborted()
  const { connections, limits } = means
  const url = new URL(question.url)
  const isHttps = url.protocol === 'https:'
  const text = question.body === undefined ? undefined : JSON.stringify(question.body)
  const request = (isHttps ? httpsRequest : httpRequest)(url, {
    method: text === undefined ? 'GET' : 'POST',
    agent: isHttps ? connections.https : connections.http,
    headers: headersOf(text, question.key),
  })
  const isWell = async () => question.health !== undefined && isWellAt(question.health, question.key, means)
  const time = watchTime(request, isHttps ? 'secureConnect' : 'connect', url.host, limits, isWell)
  const stop = () => request.destroy()
  signal.addEventListener('abort', stop, { once: true })
  const end = () => {
    time.end()
    signal.removeEventListener('abort', stop)
  }
  const failureOf = (kind: 'unreachable' | 'broken', error: unknown) => {
    end()
    if (signal.aborted) return signal.reason
    if (time.overdue !== undefined) return time.overdue
    const what = kind === 'broken' ? 'ended the connection' : 'cannot be reached'
    return new ServerFailure(kind, `\`${url.host}\` ${what} (${reasonOf(error)})`, { cause: error })
  }
  return new Promise((resolve, reject) => {
    let hasAnswered = false
    request.on('error', (error) => {
      const failure = failureOf('unreachable', error)
      // The server let go of an open connection just when it was used again (llama-server does after 5 seconds): it is not ill.
      const isStale = request.reusedSocket && !hasAnswered && !signal.aborted && time.overdue === undefined
      if (isStale) resolve(exchange(question, means, signal))
      else reject(failure)
    })
    request.once('response', (response) => {
      hasAnswered = true
      time.refresh()
      // Its reader is told; without a listener of its own a broken connection would end the program.
      response.on('error', () => undefined)
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        body: () => readBody(response, url.host, () => time.refresh(), failureOf),
        close: () => {
          end()
          // What nobody reads any more keeps the server from going on writing it.
          if (!response.complete) request.destroy()
        },
      })
    })
    request.end(text)
  })
}

interface TimeWatch {
  /** Why it was ended: what destroys a request is not what its body's reader is told. */
  readonly overdue: ServerFailure | undefined
  /** Something came. */
  refresh(): void
  end(): void
}

/** Ends the request when there is no connection in time, or nothing comes for too long. */
function watchTime(
  request: ClientRequest,
  connects: 'connect' | 'secureConnect',
  host: string,
  { connectMs, silenceMs, queueMs = 0 }: ExchangeLimits,
  isWell: () => Promise<boolean>,
): TimeWatch {
  const latest = performance.now() + queueMs
  let overdue: ServerFailure | undefined
  let isOver = false
  const late = (kind: 'unreachable' | 'silent', clause: string) => {
    overdue = new ServerFailure(kind, `\`${host}\` ${clause}`)
    request.destroy(overdue)
  }
  const silent = async () => {
    const isQueued = performance.now() < latest && (await isWell())
    if (isOver) return
    if (isQueued) timer.refresh()
    else late('silent', `was silent for ${silenceMs / 1000} seconds`)
  }
  let timer = setTimeout(
    () => late('unreachable', `cannot be reached within ${connectMs / 1000} seconds`),
    connectMs,
  )
  const connected = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void silent(), silenceMs)
  }
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once(connects, connected)
    else connected()
  })
  return {
    get overdue() {
      return overdue
    },
    refresh: () => timer.refresh(),
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Whether the server says that it is, within the time of a connection. */
async function isWellAt(
  url: string,
  key: string | undefined,
  { connections, limits }: { readonly connections: Connections; readonly limits: ExchangeLimits },
): Promise<boolean> {
  const short = { connectMs: limits.connectMs, silenceMs: limits.connectMs }
  const asked = AbortSignal.timeout(2 * limits.connectMs)
  const reply = await exchange({ url, key }, { connections, limits: short }, asked).catch(() => undefined)
  reply?.close()
  return reply?.status === 200
}

function headersOf(text: string | undefined, key: string | undefined): Readonly<Record<string, string>> {
  return {
    accept: 'application/json, text/event-stream',
    'user-agent': 'ethervox',
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
}

async function* readBody(
  response: IncomingMessage,
  host: string,
  onBytes: () => void,
  failureOf: (kind: 'broken', error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  let bytes = 0
  const pieces = response[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await pieces.next().catch((error: unknown) => {
      throw failureOf('broken', error)
    })
    if (done) return
    onBytes()
    bytes += (value as Buffer).length
    if (bytes > MOST_BYTES)
      throw new ServerFailure('garbage', `\`${host}\` sends more than ${MOST_BYTES / 1024 / 1024} MB`)
    yield value as Buffer
  }
}

/** The whole body as text, at most `limit` bytes of it. */
export async function readText(reply: Reply, limit: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of reply.body()) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= limit) break
  }
  return Buffer.concat(pieces).subarray(0, limit).toString('utf8')
}
