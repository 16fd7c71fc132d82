// The login at one server, in a file of the home that only the person may read. Nothing of it is ever shown. It is believed only for the
// address and the client that it was made for.
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { parseJsonObject } from '../contracts/json.ts'
import type { McpOauth } from '../contracts/mcp.ts'
import { createFileAtomicSync, writeFileAtomicSync } from '../lib/atomic-write.ts'
import { readPlainText } from '../lib/plain-file.ts'

export interface Login {
  /** As it registered itself; absent: it was registered already. */
  readonly client?: StoredOAuthClientInformation
  /** Where its answers came to. */
  readonly redirectUrl?: string
  readonly tokens?: StoredOAuthTokens
  /** In milliseconds since 1970; absent: nobody said. */
  readonly expiresAt?: number
}

const FORMAT = 1
const MOST_BYTES = 200_000

export class KeptLogin {
  readonly #path: string
  readonly #of: string

  /** `url`: the server's. */
  constructor(path: string, url: string, { clientId }: McpOauth) {
    this.#path = path
    this.#of = JSON.stringify([url, clientId ?? null])
  }

  /** Empty: there is none, or none for this address and client. */
  read(): Login {
    const text = readPlainText(this.#path, MOST_BYTES)
    const kept = typeof text === 'string' ? parseJsonObject(text) : undefined
    if (kept?.format !== FORMAT || kept.of !== this.#of) return {}
    // Written below, and read by nobody else.
    return (kept.login ?? {}) as unknown as Login
  }

  get isThere(): boolean {
    return this.read().tokens !== undefined
  }

  /** Throws the system's error. */
  write(login: Login): void {
    const text = JSON.stringify({ format: FORMAT, of: this.#of, login })
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    if (existsSync(this.#path)) {
      chmodSync(this.#path, 0o600)
      writeFileAtomicSync(this.#path, text)
    } else createFileAtomicSync(this.#path, text)
  }

  /** Throws the system's error. */
  remove(): void {
    rmSync(this.#path, { force: true })
  }
}
