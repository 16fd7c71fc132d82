/**
 * Every MCP server of a home, by `mcp.yaml`: a `McpServers`. Nothing of the SDK is loaded before the first server is connected.
 * Read `server-link.ts` for one server, `connection.ts` for the protocol, `docs/mcp.md` for what a person sees.
 */
import { join } from 'node:path'
import type { JsonObject } from '../contracts/json.ts'
import type {
  McpOffer,
  McpQuestion,
  McpResult,
  McpRow,
  McpServer,
  McpServers,
  McpTool,
} from '../contracts/mcp.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { ConfigFile } from './config-file.ts'
import { KeptLists, reachedBy } from './kept-lists.ts'
import { Logins, type LoginsParts } from './logins.ts'
import { type LinkParts, ServerLink } from './server-link.ts'

export interface ServersParts
  extends Pick<LinkParts, 'program' | 'env'>,
    Pick<LoginsParts, 'openBrowser' | 'loginMs'> {
  /** Folder of the logins. */
  readonly logins: string
  /** `mcp.yaml`; it need not be there. */
  readonly file: string
  /** Folder of the tool lists. */
  readonly lists: string
  readonly load?: LinkParts['load']
}

/** A tool of a server that is on. */
export interface OfferedTool {
  readonly server: string
  readonly tool: McpTool
  readonly callMs: number
  /** Changes with the command or the address of the server. */
  readonly reached: string
}

export class ServersOfHome implements McpServers {
  readonly #config: ConfigFile
  readonly #parts: LinkParts
  readonly #logins: Logins
  readonly #links = new Map<string, ServerLink>()
  /** Said before anybody listened. */
  readonly #unsaid: string[] = []
  #sayChange: ((what: string) => void) | undefined
  #sayNotice: ((message: string) => void) | undefined
  #answer: (question: McpQuestion, signal: AbortSignal) => Promise<JsonObject | undefined> = async () =>
    undefined
  /** Why `mcp.yaml` says nothing of them. */
  #unread: string | undefined
  /** Servers that begin together: their tools are told of when all have answered. */
  #beginning = 0
  readonly #changed = new Set<string>()

