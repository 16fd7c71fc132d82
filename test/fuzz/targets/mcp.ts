// What an MCP server may answer: lines of text that our client gets for its requests, through the SDK's own framing and protocol. A line
// of an input is `METHOD MESSAGE`: the message is sent when the client asks for that method for the first time, in the order of the
// lines; `"@id"` in it is the id of the request.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadBuffer } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../source/contracts/json.ts'
import type { McpServer } from '../../../source/contracts/mcp.ts'
import { ToolFailure } from '../../../source/contracts/tool.ts'
import { moreFromServers } from '../../../source/home/mcp-tools.ts'
import { compileSchema } from '../../../source/lib/json-schema.ts'
import { type ConnectOptions, connect } from '../../../source/mcp/connection.ts'
import { KeptLists } from '../../../source/mcp/kept-lists.ts'
import { ServerLink } from '../../../source/mcp/server-link.ts'
import type { ServersOfHome } from '../../../source/mcp/servers.ts'
import { visible } from '../../../source/toolkit/plain-words.ts'
import { mutateJsonWithin } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import { MCP_SEEDS, MCP_WORDS } from '../seeds/mcp.ts'
import type { Target } from '../target.ts'

const SERVER: McpServer = {
  name: 'fuzz',
  transport: { type: 'stdio', command: 'none', args: [], env: {}, cwd: undefined },
  isEnabled: true,
  connectMs: 3_600_000,
  callMs: 3_600_000,
}
/** Turns of the loop in which everything must have settled once the server is gone: nothing here waits for a disk or a clock. */
const MOST_TURNS = 2_000
const MOST_WORDS = 30_000

export async function open(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-mcp-'))
  const text = mutateText(MCP_WORDS)
  const json = mutateJsonWithin(/\{.*\}/g, MCP_WORDS, text)
  return {
    seeds: MCP_SEEDS,
    mutators: [json, json, json, json, text],
    mostBytes: 100_000,
    run: (input) => meet(input.toString('utf8'), folder),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Transport = NonNullable<ReturnType<NonNullable<ConnectOptions['openTransport']>>>

/** A server that says what stands in the input and nothing else. */
class Scripted implements Transport {
  readonly #lines: Map<string, string[]>
  readonly #buffer = new ReadBuffer()
  /** What was said with requests for a prompt. */
  readonly asked: unknown[] = []
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  constructor(lines: readonly string[]) {
    this.#lines = Map.groupBy(lines, (one) => one.slice(0, one.indexOf(' ')))
  }

  async start(): Promise<void> {}

  async send(message: Parameters<Transport['send']>[0]): Promise<void> {
    if (!('method' in message) || !('id' in message)) return
    const { id, method } = message
    if (method === 'prompts/get') this.asked.push(message.params)
    const lines = this.#lines.get(method)
    this.#lines.delete(method)
    const none = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'none' } })
    const said = lines?.map((one) =>
      one.slice(method.length + 1).replaceAll('"@id"', JSON.stringify(id)),
    ) ?? [none]
    queueMicrotask(() => this.#say(said))
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** As the SDK's transport for stdio does it. */
  #say(lines: readonly string[]): void {
    this.#buffer.append(Buffer.from(`${lines.join('\n')}\n`))
    for (;;) {
      try {
        const message = this.#buffer.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        this.onerror?.(error as Error)
      }
    }
  }
}

/** Everything that the program asks of a server; then the server is gone, and whatever waits must end. */
async function meet(text: string, folder: string): Promise<void> {
  const transport = new Scripted(text.split('\n'))
  const notices: string[] = []
  const link = new ServerLink(SERVER, {
    kept: new KeptLists(folder),
    loginFile: (name) => join(folder, `${name}.json`),
    program: { name: 'fuzz', version: '1' },
    env: {},
    load: async () => ({
      connect: (server, options, signal) =>
        connect(server, { ...options, openTransport: () => transport }, signal),
    }),
    onTools: () => undefined,
    onNotice: (message) => notices.push(message),
    onQuestion: async ({ message, schema }) => {
      assert.ok(message.length <= 2_000)
      const answer = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, 'red']))
      compileSchema(schema)(answer)
      return answer
    },
  })
  const { signal } = new AbortController()
  await settled('connecting', link.connected(signal), transport)
  const tools = link.tools ?? []
  const servers = {
    tools: () => tools.map((tool) => ({ server: SERVER.name, tool, callMs: SERVER.callMs })),
    call: (_server: string, tool: string, args: JsonObject) => link.call(tool, args, signal),
  }
  const more = moreFromServers(servers as unknown as ServersOfHome)
  const [first] = more.tools
  if (first !== undefined) {
    const args = { text: 'a' }
    compileSchema(first.compiled.parameters)(args)
    const called = await settled(
      'a call',
      Promise.resolve(first.tool.run(args, { signal } as never)),
      transport,
    )
    if (called !== undefined) checkSaid(first.tool.say(called as never, args))
  }
  const offer = await settled('what it offers', link.offer(signal), transport)
  for (const { uri } of offer?.resources ?? []) assert.ok(uri.length <= 300)
  await settled('a resource', link.read('note://one', signal), transport)
  await settled('a prompt', link.prompt('greet', ['who=Ada', 'kindly', 'now'], signal), transport)
  for (const asked of transport.asked) checkArguments(asked)
  for (const notice of [...notices, ...more.notices])
    assert.ok(notice.length < 3_000, 'a notice is told at great length')
  await settled('closing', link.close(), transport)
}

/** Nothing but the words that were given. */
function checkArguments(asked: unknown): void {
  const { arguments: args = {} } = asked as { readonly arguments?: object }
  for (const value of Object.values(args)) assert.match(value, /^(?:Ada|kindly|now|who=Ada| )+$/)
}

function checkSaid({ sentence, detail = '' }: { readonly sentence: string; readonly detail?: string }): void {
  assert.ok(sentence.length + detail.length < MOST_WORDS, 'a result is told at great length')
  assert.equal(visible(sentence + detail), sentence + detail, 'a control character reaches the screen')
}

/** A failure that a tool may have is well; that nothing comes even when the server is gone is not. */
async function settled<T>(what: string, work: Promise<T>, transport: Transport): Promise<T | undefined> {
  let isDone = false
  const watched = work.then(
    (value) => {
      isDone = true
      return value
    },
    (error: unknown) => {
      isDone = true
      if (error instanceof ToolFailure) return undefined
      throw error
    },
  )
  watched.catch(() => undefined)
  for (let turn = 0; !isDone && turn < MOST_TURNS; turn++) {
    if (turn === 50) void transport.close()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(isDone, `${what} never ends, though the server is gone`)
  return watched
}
