// An OpenAI-compatible server on loopback that does what a test says: answers well, slowly, halfway, wrongly, or not at all.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../source/contracts/json.ts'

/**
 * What is done with a request for an answer. `dies`: the connection ends after the first half; `garbage`: what comes is no JSON;
 * `hangs`: nothing comes at all; `stalls`: nothing comes after the first piece; `ends`: the answer just ends in its middle; `whole`: it is not streamed; a number: that
 * status.
 */
export type Mode = 'good' | 'dies' | 'garbage' | 'hangs' | 'stalls' | 'ends' | 'whole' | number

export interface ServerScript {
  /** The way in which it can be held to a schema; undefined: in none, and it refuses `response_format`. */
  readonly guides?: 'json_schema' | 'llama_schema' | 'guided_json' | 'tool'
  readonly kind?: 'llama-server' | 'vLLM' | 'Ollama' | 'plain'
  readonly models?: readonly string[]
  /** What is said to the last message. */
  answer?(message: string, body: JsonObject): string
  /** The n-th request for an answer, from 0, once it was tried what the server can do. */
  mode?(n: number): Mode
  readonly pieceMs?: number
  readonly key?: string
  /** Fields that are refused with a 400 that names them. */
  readonly refuses?: readonly string[]
  /** `answer` speaks also where it is tried what the server can do. */
  readonly isAsked?: boolean
  readonly retryAfter?: string
  /** It says nothing of its cache. */
  readonly hidesReuse?: boolean
  /** What it says at `/health`; undefined: it has none. */
  health?(): number
  /** It cuts each connection when it is used for a second request. */
  readonly letsGo?: boolean
  /** Whether it still reads its model, at each request: then it answers nothing but that. */
  isLoading?(): boolean
}

export interface ScriptedServer {
  readonly url: string
  readonly host: string
  /** Bodies of requests for an answer, but for those that try what the server can do. */
  readonly asked: JsonObject[]
  /** Paths of all requests. */
  readonly paths: string[]
  /** Requests for an answer that are being answered. */
  readonly running: number
  /** Connections are cut in the middle, and nobody listens any more. */
  kill(): void
  close(): Promise<void>
}

