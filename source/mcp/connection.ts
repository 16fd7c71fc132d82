// One connection to one server, by the official SDK. Only this room imports its client, and this file is itself
// imported when the first server is connected: the SDK takes longer to load than the chat takes to start.
import {
  Client,
  type ElicitRequestFormParams,
  type RequestOptions,
  SdkHttpError,
  type Transport,
  type Tool as WireTool,
} from '@modelcontextprotocol/client'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { McpOffer, McpQuestion, McpResult, McpServer, McpTool } from '../contracts/mcp.ts'
import { lastWords } from '../lib/last-words.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { type Bearer, bearerOf } from './bearer.ts'
import { MissingVariable, withVariables } from './config.ts'
import { type Fate, HttpConnection } from './http-connection.ts'
import type { KeptLogin } from './kept-login.ts'
import { LoginNeeded, OauthClient } from './oauth-client.ts'
import { OUTPUT_CHECK } from './output-check.ts'
import { plainLine, plainText, reasonOf } from './plain-text.ts'
import { promptText, resultOf, textOf, type WireContent } from './results.ts'
import { PATIENCE_MS, ServerProcess } from './server-process.ts'

/** What happens by itself. */
export interface ConnectionEvents {
  /** It ended, and nobody asked for that. */
  onEnd(reason: string): void
  onToolsChanged(): void
  /** undefined: the person does not answer. */
  onQuestion(question: McpQuestion, signal: AbortSignal): Promise<JsonObject | undefined>
}

export interface Connection {
  listTools(signal: AbortSignal): Promise<readonly McpTool[]>
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<McpResult>
  offer(signal: AbortSignal): Promise<Omit<McpOffer, 'tools'>>
  read(uri: string, signal: AbortSignal): Promise<string>
  prompt(name: string, args: { readonly [name: string]: string }, signal: AbortSignal): Promise<string>
  /** Names of a prompt's arguments in their order; undefined: there is no such prompt. */
  promptTakes(name: string, signal: AbortSignal): Promise<readonly string[] | undefined>
  /** A person has to log in before it answers again; undefined: not that it is known. */
  whyLogin(): Error | undefined
  /** What the failure of a request says of the connection; undefined: nothing. */
  fateOf(error: unknown): Fate | undefined
  /** Ends the server's process, and all that it started, whatever they do. */
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly program: { readonly name: string; readonly version: string }
  readonly env: NodeJS.ProcessEnv
  readonly events: ConnectionEvents
  /** In place of a process or an address, for tests. */
  readonly openTransport?: () => Transport
  /** Of a server with a login. */
  readonly login?: KeptLogin
}

const MOST_TOOLS = 1_000
/** Prompts, and resources: they are listed to be read. */
const MOST_OFFERED = 200
const MOST_ARGUMENTS = 20
const STDERR_KEPT = 2_000
/** One message of a server: the SDK copies what it has of it with each piece that comes. */
const MOST_MB = 8
/** Time limits are those of the signals: the SDK's own must not come first. */
const NO_LIMIT_MS = 2 ** 31 - 1

/** Connects and shakes hands; rejects with the server's last words where it ended. Nothing of it is left then. */
export async function connect(
  server: McpServer,
  { program, env, events, login, openTransport: open }: ConnectOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const stderr = { text: '' }
  const bearer = bearerFor(server, env, login)
  const transport = open?.() ?? openTransport(server, { env, stderr, bearer })
  const client = new Client(program, {
    capabilities: { elicitation: { form: {} } },
    jsonSchemaValidator: OUTPUT_CHECK,
    listChanged: {
      tools: { autoRefresh: false, onChanged: () => events.onToolsChanged() },
    },
  })
  let isWanted = true
  let isEnded = false
  let isTooMuch = false
  client.onerror = ({ message }) => {
    isTooMuch ||= /exceeded maximum size/.test(message)
  }
  const end = () =>
    isTooMuch ? `it sent more than ${MOST_MB} MB in one message` : withLastWords('it ended', stderr.text)
  client.onclose = () => {
    isEnded = true
    if (!isWanted) return
    if (transport instanceof ServerProcess) transport.forget()
    events.onEnd(end())
  }
  // What waits on a connection hears of its end alone.
  const told = (error: unknown) => (isEnded && isClosed(error) ? new Error(end()) : error)
  putQuestions(client, server.name, events)
  const close = async () => {
    isWanted = false
    await closeSoon(client, transport)
  }
  try {
    await unlessAborted(signal, client.connect(transport, options(signal)))
  } catch (error) {
    await close()
    const why = told(error)
    const failure = why === error ? failureOf(error, stderr.text) : why
    throw bearer?.needed ?? loginWanted(error, server) ?? failure
  }
  const fateOf = (error: unknown) =>
    transport instanceof HttpConnection ? transport.fateOf(error) : undefined
  return { ...requestsOf(client, told), close, fateOf, whyLogin: () => bearer?.needed }
}

function putQuestions(client: Client, server: string, events: ConnectionEvents): void {
  client.setRequestHandler('elicitation/create', async (request, context) => {
    const form = request.params as Partial<ElicitRequestFormParams>
    if (form.requestedSchema === undefined) return { action: 'decline' }
    const message = plainText(form.message ?? '').slice(0, 2_000)
    const question = { server, message, schema: form.requestedSchema as JsonSchema }
    const answer = await events.onQuestion(question, context.mcpReq.signal)
    if (answer === undefined) return { action: 'decline' }
    return { action: 'accept', content: answer as { [key: string]: string | number | boolean | string[] } }
  })
}

