// A machine that is slow for its model is told what to expect and what is faster, when a head was read for the first time.
import type { ModelRow } from '../contracts/command.ts'
import type { PreparedState } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import { waitText } from '../lib/time-left.ts'

/** Tokens of a tool's context state, which stands before its first call: up to so many (docs/lanes.md). */
const STATE_TOKENS = 1_100
/** Who waits longer than this for a tool's first call should know why. */
const LONGEST_S = 35
/** A shorter head says little of the speed. */
const LEAST_TOKENS = 100
/** Less is not worth a worse model. */
const LEAST_GAIN = 1.5

/**
 * The notice for a head that was evaluated by `modelId`; undefined: it was not, or fast enough. The speed of a smaller model is
 * told by its size (1.5B and 0.5B: 2.3 times the bytes, and 2.3 times as fast on two slow cores).
 */
export async function slowNotice(
  modelId: string,
  { source, tokens, ms }: Pick<PreparedState, 'source' | 'tokens' | 'ms'>,
  models: () => Promise<readonly ModelRow[]>,
): Promise<SessionEvent | undefined> {
  if (source !== 'built' || tokens < LEAST_TOKENS) return undefined
  const seconds = (STATE_TOKENS * ms) / 1_000 / tokens
  if (seconds <= LONGEST_S) return undefined
  const speed = Math.max(1, Math.round((tokens * 1_000) / ms))
  const message =
    `This machine reads ${speed} token${speed === 1 ? '' : 's'} a second with ${modelId}, ` +
    `so a tool's first call waits up to ${waitText(seconds)}.${fasterModel(modelId, seconds, await models())}`
  return { type: 'notice', code: 'model_slow', message }
}

/** The largest smaller model that would be fast enough, else the smallest; nothing where none is known. */
function fasterModel(modelId: string, seconds: number, models: readonly ModelRow[]): string {
  const bytes = models.find(({ id }) => id === modelId)?.sizeBytes
  if (bytes === undefined) return ' `/model` lists smaller ones.'
  const smaller = models
    .filter((row) => row.verified && bytes / row.sizeBytes >= LEAST_GAIN)
    .sort((a, b) => b.sizeBytes - a.sizeBytes)
  const isFast = (row: ModelRow) => (seconds * row.sizeBytes) / bytes <= LONGEST_S
  const best = smaller.find(isFast) ?? smaller.at(-1)
  if (best === undefined) return ''
  const times = Math.round(bytes / best.sizeBytes)
  const how = best.installed
    ? `\`/model ${best.id}\` loads`
    : `\`ethervox model pull ${best.id}\` in a shell fetches`
  return ` ${how} one that is about ${times} times as fast and knows less; \`/settings model ${best.id}\` keeps it.`
}
