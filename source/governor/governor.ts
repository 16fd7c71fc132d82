// The turn: route → (a call shows up) write its arguments → check → approve → run → answer from what the tool said.
// Invariants: no schema enters the talk lane; no tool runs because its name was mentioned; a turn always ends with an
// answer event and a finished event, whatever happened. Read plan-calls.ts, prepare-call.ts and answer.ts next.
import { EngineFailure } from '../contracts/engine.ts'
import type { TurnStatus } from '../contracts/event.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { type Answer, answerTurn } from './answer.ts'
import { answerNotices, programNotices } from './answer-notices.ts'
import { endingOf } from './approve-call.ts'
import { believedOpening } from './believed-opening.ts'
import { answerBeside, type Beside, type BesideAnswer, pairOf } from './beside.ts'
import { wholeText } from './facts.ts'
import { offCall } from './off-call.ts'
import { heardBy, type PlannedCall, planCalls, toldInstead } from './plan-calls.ts'
import type { Choice, OpenedCall, ToolOff, TurnInput, TurnOutcome, TurnPorts } from './ports.ts'
import { type PreparedCall, prepareCall, type WantedCall } from './prepare-call.ts'
import { type RunCall, runCall, sideBySide } from './run-call.ts'
import { openedEvidence, routeEvidence } from './turn-confidence.ts'
import { TurnDeadline } from './turn-deadline.ts'
import { checkRepeated, isSameCall, TurnLimit } from './turn-limit.ts'
import { outcomeOf, questionOf, type TurnProgress, usageOf } from './turn-outcome.ts'
import { questionOfChoices } from './which-tool.ts'