/** It refused somebody who came without any key. */
function loginWanted(error: unknown, { transport }: McpServer): LoginNeeded | undefined {
  const hasKey =
    transport.type !== 'http' ||
    transport.oauth !== undefined ||
    Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization')
  if (hasKey || !(error instanceof SdkHttpError) || error.status !== 401) return undefined
  return new LoginNeeded('it answers only who is logged in')
}

function bearerFor(
  { transport }: McpServer,
  env: NodeJS.ProcessEnv,
  kept: KeptLogin | undefined,
): Bearer | undefined {
  if (transport.type !== 'http' || transport.oauth === undefined || kept === undefined) return undefined
  const now = Date.now
  return bearerOf({
    ...{ kept, now, url: transport.url },
    client: new OauthClient({ oauth: transport.oauth, kept, env, now }),
  })
}

function requestsOf(
  client: Client,
  told: (error: unknown) => unknown,
): Omit<Connection, 'close' | 'fateOf' | 'whyLogin'> {
  const within = <T>(signal: AbortSignal, work: Promise<T>) =>
    unlessAborted(signal, work).catch((error: unknown) => {
      throw told(error)
    })
  const can = () => client.getServerCapabilities() ?? {}
  const prompts = async (signal: AbortSignal) =>
    can().prompts === undefined
      ? []
      : (await within(signal, client.listPrompts(undefined, options(signal)))).prompts
  return {
    listTools: async (signal) => {
      if (can().tools === undefined) return []
      const listed = await within(
        signal,
        client.listTools(undefined, { ...options(signal), cacheMode: 'refresh' }),
      )
      return listed.tools.slice(0, MOST_TOOLS).map(toolOf)
    },
    call: async (name, args, signal) =>
      resultOf(
        (await within(signal, client.callTool({ name, arguments: { ...args } }, options(signal)))) as {
          content?: readonly WireContent[]
        },
      ),
    offer: async (signal) => {
      const resources =
        can().resources === undefined
          ? []
          : (await within(signal, client.listResources(undefined, options(signal)))).resources
      return {
        prompts: (await prompts(signal)).slice(0, MOST_OFFERED).map((one) => ({
          name: plainLine(one.name, 80),
          description: plainLine(one.description ?? '', 200),
          takes: (one.arguments ?? [])
            .slice(0, MOST_ARGUMENTS)
            .map((argument) => plainLine(argument.required ? argument.name : `[${argument.name}]`, 60))
            .join(' '),
        })),
        resources: resources
          .slice(0, MOST_OFFERED)
          .map((one) => ({ uri: plainLine(one.uri, 300), name: plainLine(one.name, 80) })),
      }
    },
    read: async (uri, signal) =>
      textOf((await within(signal, client.readResource({ uri }, options(signal)))).contents as WireContent[]),
    promptTakes: async (name, signal) =>
      (await prompts(signal)).find((one) => one.name === name)?.arguments?.map((one) => one.name) ??
      ((await prompts(signal)).some((one) => one.name === name) ? [] : undefined),
    prompt: async (name, args, signal) => {
      const { messages } = await within(
        signal,
        client.getPrompt({ name, arguments: { ...args } }, options(signal)),
      )
      return promptText(messages as { role: string; content: WireContent }[])
    },
  }
}

function toolOf({ name, title, description, inputSchema, annotations = {} }: WireTool): McpTool {
  const { readOnlyHint, destructiveHint } = annotations
  return {
    name,
    description: plainText(description ?? title ?? ''),
    inputSchema: inputSchema as JsonSchema,
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
  }
}

function openTransport(
  { transport }: McpServer,
  {
    env,
    stderr,
    bearer,
  }: {
    readonly env: NodeJS.ProcessEnv
    readonly stderr: { text: string }
    readonly bearer: Bearer | undefined
  },
): Transport {
  if (transport.type === 'http') {
    return new HttpConnection(new URL(transport.url), {
      requestInit: { headers: withVariables(transport.headers, env) },
      ...(bearer && { authProvider: bearer, fetch: bearer.fetch }),
    })
  }
  const stdio = new ServerProcess({
    command: transport.command,
    args: [...transport.args],
    // The SDK adds only what a program needs to run at all: PATH, HOME, SHELL, TERM, USER, LOGNAME.
    env: withVariables(transport.env, env),
    ...(transport.cwd !== undefined && { cwd: transport.cwd }),
    // Never to the terminal. It is read on, so that a server that writes much does not stand still.
    stderr: 'pipe',
    maxBufferSize: MOST_MB * 1024 * 1024,
  })
  stdio.stderr?.on('data', (bytes: Buffer) => {
    stderr.text = (stderr.text + bytes.toString('utf8')).slice(-STDERR_KEPT)
  })
  return stdio
}

/** A process has its own limit; nobody waits for anything else either. */
async function closeSoon(client: Client, transport: Transport): Promise<void> {
  const closing = client.close().then(() => transport.close())
  const soon = AbortSignal.timeout(PATIENCE_MS)
  await (transport instanceof ServerProcess ? closing : unlessAborted(soon, closing)).catch(() => undefined)
}

function options(signal: AbortSignal): RequestOptions {
  return { signal, timeout: NO_LIMIT_MS }
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && /connection closed/i.test(error.message)
}

/** A time limit, and an end, stay what they are; all else is said with the server's last words. */
function failureOf(error: unknown, stderr: string): Error {
  if (error instanceof Error && (error.name === 'TimeoutError' || error instanceof MissingVariable))
    return error
  // With all that its cause says.
  return new Error(withLastWords(reasonOf(error), stderr))
}

function withLastWords(reason: string, stderr: string): string {
  const last = plainLine(lastWords(stderr), 200)
  return last === '' ? reason : `${reason}; its last words: ${last}`
}
