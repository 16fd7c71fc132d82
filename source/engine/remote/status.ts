// What an answer that is not 200 means. Pure.
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

/** `said` are the server's words, fit for a sentence; empty: none. */
export function failedReply(
  host: string,
  { status, retryAfter }: Pick<Reply, 'status' | 'retryAfter'>,
  said: string,
  hasKey: boolean,
): ServerFailure {
  const words = said === '' ? '' : `: ${said}`
  if (TOO_LONG.test(said))
    return new ServerFailure('window', `the conversation does not fit the window of \`${host}\`${words}`)
  if (status === 401 || status === 403) {
    const advice = hasKey ? 'the key is not accepted' : 'give its key in `ETHERVOX_ENGINE_KEY`'
    return new ServerFailure('refused', `\`${host}\` refuses (${status}): ${advice}`)
  }
  if (status === 503 && LOADING.test(said))
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

/** `Retry-After` in seconds, or as a date, which is not read: clocks differ. */
function waitOf(text: string | undefined): number | undefined {
  const seconds = Number(text)
  return text !== undefined && text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0
    ? seconds * 1_000
    : undefined
}
