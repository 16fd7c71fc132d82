// One server as the program has it: its state, its tools as they are known, and a connection that is made when it is needed.
// Invariant: whatever the server does, every promise here settles within its limits.
import type { JsonObject } from '../contracts/json.ts'
import type { McpOffer, McpQuestion, McpResult, McpServer, McpState, McpTool } from '../contracts/mcp.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import type { Connection, ConnectionEvents, ConnectOptions } from './connection.ts'
import type { KeptLists } from './kept-lists.ts'
import { KeptLogin } from './kept-login.ts'
import { LoginNeeded } from './oauth-client.ts'
import { plainLine, reasonOf } from './plain-text.ts'
import { promptArguments } from './prompt-arguments.ts'
import { RunningCalls } from './running-calls.ts'

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
  readonly #calls = new RunningCalls()
  #opening: Promise<Connection> | undefined
  /** The one that is in use. */
  #connection: Connection | undefined
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
    return unlessAborted(signal, this.#opening)
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
    this.#connection = undefined
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
      this.#connection = connection
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
    return {
      onEnd: (reason) => this.#state === 'ready' && this.#lose(reason),
      onToolsChanged: () => void this.#listAnew(),
      onQuestion: (question, signal) => this.#ask(question, signal),
    }
  }

  /** The connection in use is none any more. */
  #lose(reason: string): void {
    this.#leave()
    this.#state = 'failed'
    this.lastError = reason
    const { name } = this.server
    this.#parts.onNotice(`The MCP server \`${name}\` is gone: ${reason}; the next call starts it again.`)
  }

  /** The next call connects anew. What else runs on this connection hears of it by itself, and may have been carried out. */
  #leave(): void {
    const connection = this.#connection
    this.#opening = undefined
    this.#connection = undefined
    const close = () => void connection?.close()
    if (this.#calls.areNone) close()
    else this.#calls.over.addEventListener('abort', close, { once: true })
  }

  /** A question counts only while a call of this server runs, and is open no longer than that. */
  async #ask(question: McpQuestion, signal: AbortSignal): Promise<JsonObject | undefined> {
    if (this.#calls.areNone) return undefined
    const both = AbortSignal.any([signal, this.#calls.over])
    try {
      return await this.#calls.whileAsked(() => unlessAborted(both, this.#parts.onQuestion(question, both)))
    } catch (error) {
      if (both.aborted) return undefined
      throw error
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
    for (let isRepeated = false; ; isRepeated = true) {
      const connection = await this.connected(signal)
      const limit = this.#calls.begin(this.server.callMs)
      try {
        return await work(connection, AbortSignal.any([signal, limit.signal, this.#stop.signal]))
      } catch (error) {
        signal.throwIfAborted()
        // Only this has surely not been carried out.
        if (isRepeated || connection.fateOf(error) !== 'forgotten')
          throw this.#failureOf(error, connection, limit.signal.aborted)
        if (this.#connection === connection) this.#leave()
      } finally {
        this.#calls.end(limit)
      }
    }
  }

  #failureOf(error: unknown, connection: Connection, isLate: boolean): ToolFailure {
    if (error instanceof ToolFailure) return error
    const why = connection.whyLogin()
    if (why !== undefined) return this.#wantLogin(why)
    const { name, callMs } = this.server
    const reason = isLate ? `it did not answer within ${callMs / 1000} seconds` : this.#reasonOf(error)
    this.lastError = reason
    const isLost = connection.fateOf(error) !== undefined
    if (isLost && this.#connection === connection) this.#lose(reason)
    return new ToolFailure(
      isLate ? 'timeout' : 'mcp_failed',
      `The MCP server \`${name}\` did not do it: ${reason}.`,
    )
  }

  #limit(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.server.connectMs), this.#stop.signal])
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Error && error.name === 'TimeoutError')
      return `it did not answer within ${this.server.connectMs / 1000} seconds`
    return reasonOf(error)
  }
}
