// One server as the program has it: its state, its tools as they are known, and a connection that is made when it is needed.
// Invariant: whatever the server does, every promise here settles within its limits.
import type { JsonObject } from '../contracts/json.ts'
import type { McpOffer, McpQuestion, McpResult, McpServer, McpState, McpTool } from '../contracts/mcp.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { CallLimit } from './call-limit.ts'
import type { Connection, ConnectionEvents, ConnectOptions } from './connection.ts'
import type { KeptLists } from './kept-lists.ts'
import { KeptLogin } from './kept-login.ts'
import { LoginNeeded } from './oauth-client.ts'
import { plainLine } from './plain-text.ts'

/** Each makes the head anew. */
const MOST_CHANGES = 50

export interface LinkParts {
  readonly kept: KeptLists
  /** File of a server's login. */
  readonly loginFile: (name: string) => string
  readonly program: ConnectOptions['program']
  readonly env: NodeJS.ProcessEnv
  /** Loads `connection.ts`, and with it the SDK. */
  readonly load: () => Promise<{
    connect(server: McpServer, options: ConnectOptions, signal: AbortSignal): Promise<Connection>
  }>
  readonly onTools: (name: string) => void
  readonly onNotice: (message: string) => void
  readonly onQuestion: ConnectionEvents['onQuestion']
}

export class ServerLink {
  readonly server: McpServer
  /** undefined: nobody knows them yet. */
  tools: readonly McpTool[] | undefined
  lastError: string | undefined
  /** undefined: it has no login. */
  readonly login: KeptLogin | undefined
  readonly #parts: LinkParts
  readonly #stop = new AbortController()
  readonly #limits = new Set<CallLimit>()
  #opening: Promise<Connection> | undefined
  /** What it says of its tools is asked for again: is being asked for, is older than it says, how often it was. */
  #isListing = false
  #isStale = false
  #changes = 0
  #state: McpState = 'idle'

  constructor(server: McpServer, parts: LinkParts) {
    this.server = server
    this.#parts = parts
    this.tools = parts.kept.read(server)
    const { name, transport } = server
    this.login =
      transport.type === 'http' && transport.oauth !== undefined
        ? new KeptLogin(parts.loginFile(name), transport.url, transport.oauth)
        : undefined
    if (this.login?.isThere === false) this.#state = 'login'
  }

  get state(): McpState {
    return this.server.isEnabled ? this.#state : 'off'
  }

  /** Connects if it is not; rejects with a `ToolFailure`. */
  async connected(signal: AbortSignal): Promise<Connection> {
    const { name } = this.server
    if (!this.server.isEnabled)
      throw new ToolFailure(
        'mcp_off',
        `The MCP server \`${name}\` is off; \`/mcp enable ${name}\` turns it on.`,
      )
    this.#opening ??= this.#open()
    const stop = Promise.withResolvers<never>()
    const onAbort = () => stop.reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([this.#opening, stop.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Runs one of its tools. Rejects with a `ToolFailure`, or as the signal says. */
  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<McpResult> {
    const result = await this.#within(signal, (connection, both) => connection.call(tool, args, both))
    if (!result.isError) return result
    const reason = plainLine(result.text, 1_000)
    throw new ToolFailure(
      'mcp_error',
      `${this.server.name} says of \`${plainLine(tool, 80)}\`: ${reason || 'it failed'}`,
    )
  }

  async offer(signal: AbortSignal): Promise<McpOffer> {
    const more = await this.#within(signal, (connection, both) => connection.offer(both))
    return { tools: this.tools ?? [], ...more }
  }

  read(uri: string, signal: AbortSignal): Promise<string> {
    return this.#within(signal, (connection, both) => connection.read(uri, both))
  }

  async prompt(name: string, words: readonly string[], signal: AbortSignal): Promise<string> {
    return this.#within(signal, async (connection, both) => {
      const takes = await connection.promptTakes(name, both)
      if (takes === undefined)
        throw new ToolFailure(
          'no_prompt',
          `The MCP server \`${this.server.name}\` has no prompt \`${name}\`; \`/mcp info ${this.server.name}\` lists them.`,
        )
      return connection.prompt(name, promptArguments(takes, words), both)
    })
  }

  /** Ends the connection, and for good. */
  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    this.#state = 'idle'
    this.#stop.abort(new Error('the server was stopped'))
    await opening?.then(
      (connection) => connection.close(),
      () => undefined,
    )
  }

