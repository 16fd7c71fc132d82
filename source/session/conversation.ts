// The conversation: its finished turns, the summary of those that left, and what of the window they take.
// Invariant: turns leave whole, oldest first, and never without a word; an interrupt leaves everything as it was.
// context-plan.ts decides, compaction.ts asks the model.
import type { ContextUse } from '../contracts/command.ts'
import { type ChatMessage, EngineFailure } from '../contracts/engine.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import type { SaidMessage } from '../contracts/talk-shelf.ts'
import { factCharacters } from '../governor/facts.ts'
import type { OpenRequest, TurnInput, TurnOutcome } from '../governor/ports.ts'
import { type Compaction, compactionNotice, type FinishedTurn, highNotice, summarize } from './compaction.ts'
import {
  COMPACT_SHARE,
  type ContextInput,
  type ContextPlan,
  factRoom,
  PAIR_TOKENS,
  planContext,
} from './context-plan.ts'
import { contextUse, countMessages, type TalkSide } from './context-use.ts'
import { MOST_CHARACTERS } from './message-limit.ts'
import type { SessionOptions } from './ports.ts'
import { SharedList } from './shared-list.ts'
import { summaryPair } from './summary.ts'

/** A message may lean on calls of so many turns. */
export const TURNS_REMEMBERED = 2

/** Turns of an earlier conversation, oldest first, as they stand in history; their tokens are not counted yet. */
export interface Returning {
  readonly turns: readonly Omit<FinishedTurn, 'tokens'>[]
  readonly earlier: readonly (readonly EarlierCall[])[]
  readonly open: OpenRequest | undefined
  /** Every message, with what stood before it. */
  readonly said: readonly (Pick<Returning, 'earlier' | 'open'> & {
    readonly turn: number
    readonly text: string
    readonly typed?: string | undefined
  })[]
}

/** A message, and the conversation as it stood before it. */
export interface Said extends SaidMessage {
  readonly before: Standing
}

/** A conversation as it stood, to come back to. */
export interface Standing {
  readonly said: SharedList<Said>
  readonly turns: readonly FinishedTurn[]
  readonly summary: Summary | undefined
  readonly earlier: readonly (readonly EarlierCall[])[]
  readonly open: OpenRequest | undefined
}

interface Summary {
  readonly text: string
  readonly messages: readonly ChatMessage[]
  readonly tokens: number
}

export class Conversation {
  readonly #side: TalkSide
  readonly #options: SessionOptions
  readonly #emit: (event: SessionEvent | LiveSignal) => void
  #turns: readonly FinishedTurn[] = []
  #said = new SharedList<Said>()
  #summary: Summary | undefined
  #laneTokens = 0
  #toldHigh = false
  /** Calls of the last turns, for messages that lean on them. */
  #earlier: readonly (readonly EarlierCall[])[] = []
  #open: OpenRequest | undefined

  constructor(side: TalkSide, options: SessionOptions, emit: (event: SessionEvent | LiveSignal) => void) {
    this.#side = side
    this.#options = options
    this.#emit = emit
  }

