// Shares with their intervals, percentiles, and how a figure is printed. Pure.
import { proportion } from '../lib/proportion.ts'

/** A share with its 95 % Wilson interval, all 0 to 1; `of` is the number of cases. */
export interface Share {
  readonly share: number
  readonly of: number
  readonly low: number
  readonly high: number
}

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly of: number
}

/** Below this number of cases a share is printed with its interval. */
const ENOUGH = 150

export function shareOf<T>(all: readonly T[], isRight: (one: T) => boolean): Share {
  const { value: share, low, high, of } = proportion(all.filter(isRight).length, all.length)
  return { share, of, low, high }
}

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95), of: sorted.length }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function percent({ share, of, low, high }: Share): string {
  if (of === 0) return 'no cases'
  const interval = of < ENOUGH ? ` (${round(low * 100)} to ${round(high * 100)})` : ''
  return `${(share * 100).toFixed(1)} %${interval} of ${of}`
}

export function times({ p50, p95, of }: Percentiles): string {
  return `${round(p50)} / ${round(p95)} of ${of}`
}

export function round(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
