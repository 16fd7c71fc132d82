// What an answer that is not 200, or an error within one, means. Pure.
import type { SaidError } from './completion.ts'
import type { Reply } from './exchange.ts'
import { ServerFailure } from './server-failure.ts'

/** A server that wants to be left alone for longer than this is not waited for. */
export const LONGEST_WAIT_MS = 20_000

/** A server that was started just now is asked again so often, */
export const LOADING_WAIT_MS = 500
/** and for so long: a large model comes from a slow disk. */
export const LONGEST_LOADING_MS = 120_000

/** llama-server's words. */
const LOADING = /\bloading model\b/i
const BUSY = [408, 425, 429, 500, 502, 503, 504, 529]
const TOO_LONG =
  /context (?:length|size|window)|maximum context|exceed\w* (?:the )?(?:available )?context|prompt is too long|exceed_context/i

/** Errors that pass by themselves, of servers that give them no number. */
const PASSING =
  /overload|\bbusy\b|rate.?limit|too many requests|try again|temporar|unavailable|capacity|timed? ?out/i

/** Of these the first names the window: `… maximum context length is 4096 tokens`, `40000 tokens > 32768 maximum`. */
const WINDOW_WORDS = [
  /(?:context|window)\D{0,40}?(\d[\d,]*)/i,
  /(\d[\d,]*)[^\d.;]{0,12}maximum/i,
  /maximum\D{0,20}(\d[\d,]*)/i,
]
const LEAST_WINDOW_TOKENS = 64

export interface Blamed {
  readonly host: string
  readonly hasKey: boolean
  /** What the server said; undefined: nothing. */
  readonly said: Pick<SaidError, 'words' | 'windowTokens'> | undefined
  /** The same, fit for a sentence; empty: nothing. */
  readonly quoted: string
}

/** What a reply with this status means. */
export function failedReply(
  { status, retryAfter }: Pick<Reply, 'status' | 'retryAfter'>,
  { host, hasKey, said, quoted }: Blamed,
): ServerFailure {
  const words = quoted === '' ? '' : `: ${quoted}`
  if (said !== undefined && TOO_LONG.test(said.words))
    return new ServerFailure('window', `the conversation does not fit the window of \`${host}\`${words}`, {
      windowTokens: said.windowTokens ?? windowIn(said.words),
    })
  if (status === 401 || status === 403) {
    const advice = hasKey ? 'the key is not accepted' : 'give its key in `ETHERVOX_ENGINE_KEY`'
    return new ServerFailure('refused', `\`${host}\` refuses (${status}): ${advice}`)
  }
  if (status === 503 && LOADING.test(said?.words ?? ''))
    return new ServerFailure('loading', `\`${host}\` is loading its model`, { waitMs: LOADING_WAIT_MS })
  if (BUSY.includes(status)) {
    const waitMs = waitOf(retryAfter)
    const isLong = waitMs !== undefined && waitMs > LONGEST_WAIT_MS
    return new ServerFailure('busy', `\`${host}\` cannot answer now (${status})${words}`, {
      waitMs,
      ...(isLong ? { again: 'other' as const } : {}),
    })
  }
  if (status >= 300 && status < 400)
    return new ServerFailure(
      'refused',
      `\`${host}\` redirects (${status}), which is not followed; give its last address`,
    )
  const what = status === 404 ? 'does not know what it was asked' : 'refuses the request'
  return new ServerFailure('refused', `\`${host}\` ${what} (${status})${words}`, {
    // What one server does not understand the next may, but this one is not ill.
    again: status === 404 ? 'other' : 'never',
  })
}

/** What an error in the place of an answer means: the status was 200, so only its words tell whether asking again may help. */
export function failedInAnswer({ words, status }: SaidError, blamed: Blamed): ServerFailure {
  if (status !== undefined || TOO_LONG.test(words))
    return failedReply({ status: status ?? 400, retryAfter: undefined }, blamed)
  return new ServerFailure('broken', `\`${blamed.host}\` says: ${blamed.quoted}`, {
    again: PASSING.test(words) ? 'same' : 'other',
  })
}

/** The window that words of a refusal name; undefined: none. */
function windowIn(words: string): number | undefined {
  for (const pattern of WINDOW_WORDS) {
    const tokens = Number(pattern.exec(words)?.[1]?.replaceAll(',', '') ?? 0)
    if (Number.isSafeInteger(tokens) && tokens >= LEAST_WINDOW_TOKENS) return tokens
  }
  return undefined
}

/** `Retry-After` in seconds, or as a date, which is not read: clocks differ. */
function waitOf(text: string | undefined): number | undefined {
  const seconds = Number(text)
  return text !== undefined && text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0
    ? seconds * 1_000
    : undefined
}