  /** What stands between the head and the next message. */
  get messages(): readonly ChatMessage[] {
    return [...(this.#summary?.messages ?? []), ...this.#turns.flatMap((turn) => turn.messages)]
  }

  /** What can be gone back to, oldest first. */
  get said(): readonly Said[] {
    return this.#said.all
  }

  /** What the next turn leans on. */
  get before(): Pick<TurnInput, 'history' | 'earlier' | 'isCallOld' | 'open'> {
    const isCallOld = this.#earlier.at(-1)?.length === 0
    return { history: this.messages, earlier: this.#earlier.flat(), isCallOld, open: this.#open }
  }

  /** Tokens in the talk lane after the last turn. */
  get laneTokens(): number {
    return this.#laneTokens || this.#side.headTokens
  }

  clear(): void {
    this.standing = { said: new SharedList(), turns: [], summary: undefined, earlier: [], open: undefined }
  }

  get standing(): Standing {
    return {
      said: this.#said,
      turns: this.#turns,
      summary: this.#summary,
      earlier: this.#earlier,
      open: this.#open,
    }
  }

  /** Everything that came since is forgotten, or another conversation takes the place of this one. */
  set standing({ said, turns, summary, earlier, open }: Standing) {
    this.#said = said
    this.#turns = turns
    this.#summary = summary
    this.#earlier = earlier
    this.#open = open
    const plan = turns.length === 0 && summary === undefined ? undefined : this.#plan({})
    this.#laneTokens = plan?.usedTokens ?? 0
    // One that comes back full is told with its next turn.
    this.#toldHigh &&= plan?.isHigh ?? false
  }

  /** A message is about to be answered: one can go back to before it. */
  begin(turn: number, text: string, typed?: string): void {
    this.#said = this.#said.with({ turn, text, typed, before: this.standing })
  }

  /** What of an earlier conversation fits: its newest turns, up to where the oldest would have to leave again. */
  async fit({ turns, earlier, open, said }: Returning): Promise<Standing> {
    const { engine, headTokens } = this.#side
    const isFresh = this.#options.mode === 'fresh'
    let room = engine === undefined ? Infinity : engine.info.contextTokens * COMPACT_SHARE - headTokens
    const kept: FinishedTurn[] = []
    for (const turn of isFresh ? [] : [...turns].reverse()) {
      const characters = turn.messages.reduce((sum, { text }) => sum + text.length, 0)
      if (engine !== undefined && characters > MOST_CHARACTERS) break
      const tokens = await this.#count(turn.messages)
      room -= tokens
      if (room <= 0) break
      kept.unshift({ ...turn, tokens })
    }
    const standing = (
      before: Pick<Standing, 'said' | 'turns'>,
      leans: Pick<Returning, 'earlier' | 'open'>,
    ) => ({
      ...before,
      summary: undefined,
      earlier: isFresh ? [] : leans.earlier.slice(-TURNS_REMEMBERED),
      open: leans.open,
    })
    const first = kept[0]?.number ?? 0
    let fitting = new SharedList<Said>()
    for (const { turn, text, typed, ...leans } of said.filter((one) => one.turn >= first)) {
      const turns = kept.filter(({ number }) => number < turn)
      fitting = fitting.with({ turn, text, typed, before: standing({ said: fitting, turns }, leans) })
    }
    return standing({ said: fitting, turns: kept }, { earlier, open })
  }

  /**
   * Takes a finished turn over; tells once when the window gets full. Of a call without the model only the call is kept,
   * in the mode `fresh` only what was asked back.
   */
  async add(
    { number, message, call }: Pick<TurnInput, 'message' | 'call'> & { readonly number: number },
    outcome: TurnOutcome,
  ): Promise<void> {
    const isFresh = this.#options.mode === 'fresh'
    this.#open = outcome.open
    if (!isFresh) this.#earlier = [...this.#earlier, outcome.calls].slice(-TURNS_REMEMBERED)
    const { messages, contextTokens } = outcome
    if (contextTokens > 0) this.#laneTokens = contextTokens
    if (isFresh || call !== undefined || messages.length === 0) return
    this.#turns = [...this.#turns, { number, message, messages, tokens: await this.#count(messages) }]
    const plan = this.#plan({})
    if (plan === undefined) return
    if (contextTokens === 0) this.#laneTokens = plan.usedTokens
    if (plan.isHigh && !this.#toldHigh) this.#emit(highNotice(plan))
    this.#toldHigh = plan.isHigh
  }

  /**
   * Makes room for a message; gives the characters that its facts may take. A script also compacts here from 80 % on;
   * in a terminal that is done in idle time (`tidy`), and here only what would not fit. `isAside`: nothing leaves for it.
   */
  async makeRoom(message: string, signal: AbortSignal, isAside = false): Promise<number> {
    const most = factCharacters(this.#side.engine?.info.contextTokens ?? 0)
    // No token is shorter than a byte: what fits by that is not counted, which would wait for the engine.
    const rough = this.#input({ messageTokens: Buffer.byteLength(message) + PAIR_TOKENS })
    if (rough === undefined) return most
    const { isFull, compacts } = planContext(rough)
    if (!isFull && !compacts && factRoom(most, rough) === most) return most
    const messageTokens = await this.#count([{ role: 'user', text: message }])
    const plan = this.#plan({ messageTokens })
    if (!isAside && plan?.compacts && (plan.isFull || !this.#options.interactive)) {
      await this.#compact(plan, '', signal, true).then(
        (done) => this.#tell(done),
        (error: unknown) => {
          // An engine that fails here fails in the turn too, which says so.
          if (!(error instanceof EngineFailure)) throw error
        },
      )
    }
    const input = this.#input({ messageTokens })
    return input === undefined ? most : factRoom(most, input)
  }

  /** What is done while nobody waits: compacts from 80 % on. */
  async tidy(signal: AbortSignal): Promise<void> {
    const plan = this.#plan({})
    if (plan?.compacts) this.#tell(await this.#compact(plan, '', signal, false))
  }

  /** Compacts because a person wants it: all but the last two turns leave. */
  async compact(keep: string, signal: AbortSignal): Promise<Compaction> {
    const plan = this.#plan({ isWanted: true })
    return plan?.compacts ? this.#compact(plan, keep, signal, true) : { type: 'nothing' }
  }

  /** What takes how much of the window; undefined without a model. */
  use(): ContextUse | undefined {
    const input = this.#input({})
    const { mode } = this.#options
    return (
      input && contextUse(input, { mode, side: this.#side, turns: this.#turns, summary: this.#summary?.text })
    )
  }

  #tell(done: Compaction): void {
    const notice = compactionNotice(done)
    if (notice !== undefined) this.#emit(notice)
  }

  #input(more: Pick<ContextInput, 'messageTokens' | 'isWanted'>): ContextInput | undefined {
    const { engine, headTokens } = this.#side
    return (
      engine && {
        windowTokens: engine.info.contextTokens,
        headTokens,
        summaryTokens: this.#summary?.tokens ?? 0,
        turnTokens: this.#turns.map((turn) => turn.tokens),
        maxAnswerTokens: this.#options.maxAnswerTokens,
        ...more,
      }
    )
  }

  #plan(more: Pick<ContextInput, 'messageTokens' | 'isWanted'>): ContextPlan | undefined {
    const input = this.#input(more)
    return input && planContext(input)
  }

  /** Everything changes at once, at the end: an abort before that leaves the conversation as it was. */
  async #compact(
    plan: ContextPlan,
    keep: string,
    signal: AbortSignal,
    isWaitedFor: boolean,
  ): Promise<Compaction> {
    const { engine, head } = this.#side
    const turns = this.#turns
    if (engine === undefined) return { type: 'nothing' }
    const pushed = turns.slice(0, plan.pushed)
    const leaving = [...(this.#summary?.messages ?? []), ...pushed.flatMap((turn) => turn.messages)]
    const onPrefill = (done: number, total: number) =>
      this.#emit({ type: 'progress', what: 'prompt', done, total })
    const wish = { head, leaving, budgetTokens: plan.summaryBudgetTokens, keep, seed: this.#options.seed }
    const made = await summarize(engine, isWaitedFor ? { ...wish, onPrefill } : wish, signal)
    const messages = made.ok ? summaryPair(made.text) : []
    const tokens = await this.#count(messages)
    signal.throwIfAborted()
    if (this.#turns !== turns) return { type: 'nothing' }
    const summaryLeft = !made.ok && plan.summaryBudgetTokens === 0 && this.#summary !== undefined
    this.#turns = turns.slice(plan.pushed)
    if (made.ok) this.#summary = { text: made.text, messages, tokens }
    else if (summaryLeft) this.#summary = undefined
    const after = this.#plan({})
    this.#laneTokens = after?.usedTokens ?? 0
    this.#toldHigh = after?.isHigh ?? false
    this.#emit({ type: 'view' })
    return made.ok
      ? { type: 'summarized', turns: pushed, summary: made.text, tokens }
      : { type: 'dropped', turns: pushed, reason: made.reason, summaryLeft }
  }

  #count(messages: readonly ChatMessage[]): Promise<number> {
    return countMessages(this.#side, messages)
  }
}
