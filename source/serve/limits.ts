// How much of everything one client may take; docs/serve.md has them in a table.

export interface ServeLimits {
  readonly bodyBytes: number
  /** Turns that wait, in all and of one conversation. */
  readonly waiting: number
  readonly waitingOfOne: number
  /** Conversations in memory, and how long an unused one stays there. */
  readonly conversations: number
  readonly idleMs: number
  readonly connections: number
  readonly headerBytes: number
  /** To send the headers, and to send all of a request. */
  readonly headersMs: number
  readonly requestMs: number
  /** To read the rest of a reply that is whole. */
  readonly drainMs: number
  /** A stream without a word says so often that it is alive. */
  readonly beatMs: number
}

export const SERVE_LIMITS: ServeLimits = {
  bodyBytes: 1_000_000,
  waiting: 64,
  waitingOfOne: 16,
  conversations: 32,
  idleMs: 30 * 60_000,
  connections: 128,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 30_000,
  drainMs: 60_000,
  beatMs: 10_000,
}
