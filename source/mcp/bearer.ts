// The key that goes with each request to a server with a login, renewed when it is old or refused. Nobody is ever asked here: what only a
// person can do is `LoginNeeded`. This room's SDK is imported, so this file is loaded with the first connection alone.
import { type AuthProvider, auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import type { KeptLogin } from './kept-login.ts'
import { LoginNeeded, type OauthClient } from './oauth-client.ts'

export interface Bearer extends AuthProvider {
  /** Why a person has to log in; undefined: they need not, as far as is known. */
  readonly needed: LoginNeeded | undefined
  /** For the server's own requests: it notes which key each went with. */
  readonly fetch: typeof fetch
}

interface BearerParts {
  readonly client: OauthClient
  readonly kept: KeptLogin
  readonly url: string
  readonly now: () => number
}

/** It is renewed so long before its end. */
const EARLY_MS = 30_000
/** For each step of it. */
const STEP_MS = 15_000

/** Makes it; requests that come at once wait for one renewal. */
export function bearerOf({ client, kept, url, now }: BearerParts): Bearer {
  let needed: LoginNeeded | undefined
  let renewal: Promise<void> | undefined
  const keys = new WeakMap<Response, string>()
  const renew = (response: Response | undefined) => {
    renewal ??= renewOnce(client, url, response)
      .catch((error: unknown) => {
        if (error instanceof LoginNeeded) needed = error
        if (error instanceof LoginNeeded || !(error instanceof Error)) throw error
        throw new Error(`its login could not be renewed (${client.withoutSecrets(error.message)})`)
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  return {
    get needed() {
      return needed
    },
    token: async () => {
      await renewal?.catch(() => undefined)
      const { tokens, expiresAt = Number.POSITIVE_INFINITY } = kept.read()
      if (tokens === undefined) {
        needed = new LoginNeeded()
        throw needed
      }
      needed = undefined
      if (expiresAt - EARLY_MS < now() && tokens.refresh_token !== undefined) await renew(undefined)
      return kept.read().tokens?.access_token
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      keys.set(response, new Headers(init?.headers).get('authorization') ?? '')
      return response
    },
    onUnauthorized: async ({ response }) => {
      const token = kept.read().tokens?.access_token
      // Another request, or another session of this home, has renewed it meanwhile.
      if (token !== undefined && keys.get(response)?.endsWith(` ${token}`) === false) return
      await renew(response)
    },
  }
}

async function renewOnce(client: OauthClient, url: string, response: Response | undefined): Promise<void> {
  const { resourceMetadataUrl } = response === undefined ? {} : extractWWWAuthenticateParams(response)
  const done = await quietly(() =>
    auth(client, {
      serverUrl: url,
      fetchFn: fetchOf(AbortSignal.timeout(4 * STEP_MS)),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    }),
  )
  if (done !== 'AUTHORIZED') throw new LoginNeeded()
}

/** Requests of OAuth: without the headers of `mcp.yaml`, which are for the server alone, and what they send follows no other address. */
export function fetchOf(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]),
      redirect: init?.method?.toUpperCase() === 'POST' ? 'error' : 'follow',
    })
}

let quiet = 0
let said = console.warn

/** The SDK tells the terminal what failed, with what the other side said, which may hold anything; it is told in our own words. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  if (quiet++ === 0) {
    said = console.warn
    console.warn = (...words: readonly unknown[]) => {
      if (!String(words[0]).startsWith('[mcp-sdk]')) said(...words)
    }
  }
  try {
    return await work()
  } finally {
    if (--quiet === 0) console.warn = said
  }
}
