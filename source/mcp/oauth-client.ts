// What the SDK's OAuth asks of a program: who it is, where its answers come to, and where logins are kept. Of a login that the person
// opened (`visit`) it hands the address over; everywhere else it opens none and throws `LoginNeeded`.
import { homedir } from 'node:os'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { McpOauth } from '../contracts/mcp.ts'
import { readPlainText } from '../lib/plain-file.ts'
import { withVariables } from './config.ts'
import type { KeptLogin, Login } from './kept-login.ts'

/** The server wants a login that only a person can give. */
export class LoginNeeded extends Error {
  override readonly name = 'LoginNeeded'

  constructor(why = 'it needs a login') {
    super(why)
  }
}

/** A login that a person opened. */
export interface Visit {
  readonly redirectUrl: string
  readonly state: string
  onAddress(address: URL): void
}

export interface OauthParts {
  readonly oauth: McpOauth
  readonly kept: KeptLogin
  readonly env: NodeJS.ProcessEnv
  readonly now: () => number
  readonly visit?: Visit
}

/** Of a program that nobody waits for; the SDK takes one without for one that logs in by itself. */
const NO_REDIRECT = 'http://127.0.0.1/callback'
const MOST_SECRET_BYTES = 10_000

export class OauthClient implements OAuthClientProvider {
  readonly #parts: OauthParts
  #verifier = ''
  #secret: string | undefined
  #discovery: OAuthDiscoveryState | undefined
  /** Those that were handed out last. */
  #given: StoredOAuthTokens | undefined

  constructor(parts: OauthParts) {
    this.#parts = parts
  }

  get redirectUrl(): string {
    return this.#parts.visit?.redirectUrl ?? this.#parts.kept.read().redirectUrl ?? NO_REDIRECT
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes } = this.#parts.oauth
    return {
      client_name: 'ethervox',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    }
  }

  state(): string {
    return this.#parts.visit?.state ?? ''
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { oauth, kept, env, visit } = this.#parts
    if (oauth.clientId !== undefined) {
      const own = registered(oauth, env)
      this.#secret = own.client_secret
      // Whoever gave the keys is the only one who gets the secret from then on, whatever the server says later.
      const issuer = kept.read().tokens?.issuer
      return issuer === undefined ? own : { ...own, issuer }
    }
    const { client, redirectUrl } = kept.read()
    if (client !== undefined && (visit === undefined || redirectUrl === visit.redirectUrl)) return client
    if (visit === undefined) throw new LoginNeeded()
    return undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    if (this.#parts.oauth.clientId === undefined) this.#change({ client, redirectUrl: this.redirectUrl })
  }

  tokens(): StoredOAuthTokens | undefined {
    this.#given = this.#parts.kept.read().tokens
    return this.#given
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    const { expires_in: seconds } = tokens
    const { redirectUrl } = this
    const { expiresAt: _, ...before } = this.#parts.kept.read()
    const expiresAt = seconds === undefined ? undefined : this.#parts.now() + seconds * 1_000
    this.#parts.kept.write({ ...before, redirectUrl, tokens, ...(expiresAt && { expiresAt }) })
  }

  redirectToAuthorization(address: URL): void {
    if (this.#parts.visit === undefined) throw new LoginNeeded('its login could not be renewed')
    this.#parts.visit.onAddress(address)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'verifier' || scope === 'all') this.#verifier = ''
    if (scope === 'discovery' || scope === 'all') this.#discovery = undefined
    const { tokens, expiresAt, client, ...rest } = this.#parts.kept.read()
    // Another session of the same home may have renewed them meanwhile: those are well.
    const isOther = tokens?.access_token !== this.#given?.access_token
    const keepsTokens = isOther || (scope !== 'tokens' && scope !== 'all')
    const keepsClient = scope !== 'client' && scope !== 'all'
    this.#parts.kept.write({
      ...rest,
      ...(keepsClient && client && { client }),
      ...(keepsTokens && tokens && { tokens }),
      ...(keepsTokens && expiresAt !== undefined && { expiresAt }),
    })
  }

  /** A text of the other side without what is secret: it may send back what it got. `code`: that of the login. */
  withoutSecrets(text: string, code?: string): string {
    const { client, tokens } = this.#parts.kept.read()
    const secrets = [
      ...[code, this.#verifier, this.#secret, client?.client_secret],
      ...[this.#given?.access_token, this.#given?.refresh_token, tokens?.access_token, tokens?.refresh_token],
    ]
    return secrets.reduce<string>(
      (left, secret) => (secret ? left.replaceAll(secret, '…') : left),
      text.replace(/\s*Raw body:[\s\S]*$/, ''),
    )
  }

  #change(more: Partial<Login>): void {
    this.#parts.kept.write({ ...this.#parts.kept.read(), ...more })
  }
}

/** Throws `MissingVariable`, and an error that names the file that cannot be read. */
function registered(
  oauth: McpOauth,
  env: NodeJS.ProcessEnv,
): StoredOAuthClientInformation & { readonly client_secret?: string } {
  const { clientId = '', clientSecret, clientSecretFile } = oauth
  const texts = withVariables({ clientId, clientSecret: clientSecret ?? '' }, env)
  const secret = clientSecretFile === undefined ? texts.clientSecret : secretIn(clientSecretFile)
  return { client_id: texts.clientId ?? '', ...(secret && { client_secret: secret }) }
}

function secretIn(file: string): string {
  const text = readPlainText(file.replace(/^~(?=\/)/, homedir()), MOST_SECRET_BYTES)
  if (typeof text === 'string') return text.trim()
  throw new Error(`the file \`${file}\` with the client's secret cannot be read (${text.reason})`)
}
