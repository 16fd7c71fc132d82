// How fast the running answer is written, from what the session says while it does, and how often it is drawn.
import { availableParallelism } from 'node:os'
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'

/** Of the running turn; times on the monotonic clock. */
export interface Pace {
  readonly startedMs: number
  /** Of the model's answer; undefined before its first token. */
  readonly firstMs?: number
  readonly lastMs?: number
  /** When a call came up: until it is decided the person thinks, and that is not the model's time. */
  readonly askedMs?: number
  /** Pieces of text, which are tokens but for characters that need several. */
  readonly tokens: number
}

/** Fewer say nothing about speed. */
const FEWEST_TOKENS = 5

/** The pace behind an event; undefined: no turn runs. */
export function paceBehind(
  pace: Pace | undefined,
  event: SessionEvent | LiveSignal,
  nowMs: number,
): Pace | undefined {
  if (event.type === 'turn.started') return { startedMs: nowMs, tokens: 0 }
  if (event.type === 'turn.finished') return undefined
  if (pace !== undefined && event.type === 'tool.called') return { ...pace, askedMs: nowMs }
  if (pace?.askedMs !== undefined && event.type === 'approval') {
    const { askedMs, ...rest } = pace
    return { ...rest, startedMs: pace.startedMs + nowMs - askedMs }
  }
  if (pace === undefined || event.type !== 'progress' || event.what !== 'answer') return pace
  // The first of a further answer, behind a call that the model opened.
  const isFirst = pace.firstMs === undefined || event.done <= pace.tokens
  return { ...pace, firstMs: isFirst ? nowMs : pace.firstMs, lastMs: nowMs, tokens: event.done }
}

/** `34 tokens`, `12 tok/s` and `first after 0.4 s`, as far as they are known. */
export function paceParts({ startedMs, firstMs, lastMs, tokens }: Pace): readonly string[] {
  if (firstMs === undefined || lastMs === undefined) return []
  const seconds = (lastMs - firstMs) / 1000
  const speed = tokens >= FEWEST_TOKENS && seconds > 0 ? (tokens - 1) / seconds : undefined
  return [
    `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`,
    ...(speed === undefined ? [] : [`${speed < 10 ? speed.toFixed(1) : Math.round(speed)} tok/s`]),
    `first after ${((firstMs - startedMs) / 1000).toFixed(1)} s`,
  ]
}

/** What is frequent is drawn together at most this often: eight times a second, five where the model writes on the same few processors. */
export function redrawMs(processors: number): number {
  return processors > 4 ? 125 : 200
}

export const REDRAW_MS = redrawMs(availableParallelism())

/** Comes so often that several are drawn together. */
export function isFrequent(event: SessionEvent | LiveSignal): boolean {
  if (event.type === 'view') return event.often === true
  return event.type === 'answer.delta' || event.type === 'progress'
}