  constructor(parts: ServersParts) {
    const { file, lists, logins, program, env, load = () => import('./connection.ts') } = parts
    this.#config = new ConfigFile(file)
    this.#parts = {
      loginFile: (name) => join(logins, `${name}.json`),
      kept: new KeptLists(lists),
      program,
      env,
      load,
      onTools: (name) => this.#noteTools(name),
      onNotice: (message) => this.#notice(message),
      onQuestion: (question, signal) => this.#answer(question, signal),
    }
    this.#logins = new Logins({
      ...parts,
      config: this.#config,
      say: (message) => this.#notice(message),
    })
    this.#read()
  }

  /** Tools of all servers that are on, as they are known now, by server and in the server's order. */
  tools(): readonly OfferedTool[] {
    return this.#sorted().flatMap(({ server, tools = [] }) =>
      server.isEnabled
        ? tools.map((tool) => ({
            ...{ server: server.name, tool, callMs: server.callMs },
            reached: reachedBy(server),
          }))
        : [],
    )
  }

  async call(server: string, tool: string, args: JsonObject, signal: AbortSignal): Promise<McpResult> {
    return this.#linkOf(server).call(tool, args, signal)
  }

  rows(): readonly McpRow[] {
    return this.#sorted().map(({ server, state, tools, lastError }) => ({
      name: server.name,
      state,
      place: placeOf(server),
      tools: tools?.length ?? 0,
      lastError: lastError ?? this.#unread,
    }))
  }

  start(): void {
    void this.#begin([...this.#links.values()].filter((link) => link.server.isEnabled))
  }

  async meet(signal: AbortSignal): Promise<void> {
    const unknown = [...this.#links.values()].filter(
      (link) => link.server.isEnabled && link.tools === undefined,
    )
    await this.#begin(unknown, signal)
  }

  onChange(listener: (what: string) => void): void {
    this.#sayChange = listener
  }

  onNotice(listener: (message: string) => void): void {
    this.#sayNotice = listener
    for (const message of this.#unsaid.splice(0)) listener(message)
  }

  onQuestion(answer: (question: McpQuestion, signal: AbortSignal) => Promise<JsonObject | undefined>): void {
    this.#answer = answer
  }

  async offerOf(name: string, signal: AbortSignal): Promise<McpOffer> {
    return this.#linkOf(name).offer(signal)
  }

  async readResource(name: string, uri: string, signal: AbortSignal): Promise<string> {
    return this.#linkOf(name).read(uri, signal)
  }

  async prompt(name: string, prompt: string, words: readonly string[], signal: AbortSignal): Promise<string> {
    return this.#linkOf(name).prompt(prompt, words, signal)
  }

  add(name: string, words: readonly string[]): string | undefined {
    return this.#config.add(name, words) ?? this.#read([name])
  }

  importFile(path: string): { readonly added: readonly string[]; readonly problems: readonly string[] } {
    const done = this.#config.importFile(path)
    const unread = done.added.length > 0 ? this.#read(done.added) : undefined
    return unread === undefined ? done : { ...done, problems: [...done.problems, unread] }
  }

  remove(name: string): string | undefined {
    if (!this.#links.has(name)) return this.#unknown(name)
    const link = this.#links.get(name)
    const problem = this.#config.remove(name)
    if (problem !== undefined) return problem
    const left = link?.login && this.#logins.forget(link)
    return this.#read() ?? left
  }

  setEnabled(name: string, isOn: boolean): string | undefined {
    if (!this.#links.has(name)) return this.#unknown(name)
    return this.#config.setEnabled(name, isOn) ?? this.#read(isOn ? [name] : [])
  }

  async restart(name: string, signal: AbortSignal): Promise<string | undefined> {
    const link = this.#links.get(name)
    if (link === undefined) return this.#unknown(name)
    if (this.#config.read().unread !== undefined) return this.#read()
    await link.close()
    this.#links.set(name, new ServerLink(link.server, this.#parts))
    const unread = this.#read()
    if (unread !== undefined) return unread
    const fresh = this.#links.get(name)
    if (fresh === undefined) return `\`mcp.yaml\` has no server \`${name}\` any more that could be used.`
    try {
      await fresh.connected(signal)
      return undefined
    } catch (error) {
      signal.throwIfAborted()
      return error instanceof Error ? error.message : String(error)
    }
  }

  async login(name: string, signal: AbortSignal): Promise<string | undefined> {
    if (!this.#links.has(name)) return this.#unknown(name)
    const problem = this.#logins.want(name, this.#links.get(name)?.server)
    if (problem !== undefined) return problem
    const unread = this.#read()
    if (unread !== undefined) return unread
    const link = this.#links.get(name)
    return (await this.#logins.open(link, signal)) ?? (await this.restart(name, signal))
  }

  logout(name: string): string | undefined {
    const link = this.#links.get(name)
    if (link === undefined) return this.#unknown(name)
    const problem = this.#logins.forget(link)
    if (problem !== undefined) return problem
    void link.close()
    this.#links.set(name, new ServerLink(link.server, this.#parts))
    return undefined
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()))
  }

  /**
   * Reads `mcp.yaml` again; what stands there as before is kept as it is. `begins` are connected. Gives why everything stays:
   * a slip in the file takes no server away that is in use.
   */
  #read(begins: readonly string[] = []): string | undefined {
    const { servers, problems, unread } = this.#config.read()
    const clause = unread && `\`mcp.yaml\` cannot be read: ${unread}; the servers stay as they were`
    this.#unread = clause
    if (clause !== undefined && this.#links.size > 0) return `${clause}.`
    for (const problem of problems) this.#notice(problem)
    const before = this.tools()
    for (const [name, link] of this.#links) {
      const now = servers.find((one) => one.name === name)
      if (JSON.stringify(now) === JSON.stringify(link.server)) continue
      void link.close()
      this.#links.delete(name)
    }
    for (const server of servers)
      if (!this.#links.has(server.name)) this.#links.set(server.name, new ServerLink(server, this.#parts))
    const names = (all: readonly OfferedTool[]) =>
      all.map(({ server, tool }) => `${server} ${tool.name}`).join('\n')
    if (this.#sayChange !== undefined && names(before) !== names(this.tools()))
      this.#sayChange(this.#summary())
    const links = begins.flatMap((name) => this.#links.get(name) ?? [])
    void this.#begin(links.filter((link) => link.server.isEnabled))
    return undefined
  }

  /** Connects them; what fails is a notice already. */
  async #begin(links: readonly ServerLink[], signal = new AbortController().signal): Promise<void> {
    this.#beginning++
    await Promise.allSettled(links.map((link) => link.connected(signal)))
    this.#beginning--
    this.#tellChanges()
  }

  #noteTools(name: string): void {
    this.#changed.add(name)
    this.#tellChanges()
  }

  #tellChanges(): void {
    if (this.#beginning > 0 || this.#changed.size === 0) return
    this.#changed.clear()
    this.#sayChange?.(this.#summary())
  }

  #summary(): string {
    const on = this.rows().filter(({ state }) => state !== 'off')
    const counts = on.map(({ name, tools }) => `${name} ${tools}`).join(', ')
    return `The tools of the MCP servers changed (${counts === '' ? 'none is on' : counts}); the head is made anew once.`
  }

  #notice(message: string): void {
    if (this.#sayNotice === undefined) this.#unsaid.push(message)
    else this.#sayNotice(message)
  }

  #linkOf(name: string): ServerLink {
    const link = this.#links.get(name)
    if (link === undefined) throw new ToolFailure('no_server', this.#unknown(name))
    return link
  }

  #unknown(name: string): string {
    const nearest = nearestName(name, [...this.#links.keys()])
    const hint = nearest === undefined ? '`/mcp` lists those that there are' : `did you mean \`${nearest}\`?`
    return `There is no MCP server \`${name}\`; ${hint}${hint.endsWith('?') ? '' : '.'}`
  }

  #sorted(): readonly ServerLink[] {
    return [...this.#links.values()].sort((a, b) => (a.server.name < b.server.name ? -1 : 1))
  }
}

function placeOf({ transport }: McpServer): string {
  if (transport.type === 'stdio') return [transport.command, ...transport.args].join(' ')
  const url = new URL(transport.url)
  // What stands behind the path may be a key.
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}
