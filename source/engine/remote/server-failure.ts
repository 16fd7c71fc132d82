// How a server fails, and what that leaves to try.

/** `same`: the same request may work later on the same server; `other`: only on another one; `never`: on none. */
export type TryAgain = 'same' | 'other' | 'never'

export type FailureKind =
  | 'unreachable'
  | 'silent'
  | 'broken'
  | 'garbage'
  | 'busy'
  | 'loading'
  | 'refused'
  | 'window'

interface FailureOptions extends ErrorOptions {
  readonly again?: TryAgain
  readonly waitMs?: number | undefined
  readonly windowTokens?: number | undefined
}

/** A server did not do what it was asked; the message is a clause that names the host. */
export class ServerFailure extends Error {
  readonly kind: FailureKind
  readonly again: TryAgain
  /** How long the server wants to be left alone. */
  readonly waitMs: number | undefined
  /** Of a request that did not fit: the window that the server named. */
  readonly windowTokens: number | undefined

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, options)
    this.name = 'ServerFailure'
    this.kind = kind
    this.again = options.again ?? AGAIN[kind]
    this.waitMs = options.waitMs
    this.windowTokens = options.windowTokens
  }

  /** Others should be asked before this server for a while. */
  get isDown(): boolean {
    return this.again !== 'never'
  }
}

const AGAIN: { readonly [K in FailureKind]: TryAgain } = {
  unreachable: 'same',
  broken: 'same',
  busy: 'same',
  // It was started just now and reads its model.
  loading: 'same',
  // Whoever waited for so long does not want to wait as long once more.
  silent: 'other',
  garbage: 'other',
  refused: 'other',
  window: 'never',
}

const SHOWN = 200

/** What a server wrote, fit for a sentence: one line, no control characters, not the key. */
export function quoteServer(text: string, key: string | undefined): string {
  const open = key === undefined ? text : text.replaceAll(key, '…')
  const line = open
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('`', "'")
    .trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

/** Why a connection failed: the system's code, else the message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
