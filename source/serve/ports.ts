// What the service needs of the rest of the program; `served-sessions.ts` gives it.
import type { SessionEvent } from '../contracts/event.ts'

/** A message and its answer, as a client has them. */
export interface Exchange {
  readonly user: string
  readonly assistant: string
}

/** What a client wants of one turn; undefined: as the service was started. */
export interface TurnWishes {
  readonly temperature?: number | undefined
  readonly seed?: number | undefined
  /** Never more than the service's own limit. */
  readonly maxTokens?: number | undefined
}

export interface TurnRequest {
  readonly message: string
  readonly wishes: TurnWishes
  readonly hear: (event: SessionEvent) => void
  /** Stops the turn. */
  readonly signal: AbortSignal
}

/** A conversation that stands in memory. One turn at a time, in all of them together: there is one engine. */
export interface ServedConversation {
  /** Runs the message as a turn; resolves when all of it has ended, never rejects. */
  send(request: TurnRequest): Promise<void>
  /** Takes the last message out again, with what came of it. */
  takeBack(): void
  /** Puts these behind what stands, as if they had been said here; gives how many of the oldest the window has no room for. */
  bring(exchanges: readonly Exchange[]): Promise<number>
  /** Keeps in mind how it stands: what is given begins another conversation there. */
  mark(): () => Promise<ServedConversation>
  /** No message of this service stands in it: none came yet, or a tool emptied it. */
  readonly isEmpty: boolean
  /** Its name on disk; undefined: nothing of it is kept there. */
  readonly keptAs: string | undefined
  close(): Promise<void>
}

export interface Conversations {
  /** Every message stands alone: nothing that is brought stays. */
  readonly isFresh: boolean
  open(): Promise<ServedConversation>
  /** From disk, behind `first` as far as the window has room for it; the reason when it cannot be had any more. */
  bringBack(keptAs: string, first: readonly Exchange[]): Promise<ServedConversation | string>
}
