// Turns for clients: queued fairly, each in the conversation that it belongs to. Read fair-queue.ts for who comes next and
// kept-conversations.ts for which conversation a request continues; app.ts speaks HTTP.
import { createHash, randomUUID } from 'node:crypto'
import type { SessionEvent } from '../contracts/event.ts'
import { FairQueue, QueueFull } from './fair-queue.ts'
import { HeardTurn } from './heard-turn.ts'
import { ConversationGone, type Found, KeptConversations } from './kept-conversations.ts'
import type { ServeLimits } from './limits.ts'
import type { Conversations } from './ports.ts'
import type { ChatRequest, TurnsRequest } from './read-request.ts'
import { Refusal } from './refusal.ts'

export interface TurnsParts {
  readonly conversations: Conversations
  /** Id of the loaded model. */
  readonly model: string
  readonly limits: ServeLimits
  readonly nowMs: () => number
}

/** Who asked: what is told while the turn runs, and the signal that nobody waits for it any more. */
export interface Client {
  /** `text`: the piece of the answer that comes with this event, empty for none. */
  readonly hear: (event: SessionEvent, text: string) => void
  readonly signal: AbortSignal
}

/** `stream`: the client has the pieces as they came, not the answer at the end. */
type Asked = Pick<ChatRequest, 'message' | 'wishes'> & { readonly stream?: boolean }

export interface DoneTurn {
  readonly turn: HeardTurn
  readonly dropped: number
}

/** Often enough to look for idle conversations. */
const LOOK_MS = 60_000

export class Turns {
  readonly model: string
  readonly #queue: FairQueue
  readonly #kept: KeptConversations
  readonly #stop = new AbortController()
  readonly #look: NodeJS.Timeout

  constructor({ conversations, model, limits, nowMs }: TurnsParts) {
    this.model = model
    this.#queue = new FairQueue({ most: limits.waiting, mostOfOne: limits.waitingOfOne })
    const kept = { most: limits.conversations, idleMs: limits.idleMs }
    this.#kept = new KeptConversations(conversations, kept, nowMs)
    this.#look = setInterval(() => {
      this.#queue.run('', this.#stop.signal, () => this.#kept.closeIdle()).catch(() => undefined)
    }, LOOK_MS)
    this.#look.unref()
  }

  /** How many conversations stand in memory. */
  get conversations(): number {
    return this.#kept.size
  }

  /** Answers the last message behind the others; `name`: that conversation's own history counts, not the client's. */
  chat(request: ChatRequest, name: string | undefined, client: Client): Promise<DoneTurn> {
    const { system, history, message } = request
    // Requests that begin alike are those of one conversation, or of one client that sends it again.
    const begin = createHash('sha256').update(JSON.stringify([system, history[0]?.user ?? message]))
    const line = name === undefined ? `messages ${begin.digest('hex')}` : `name ${name}`
    const find = async () =>
      name === undefined
        ? this.#kept.matching(system, history)
        : { kept: await this.#kept.named(name, system), dropped: 0 }
    return this.#turn(line, find, request, client)
  }

  /** Sends the message in the conversation of this name. */
  send(request: TurnsRequest & { readonly conversation: string }, client: Client): Promise<DoneTurn> {
    const find = async () => ({ kept: await this.#kept.named(request.conversation), dropped: 0 })
    return this.#turn(`name ${request.conversation}`, find, request, client)
  }

  /** A name that nobody has. */
  newName(): string {
    return randomUUID()
  }

  /** Stops what runs and what waits, and closes every conversation. */
  async close(): Promise<void> {
    clearInterval(this.#look)
    this.#stop.abort()
    await this.#queue.run('', new AbortController().signal, () => this.#kept.closeAll())
  }

  async #turn(line: string, find: () => Promise<Found>, request: Asked, client: Client): Promise<DoneTurn> {
    const signal = AbortSignal.any([client.signal, this.#stop.signal])
    try {
      return await this.#queue.run(line, signal, () => this.#run(find, request, { ...client, signal }))
    } catch (error) {
      if (error instanceof QueueFull) throw new Refusal(429, 'busy', error.message)
      if (error instanceof ConversationGone) throw new Refusal(410, 'conversation_gone', error.message)
      if (this.#stop.signal.aborted) throw new Refusal(503, 'stopping', 'The service is being stopped.')
      throw error
    }
  }

  async #run(
    find: () => Promise<Found>,
    { message, wishes, stream = false }: Asked,
    { hear, signal }: Client,
  ): Promise<DoneTurn> {
    await this.#kept.closeIdle()
    const { kept, dropped } = await find()
    const { conversation, spoken } = kept
    const open = conversation.mark()
    const turn = new HeardTurn()
    await conversation.send({
      message,
      wishes,
      signal,
      hear: (event) => hear(event, turn.hear(event)),
    })
    this.#kept.touch(kept, turn.hasBegun)
    const isWhole = turn.answer !== undefined && turn.status !== 'error' && !signal.aborted
    // A named conversation goes on as a chat does, whatever became of the turn; the others are what their client has.
    if (kept.name === undefined) {
      // One that a tool emptied is found by no messages that do not stand in it any more.
      const isEmptied = turn.hasBegun && conversation.isEmpty
      const assistant = stream ? turn.shown : (turn.answer ?? '')
      if (isWhole && !isEmptied) this.#kept.note(kept, { user: message, assistant }, open)
      else if (spoken.length === 0 || isEmptied) await this.#kept.drop(kept)
      else conversation.takeBack()
    }
    return { turn, dropped }
  }
}