/** Runs one turn to its end; never throws. Aborting ends it with the status `cancelled`. */
export async function runTurn(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<TurnOutcome> {
  return new Turn(input, ports, signal).run()
}

class Turn {
  /** As it came. */
  readonly #heard: TurnInput
  /** Without what is answered beside it. */
  #input: TurnInput
  readonly #ports: TurnPorts
  readonly #tell: TurnPorts['emit']
  /** The person's own. */
  readonly #stopped: AbortSignal
  readonly #limit: TurnDeadline
  readonly #signal: AbortSignal
  readonly #startedAt: number
  readonly #calls: RunCall[] = []
  /** What a person has seen of the answer by now. */
  #shown = ''
  #plan: readonly PlannedCall[] = []
  /** Tools that were wanted and may not be used. */
  readonly #off: ToolOff[] = []
  /** Requests that lack a value. */
  #open: readonly PreparedCall[] = []
  /** Tools that share the only request. */
  #choices: readonly Choice[] = []
  #answer: Answer | undefined
  /** A question beside the requests. */
  #beside: Beside | undefined
  /** What the program says itself of what it cannot do. */
  #said: string | undefined
  #besideAnswer: BesideAnswer | undefined
  #routes = 0
  #routeMs = 0
  #callMs = 0
  #firstTokenMs = 0

  constructor(input: TurnInput, ports: TurnPorts, signal: AbortSignal) {
    this.#heard = input
    this.#input = input
    this.#limit = new TurnDeadline(input.maxMs, () => ports.monotonicMs())
    this.#ports = {
      ...ports,
      emit: (event) => this.#emit(event),
      approve: (call, asked) => this.#limit.without(() => ports.approve(call, asked)),
    }
    ports.takeClock?.((wait) => this.#limit.without(wait))
    this.#tell = (event) => ports.emit(event)
    this.#stopped = signal
    this.#signal = AbortSignal.any([signal, this.#limit.signal])
    this.#startedAt = ports.monotonicMs()
  }

  async run(): Promise<TurnOutcome> {
    const { turn, message, origin } = this.#input
    this.#ports.emit({ type: 'turn.started', turn, text: message, origin })
    try {
      await this.#rounds()
      const question =
        this.#choices.length > 0 ? questionOfChoices(this.#choices) : questionOf(this.#open, this.#calls)
      if (question !== '') return this.#finish('need_clarification', question)
      return this.#finish(endingOf(this.#calls.map((call) => call.outcome)), this.#answer?.text ?? '')
    } catch (error) {
      if (this.#stopped.aborted) return this.#finish('cancelled', this.#shown.trim())
      if (this.#limit.signal.aborted) return this.#finish('timeout', this.#afterTimeout())
      if (error instanceof TurnLimit) return this.#finish('limit', error.message)
      const known = error instanceof EngineFailure
      this.#ports.emit({ type: 'error', code: known ? error.code : 'internal', message: messageOf(error) })
      return this.#finish('error', '')
    } finally {
      this.#limit.end()
    }
  }

  async #rounds(): Promise<void> {
    const wanted = await this.#firstCalls()
    if (this.#beside?.isFirst) await this.#answerBeside(this.#beside)
    if (this.#said !== undefined && wanted.length === 0) {
      this.#answer = saidAnswer(this.#input, this.#said)
      return
    }
    await this.#runAll(wanted)
    await this.#answerCalls()
    if (this.#said !== undefined) this.#sayBeside(this.#said)
    if (this.#beside !== undefined && this.#besideAnswer === undefined) await this.#answerBeside(this.#beside)
  }

  /** Before what is said of the calls, or behind it; a question of ours comes last. */
  async #answerBeside(beside: Beside): Promise<void> {
    const main = this.#answer
    if (main?.source === 'tool') this.#emitText(main.text)
    if (main !== undefined) this.#emitText('\n')
    const { history } = this.#input
    const before = main === undefined ? history : [...history, ...pairOf(main)]
    const answer = await answerBeside(this.#heard, beside, before, this.#ports, this.#signal)
    this.#besideAnswer = { answer, isFirst: main === undefined }
    if (main !== undefined) return
    this.#input = { ...this.#input, history: [...history, ...pairOf(answer)] }
    this.#emitText('\n')
  }

  /** Behind what is said of the calls. */
  #sayBeside(text: string): void {
    if (this.#answer?.source === 'tool') this.#emitText(this.#answer.text)
    this.#emitText(`\n${text}`)
    this.#besideAnswer = { answer: saidAnswer(this.#input, text), isFirst: false }
  }

  #emitText(text: string): void {
    this.#ports.emit({ type: 'answer.delta', turn: this.#input.turn, text })
  }

  async #answerCalls(): Promise<void> {
    while (this.#open.length === 0 && this.#choices.length === 0) {
      this.#answer = await answerTurn(this.#input, this.#ports, this.#toldCalls, this.#signal, (text) =>
        this.#believeOpening(text),
      )
      if (this.#answer.firstTokenAt !== undefined)
        this.#firstTokenMs = this.#answer.firstTokenAt - this.#startedAt
      const { opens = [] } = this.#answer
      if (opens.length === 0) return
      if (this.#calls.length + opens.length > this.#input.maxRounds)
        throw new TurnLimit(this.#input.maxRounds)
      await this.#runAll(opens.map((one) => this.#wantOpened(one, opens.length === 1)))
    }
  }

  /** A call that the model opened: a single one is written in the call lane, of several each has its own arguments. */
  #wantOpened({ name, arguments: args }: OpenedCall, isOnly: boolean): WantedCall {
    const candidates = this.#plan[0]?.decision.candidates ?? []
    const route = openedEvidence(name, candidates)
    const round = this.#emitRoute({ tool: name, confidence: route.probability, by: 'model', candidates })
    const { message: request, earlier } = this.#input
    return {
      round,
      name,
      route,
      request,
      earlier,
      arguments: isOnly ? undefined : args,
      isGuess: true,
    }
  }

  /** What the message wants, with a route event for each request. */
  async #firstCalls(): Promise<readonly WantedCall[]> {
    const { call, message } = this.#input
    if (call !== undefined) return [{ ...call, round: 1, route: undefined, request: message, earlier: [] }]
    const before = this.#ports.monotonicMs()
    // What the router waits for does not hear of an end.
    const planning = planCalls(heardBy(this.#input), this.#ports, this.#signal)
    const plan = await unlessAborted(this.#signal, planning)
    const { calls, choices = [] } = plan
    this.#beside = plan.beside
    this.#said = plan.said
    this.#input = toldInstead(this.#input, plan)
    this.#plan = calls
    this.#choices = choices
    this.#routeMs = this.#ports.monotonicMs() - before
    return calls.flatMap((planned) => {
      const { decision, request, act, earlier, undoes, written } = planned
      const round = this.#emitRoute(decision)
      if (decision.off !== undefined) this.#takeOff(decision.off, planned, round)
      const { tool: name } = decision
      if (name === null || choices.length > 0) return []
      const route = routeEvidence(decision)
      return [{ round, name, route, request, act, earlier, arguments: decision.arguments, written, undoes }]
    })
  }

  /** A tool that is off is told of in place of its call, once; in plain chat the model answers. */
  #takeOff(name: string, planned: PlannedCall, round: number): void {
    if (this.#off.some((one) => one.name === name)) return
    const off = this.#ports.whyOff(name)
    this.#off.push(off)
    const at = { turn: this.#input.turn, round, now: this.#ports.monotonicMs() }
    if (off.isPlainChat) this.#ports.noticeOff(off)
    else this.#calls.push(offCall(off, planned, at))
  }

  /** Writes the arguments of all, then runs them: side by side where they only read. */
  async #runAll(wanted: readonly WantedCall[]): Promise<void> {
    const prepared: PreparedCall[] = []
    for (const one of wanted) {
      const call = await prepareCall(this.#input, this.#ports, one, this.#signal)
      this.#callMs = call.writtenAt - this.#startedAt
      // "What time is it? And what time is it?" is read once.
      if (call.ready?.callable.tool.risk === 'read' && prepared.some((one) => isSameCall(one, call))) continue
      checkRepeated([...this.#calls, ...prepared, call])
      prepared.push(call)
    }
    const completes = this.#plan.some((one) => one.completes)
    const ready = prepared.map((call) => (completes ? { ...call, missing: [] } : call))
    const wishes = ready.filter((call) => !call.undoes)
    if (wishes.length > 0 && wishes.every((call) => call.missing.length > 0)) {
      this.#open = wishes
      return
    }
    for (const group of sideBySide(ready)) {
      // Nothing came in its place.
      if (group[0]?.undoes && !this.#calls.at(-1)?.outcome.ok) continue
      const run = group.map((call) => runCall(this.#input, this.#ports, call, this.#signal))
      this.#calls.push(...(await Promise.all(run)))
    }
    // Those that are off stand in front; told is in the order of the requests.
    this.#calls.sort((a, b) => a.round - b.round)
  }

  #afterTimeout(): string {
    const found = this.#calls.map((call) => wholeText(call.outcome.said)).join('\n')
    const stopped = `I stopped after ${this.#input.maxMs / 1000} seconds.`
    return found === '' ? `${this.#shown.trim()}\n${stopped}`.trim() : `${found}\n${stopped}`
  }

  #emit(event: Parameters<TurnPorts['emit']>[0]): void {
    if (event.type === 'answer.delta') this.#shown += event.text
    this.#tell(event)
  }

  /** Says a decision; gives the number of its round. */
  #emitRoute({ tool, confidence, by, candidates, off }: RouteDecision): number {
    this.#routes++
    const round = this.#routes
    const decided = { tool, confidence, by, candidates, ...(off !== undefined && { off }) }
    this.#ports.emit({ type: 'route', turn: this.#input.turn, round, ...decided })
    return round
  }

  /** What a search found is told until one of the tools was called. */
  get #toldCalls(): readonly RunCall[] {
    const called = this.#calls.filter((call) => call.name !== this.#input.search)
    return called.length > 0 ? called : this.#calls
  }

  #believeOpening(name: string): string | undefined {
    const candidates = this.#plan[0]?.decision.candidates ?? []
    return believedOpening(name, candidates, this.#calls, this.#input)
  }

  /** No tool was called, now or in the turns that the answer may speak of, although there are some. */
  get #couldLookUp(): boolean {
    const hasTools = this.#plan.some(({ decision }) => decision.candidates.length > 0)
    return hasTools && this.#calls.length === 0 && this.#input.earlier.length === 0
  }

  #finish(status: TurnStatus, text: string): TurnOutcome {
    const { turn } = this.#input
    const progress: TurnProgress = {
      input: this.#input,
      plan: this.#plan,
      off: this.#off,
      calls: this.#calls,
      open: this.#open,
      choices: this.#choices,
      answer: this.#answer,
      beside: this.#besideAnswer,
      shown: this.#shown,
    }
    const outcome = outcomeOf(progress, status, text)
    const { answer, source, confidence } = outcome
    this.#ports.emit({ type: 'answer', turn, text: answer, status, confidence, source })
    if (source === 'model')
      for (const notice of answerNotices(
        answer,
        this.#couldLookUp,
        this.#answer?.stop,
        this.#input.maxAnswerTokens,
      ))
        this.#ports.emit({ type: 'notice', ...notice })
    if (outcome.program !== undefined && status === 'success')
      for (const notice of programNotices(confidence, this.#ports.engine?.info))
        this.#ports.emit({ type: 'notice', ...notice })
    this.#ports.emit({
      type: 'turn.finished',
      turn,
      status,
      timings: {
        routeMs: this.#routeMs,
        callMs: this.#callMs,
        firstTokenMs: this.#answer?.source === 'model' ? this.#firstTokenMs : 0,
        totalMs: this.#ports.monotonicMs() - this.#startedAt,
      },
      tokens: { ...usageOf(progress), context: outcome.contextTokens },
    })
    return outcome
  }
}

/** What the program says itself, in place of the model. */
function saidAnswer({ told, message }: TurnInput, text: string): Answer {
  return { text, historyText: text, userText: told ?? message, source: 'tool', prompt: [], contextTokens: 0 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
