// What a server can do for calls, found by trying: two answers that no model gives by chance, asked in each way until one is
// kept to. What was found is kept by the caller, so a server is tried once.
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import { parseJsonObject } from '../../contracts/json.ts'
import type { Completed } from './answer-reading.ts'
import { type Guidance, guide } from './guidance.ts'
import { requestOf } from './request.ts'
import type { Server } from './server.ts'
import type { ServerFacts } from './server-facts.ts'
import { ServerFailure } from './server-failure.ts'

export interface Abilities {
  /** How it is held to a schema while it writes. */
  readonly guidance: Guidance
  /** `reliable`: it is held to schemas; `shaky`: it writes JSON when asked to; `chat only`: not even that. */
  readonly label: 'reliable' | 'shaky' | 'chat only'
  /** It tells how probable its tokens were. */
  readonly tellsProbabilities: boolean
  /** It tells how much of a prompt it had in its cache. */
  readonly tellsReuse: boolean
}

const LABELS: readonly string[] = ['reliable', 'shaky', 'chat only'] satisfies readonly Abilities['label'][]
const WAYS: readonly string[] = [
  'json_schema',
  'llama_schema',
  'guided_json',
  'tool',
  'none',
] satisfies readonly Guidance[]

const MOST_TOKENS = 48
const ASKED = 'Say hello in one word.'
/** Values that nothing but the schema leads to. */
const TRIALS: readonly { readonly schema: JsonSchema; readonly wanted: JsonObject }[] = [
  trial({ code: { type: 'string', enum: ['kestrel-41'] } }, { code: 'kestrel-41' }),
  trial(
    { number: { type: 'integer', enum: [7316] }, place: { type: 'string', enum: ['Quito'] } },
    { number: 7316, place: 'Quito' },
  ),
]

/** Tries the ways in turn. Throws `ServerFailure` when the server cannot be asked at all. */
export async function tryAbilities(
  server: Server,
  facts: ServerFacts,
  signal: AbortSignal,
): Promise<Abilities> {
  const { kind } = facts
  const ways: readonly Guidance[] = [
    'json_schema',
    ...(kind === 'llama-server' ? (['llama_schema'] as const) : []),
    ...(kind === 'vLLM' ? (['guided_json'] as const) : []),
    'tool',
  ]
  for (const guidance of ways) {
    const answers = await keepsTo(server, facts, guidance, signal)
    if (answers !== undefined) return abilitiesOf(guidance, 'reliable', answers)
  }
  const answer = await ask(server, facts, UNGUIDED, {}, signal)
  const wrote = findJson(answer.text)
  return abilitiesOf('none', wrote?.code === 'kestrel-41' ? 'shaky' : 'chat only', [answer])
}

/** Reads what was kept; undefined: it was not written by this program. */
export function readAbilities(value: JsonObject): Abilities | undefined {
  const { guidance, label, tellsProbabilities, tellsReuse } = value
  if (!WAYS.includes(String(guidance)) || !LABELS.includes(String(label))) return undefined
  return {
    guidance: guidance as Guidance,
    label: label as Abilities['label'],
    tellsProbabilities: tellsProbabilities === true,
    tellsReuse: tellsReuse === true,
  }
}

const UNGUIDED =
  'Answer with JSON and nothing else: an object with the only field "code", whose value is "kestrel-41".'

function trial(properties: { readonly [name: string]: JsonSchema }, wanted: JsonObject) {
  const required = Object.keys(properties)
  return { schema: { type: 'object', properties, required, additionalProperties: false }, wanted }
}

async function keepsTo(
  server: Server,
  facts: ServerFacts,
  guidance: Guidance,
  signal: AbortSignal,
): Promise<readonly Completed[] | undefined> {
  const answers: Completed[] = []
  for (const { schema, wanted } of TRIALS) {
    const answer = await ask(server, facts, ASKED, guide(guidance, schema), signal).catch(
      (error: unknown) => {
        // A way that it refuses, or chokes on, is none of its ways; a server that is gone or busy is no answer.
        const isGone =
          !(error instanceof ServerFailure) || ['unreachable', 'silent', 'busy'].includes(error.kind)
        if (!isGone) return undefined
        throw error
      },
    )
    const text = guidance === 'tool' ? answer?.callText : answer?.text
    const wrote = parseJsonObject(text ?? '')
    const isKept =
      wrote !== undefined && Object.entries(wanted).every(([name, value]) => wrote[name] === value)
    if (answer === undefined || !isKept) return undefined
    answers.push(answer)
  }
  return answers
}

function ask(
  server: Server,
  facts: ServerFacts,
  content: string,
  fields: JsonObject,
  signal: AbortSignal,
): Promise<Completed> {
  const said = [{ role: 'user', text: content }] as const
  const body = { ...requestOf(facts, said, MOST_TOKENS), temperature: 0, logprobs: true, ...fields }
  return server.chat(body, 4 * MOST_TOKENS, {}, signal)
}

function findJson(text: string): JsonObject | undefined {
  return parseJsonObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function abilitiesOf(
  guidance: Guidance,
  label: Abilities['label'],
  answers: readonly Completed[],
): Abilities {
  return {
    guidance,
    label,
    tellsProbabilities: answers.some((answer) => answer.tokens.length > 0),
    tellsReuse: answers.some((answer) => answer.counts.cached !== undefined),
  }
}
