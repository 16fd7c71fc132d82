// The plan of a task: the model writes a numbered list of at most six steps, and a grammar holds it to that. Small models plan badly, so
// it is short, and a person sees it before anything runs.
import type { CallState, Engine } from '../contracts/engine.ts'
import { type JsonSchema, parseJsonObject } from '../contracts/json.ts'

/** More than this a small model only repeats itself. */
export const MOST_STEPS = 6
const LONGEST = 120
const MOST_TOKENS = 260
const NUMBERS = Array.from({ length: MOST_STEPS }, (_, at) => String(at + 1))

const STATE: CallState = {
  name: 'task-plan',
  messages: [
    {
      role: 'system',
      text: 'Split the goal into as few steps as it needs, at most six. Each step is one short request that can be done alone, with its names and numbers in it. Write them as JSON with the numbers 1, 2, 3.',
    },
    { role: 'user', text: 'Goal: find out how long notes.md is and keep that in length.txt' },
    {
      role: 'assistant',
      text: '{"1": "count the words of notes.md", "2": "write the number of words of notes.md into length.txt"}',
    },
    { role: 'user', text: 'Goal: what is the weather in Oslo and in Rome, and set a timer for 20 minutes' },
    {
      role: 'assistant',
      text: '{"1": "what is the weather in Oslo", "2": "what is the weather in Rome", "3": "set a timer for 20 minutes"}',
    },
  ],
}

const PLAN: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    NUMBERS.map((number): [string, JsonSchema] => [number, { type: 'string', maxLength: LONGEST }]),
  ),
  required: ['1'],
}

/** The steps, none where the model wrote nothing that can be read. `able`: what tools could help with. Nothing is written to disk. */
export async function writePlan(
  goal: string,
  able: readonly string[],
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly string[]> {
  await engine.prepareCall(STATE, { signal, persist: false })
  const tools = able.length === 0 ? '' : `\nTools: ${able.join('; ')}`
  const message = `Goal: ${goal}${tools}`
  const written = await engine.writeCall(
    { state: STATE, message, latest: goal, opening: '', parameters: PLAN, maxTokens: MOST_TOKENS },
    signal,
  )
  return stepsOf(written.text, able)
}

/**
 * The steps of what was written, in their order. Left out is one that was cut off, says the same as one before, or only repeats what a
 * tool says of itself, for then nothing says what to do it with.
 */
export function stepsOf(text: string, able: readonly string[] = []): readonly string[] {
  const plan = parseJsonObject(text) ?? {}
  const steps = NUMBERS.map((number) => plan[number])
    .filter((step): step is string => typeof step === 'string' && /\p{L}{2}/u.test(step))
    .map((step) =>
      step
        .replace(/\s+/g, ' ')
        .replace(/^\s*(?:step\s*)?\d+\s*[.):]\s*/i, '')
        .trim(),
    )
  const alike = (step: string) =>
    step
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const said = new Set(able.map(alike))
  return steps.filter(
    (step, at) => !said.has(alike(step)) && steps.findIndex((other) => alike(other) === alike(step)) === at,
  )
}
