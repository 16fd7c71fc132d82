// One GET with a deadline for the first answer and one for each next byte; redirects are followed by hand,
// because the sum of the file stands in the first answer and the token must not travel to another host.
import { SourceFailure } from './pull-error.ts'
import { type Transfer, throwIfCancelled } from './transfer.ts'

/** An answer whose body is still to be read. */
export interface Answer {
  readonly host: string
  /** Where the body begins in the file. */
  readonly offset: number
  /** Of the whole file; undefined when the host does not say. */
  readonly size: number | undefined
  /** Undefined also for a weak one, which promises no equal bytes. */
  readonly etag: string | undefined
  /** The host's claim: an ETag of 64 hexadecimal digits. */
  readonly sha256: string | undefined
  /** True when the header that it stands in is one that promises a sha256 (`x-linked-etag`). */
  readonly claimsSum: boolean
  /**
   * Of the body, taken at once: fetch cancels a body that nobody reads yet when the `Response` it came in is collected,
   * and what is read then ends without an error (undici's `FinalizationRegistry` in `lib/web/fetch/response.js`).
   */
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  /** Ends the connection; the caller calls it in every case, also after the body has ended. */
  close(): void
}

/** The connection broke or stalled after it stood; what came may be gone on from. */
export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection'
}

const HOPS = 6

/**
 * Asks for a file from `offset`. Throws `SourceFailure` with a clause that names the host,
 * `PullError` `cancelled` when the transfer's signal fires.
 */
export async function request(url: string, offset: number, transfer: Transfer): Promise<Answer> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const { signal } = transfer
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const linked = new Map<string, string>()
  const first = new URL(url)
  try {
    let at = first
    for (let hop = 0; hop < HOPS; hop++) {
      const response = await ask(at, at.origin === first.origin, offset, controller, transfer)
      for (const name of ['x-linked-etag', 'x-linked-size']) {
        const value = response.headers.get(name)
        if (value !== null && !linked.has(name)) linked.set(name, value)
      }
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) {
        const close = () => {
          signal.removeEventListener('abort', stop)
          stop()
        }
        return read(response, at.host, offset, linked, close, transfer)
      }
      await response.body?.cancel()
      at = new URL(location, at)
    }
    throw new SourceFailure(`\`${first.host}\` redirects in a circle`)
  } catch (error) {
    signal.removeEventListener('abort', stop)
    stop()
    throw error
  }
}

async function ask(
  url: URL,
  withToken: boolean,
  offset: number,
  controller: AbortController,
  transfer: Transfer,
): Promise<Response> {
  const { limits, signal, model, env } = transfer
  // Without "identity" the body comes compressed, and its offsets are not the file's.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'ethervox' }
  if (offset > 0) headers.range = `bytes=${offset}-`
  if (env.HF_TOKEN && withToken) headers.authorization = `Bearer ${env.HF_TOKEN}`
  let late = false
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, limits.reachMs)
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: controller.signal })
  } catch (error) {
    throwIfCancelled(signal, model.id)
    const why = late ? `within ${limits.reachMs / 1000} seconds` : `(${reasonOf(error)})`
    throw new SourceFailure(`\`${url.host}\` cannot be reached ${why}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function read(
  response: Response,
  host: string,
  offset: number,
  linked: ReadonlyMap<string, string>,
  close: () => void,
  transfer: Transfer,
): Answer {
  const { status, headers, body } = response
  if (status === 401 || status === 403) {
    const advice = transfer.env.HF_TOKEN
      ? 'HF_TOKEN may not read it'
      : 'set HF_TOKEN to a token that may read it'
    throw new SourceFailure(`\`${host}\` refuses the file (${status}): ${advice}`)
  }
  if (status === 404) throw new SourceFailure(`\`${host}\` does not have the file (404)`)
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
  const isPart = status === 206 && range !== null
  const isPastEnd = status === 416 && offset > 0
  if ((status !== 200 && !isPastEnd && !isPart) || body === null) {
    throw new SourceFailure(`\`${host}\` answers with status ${status}`)
  }
  const length = Number(headers.get('content-length') ?? linked.get('x-linked-size'))
  const size = isPart ? Number(range[2]) : length
  const promised = linked.get('x-linked-etag')
  const etag = strong(promised ?? headers.get('etag'))
  return {
    host,
    // 416: what we have is longer than the file is now; nothing of it can stay.
    offset: isPart ? Number(range[1]) : isPastEnd ? -1 : 0,
    size: Number.isSafeInteger(size) && size > 0 && !isPastEnd ? size : undefined,
    etag,
    sha256: etag !== undefined && /^[0-9a-f]{64}$/.test(etag) ? etag : undefined,
    claimsSum: promised !== undefined && /^[0-9a-f]{64}$/.test(etag ?? ''),
    reader: body.getReader(),
    close,
  }
}

/** The body's pieces. Throws `BrokenConnection` when it breaks, or when no byte comes for the transfer's `stallMs`. */
export async function* readBody(answer: Answer, transfer: Transfer): AsyncGenerator<Uint8Array> {
  const { stallMs } = transfer.limits
  let stalled = false
  const timer = setTimeout(() => {
    stalled = true
    answer.close()
  }, stallMs)
  try {
    for (;;) {
      timer.refresh()
      const { done, value } = await next()
      if (done) return
      yield value
    }
  } catch (error) {
    throwIfCancelled(transfer.signal, transfer.model.id)
    if (!(error instanceof BrokenConnection) || !stalled) throw error
    throw new BrokenConnection(`no byte from \`${answer.host}\` for ${stallMs / 1000} seconds`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }

  // What the caller throws at a `yield` must not be taken for a broken connection.
  async function next() {
    try {
      return await answer.reader.read()
    } catch (error) {
      throw new BrokenConnection(`the connection to \`${answer.host}\` broke (${reasonOf(error)})`, {
        cause: error,
      })
    }
  }
}

function strong(etag: string | null | undefined): string | undefined {
  return /^"?([^"]+)"?$/.exec(etag ?? '')?.[1]?.replace(/^W\/.*/, '') || undefined
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