  async #open(): Promise<Connection> {
    this.#state = 'connecting'
    const { server } = this
    try {
      const { login } = this
      if (login?.isThere === false) throw new LoginNeeded()
      const { connect } = await this.#parts.load()
      const { program, env } = this.#parts
      const events = this.#events()
      const options = { program, env, events, ...(login && { login }) }
      const connection = await connect(server, options, this.#limit())
      try {
        await this.#list(connection)
      } catch (error) {
        await connection.close()
        throw error
      }
      this.#state = 'ready'
      this.lastError = undefined
      return connection
    } catch (error) {
      this.#opening = undefined
      if (error instanceof LoginNeeded) throw this.#wantLogin(error, 'notice')
      const reason = this.#reasonOf(error)
      this.#state = 'failed'
      this.lastError = reason
      const advice = `\`/mcp restart ${server.name}\` tries again`
      const message = `The MCP server \`${server.name}\` cannot be used: ${reason}; ${advice}.`
      if (!this.#stop.signal.aborted) this.#parts.onNotice(message)
      throw new ToolFailure('mcp_failed', message)
    }
  }

  /** What to do is the same wherever it turns out. */
  #wantLogin({ message }: Error, say?: 'notice'): ToolFailure {
    const { name } = this.server
    this.#state = 'login'
    this.lastError = message
    const sentence = `The MCP server \`${name}\` cannot be used: ${message}; \`/mcp login ${name}\` opens one.`
    if (say === 'notice' && !this.#stop.signal.aborted) this.#parts.onNotice(sentence)
    return new ToolFailure('mcp_login', sentence)
  }

  #events(): ConnectionEvents {
    const { name } = this.server
    return {
      onEnd: (reason) => {
        if (this.#state !== 'ready') return
        this.#opening = undefined
        this.#state = 'failed'
        this.lastError = reason
        this.#parts.onNotice(`The MCP server \`${name}\` is gone: ${reason}; the next call starts it again.`)
      },
      onToolsChanged: () => void this.#listAnew(),
      onQuestion: (question, signal) => this.#ask(question, signal),
    }
  }

  /** A question counts only while a call of this server runs, and its time does not run meanwhile. */
  async #ask(question: McpQuestion, signal: AbortSignal): Promise<JsonObject | undefined> {
    if (this.#limits.size === 0) return undefined
    for (const limit of this.#limits) limit.pause()
    try {
      return await this.#parts.onQuestion(question, signal)
    } finally {
      for (const limit of this.#limits) limit.goOn()
    }
  }

  /** One list at a time, however often the server says that it is another one, and not for ever. */
  async #listAnew(): Promise<void> {
    const { name } = this.server
    this.#isStale = true
    if (this.#isListing || this.#changes > MOST_CHANGES) return
    this.#isListing = true
    try {
      while (this.#isStale && this.#opening !== undefined) {
        this.#isStale = false
        if (++this.#changes > MOST_CHANGES) {
          const why = `it said ${MOST_CHANGES} times that they changed; \`/mcp restart ${name}\` asks it again`
          this.#parts.onNotice(`The tools of the MCP server \`${name}\` stay as they are now: ${why}.`)
          return
        }
        await this.#list(await this.#opening)
      }
    } catch (error) {
      this.lastError = this.#reasonOf(error)
      this.#parts.onNotice(`The new tools of the MCP server \`${name}\` are not known: ${this.lastError}.`)
    } finally {
      this.#isListing = false
    }
  }

  async #list(connection: Connection): Promise<void> {
    const tools = await connection.listTools(this.#limit())
    if (this.tools !== undefined && JSON.stringify(tools) === JSON.stringify(this.tools)) return
    this.tools = tools
    const problem = this.#parts.kept.write(this.server, tools)
    if (problem !== undefined)
      this.#parts.onNotice(
        `The tools of \`${this.server.name}\` cannot be kept for the next start (${problem}).`,
      )
    this.#parts.onTools(this.server.name)
  }

  async #within<T>(
    signal: AbortSignal,
    work: (connection: Connection, both: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const connection = await this.connected(signal)
    const limit = new CallLimit(this.server.callMs)
    this.#limits.add(limit)
    try {
      return await work(connection, AbortSignal.any([signal, limit.signal, this.#stop.signal]))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ToolFailure) throw error
      const why = connection.whyLogin()
      if (why !== undefined) throw this.#wantLogin(why)
      const { name, callMs } = this.server
      const reason = limit.signal.aborted
        ? `it did not answer within ${callMs / 1000} seconds`
        : this.#reasonOf(error)
      this.lastError = reason
      const code = limit.signal.aborted ? 'timeout' : 'mcp_failed'
      throw new ToolFailure(code, `The MCP server \`${name}\` did not do it: ${reason}.`)
    } finally {
      limit.end()
      this.#limits.delete(limit)
    }
  }

  #limit(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.server.connectMs), this.#stop.signal])
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Error && error.name === 'TimeoutError')
      return `it did not answer within ${this.server.connectMs / 1000} seconds`
    return plainLine(error instanceof Error ? error.message : String(error), 400).replace(/\.+$/, '')
  }
}

/** `name=value` for a name that the prompt takes; every other word is the next argument, the last of them takes the rest. */
function promptArguments(takes: readonly string[], words: readonly string[]): { [name: string]: string } {
  // A server may call an argument `constructor`, which every object has.
  const args = new Map<string, string>()
  for (const word of words) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
    const next = takes.find((one) => !args.has(one))
    const last = takes.at(-1)
    if (name !== '' && takes.includes(name)) args.set(name, value)
    else if (next !== undefined) args.set(next, word)
    else if (last !== undefined) args.set(last, `${args.get(last)} ${word}`)
  }
  return Object.fromEntries(args)
}
