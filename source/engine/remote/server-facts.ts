// What a server is: its models, its window, what it lends besides answers. Asked at every load; a few small requests by GET.
import type { JsonObject } from '../../contracts/json.ts'
import { countOf, objectOf, stringOf } from './completion.ts'
import type { Server } from './server.ts'
import { ServerFailure } from './server-failure.ts'

export type ServerKind = 'llama-server' | 'vLLM' | 'Ollama' | 'LM Studio' | 'server'

export interface ServerFacts {
  readonly kind: ServerKind
  readonly model: string
  /** Names of all that it serves. */
  readonly models: readonly string[]
  /** Window of the model; undefined: the server does not say. */
  readonly contextTokens: number | undefined
  readonly trainContextTokens: number | undefined
  /** Its build, where it names one: abilities are tried anew for another. */
  readonly build: string
  readonly countsTokens: boolean
}

/** The model is not there; `models` are. */
export class NoSuchModel extends Error {
  override readonly name = 'NoSuchModel'
  readonly models: readonly string[]

  constructor(message: string, models: readonly string[]) {
    super(message)
    this.models = models
  }
}

/** Ollama gives a model this window unless its owner set another, and does not tell. https://docs.ollama.com/context-length */
const OLLAMA_TOKENS = 4_096
const SHOWN_MODELS = 8

/** Looks the server over for `wanted`; undefined: its only model. Throws `ServerFailure`, `NoSuchModel`. */
export async function learnServer(
  server: Server,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const { api, root, host } = server.address
  const listed = await server.ask(`${api}/models`, undefined, signal)
  if (!Array.isArray(listed.data))
    throw new ServerFailure('garbage', `\`${host}\` lists no models: it is no OpenAI-compatible server`)
  const rows = listed.data.map(objectOf)
  const row = chosenRow(rows, wanted, host)
  const props = await optional(server, `${root}/props`, undefined, signal)
  const kind = kindOf(row, props)
  const model = stringOf(row.id) ?? ''
  return {
    kind,
    model,
    models: namesOf(rows),
    contextTokens: await windowOf(server, kind, row, props, signal),
    trainContextTokens: countOf(objectOf(row.meta).n_ctx_train),
    build: stringOf(props.build_info) ?? '',
    countsTokens:
      (kind === 'llama-server' || kind === 'vLLM') &&
      (await countOnServer(server, model, 'one two', signal).catch(() => undefined)) !== undefined,
  }
}

/** Tokens by the server's tokenizer, without special ones; undefined: it has none. Throws `ServerFailure`. */
export async function countOnServer(
  server: Server,
  model: string,
  text: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  // llama-server reads `content`, vLLM `model` and `prompt`; each leaves out what it does not know.
  const body = { content: text, model, prompt: text, add_special: false, add_special_tokens: false }
  const { tokens, count } = await server.ask(`${server.address.root}/tokenize`, body, signal)
  return countOf(count) ?? (Array.isArray(tokens) ? tokens.length : undefined)
}

/** The prompt as the server's own template writes it; undefined: it does not tell. */
export async function renderOnServer(
  server: Server,
  messages: readonly JsonObject[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { prompt } = await optional(server, `${server.address.root}/apply-template`, { messages }, signal)
  return stringOf(prompt)
}

function chosenRow(rows: readonly JsonObject[], wanted: string | undefined, host: string): JsonObject {
  const names = namesOf(rows)
  const more = names.length > SHOWN_MODELS ? ` and ${names.length - SHOWN_MODELS} more` : ''
  const list = `${names
    .slice(0, SHOWN_MODELS)
    .map((name) => `\`${name}\``)
    .join(', ')}${more}`
  const [only] = rows
  if (only === undefined) throw new NoSuchModel(`\`${host}\` serves no model.`, names)
  if (wanted === undefined) {
    if (rows.length === 1) return only
    throw new NoSuchModel(
      `\`${host}\` serves ${names.length} models; name one with \`--model\`: ${list}.`,
      names,
    )
  }
  const found = rows.find((row) => row.id === wanted) ?? rows.find((row) => row.id === `${wanted}:latest`)
  if (found === undefined)
    throw new NoSuchModel(`\`${host}\` serves no model \`${wanted}\`; it has ${list}.`, names)
  return found
}

function namesOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []))
}

function kindOf(row: JsonObject, props: JsonObject): ServerKind {
  if (row.owned_by === 'llamacpp' || props.default_generation_settings !== undefined) return 'llama-server'
  if (row.owned_by === 'vllm' || row.max_model_len !== undefined) return 'vLLM'
  if (row.owned_by === 'library') return 'Ollama'
  return row.owned_by === 'organization_owner' ? 'LM Studio' : 'server'
}

async function windowOf(
  server: Server,
  kind: ServerKind,
  row: JsonObject,
  props: JsonObject,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (kind === 'Ollama') return OLLAMA_TOKENS
  if (kind === 'LM Studio') {
    const url = `${server.address.root}/api/v0/models/${encodeURIComponent(stringOf(row.id) ?? '')}`
    return countOf((await optional(server, url, undefined, signal)).loaded_context_length)
  }
  return countOf(row.max_model_len) ?? countOf(objectOf(props.default_generation_settings).n_ctx)
}

/** What a server need not have; an empty object where it does not. */
async function optional(
  server: Server,
  url: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    return await server.ask(url, body, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServerFailure)) throw error
    return {}
  }
}
