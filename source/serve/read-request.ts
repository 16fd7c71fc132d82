// The bodies that clients send, checked. Pure; what is wrong is thrown as a `Refusal`.
import { type JsonObject, type JsonValue, parseJsonObject } from '../contracts/json.ts'
import type { Exchange, TurnWishes } from './ports.ts'
import { Refusal, shown } from './refusal.ts'

export interface ChatRequest {
  readonly model: string | undefined
  readonly system: string
  readonly history: readonly Exchange[]
  readonly message: string
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly wishes: TurnWishes
}

export interface TurnsRequest {
  readonly message: string
  /** Name of the conversation; undefined: a new one. */
  readonly conversation: string | undefined
  /** Also the pieces of the answer. */
  readonly deltas: boolean
  readonly wishes: TurnWishes
}

const MOST_MESSAGES = 500
const NAME = /^[\w.:-]{1,100}$/
/** What would change the answer and is not built; each refused with what to do. */
const NOT_HERE: { readonly [field: string]: string } = {
  tools: 'the tools of this service run here, by its own choice; leave `tools` out',
  functions: 'the tools of this service run here, by its own choice; leave `functions` out',
  stop: 'an answer is not ended by a text; leave `stop` out',
  logprobs: 'probabilities of tokens are not given; leave `logprobs` out',
}

/** Of `POST /v1/chat/completions`. */
export function readChatRequest(text: string): ChatRequest {
  const body = objectOf(text)
  for (const [field, why] of Object.entries(NOT_HERE)) {
    const value = body[field]
    if (isNothing(value)) continue
    throw refused(`\`${field}\` is not taken: ${why}.`)
  }
  if (!isNothing(body.n) && body.n !== 1)
    throw refused(`\`n\` is ${shown(body.n)}; one answer is given for each request.`)
  const format = body.response_format
  if (isObject(format) && format.type !== 'text')
    throw refused(`\`response_format\` ${shown(format.type)} is not taken; answers are text.`)
  const spoken = readMessages(body.messages)
  const options = body.stream_options
  return {
    model: textOf(body, 'model'),
    ...spoken,
    stream: flagOf(body, 'stream'),
    includeUsage: isObject(options) && options.include_usage === true,
    wishes: wishesOf(body),
  }
}

/** Of `POST /v1/turns`. */
export function readTurnsRequest(text: string): TurnsRequest {
  const body = objectOf(text)
  const known = [
    'message',
    'conversation',
    'deltas',
    'temperature',
    'seed',
    'max_tokens',
    'max_completion_tokens',
  ]
  const strange = Object.keys(body).find((key) => !known.includes(key))
  if (strange !== undefined)
    throw refused(
      `There is no field ${shown(strange)}; there are ${known.map((one) => `\`${one}\``).join(', ')}.`,
    )
  const message = textOf(body, 'message')
  if (message === undefined || message.trim() === '')
    throw refused('`message` is missing; it is the text of the message.')
  return {
    message,
    conversation: readName(textOf(body, 'conversation')),
    deltas: flagOf(body, 'deltas'),
    wishes: wishesOf(body),
  }
}

/** A conversation's name, from a body or a header. */
export function readName(name: string | undefined): string | undefined {
  if (name === undefined || NAME.test(name)) return name
  throw refused(
    `${shown(name)} is not a conversation's name; it has at most 100 letters, digits and \`. _ : -\`.`,
  )
}

function readMessages(value: JsonValue | undefined): Pick<ChatRequest, 'system' | 'history' | 'message'> {
  if (!Array.isArray(value) || value.length === 0)
    throw refused('`messages` is missing; it is a list of {role, content}.')
  if (value.length > MOST_MESSAGES)
    throw refused(`\`messages\` has ${value.length} entries; at most ${MOST_MESSAGES} are taken.`)
  const system: string[] = []
  const said: { role: 'user' | 'assistant'; text: string }[] = []
  for (const [at, one] of value.entries()) {
    const { role, text } = readMessage(one, at)
    const last = said.at(-1)
    if (role === 'system') system.push(text)
    // Two in a row of one side are one message.
    else if (last?.role === role) last.text = `${last.text}\n${text}`
    else said.push({ role, text })
  }
  if (said[0]?.role !== 'user') throw refused("The first message behind the system messages is the user's.")
  const message = said.at(-1)
  if (message?.role !== 'user' || message.text.trim() === '')
    throw refused("The last message is the user's, and it is not empty.")
  const history = said.flatMap((one, at) =>
    one.role === 'assistant' ? [{ user: said[at - 1]?.text ?? '', assistant: one.text }] : [],
  )
  return { system: system.join('\n'), history, message: message.text }
}

function readMessage(
  value: JsonValue,
  at: number,
): { readonly role: 'system' | 'user' | 'assistant'; readonly text: string } {
  if (!isObject(value)) throw refused(`\`messages[${at}]\` is not an object {role, content}.`)
  const { role, content } = value
  const isSystem = role === 'system' || role === 'developer'
  if (!isSystem && role !== 'user' && role !== 'assistant')
    throw refused(
      `\`messages[${at}].role\` is ${shown(role)}; there are \`system\`, \`user\` and \`assistant\`.`,
    )
  if (!isNothing(value.tool_calls))
    throw refused(`\`messages[${at}].tool_calls\` is not taken: the tools of this service run here.`)
  return { role: isSystem ? 'system' : role, text: contentOf(content, at) }
}

function contentOf(content: JsonValue | undefined, at: number): string {
  if (typeof content === 'string') return content
  const parts: readonly JsonValue[] = Array.isArray(content) ? content : []
  if (parts.length === 0) throw refused(`\`messages[${at}].content\` is neither a text nor a list of texts.`)
  return parts
    .map((part) => {
      if (isObject(part) && part.type === 'text' && typeof part.text === 'string') return part.text
      const type = isObject(part) ? part.type : part
      throw refused(`\`messages[${at}].content\` has a part ${shown(type)}; only text is taken.`)
    })
    .join('\n')
}

function wishesOf(body: JsonObject): TurnWishes {
  const most = Number.MAX_SAFE_INTEGER
  return {
    temperature: numberOf(body, 'temperature', [0, 2]),
    seed: numberOf(body, 'seed', [0, 2 ** 32 - 1], true),
    maxTokens:
      numberOf(body, 'max_completion_tokens', [1, most], true) ??
      numberOf(body, 'max_tokens', [1, most], true),
  }
}

function numberOf(
  body: JsonObject,
  field: string,
  [least, most]: readonly [number, number],
  isWhole = false,
): number | undefined {
  const value = body[field]
  if (isNothing(value)) return undefined
  const isFine =
    typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))
  if (!isFine)
    throw refused(
      `\`${field}\` is ${shown(value)}; it is a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`,
    )
  return value
}

function flagOf(body: JsonObject, field: string): boolean {
  const value = body[field]
  if (isNothing(value) || typeof value === 'boolean') return value === true
  throw refused(`\`${field}\` is ${shown(value)}; it is true or false.`)
}

function textOf(body: JsonObject, field: string): string | undefined {
  const value = body[field]
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
  throw refused(`\`${field}\` is ${shown(value)}; it is a text.`)
}

function objectOf(text: string): JsonObject {
  const body = parseJsonObject(text)
  if (body === undefined) throw refused('The body is not a JSON object.')
  return body
}

function isNothing(value: JsonValue | undefined): boolean {
  return (
    value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(message: string): Refusal {
  return new Refusal(400, 'invalid_request', message)
}
