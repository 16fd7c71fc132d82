// A session without a model: tests say what it says, and see what the screen asked of it.
import type { LiveSignal, SessionEvent } from '../../source/contracts/event.ts'
import type { ApprovalAnswer, Session, SessionView } from '../../source/contracts/session.ts'
import type { SaidMessage } from '../../source/contracts/talk-shelf.ts'

export const IDLE_VIEW: SessionView = {
  version: '0.1.0',
  home: '/home/x',
  level: 2,
  reasons: ['No optimized prompts for this model: `/optimize_tool_prompts` makes them.'],
  model: 'qwen2.5-coder-0.5b',
  modelState: 'ready',
  modelReason: undefined,
  tools: { enabled: 11, total: 11 },
  states: { ready: 4, total: 11 },
  tokens: { used: 312, window: 8192 },
  tokensPerSecond: 24,
  confidence: undefined,
  activity: undefined,
  busy: false,
  pending: undefined,
  dryRun: false,
  role: undefined,
  secret: false,
}

export class FakeSession implements Session {
  readonly submitted: string[] = []
  /** What was to be evaluated ahead. */
  readonly drafts: string[] = []
  said: readonly SaidMessage[] = []
  readonly decisions: (readonly [string, ApprovalAnswer])[] = []
  /** What an edit comes to: a fault, or another question. */
  onEdit: (args: string) => string | undefined = () => undefined
  interrupts = 0
  closes = 0
  started = 0
  ended = false
  exitCode = 0
  raised = 0
  view: SessionView
  readonly #listeners = new Set<(event: SessionEvent | LiveSignal) => void>()
  #ends: (() => void)[] = []

  constructor(view: Partial<SessionView> = {}) {
    this.view = { ...IDLE_VIEW, ...view }
  }

  start(): void {
    this.started++
  }

  subscribe(listener: (event: SessionEvent | LiveSignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listeners(): number {
    return this.#listeners.size
  }

  submit(line: string): Promise<void> {
    this.submitted.push(line)
    this.change({ busy: true })
    return new Promise((resolve) => this.#ends.push(resolve))
  }

  runsBeside(line: string): boolean {
    return this.view.busy && line === '/status'
  }

  ahead(draft: string): void {
    this.drafts.push(draft)
  }

  decide(call: string, answer: ApprovalAnswer): string | undefined {
    this.decisions.push([call, answer])
    if (answer.decision === 'edited') return this.onEdit(answer.arguments)
    this.change({ pending: undefined })
    return undefined
  }

  interrupt(): boolean {
    this.interrupts++
    return this.view.busy
  }

  settled(): Promise<void> {
    return Promise.resolve()
  }

  raiseExitCode(code: number): void {
    this.raised = Math.max(this.raised, code)
  }

  close(): Promise<number> {
    this.closes++
    return Promise.resolve(this.exitCode)
  }

  say(...events: readonly (SessionEvent | LiveSignal)[]): void {
    for (const event of events) for (const listener of this.#listeners) listener(event)
  }

  change(view: Partial<SessionView>): void {
    this.view = { ...this.view, ...view }
    this.say({ type: 'view' })
  }

  /** Ends the running line, as a turn's end does. */
  async endLine(): Promise<void> {
    this.change({ busy: false, activity: undefined })
    this.#ends.shift()?.()
    // The screen continues in a microtask behind the resolved promise.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const TIMINGS = { routeMs: 1, callMs: 0, firstTokenMs: 80, totalMs: 400 }
const TOKENS = { evaluated: 30, reused: 300, generated: 12, context: 342 }

export const started = (turn: number, text: string, origin = 'message'): SessionEvent => ({
  type: 'turn.started',
  turn,
  text,
  origin,
})
export const delta = (text: string, turn = 1): SessionEvent => ({ type: 'answer.delta', turn, text })
export const answer = (text: string, turn = 1): SessionEvent => ({
  type: 'answer',
  turn,
  text,
  status: 'success',
  confidence: 0.9,
  source: 'model',
})
export const finished = (
  status: Extract<SessionEvent, { type: 'turn.finished' }>['status'] = 'success',
  turn = 1,
): SessionEvent => ({ type: 'turn.finished', turn, status, timings: TIMINGS, tokens: TOKENS })
export const called = (name: string, args: Record<string, string>, call = 'c1'): SessionEvent => ({
  type: 'tool.called',
  turn: 1,
  round: 1,
  call,
  name,
  arguments: args,
})
export const toolDone = (name: string, ok: boolean, say: string, ms = 12, call = 'c1'): SessionEvent => ({
  type: 'tool.finished',
  turn: 1,
  call,
  name,
  ok,
  say,
  ms,
})
