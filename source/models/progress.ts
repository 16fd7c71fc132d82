/** How far a pull is. */
export interface PullProgress {
  readonly id: string
  /** Name of the source that it comes from. */
  readonly source: string
  /** `check`: everything is here, the sum is being computed. */
  readonly phase: 'fetch' | 'check'
  readonly doneBytes: number
  /** 0: not known. */
  readonly totalBytes: number
  /** Over the last seconds; 0 until known. */
  readonly bytesPerSecond: number
  /** Undefined until known. */
  readonly secondsLeft: number | undefined
}

const WINDOW_MS = 5000
const FIRST_MS = 500

/** Measures a rate over the last five seconds. The bytes of the first report count as there already. */
export class RateMeter {
  readonly #monotonicMs: () => number
  #samples: { readonly at: number; readonly bytes: number }[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Takes a new count of bytes; gives bytes a second, 0 in the first half second. */
  measure(bytes: number): number {
    const now = this.#monotonicMs()
    this.#samples.push({ at: now, bytes })
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) >= WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0] ?? { at: now, bytes }
    const elapsed = now - first.at
    return elapsed < FIRST_MS ? 0 : Math.max(0, ((bytes - first.bytes) * 1000) / elapsed)
  }
}

/**
 * One line, at most `columns` wide, e.g. `qwen2.5-coder-0.5b  212 / 491 MB  43 %  8.1 MB/s  34 s left`.
 * In a narrow window the time, the rate and then the sizes are left out.
 */
export function formatProgress(progress: PullProgress, columns: number): string {
  const { id, doneBytes, totalBytes, bytesPerSecond, secondsLeft } = progress
  const known = totalBytes > 0
  const percent = known ? `${Math.min(100, Math.floor((doneBytes / totalBytes) * 100))} %` : ''
  const unit = unitOf(known ? totalBytes : doneBytes)
  const sizes = known
    ? `${inUnit(Math.min(doneBytes, totalBytes), unit)} / ${inUnit(totalBytes, unit)} ${unit.name}`
    : formatBytes(doneBytes)
  const rate = bytesPerSecond > 0 ? `${formatBytes(bytesPerSecond)}/s` : ''
  const left = secondsLeft === undefined ? '' : `${formatSeconds(secondsLeft)} left`
  const moving = progress.phase === 'check' ? ['checking the sum'] : [rate, left]
  const forms = [
    [id, sizes, percent, ...moving],
    [id, sizes, percent, ...moving.slice(0, 1)],
    [id, sizes, percent],
    [id, percent || sizes],
  ]
  const lines = forms.map((form) => form.filter((piece) => piece !== '').join('  '))
  return lines.find((line) => line.length <= columns) ?? (lines.at(-1) ?? '').slice(0, Math.max(0, columns))
}

interface Unit {
  readonly name: string
  readonly bytes: number
}

const BYTE: Unit = { name: 'B', bytes: 1 }
const UNITS: readonly Unit[] = [
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
  { name: 'kB', bytes: 1e3 },
  BYTE,
]

/** Decimal units with about three digits: `491 MB`, `8.1 MB`, `1.12 GB`. */
export function formatBytes(bytes: number): string {
  const unit = unitOf(bytes)
  return `${inUnit(bytes, unit)} ${unit.name}`
}

function unitOf(bytes: number): Unit {
  return UNITS.find((unit) => bytes >= unit.bytes) ?? BYTE
}

function inUnit(bytes: number, unit: Unit): string {
  const value = bytes / unit.bytes
  if (unit.name === 'B') return String(Math.round(value))
  return value.toFixed(unit.name === 'GB' ? 2 : value < 10 ? 1 : 0)
}

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