/** Listens on a free port; `port` for one that comes back. */
export async function openScriptedServer(script: ServerScript = {}, port = 0): Promise<ScriptedServer> {
  const asked: JsonObject[] = []
  const paths: string[] = []
  let running = 0
  const used = new WeakSet<object>()
  const server = createServer((request, response) => {
    if (script.letsGo && used.has(request.socket)) return void request.socket.destroy()
    used.add(request.socket)
    paths.push(request.url ?? '')
    if (script.key !== undefined && request.headers.authorization !== `Bearer ${script.key}`)
      return json(response, 401, {
        error: { message: `Incorrect API key: ${request.headers.authorization}` },
      })
    // As llama-server 0.5.0 writes it.
    if (script.isLoading?.())
      return json(response, 503, {
        error: { message: 'Loading model', type: 'unavailable_error', code: 503 },
      })
    if (request.url?.endsWith('/chat/completions')) {
      running++
      response.once('close', () => running--)
      return void readBody(request).then((body) => complete(script, body, asked, response))
    }
    if (request.method === 'GET') return describe(script, request, response)
    void readBody(request).then((body) => lend(script, request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    asked,
    paths,
    get running() {
      return running
    },
    kill: () => void end(server),
    close: () => end(server),
  }
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as JsonObject
}

function json(response: ServerResponse, status: number, value: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

const OWNERS = { 'llama-server': 'llamacpp', vLLM: 'vllm', Ollama: 'library', plain: 'somebody' }

function describe(script: ServerScript, request: IncomingMessage, response: ServerResponse) {
  const { kind = 'plain', models = ['tiny'] } = script
  if (request.url === '/v1/models') {
    const data = models.map((id) => ({
      id,
      owned_by: OWNERS[kind],
      ...(kind === 'vLLM' ? { max_model_len: 2048 } : {}),
    }))
    return json(response, 200, { object: 'list', data })
  }
  if (request.url === '/health' && script.health) return json(response, script.health(), {})
  if (request.url === '/props' && kind === 'llama-server')
    return json(response, 200, { default_generation_settings: { n_ctx: 4096 }, build_info: 'b1234' })
  json(response, 404, { error: { message: 'File Not Found' } })
}

function lend(script: ServerScript, request: IncomingMessage, body: JsonObject, response: ServerResponse) {
  const { kind = 'plain' } = script
  const text = String(body.content)
  if (request.url === '/tokenize' && (kind === 'llama-server' || kind === 'vLLM'))
    return json(response, 200, { tokens: text.split(/\s+/).map((_, at) => at) })
  if (request.url === '/apply-template' && kind === 'llama-server')
    return json(response, 200, { prompt: `<s>${JSON.stringify(body.messages)}` })
  json(response, 404, { error: { message: 'File Not Found' } })
}

function complete(script: ServerScript, body: JsonObject, asked: JsonObject[], response: ServerResponse) {
  const refused = script.refuses?.find((name) => name in body)
  if (refused !== undefined)
    return json(response, 400, { error: { message: `Unrecognized request argument supplied: ${refused}` } })
  const messages = body.messages as readonly { readonly content: string }[]
  const message = messages.at(-1)?.content ?? ''
  const schema = schemaOf(script, body)
  const isTrial = /^Say hello in one word|"kestrel-41"/.test(message)
  if (schema === 'refused')
    return json(response, 400, { error: { message: 'response_format is not supported' } })
  const guided = isTrial && schema !== undefined ? JSON.stringify(onlyValues(schema)) : undefined
  const text =
    guided ??
    (isTrial && !script.isAsked ? 'Hello!' : (script.answer?.(message, body) ?? `You said: ${message}`))
  const mode = isTrial ? 'good' : (script.mode?.(asked.length) ?? 'good')
  if (!isTrial) asked.push(body)
  void write(script, text, mode, body, response)
}

/** The schema that the answer is held to; `refused`: it came in a way that this server does not know. */
function schemaOf({ guides }: ServerScript, body: JsonObject): JsonObject | 'refused' | undefined {
  const format = body.response_format as JsonObject | undefined
  const tool = (body.tools as readonly { function: JsonObject }[] | undefined)?.[0]
  if (format !== undefined)
    return guides === 'json_schema' ? ((format.json_schema as JsonObject).schema as JsonObject) : 'refused'
  if (guides === 'llama_schema') return body.json_schema as JsonObject | undefined
  if (guides === 'guided_json') return body.guided_json as JsonObject | undefined
  return guides === 'tool' ? (tool?.function.parameters as JsonObject | undefined) : undefined
}

/** The object that a schema with one value for each property leaves. */
function onlyValues(schema: JsonObject): JsonObject {
  const properties = schema.properties as { readonly [name: string]: { readonly enum: readonly [string] } }
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, one.enum[0]]))
}

async function write(
  { guides, pieceMs = 0, retryAfter, hidesReuse }: ServerScript,
  text: string,
  mode: Mode,
  body: JsonObject,
  response: ServerResponse,
): Promise<void> {
  if (mode === 'hangs') return
  if (typeof mode === 'number')
    return json(
      response,
      mode,
      { error: { message: 'not \u001b[31mnow' } },
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    )
  const isCall = guides === 'tool' && body.tools !== undefined
  const said = (piece: string) =>
    isCall ? { tool_calls: [{ index: 0, function: { arguments: piece } }] } : { content: piece }
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 7,
    ...(hidesReuse ? {} : { prompt_tokens_details: { cached_tokens: 60 } }),
  }
  if (mode === 'whole')
    return json(response, 200, { choices: [{ message: said(text), finish_reason: 'stop' }], usage })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: string) => response.write(`data: ${data}\n\n`)
  const pieces = text.match(/\S+\s*|\s+/g) ?? ['']
  for (const [at, piece] of pieces.entries()) {
    if (pieceMs > 0) await new Promise((resolve) => setTimeout(resolve, pieceMs))
    if (response.destroyed) return
    if (mode === 'garbage') send('<html>no')
    const isHalf = at >= pieces.length / 2
    if (mode === 'dies' && isHalf) return void response.destroy()
    if (mode === 'ends' && isHalf) return void response.end()
    const logprobs =
      body.logprobs === true ? { logprobs: { content: [{ token: piece, logprob: -0.1 }] } } : {}
    send(JSON.stringify({ choices: [{ index: 0, delta: said(piece), finish_reason: null, ...logprobs }] }))
    if (mode === 'stalls') return
  }
  send(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
  send(JSON.stringify({ choices: [], usage }))
  send('[DONE]')
  response.end()
}
