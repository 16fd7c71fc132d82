// Runs a task: each step is an ordinary turn, with router, tools and approvals as ever. What came of a step is on disk before the next
// one begins, so that an interrupt or a crash loses nothing but the step that ran; where the disk refuses, none begins.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { Task, TaskStep } from '../contracts/tasks.ts'
import type { TurnOutcome } from '../governor/ports.ts'
import type { ChatSession } from './session.ts'
import { keepTask } from './task-held.ts'

const MOST_SAID = 1_000
const MINUTE_MS = 60_000

type EndedCall = Pick<Extract<SessionEvent, { type: 'tool.finished' }>, 'name' | 'ok' | 'say'>

interface Heard {
  readonly tools: EndedCall[]
  /** Calls within calls that ended: what a composite did before it was stopped. */
  readonly inner: EndedCall[]
  /** Calls that were allowed and did not end yet. */
  readonly running: Set<string>
  tokens: number
}

/** Runs what is not done, up to the end, the first failure or the budget; gives the task as it is then. It is claimed. */
export async function runTask(session: ChatSession, task: Task, signal: AbortSignal): Promise<Task> {
  const { clock } = session.ports
  const startedAt = clock.monotonicMs()
  const used = { steps: 0, tokens: 0 }
  const stop = (stopped: Task, why: string) => keepTask(session, { ...stopped, state: 'stopped', why })
  let standing = keepTask(session, { ...task, state: 'running', why: '' })
  // Else the disk did not take it.
  while (standing.state === 'running') {
    const at = standing.steps.findIndex(({ state }) => state === 'open' || state === 'failed')
    const step = standing.steps[at]
    if (step === undefined) return keepTask(session, { ...standing, state: 'done' })
    const spent = overBudget(standing, { ...used, ms: clock.monotonicMs() - startedAt })
    if (spent !== undefined) return stop(standing, spent)
    const message = `Task ${task.id}, step ${at + 1} of ${standing.steps.length}: ${step.text}`
    session.emit({ type: 'notice', code: 'task', message })
    const { done, tokens, broken } = await runStep(session, step, signal)
    used.steps++
    used.tokens += tokens
    standing = { ...standing, steps: standing.steps.with(at, done) }
    if (broken !== undefined) {
      stop(standing, `It broke off at step ${at + 1}: ${String(broken)}`)
      throw broken
    }
    if (signal.aborted) return stop(standing, 'You stopped it.')
    if (done.state === 'failed') return stop(standing, `Step ${at + 1} failed.`)
    standing = keepTask(session, standing)
  }
  return standing
}

/** One turn; `broken`: neither the person nor the turn ended it. */
async function runStep(
  session: ChatSession,
  step: TaskStep,
  signal: AbortSignal,
): Promise<{ readonly done: TaskStep; readonly tokens: number; readonly broken?: unknown }> {
  const heard: Heard = { tools: [], inner: [], running: new Set(), tokens: 0 }
  const leave = session.subscribe((event) => hear(heard, event))
  try {
    const outcome = await session.messages.send(step.text, signal, { origin: 'task' })
    const done = signal.aborted ? stoppedAt(step, heard) : stepAfter(step, outcome, heard)
    return { done, tokens: heard.tokens }
  } catch (error) {
    const done = stoppedAt(step, heard)
    return { done, tokens: heard.tokens, ...(!signal.aborted && { broken: error }) }
  } finally {
    leave()
  }
}

/** It was not done whole; what tools did until then is not forgotten, nor that one was at work. */
function stoppedAt(step: TaskStep, { tools, inner, running }: Heard): TaskStep {
  const ended = tools.length > 0 ? tools : inner
  if (ended.length === 0 && running.size === 0) return step
  const said = [
    ...ended.map(({ say }) => say),
    ...(running.size > 0 ? ['A call was at work; how far it came is not known.'] : []),
  ].join('\n')
  return { ...step, state: 'failed', said: cut(`It was stopped; until then: ${said}`), tools: namesOf(ended) }
}

function namesOf(tools: Heard['tools']): readonly string[] {
  return [...new Set(tools.map(({ name }) => name))]
}

/** Which part of the budget is used up, in a sentence. */
function overBudget(
  { budget }: Task,
  used: { readonly steps: number; readonly tokens: number; readonly ms: number },
): string | undefined {
  if (used.steps >= budget.steps) return `Its budget of ${counted(budget.steps, 'step')} is used up.`
  if (used.tokens >= budget.tokens) return `Its budget of ${counted(budget.tokens, 'token')} is used up.`
  if (used.ms >= budget.minutes * MINUTE_MS)
    return `Its budget of ${counted(budget.minutes, 'minute')} is used up.`
  return undefined
}

/** Of a call that ended, its own words tell of those within it. */
function hear(heard: Heard, event: SessionEvent | LiveSignal): void {
  if (event.type === 'approval' && event.decision !== 'denied') {
    // A call with calls in it does nothing itself.
    heard.running.delete(event.call.split('.').slice(0, 2).join('.'))
    heard.running.add(event.call)
  }
  if (event.type === 'tool.finished') {
    heard.running.delete(event.call)
    const isInner = event.call.split('.').length > 2
    heard[isInner ? 'inner' : 'tools'].push(event)
  }
  if (event.type === 'turn.finished') heard.tokens += event.tokens.evaluated + event.tokens.generated
}

/** What came of a step, by what tools said, never by what the model says of them. */
function stepAfter(step: TaskStep, outcome: TurnOutcome | undefined, { tools }: Heard): TaskStep {
  const said = tools.map(({ say }) => say).join('\n')
  const end = (state: TaskStep['state'], words: string): TaskStep => ({
    ...step,
    state,
    said: cut(words.trim()),
    tools: namesOf(tools),
  })
  if (outcome === undefined) return end('failed', 'The message was not sent.')
  if (outcome.status !== 'success')
    return end(
      'failed',
      [said, outcome.answer].filter(Boolean).join('\n') || `It ended as ${outcome.status}.`,
    )
  if (tools.length === 0) return end('answered', outcome.answer)
  // One that failed may have been done right by the next call of that tool.
  const isLeft = tools.some(
    ({ ok, name }, at) => !ok && !tools.slice(at + 1).some((later) => later.ok && later.name === name),
  )
  return end(isLeft ? 'failed' : 'done', said)
}

function cut(text: string): string {
  return text.length <= MOST_SAID ? text : `${text.slice(0, MOST_SAID - 1).toWellFormed()}…`
}

function counted(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}
