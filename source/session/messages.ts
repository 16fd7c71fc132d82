// The messages of a conversation: sent, sent again, sent in the place of an earlier one, or asked beside it. Invariant: nothing
// leaves the conversation before it is sure that the message in its place becomes a turn.
import type { AskedTurn as OwnTurn, TurnInput, TurnOutcome } from '../governor/ports.ts'
import { rememberedLine } from '../governor/remembered.ts'
import { aborted } from './aborted.ts'
import { withAttachments } from './attachments.ts'
import { CallLog } from './call-log.ts'
import type { Said, Standing } from './conversation.ts'
import { withResources } from './mcp-resources.ts'
import { findRefusal, MOST_CHARACTERS, type Refusal } from './message-limit.ts'
import { Recall } from './recall.ts'
import { ASIDE } from './saved-history.ts'
import type { ChatSession } from './session.ts'
import { SkillSlot } from './skill-slot.ts'
import { turnPorts } from './turn-ports.ts'
import { keepWhole } from './whole-answers.ts'

/** What is particular of a turn; the rest is the session's. */
export type AskedTurn = OwnTurn &
  Partial<Pick<TurnInput, 'seed' | 'temperature'>> & {
    readonly isAside?: boolean
    /** As it was typed, where that is not the message. */
    readonly typed?: string | undefined
  }

/** The last turn as it went. */
export interface LastTurn {
  readonly turn: number
  readonly message: string
  /** What the router heard in its place. */
  readonly heard: string
  readonly outcome: TurnOutcome
}

export function lastTurn(turn: number, { message, attachment }: AskedTurn, outcome: TurnOutcome): LastTurn {
  return { turn, message, heard: attachment?.heard ?? message, outcome }
}

interface SendOptions extends Partial<Pick<TurnInput, 'origin' | 'seed' | 'temperature'>> {
  /** The message takes the place of this one. */
  readonly inPlaceOf?: Said
  readonly isAside?: boolean
}

/** At least so warm is a message that is sent again as it was: at 0 it would be answered the same way. */
const RETRY_TEMPERATURE = 0.5

