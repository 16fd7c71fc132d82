// Servers of the Model Context Protocol (docs/mcp.md): what the session and `/mcp` may ask of them.
import type { JsonObject, JsonSchema } from './json.ts'

/** How a server is reached. Values of `env` and `headers` may name variables of the environment: `${NAME}`. */
export type McpTransport =
  | {
      readonly type: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: { readonly [name: string]: string }
      /** undefined: the folder of start. */
      readonly cwd: string | undefined
    }
  | {
      readonly type: 'http'
      readonly url: string
      readonly headers: { readonly [name: string]: string }
      /** A person logs in (`/mcp login`); absent: nobody needs to. */
      readonly oauth?: McpOauth
    }

/** What a login needs beyond what the server says of itself. Texts may name variables: `${NAME}`. */
export interface McpOauth {
  /** Of a client that is registered already; absent: it registers itself. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** A file that holds nothing but the secret. */
  readonly clientSecretFile?: string
  /** What is asked for; empty: what the server says. */
  readonly scopes: readonly string[]
  /** Where the answer is awaited on loopback, for a client whose address is fixed; absent: any port. */
  readonly redirectPort?: number
}

/** A server as `mcp.yaml` has it. */
export interface McpServer {
  readonly name: string
  readonly transport: McpTransport
  readonly isEnabled: boolean
  readonly connectMs: number
  readonly callMs: number
}

/** A tool as its server says it; the schema is kept as it came. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** The server says that it changes nothing; absent: it says nothing. */
  readonly readOnly?: boolean
  /** The server says that it may destroy something; absent: it says nothing. */
  readonly destructive?: boolean
}

/** A result: texts, and structured data; what is neither (an image, a sound) is named in the text. */
export interface McpResult {
  readonly text: string
  readonly structured: JsonObject | undefined
  readonly isError: boolean
}

/** What a server asks of the person while one of its tools runs. */
export interface McpQuestion {
  readonly server: string
  readonly message: string
  /** Schema of the answer: a flat object. */
  readonly schema: JsonSchema
}

/** `idle`: not connected yet, its tools are known from last time; `login`: it needs one, and only a person can give it. */
export type McpState = 'off' | 'idle' | 'connecting' | 'ready' | 'login' | 'failed'

export interface McpRow {
  readonly name: string
  readonly state: McpState
  /** Command or address; never what is secret. */
  readonly place: string
  readonly tools: number
  readonly lastError: string | undefined
}

/** What a server offers besides tools. */
export interface McpOffer {
  readonly tools: readonly McpTool[]
  readonly prompts: readonly { readonly name: string; readonly description: string; readonly takes: string }[]
  readonly resources: readonly { readonly uri: string; readonly name: string }[]
}

/** What `/mcp` may see and change; sentences say why something was not done. */
export interface McpShelf extends Pick<McpServers, 'remove' | 'rows' | 'logout'> {
  offerOf(name: string): Promise<McpOffer>
  add(name: string, words: readonly string[]): Promise<string | undefined>
  importFile(path: string): Promise<ReturnType<McpServers['importFile']>>
  setEnabled(name: string, isOn: boolean): Promise<string | undefined>
  restart(name: string): Promise<string | undefined>
  login(name: string): Promise<string | undefined>
  /** Sends a prompt of a server as a message; gives how its turn ended. */
  ask(
    server: string,
    prompt: string,
    input: string,
  ): Promise<{ readonly status: string; readonly ok: boolean }>
}

/** Every server of a home. Nothing waits longer than a server's limits; failures are `ToolFailure`s. */
export interface McpServers {
  /** Sorted by name. */
  rows(): readonly McpRow[]
  /** Connects those that are on, without waiting. */
  start(): void
  /** Connects those that are on and of which no tools are known; resolves when each has answered or failed. */
  meet(signal: AbortSignal): Promise<void>
  /** Told when the tools are others than before: once for several servers that begin together. */
  onChange(listener: (what: string) => void): void
  /** Told in a sentence what a person should know. */
  onNotice(listener: (message: string) => void): void
  /** Answers questions of servers; undefined: the person does not want to, or nobody is there. */
  onQuestion(answer: (question: McpQuestion, signal: AbortSignal) => Promise<JsonObject | undefined>): void
  offerOf(name: string, signal: AbortSignal): Promise<McpOffer>
  readResource(name: string, uri: string, signal: AbortSignal): Promise<string>
  /** The messages of a prompt as one text; `words` are `name=value`, or values in the order of its arguments. */
  prompt(name: string, prompt: string, words: readonly string[], signal: AbortSignal): Promise<string>
  /** Keeps it in `mcp.yaml` and connects; gives why it was not added. */
  add(name: string, words: readonly string[]): string | undefined
  /** Gives the names that were added, and a sentence for each that was not. */
  importFile(path: string): { readonly added: readonly string[]; readonly problems: readonly string[] }
  /** These three give why not, in a sentence. */
  remove(name: string): string | undefined
  setEnabled(name: string, isOn: boolean): string | undefined
  restart(name: string, signal: AbortSignal): Promise<string | undefined>
  /** Says the address to be opened (a notice), waits for the person within its limit, and connects. Gives why not. */
  login(name: string, signal: AbortSignal): Promise<string | undefined>
  /** Forgets the login; the server ends. Gives why not. */
  logout(name: string): string | undefined
  close(): Promise<void>
}
