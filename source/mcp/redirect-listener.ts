// Where the browser brings the answer of a login: one address on loopback, for as long as the person takes.
import { isLoopbackHost, isSameToken } from '../lib/loopback-guard.ts'
import { type LoopbackServer, listenOnLoopback, webApp } from '../lib/loopback-server.ts'

/** What came back with the state that was sent. */
export interface RedirectAnswer {
  readonly code: string | undefined
  /** Whose answer it is, by its own word. */
  readonly iss: string | undefined
  /** In place of the code, in the words of the standard (`access_denied`). */
  readonly error: string | undefined
}

export interface RedirectListener {
  readonly url: string
  readonly answer: Promise<RedirectAnswer>
  close(): Promise<void>
}

const PATH = '/callback'
/** The page stands before the listener is gone. */
const GRACE_MS = 300
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'content-type': 'text/plain; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Listens at the port, or at any where none is given or a `wished` one is taken. What comes without the state is refused and changes
 * nothing. Rejects with the system's error.
 */
export async function listenForRedirect(
  state: string,
  port: number | undefined,
  wished: number | undefined,
): Promise<RedirectListener> {
  const answer = Promise.withResolvers<RedirectAnswer>()
  let own = 0
  const app = webApp()
  app.get(PATH, ({ req, body }) => {
    if (!isLoopbackHost(req.header('host'), own) || !isSameToken(req.query('state') ?? '', state))
      return body('This is no answer to a login that runs here.\n', 400, HEADERS)
    const { code, iss, error } = req.query()
    answer.resolve({ code, iss, error: error ?? (code ? undefined : 'no_code') })
    const said = error === undefined && code ? 'You are logged in' : 'The login was refused'
    return body(`${said}; this page can be closed.\n`, 200, HEADERS)
  })
  const server = await listen(app, port, wished)
  own = server.port
  return {
    url: `http://127.0.0.1:${server.port}${PATH}`,
    answer: answer.promise,
    close: () => server.close(GRACE_MS),
  }
}

async function listen(
  app: ReturnType<typeof webApp>,
  port: number | undefined,
  wished: number | undefined,
): Promise<LoopbackServer> {
  if (port !== undefined || wished === undefined) return listenOnLoopback(app, port ?? 0)
  try {
    return await listenOnLoopback(app, wished)
  } catch {
    return listenOnLoopback(app, 0)
  }
}
