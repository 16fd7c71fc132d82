// The call lane at a server: arguments written under a schema that was narrowed to the request, then held against its rules.
// What breaks one is written once more with the rule; what breaks it again is not taken.
import type { CallRequest, CallResult, ChatMessage, TokenUsage } from '../../contracts/engine.ts'
import type { Completed } from './answer-reading.ts'
import { type CallPlan, planCall } from './call-plan.ts'
import { guide } from './guidance.ts'
import type { Member } from './members.ts'
import { planProgram } from './program-plan.ts'
import { requestOf } from './request.ts'
import { usageOf } from './usage.ts'
import { weakestOf } from './weakest.ts'

type Written = Pick<CallResult, 'text' | 'usage' | 'weakest' | 'cut'>

/** Only asked for where the server is held to nothing. */
const JSON_ONLY = 'Answer with the JSON object of the arguments and nothing else.'
const NOTHING: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }

/** Plans the call; `ask` runs the rest with a server, and not at all where the request leaves nothing to decide. */
export async function writeCallWith(
  ask: (work: (member: Member) => Promise<Written>) => Promise<Written>,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallResult> {
  const startedAt = performance.now()
  const { program, parameters, message: whole, latest } = request
  const plan = program === undefined ? planCall(parameters, { whole, latest }) : planProgram(program)
  const done = (written: Written) => ({ ...written, totalMs: performance.now() - startedAt })
  if (plan.settled !== undefined) return done({ text: plan.settled, usage: NOTHING, weakest: 1, cut: false })
  if (!plan.isPossible) return done({ text: '', usage: NOTHING, weakest: undefined, cut: true })
  return done(await ask((member) => writeValid(member, plan, request, signal)))
}

async function writeValid(
  member: Member,
  plan: CallPlan,
  request: CallRequest,
  signal: AbortSignal,
): Promise<Written> {
  const first = await write(member, plan, request, [], signal)
  const fault = faultOf(plan, first)
  if (fault === undefined) return first
  const said: readonly ChatMessage[] = [
    { role: 'assistant', text: first.text },
    {
      role: 'user',
      text: `That is not allowed: ${fault} Write the arguments of the request before once more.`,
    },
  ]
  // An empty turn is refused by some chat templates.
  const again = await write(member, plan, request, first.text === '' ? [] : said, signal)
  const usage = {
    evaluated: first.usage.evaluated + again.usage.evaluated,
    reused: first.usage.reused + again.usage.reused,
    generated: first.usage.generated + again.usage.generated,
  }
  return { ...again, usage, cut: faultOf(plan, again) !== undefined }
}

function faultOf(plan: CallPlan, written: Written): string | undefined {
  return written.cut ? 'It has no end.' : plan.faultOf(written.text)
}

async function write(
  { server, facts, abilities }: Member,
  plan: CallPlan,
  request: CallRequest,
  said: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Written> {
  const { guidance, tellsProbabilities } = abilities
  const asked =
    guidance === 'none' && request.program === undefined
      ? `${request.message}\n${JSON_ONLY}`
      : request.message
  const messages: readonly ChatMessage[] = [
    ...request.state.messages,
    ...(request.examples ?? []),
    { role: 'user', text: asked },
    ...said,
  ]
  const body = {
    ...requestOf(facts, messages, request.maxTokens),
    temperature: 0,
    ...(tellsProbabilities ? { logprobs: true } : {}),
    ...guide(guidance, plan.schema),
  }
  const onProgress = request.onPrepare
  const completed = await server.chat(body, 2 * request.maxTokens, { onProgress }, signal)
  const text = guidance === 'tool' ? completed.callText : completed.text
  const normal = plan.normalized(text)
  return {
    text: normal ?? text.trim(),
    usage: usageOf(completed.counts, messages, text),
    weakest: weakestOf(completed.text, completed.tokens),
    cut: isCut(completed) && normal === undefined,
  }
}

function isCut({ finish }: Completed): boolean {
  return finish === 'length'
}
