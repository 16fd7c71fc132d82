// A login that a person opens: discovery, registration and keys by the SDK, the answer by `redirect-listener.ts`. Loaded when it is asked
// for. Invariant: whatever comes of it, nothing listens afterwards.
import { auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import type { McpOauth } from '../contracts/mcp.ts'
import { makeToken } from '../lib/loopback-guard.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { fetchOf, quietly } from './bearer.ts'
import { MissingVariable } from './config.ts'
import type { KeptLogin } from './kept-login.ts'
import { OauthClient } from './oauth-client.ts'
import { plainLine } from './plain-text.ts'
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts'

export interface LogInParts {
  readonly url: string
  readonly oauth: McpOauth
  readonly kept: KeptLogin
  readonly env: NodeJS.ProcessEnv
  readonly now: () => number
  /** Is told the address that the person opens. */
  readonly onAddress: (address: string) => void
  /** What the person gets. */
  readonly limitMs: number
}

/** Logs in and keeps it. Gives why not, as a clause; rejects where the signal fires. */
export async function logIn(parts: LogInParts, signal: AbortSignal): Promise<string | undefined> {
  const { oauth, kept, limitMs } = parts
  const state = makeToken()
  const before = kept.read()
  const late = AbortSignal.timeout(limitMs)
  let listener: RedirectListener | undefined
  try {
    listener = await listenForRedirect(state, oauth.redirectPort, portOf(before.redirectUrl))
    return await quietly(() =>
      runLogIn(parts, state, listener as RedirectListener, AbortSignal.any([signal, late])),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return `nobody answered within ${limitMs / 1_000} seconds`
    // What the SDK and the other side say is told in `runLogIn`; here nobody listens, or the disk refuses.
    return plainLine(error instanceof Error ? error.message : String(error), 300).replace(/\.+$/, '')
  } finally {
    await listener?.close()
  }
}

async function runLogIn(
  parts: LogInParts,
  state: string,
  listener: RedirectListener,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { url, onAddress } = parts
  const visit = {
    redirectUrl: listener.url,
    state,
    onAddress: (address: URL) => onAddress(safeAddress(address)),
  }
  const client = new OauthClient({ ...parts, visit })
  const fetchFn = fetchOf(signal)
  const challenge = await challengeOf(url, fetchFn)
  const scope = parts.oauth.scopes.join(' ') || challenge.scope
  const options = {
    ...{ serverUrl: url, fetchFn, forceReauthorization: true },
    ...(scope && { scope }),
    ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
  }
  let code: string | undefined
  try {
    await auth(client, options)
    const answer = await unlessAborted(signal, listener.answer)
    if (answer.error === 'access_denied') return 'it was refused in the browser'
    if (answer.error !== undefined) return `the server answered \`${plainLine(answer.error, 80)}\``
    code = answer.code
    const { iss } = answer
    await auth(client, { ...options, ...(code && { authorizationCode: code }), ...(iss && { iss }) })
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    return reasonOf(error, client, code)
  }
}

/** What the server says when somebody comes without a key; nothing is lost where it says nothing. */
async function challengeOf(
  url: string,
  fetchFn: typeof fetch,
): Promise<{ readonly resourceMetadataUrl?: URL; readonly scope?: string }> {
  const message = { jsonrpc: '2.0', id: 0, method: 'ping' }
  const response = await fetchFn(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
  await response.body?.cancel()
  return response.status === 401 ? extractWWWAuthenticateParams(response) : {}
}

/** A stranger's address is only opened where a browser reads it as a page. */
function safeAddress(address: URL): string {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname)
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isHere)) return address.href
  throw new Error(`the address of the login begins with \`${address.protocol}\`, and only https:// is opened`)
}

function portOf(url: string | undefined): number | undefined {
  const port = Number(URL.parse(url ?? '')?.port)
  return port > 0 ? port : undefined
}

/** Without what is secret. */
function reasonOf(error: unknown, client: OauthClient, code: string | undefined): string {
  if (error instanceof MissingVariable) return error.message
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const whole = cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
  return plainLine(client.withoutSecrets(whole, code), 300).replace(/\.+$/, '')
}
