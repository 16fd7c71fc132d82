// Logins of a home's servers, one at a time for each: what has to be in `mcp.yaml`, the address that the person opens, and what is forgotten.
import type { McpServer } from '../contracts/mcp.ts'
import type { ConfigFile } from './config-file.ts'
import type { ServerLink } from './server-link.ts'

export interface LoginsParts {
  readonly config: ConfigFile
  readonly env: NodeJS.ProcessEnv
  readonly say: (message: string) => void
  /** Opens an address for the person who is there; absent: it is only said. */
  readonly openBrowser?: (address: string) => void
  /** What a person gets to log in. */
  readonly loginMs?: number
}

const LOGIN_MS = 300_000

export class Logins {
  readonly #parts: LoginsParts
  readonly #open = new Set<string>()

  constructor(parts: LoginsParts) {
    this.#parts = parts
  }

  /** Notes in `mcp.yaml` that a person logs in. Gives why not. */
  want(name: string, server: McpServer | undefined): string | undefined {
    if (server?.transport.type !== 'http')
      return `The MCP server \`${name}\` is a program of this machine; what it needs stands in its \`env\`.`
    if (!server.isEnabled) return `The MCP server \`${name}\` is off; \`/mcp enable ${name}\` comes first.`
    return server.transport.oauth === undefined ? this.#parts.config.wantLogin(name) : undefined
  }

  /** Says the address and waits for the person. Gives why nobody is logged in; rejects where the signal fires. */
  async open(link: ServerLink | undefined, signal: AbortSignal): Promise<string | undefined> {
    const { transport, name = '' } = link?.server ?? {}
    if (link?.login === undefined || transport?.type !== 'http' || transport.oauth === undefined)
      return 'Nobody can log in: `mcp.yaml` says other things of the server now; `/mcp` lists what it has.'
    if (this.#open.has(name)) return `A login at \`${name}\` is open already.`
    this.#open.add(name)
    try {
      const { env, loginMs: limitMs = LOGIN_MS } = this.#parts
      const { logIn } = await import('./log-in.ts')
      const { url, oauth } = transport
      const onAddress = (address: string) => this.#show(name, address)
      const parts = { url, oauth, env, limitMs, onAddress, kept: link.login, now: Date.now }
      const reason = await logIn(parts, signal)
      return reason && `You are not logged in at \`${name}\`: ${reason}.`
    } finally {
      this.#open.delete(name)
    }
  }

  /** Gives why not. */
  forget({ server: { name }, login }: ServerLink): string | undefined {
    if (login === undefined) return `The MCP server \`${name}\` has no login.`
    try {
      login.remove()
      return undefined
    } catch (error) {
      return `The login at \`${name}\` cannot be removed (${error instanceof Error ? error.message : String(error)}).`
    }
  }

  #show(name: string, address: string): void {
    this.#parts.say(
      `To log in at the MCP server \`${name}\`, open this address in a browser of this machine: ${address}`,
    )
    this.#parts.openBrowser?.(address)
  }
}
