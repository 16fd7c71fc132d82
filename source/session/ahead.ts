// What is typed is evaluated before it is sent: the likely tool's state and the message in the call lane, or head, history and
// message in the talk lane. Invariants: it changes no answer, only when it is evaluated; whatever is really asked goes first.
import { takesArguments } from '../contracts/manifest.ts'
import { askedOf } from '../governor/call-asked.ts'
import { isAMessage } from './dispatch.ts'
import type { ChatSession } from './session.ts'
import { turnPorts } from './turn-ports.ts'

/** A message that ends like one is evaluated to its end at once, any other after this pause. */
const PAUSE_MS = 250
/** What is longer was pasted, and counting its tokens alone takes seconds. */
const MOST_CHARACTERS = 20_000
const ENDS = /[.?!…][)\]"'”»]*$/

export class Ahead {
  readonly #session: ChatSession
  #text = ''
  #isFinished = false
  #stop = new AbortController()
  #pause: NodeJS.Timeout | undefined

  constructor(session: ChatSession) {
    this.#session = session
  }

  /** The draft is this now; what runs for another one ends within a chunk. */
  change(draft: string): void {
    const text = draft.trim()
    if (text === this.#text) return
    this.stop()
    this.#text = text.length <= MOST_CHARACTERS && isAMessage(text) ? text : ''
    this.#isFinished = ENDS.test(text)
    if (!this.#session.view.busy) this.goOn()
  }

  /** A line was sent: if it is what was typed, there is no draft any more. */
  sent(line: string): void {
    if (line.trim().startsWith(this.#text)) this.#text = ''
  }

  /** Something real begins. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#stop.abort()
  }

  /** Nothing else runs: the draft's turn, then idle work. */
  goOn(): void {
    const { slot, ports } = this.#session
    if (this.#text === '' || slot.engine === undefined || !ports.typesAhead()) {
      slot.startIdle()
      return
    }
    slot.stopIdle()
    this.#stop = new AbortController()
    const { signal } = this.#stop
    this.#evaluate(signal)
      .then(() => {
        if (signal.aborted) return
        slot.startIdle()
        if (!this.#isFinished) this.#pause = setTimeout(() => this.#finish(), PAUSE_MS)
      })
      // An engine that fails here fails in the turn too, which says so.
      .catch(() => undefined)
  }

  /** Head and history, and the draft behind them. */
  async evaluateStanding(signal: AbortSignal): Promise<unknown> {
    const { slot, conversation, ports } = this.#session
    if (this.#text !== '' && ports.typesAhead()) return this.#evaluate(signal)
    return slot.engine?.prefill([...slot.head, ...conversation.messages], signal)
  }

  #finish(): void {
    this.#isFinished = true
    this.goOn()
  }

  async #evaluate(signal: AbortSignal): Promise<void> {
    const { slot, role, conversation } = this.#session
    const text = this.#text
    await slot.ensureHead(signal)
    const callsTool = await this.#evaluateCall(text, signal)
    if (callsTool && slot.answers === 'tool') return
    const message = { role: 'user', text: role.tell(text) } as const
    // Behind a tool's message stand its facts, which nobody knows yet.
    const isFinished = this.#isFinished && !callsTool
    const messages = [...slot.head, ...conversation.messages, message]
    await slot.engine?.ahead({ lane: 'talk', messages, isFinished }, signal)
  }

  /** Puts the likely tool's state and the message into the call lane; whether a tool is likely. */
  async #evaluateCall(text: string, signal: AbortSignal): Promise<boolean> {
    const session = this.#session
    const { role, conversation, slot } = session
    const ports = turnPorts(session)
    const { earlier } = conversation.before
    // Its meaning is made beside, for the message itself; a draft is decided by words.
    if (this.#isFinished) void ports.prepareRoute?.(text, earlier.at(-1)?.tool)
    const parts = ports.split(text)
    const [request = text] = parts
    const decision = ports.route(request, parts.length > 1 ? undefined : earlier.at(-1)?.tool)
    if (decision.tool === null) return false
    const detail = role.tools.detail(decision.tool)
    if (detail === undefined || decision.arguments !== undefined || !takesArguments(detail)) return true
    const leans = decision.by === 'follow-up' ? earlier : []
    const { state, examples, message } = askedOf(ports, decision.tool, detail, { request, earlier: leans })
    await slot.engine?.ahead({ lane: 'call', state, examples, message }, signal)
    slot.states.note(decision.tool)
    return true
  }
}
