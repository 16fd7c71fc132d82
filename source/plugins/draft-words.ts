// What a model writes of a tool that is being drafted: what it does, and requests that need it. The requests are marked as its own
// in the file, for a model's examples are guesses about people.
import type { CallState, Engine } from '../contracts/engine.ts'
import { type JsonSchema, parseJsonObject } from '../contracts/json.ts'
import type { Draft } from './draft.ts'

const REQUESTS = ['request_1', 'request_2', 'request_3', 'request_4']
const LONGEST = 80
const MOST_TOKENS = 240
/** Of what is shown to the model. */
const MOST_SHOWN = 1_500

const STATE: CallState = {
  name: 'tool-draft',
  messages: [
    {
      role: 'system',
      text: 'Say what a tool does in one sentence, and write four different requests of a person that need it, as JSON.',
    },
    { role: 'user', text: 'tides: Times of high and low water (harbour, day)' },
    {
      role: 'assistant',
      text: '{"does": "Tell when it is high and low water in a harbour", "request_1": "when is high tide in Dover?", "request_2": "low water at Brest tomorrow", "request_3": "tides for Hamburg on Sunday please", "request_4": "what time is the tide in?"}',
    },
  ],
}

/** The draft with the model's words where there were none. Nothing is written to disk; a model that writes nonsense changes nothing. */
export async function withModelWords(
  name: string,
  draft: Draft,
  source: string,
  engine: Engine,
  signal: AbortSignal,
): Promise<Draft> {
  const names = draft.parameters.map((one) => one.name).join(', ')
  const about = draft.description ?? draft.title ?? source.replace(/\s+/g, ' ').slice(0, MOST_SHOWN)
  const parameters: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      ['does', ...REQUESTS].map((field): [string, JsonSchema] => [
        field,
        { type: 'string', maxLength: LONGEST },
      ]),
    ),
    required: ['does', ...REQUESTS],
  }
  const what = [name.replaceAll('_', ' '), about].filter(Boolean).join(': ')
  const message = `${what}${names === '' ? '' : ` (${names})`}`
  await engine.prepareCall(STATE, { signal, persist: false })
  const request = { state: STATE, message, opening: '', parameters, maxTokens: MOST_TOKENS }
  const written = await engine.writeCall(request, signal)
  const said = (written.cut ? undefined : parseJsonObject(written.text)) ?? {}
  const requests = REQUESTS.map((field) => said[field]).filter(
    (text): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text),
  )
  const does = typeof said.does === 'string' && said.does.trim() !== '' ? said.does.trim() : undefined
  return {
    ...draft,
    ...(draft.title === undefined && does !== undefined && { title: does }),
    ...(draft.description === undefined && does !== undefined && { description: does }),
    modelExamples: [...new Set(requests)],
  }
}
