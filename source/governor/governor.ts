// The turn: route → (a call shows up) write its arguments → check → approve → run → answer from what the tool said.
// Invariants: no schema enters the talk lane; no tool runs because its name was mentioned; a turn always ends with an
// answer event and a finished event, whatever happened. Read write-call.ts and answer.ts next.
import { EngineFailure, type TokenUsage } from '../contracts/engine.ts'
import type { TurnStatus } from '../contracts/event.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { type Answer, answerTurn } from './answer.ts'
import { endingOf } from './approve-call.ts'
import { wholeText } from './facts.ts'
import type { Asked, TurnInput, TurnOutcome, TurnPorts } from './ports.ts'
import { type RunCall, runCall } from './run-call.ts'
import { unsureTool, weighPreference } from './second-opinion.ts'

/** Runs one turn to its end; never throws. Aborting ends it with the status `cancelled`. */
export async function runTurn(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<TurnOutcome> {
  return new Turn(input, ports, signal).run()
}

class Turn {
  readonly #input: TurnInput
  readonly #ports: TurnPorts
  readonly #tell: TurnPorts['emit']
  readonly #signal: AbortSignal
  readonly #startedAt: number
  readonly #calls: RunCall[] = []
  /** What a person has seen of the answer by now. */
  #shown = ''
  #route: RouteDecision | undefined
  #asked: Asked | undefined
  #answer: Answer | undefined
  #routeMs = 0
  #callMs = 0
  #firstTokenMs = 0

  constructor(input: TurnInput, ports: TurnPorts, signal: AbortSignal) {
    this.#input = input
    this.#ports = { ...ports, emit: (event) => this.#emit(event) }
    this.#tell = (event) => ports.emit(event)
    this.#signal = signal
    this.#startedAt = ports.monotonicMs()
  }

  async run(): Promise<TurnOutcome> {
    const { turn, message, origin } = this.#input
    this.#ports.emit({ type: 'turn.started', turn, text: message, origin })
    try {
      await this.#rounds()
      return this.#finish(endingOf(this.#calls.map((call) => call.outcome)), this.#answer?.text ?? '')
    } catch (error) {
      if (this.#signal.aborted) return this.#finish('cancelled', this.#shown.trim())
      if (error instanceof TurnLimit) return this.#finish('limit', error.message)
      const known = error instanceof EngineFailure
      this.#ports.emit({ type: 'error', code: known ? error.code : 'internal', message: messageOf(error) })
      return this.#finish('error', '')
    }
  }

  async #rounds(): Promise<void> {
    let next = await this.#firstCall()
    for (let round = 1; ; round++) {
      if (next !== undefined) {
        this.#calls.push(await this.#call(round, next))
      }
      this.#answer = await answerTurn(this.#input, this.#ports, this.#calls, this.#signal, (text) =>
        this.#believeOpening(text),
      )
      if (this.#answer.firstTokenAt !== undefined)
        this.#firstTokenMs = this.#answer.firstTokenAt - this.#startedAt
      if (this.#answer.opens === undefined) return
      next = { name: this.#answer.opens }
      if (round >= this.#input.maxRounds) throw new TurnLimit(this.#input.maxRounds)
      this.#emitRoute(round + 1, {
        tool: next.name,
        confidence: this.#scoreOf(next.name),
        by: 'model',
        candidates: this.#route?.candidates ?? [],
      })
    }
  }

  async #firstCall(): Promise<{ name: string; arguments?: RouteDecision['arguments'] } | undefined> {
    if (this.#input.call) return this.#input.call
    const before = this.#ports.monotonicMs()
    this.#route = await this.#decide(this.#ports.route(this.#input.message))
    this.#routeMs = this.#ports.monotonicMs() - before
    this.#emitRoute(1, this.#route)
    return this.#route.tool === null
      ? undefined
      : { name: this.#route.tool, arguments: this.#route.arguments }
  }

  /** Where the router is unsure, the model's preference is added to what it says. */
  async #decide(decision: RouteDecision): Promise<RouteDecision> {
    const unsure = unsureTool(decision)
    if (unsure === undefined) return decision
    const asked = await this.#ports.prefer(this.#input.message, unsure, this.#signal)
    if (asked === undefined) return decision
    this.#asked = asked
    return weighPreference(decision, asked.preference, asked.by)
  }

  #emit(event: Parameters<TurnPorts['emit']>[0]): void {
    if (event.type === 'answer.delta') this.#shown += event.text
    this.#tell(event)
  }

  #emitRoute(round: number, { tool, confidence, by, candidates }: RouteDecision): void {
    this.#ports.emit({ type: 'route', turn: this.#input.turn, round, tool, confidence, by, candidates })
  }

  async #call(
    round: number,
    wanted: { name: string; arguments?: RouteDecision['arguments'] },
  ): Promise<RunCall> {
    const repeated = this.#calls.filter((call) => call.outcome.name === wanted.name).length
    if (repeated >= 3) throw new TurnLimit(repeated)
    const call = await runCall(this.#input, this.#ports, round, wanted, this.#signal)
    this.#callMs = call.writtenAt - this.#startedAt
    return call
  }

  /** An opening counts only with the name of an enabled tool that the router gives at least the floor. */
  #believeOpening(name: string): string | undefined {
    const wanted = bareName(name)
    const candidate = this.#route?.candidates.find(({ tool }) => bareName(tool) === wanted)
    return candidate !== undefined && candidate.score >= this.#input.openingFloor ? candidate.tool : undefined
  }

  #scoreOf(name: string): number {
    return this.#route?.candidates.find((candidate) => candidate.tool === name)?.score ?? 0
  }

  #finish(status: TurnStatus, text: string): TurnOutcome {
    const { turn, message } = this.#input
    const answer = this.#answer
    const facts = this.#calls.at(-1)?.outcome
    const source = answer?.source ?? (facts === undefined || this.#shown !== '' ? 'model' : 'tool')
    const shown = text === '' && status === 'error' && facts !== undefined ? wholeText(facts.said) : text
    const confidence = this.#route?.confidence ?? (this.#input.call ? 1 : 0)
    this.#ports.emit({ type: 'answer', turn, text: shown, status, confidence, source })
    const usages = [this.#asked?.usage, ...this.#calls.map((call) => call.usage), answer?.usage].filter(
      (usage) => usage !== undefined,
    )
    const contextTokens = answer?.contextTokens ?? 0
    this.#ports.emit({
      type: 'turn.finished',
      turn,
      status,
      timings: {
        routeMs: this.#routeMs,
        callMs: this.#callMs,
        firstTokenMs: answer?.source === 'model' ? this.#firstTokenMs : 0,
        totalMs: this.#ports.monotonicMs() - this.#startedAt,
      },
      tokens: { ...sum(usages), context: contextTokens },
    })
    const user = { role: 'user', text: answer?.userText ?? message } as const
    return {
      status,
      answer: shown,
      source,
      messages:
        shown === ''
          ? []
          : [
              user,
              {
                role: 'assistant',
                text:
                  status === 'success' || status === 'user_denied' ? (answer?.historyText ?? shown) : shown,
              },
            ],
      route: this.#route,
      talkMessages: answer?.prompt ?? [],
      callMessages: this.#calls.at(-1)?.prompt,
      callText: this.#calls.at(-1)?.text,
      writtenFor: this.#calls.findLast((call) => call.usage !== undefined)?.outcome.name,
      talk: answer?.usage,
      call: this.#calls.at(-1)?.usage,
      unfaithful: answer?.unfaithful,
      modelAnswer: answer?.modelAnswer,
      tokensPerSecond: answer?.tokensPerSecond,
      contextTokens,
    }
  }
}

/** A turn that would go on for ever. */
class TurnLimit extends Error {
  constructor(rounds: number) {
    super(`I stopped after ${rounds} rounds of tool calls without an answer.`)
    this.name = 'TurnLimit'
  }
}

function sum(usages: readonly TokenUsage[]): TokenUsage {
  return usages.reduce(
    (total, usage) => ({
      evaluated: total.evaluated + usage.evaluated,
      reused: total.reused + usage.reused,
      generated: total.generated + usage.generated,
    }),
    { evaluated: 0, reused: 0, generated: 0 },
  )
}

/** `getTime`, `get-time` and `get_time` are one name. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
