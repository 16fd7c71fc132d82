/** The only way to the time of day: tests and `--now` hand in a clock that stands still. */
export interface Clock {
  /** Wall-clock time. */
  now(): Date
  /** Milliseconds that only ever grow, for measuring durations. */
  monotonicMs(): number
  /** IANA name of the person's time zone, e.g. `Europe/Berlin`. */
  readonly timeZone: string
}
