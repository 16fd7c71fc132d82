// Streamable HTTP, and what a failure says of the connection: there is none that could end by itself, so each request finds out anew
// whether its server is there and still knows the session.
import { ProtocolError, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/**
 * `forgotten`: the server knows the session no more, and has run nothing of the request. `lost`: nobody is there, or nobody who answers
 * this session; what became of the request is not known.
 */
export type Fate = 'forgotten' | 'lost'

const UNANSWERED = 'the connection was lost before it answered'
/** As the protocol's libraries have it for a closed connection. */
const CLOSED = -32_000

type Send = StreamableHTTPClientTransport['send']

/** The SDK's transport, by which a request whose stream ends without an answer would wait for ever. */
export class HttpConnection extends StreamableHTTPClientTransport {
  override send(...[message, options]: Parameters<Send>): ReturnType<Send> {
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      this.#answerAll(message)
    }
    return super.send(message, { ...options, onRequestStreamEnd })
  }

  /** undefined: it says nothing of the connection. */
  fateOf(error: unknown): Fate | undefined {
    if (error instanceof ProtocolError && error.message === UNANSWERED) return 'lost'
    // What `fetch` says when there was no answer, or no whole one.
    if (error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message)) return 'lost'
    if (!(error instanceof SdkHttpError) || this.sessionId === undefined) return undefined
    // The specification: only this says that another session is to be begun.
    if (error.status === 404) return 'forgotten'
    // Many servers, those of the specification's authors among them, say it so.
    return error.status === 400 && /session/i.test(error.message) ? 'lost' : undefined
  }

  /** Those that are answered already the client knows no more. */
  #answerAll(message: Parameters<Send>[0]): void {
    for (const one of [message].flat())
      if ('method' in one && 'id' in one)
        this.onmessage?.({ jsonrpc: '2.0', id: one.id, error: { code: CLOSED, message: UNANSWERED } })
  }
}
