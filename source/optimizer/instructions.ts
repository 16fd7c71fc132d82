// The strategy `rules`: one sentence behind a tool's description, made from what went wrong, kept if it helps.
import type { CallState } from '../contracts/engine.ts'
import type { JsonObject } from '../contracts/json.ts'
import { takesArguments } from '../contracts/manifest.ts'
import { LONGEST_INSTRUCTION, type StateDraft } from '../contracts/optimized.ts'
import type { Draft, OptimizerPorts, OptimizerTool, TrialCase } from './ports.ts'
import { asBefore, leftOut, type StateResult } from './smaller-states.ts'
import { isAccepted, type Trials } from './trials.ts'
import { writeFields } from './write-fields.ts'

const MOST_SENTENCES = 4
const LONGEST_SENTENCE = 120
const SENTENCE_TOKENS = 40

/** A case of *train* whose tool was right and whose arguments were not. */
interface Failure {
  readonly one: TrialCase
  readonly got: JsonObject
}

const STATE: CallState = {
  name: 'instructions',
  messages: [
    {
      role: 'system',
      text: 'Say in one short sentence what to mind when the arguments are written, so that this mistake is not made again.',
    },
    {
      role: 'user',
      text: 'Request: put the kitchen lamp on\nWritten: {"room": "the kitchen lamp"}\nRight: {"room": "kitchen"}',
    },
    {
      role: 'assistant',
      text: '{"advice": "Give only the name of the room, without articles and things."}',
    },
  ],
}

/** Looks for a sentence with which more requests of *train* are right and none of *accept* is lost. */
export async function findInstruction(
  ports: Pick<OptimizerPorts, 'writer' | 'state'>,
  tool: OptimizerTool,
  present: StateDraft,
  trials: Trials,
  signal: AbortSignal,
): Promise<StateResult> {
  const { name } = tool.entry
  if (!takesArguments(tool.detail)) return asBefore(present, 'it has no arguments')
  if (ports.state(name, tool.detail, present).form === 'code')
    return asBefore(present, 'its state is code, which holds no sentence')
  const isOwn = (one: TrialCase) => one.tool === name
  const of = (draft: StateDraft): Draft => ({ states: new Map([[name, draft]]) })
  const train = [...trials.of('train', isOwn), ...leftOut(tool, present)]
  const failures: Failure[] = []
  for (const one of train) {
    const { right, rightTool, got } = await trials.ask(one, of(present))
    if (!right && rightTool && got !== null) failures.push({ one, got })
  }
  const [first] = failures
  if (first === undefined) return asBefore(present, 'no request failed')
  const before = await trials.score(train, of(present))
  const advice = await adviceFrom(ports, first, signal)
  const sentences = [...sentencesFor(failures, tool), ...advice]
    .filter((sentence) => sentence.length <= LONGEST_INSTRUCTION)
    .slice(0, MOST_SENTENCES)
  let dropped: StateResult['trial'] | undefined
  for (const instruction of sentences) {
    const draft = { ...present, instruction }
    if ((await trials.score(train, of(draft))).right <= before.right) continue
    const compared = await trials.compare(trials.of('accept', isOwn), of(present), of(draft))
    const scores = { before: compared.before, after: compared.after }
    if (isAccepted(compared))
      return { draft, trial: { kept: true, reason: instruction, ...scores }, compared }
    dropped ??= { kept: false, reason: `"${instruction}" lowers the score`, ...scores }
  }
  const asItWas = asBefore(present, 'no sentence helps')
  return dropped === undefined ? asItWas : { ...asItWas, trial: dropped }
}

/** Sentences for the mistakes that were made, the most frequent first. */
function sentencesFor(failures: readonly Failure[], { detail }: OptimizerTool): readonly string[] {
  const counts = new Map<string, number>()
  for (const failure of failures)
    for (const sentence of new Set(mistakes(failure, detail.parameters.properties ?? {})))
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([sentence]) => sentence)
}

function mistakes(
  { one, got }: Failure,
  fields: NonNullable<OptimizerTool['detail']['parameters']['properties']>,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const accepted = one.accepted[name]
    const value = got[name]
    if (accepted === undefined)
      return value === undefined ? [] : [`Leave "${name}" out unless the request gives it.`]
    if (value === undefined)
      return accepted.includes('') ? [] : [`Write "${name}" whenever the request gives it.`]
    // Texts may differ and be right; which one is wrong is not known here, so each that differs is a guess.
    if (accepted.some((other) => JSON.stringify(other) === JSON.stringify(value))) return []
    if (schema.enum !== undefined)
      return [`Choose "${name}" by what is asked for: ${schema.enum.map(String).join(', ')}.`]
    if (schema.type === 'number' || schema.type === 'integer')
      return [`Copy the number for "${name}" from the request, digit by digit.`]
    return [`Copy "${name}" word for word from the request: all of it and nothing else.`]
  })
}

/** What the model itself would say; nothing that repeats the request's own values. */
async function adviceFrom(
  { writer }: Pick<OptimizerPorts, 'writer'>,
  { one, got }: Failure,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const right = Object.fromEntries(
    Object.entries(one.accepted).flatMap(([name, values]) =>
      values[0] === undefined || values[0] === '' ? [] : [[name, values[0]]],
    ),
  )
  const message = `Request: ${one.message}\nWritten: ${JSON.stringify(got)}\nRight: ${JSON.stringify(right)}`
  const fields = new Map([['advice', LONGEST_SENTENCE]])
  const { advice } = await writeFields(
    writer,
    { state: STATE, message, fields, maxTokens: SENTENCE_TOKENS },
    signal,
  )
  if (typeof advice !== 'string') return []
  const sentence = advice.replace(/\s+/g, ' ').trim()
  const values = Object.values(right).map((value) => String(value).toLowerCase())
  const repeats = values.some((value) => value.length > 2 && sentence.toLowerCase().includes(value))
  const isSentence = sentence.length >= 12 && sentence.length < LONGEST_SENTENCE && /[.!]$/.test(sentence)
  return isSentence && !repeats ? [sentence] : []
}