export class Messages {
  /** The skill of the next one. */
  readonly skills = new SkillSlot()
  /** What they led to. */
  readonly calls: CallLog
  readonly #session: ChatSession
  #recall: Recall | undefined
  /** How often a message was sent again from one standing. */
  #tries: { readonly before: Standing; readonly count: number } | undefined
  /** Turns that were taken out, the last one last, while nothing was said since. */
  #dropped: readonly {
    readonly whole: Standing
    readonly rest: Standing
    readonly last: LastTurn | undefined
  }[] = []

  constructor(session: ChatSession) {
    this.#session = session
    this.calls = new CallLog(session)
  }

  /** A message becomes a turn; undefined: it was refused, and that was said. */
  async send(
    typed: string,
    signal: AbortSignal,
    { inPlaceOf, isAside = false, origin = 'message', ...variation }: SendOptions = {},
  ): Promise<TurnOutcome | undefined> {
    const session = this.#session
    const { slot, role, options } = session
    // What is counted waits for the engine, which may still be at the chunk that was interrupted.
    const unlessStopped = <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted(signal)])
    const refusalOf = (whole: string) => unlessStopped(findRefusal(whole, slot, options.maxAnswerTokens))
    await unlessStopped(slot.settled()).catch((error: unknown) => {
      this.#tellUnsent()
      throw error
    })
    // Looking for files in it alone would take long.
    const early = typed.length > MOST_CHARACTERS ? await refusalOf(typed) : undefined
    if (early !== undefined) return this.#refuse(early)
    const message = await unlessStopped(withAttachments(typed, session, signal))
    if (message === undefined) {
      session.raiseExitCode(1)
      return undefined
    }
    const sent = await withResources(message, typed, session, signal)
    const { text, attachment } = await unlessStopped(this.skills.join(sent, session))
    const told = `${role.tell(text)}${attachment?.text ?? ''}`
    const refusal = await refusalOf(told)
    if (refusal !== undefined) return this.#refuse(refusal)
    await unlessStopped(slot.ensureHead(signal))
    const remembered = await unlessStopped(this.#recallAbout(text))
    const { history } = session.conversation.before
    const own = attachment ? undefined : await unlessStopped(this.#memory().ofOwn(text, history))
    const { standing } = session.conversation
    if (inPlaceOf !== undefined) this.#goBack(inPlaceOf)
    const whole = [told, ...remembered.map(rememberedLine)].join('\n')
    const room = unlessStopped(session.conversation.makeRoom(whole, signal, isAside))
    const factCharacters = await room.catch((error: unknown) => {
      if (inPlaceOf !== undefined) this.#comeBack(standing)
      throw error
    })
    if (!isAside) this.#dropped = []
    const outcome = await session.runTurn({
      message: text,
      typed: typed === text ? undefined : typed,
      told,
      attachment,
      remembered,
      own,
      origin,
      factCharacters,
      isAside,
      ...variation,
    })
    keepWhole(outcome.messages, outcome.answer)
    return outcome
  }

  #refuse({ code, message, exitCode }: Refusal): undefined {
    this.#session.raiseExitCode(exitCode)
    this.#session.emit({ type: 'error', code, message })
  }

  /** Answers a question; the conversation is afterwards what it was, and so is what stands of it in the cache. */
  aside(text: string, signal: AbortSignal): Promise<TurnOutcome | undefined> {
    return this.send(text, signal, { isAside: true, origin: ASIDE })
  }

  edit(said: Said, text: string, signal: AbortSignal): Promise<TurnOutcome | undefined> {
    return this.send(text, signal, { inPlaceOf: said, origin: 'edit' })
  }

  /** The same message in its own place; where everything else is as it was, with another seed and some warmth. */
  async retry(said: Said, signal: AbortSignal): Promise<TurnOutcome | undefined> {
    const { options } = this.#session
    const isSame = this.#tries?.before.said === said.before.said
    const count = 1 + (isSame ? (this.#tries?.count ?? 0) : 0)
    const isOther = await this.#isOther(said)
    const outcome = await this.send(said.typed ?? said.text, signal, {
      inPlaceOf: said,
      origin: 'retry',
      ...(!isOther && {
        seed: options.seed + count,
        temperature: Math.max(options.temperature, RETRY_TEMPERATURE),
      }),
    })
    this.#tries = { before: said.before, count }
    return outcome
  }

  /** Takes the last message and what came of it out of the conversation; undefined: there is none. */
  drop(): Said | undefined {
    const { conversation } = this.#session
    const whole = conversation.standing
    const { last } = whole.said
    if (last === undefined) return undefined
    this.#goBack(last)
    this.#dropped = [...this.#dropped, { whole, rest: conversation.standing, last: this.#session.last }]
    // Nobody judges what is not there any more.
    this.#session.last = undefined
    return last
  }

  /** Brings back what `drop` took, as long as nothing was said since. */
  bringBack(): Said | undefined {
    const { conversation } = this.#session
    const dropped = this.#dropped.at(-1)
    // `/clear` puts another conversation there.
    if (dropped === undefined || conversation.standing.said !== dropped.rest.said) return undefined
    this.#dropped = this.#dropped.slice(0, -1)
    this.#comeBack(dropped.whole)
    this.#session.last = dropped.last
    return conversation.standing.said.last
  }

  /** Another conversation stands there: what was dropped is not of it. What a secret stretch forgot must not come back so. */
  forgetDropped(): void {
    this.#dropped = []
  }

  /** An interrupt meant the message that waits for the model, not the load. */
  #tellUnsent(): void {
    const { slot, options } = this.#session
    if (slot.state !== 'loading' || !options.interactive) return
    const message =
      'The message was not sent; Up brings it back. The model still loads; Esc once more stops that too.'
    this.#session.emit({ type: 'notice', code: 'not_sent', message })
  }

  #goBack(said: Said): void {
    const { conversation, store } = this.#session
    conversation.standing = said.before
    store.branch(said.turn)
    this.#session.emit({ type: 'view' })
  }

  #comeBack(standing: Standing): void {
    const { conversation, store } = this.#session
    conversation.standing = standing
    store.unbranch()
    this.#session.emit({ type: 'view' })
  }

  #memory(): Recall {
    const { ports } = this.#session
    this.#recall ??= new Recall(
      ports.services.memory,
      (event) => this.#session.emit(event),
      ports.withoutFacts,
    )
    return this.#recall
  }

  #recallAbout(text: string) {
    return this.#memory().about(text, this.#session.slot.engine)
  }

  /** Whether what was learned since makes another turn of it: another tool, other memories. */
  async #isOther({ turn, text, before }: Said): Promise<boolean> {
    const { last } = this.#session
    const was = last?.turn === turn ? last.outcome : undefined
    if (last === undefined || was === undefined) return false
    const now = turnPorts(this.#session).route(last.heard, before.earlier.flat().at(-1)?.tool)
    if (now.tool !== (was.route?.tool ?? null)) return true
    const ids = (all: TurnOutcome['remembered']) => all.map(({ id }) => id).join()
    return ids(await this.#recallAbout(text)) !== ids(was.remembered)
  }
}
