// How long a piece of work takes, or the rest of it.

/** Whole seconds that the rest will take, by the pace since the first call; undefined: nothing was done since. `now` in milliseconds. */
export function createTimeLeft(now: () => number): (done: number, total: number) => number | undefined {
  let begun: { readonly ms: number; readonly done: number } | undefined
  return (done, total) => {
    // What was done before took no time now.
    begun ??= { ms: now(), done }
    const since = done - begun.done
    return since <= 0 ? undefined : Math.ceil((((now() - begun.ms) / since) * (total - done)) / 1_000)
  }
}

const MINUTE = 60
/** Up to here seconds say more. */
const IN_SECONDS = 90

/** A wait in few words, rounded up: `52 s`, `9 min`, `2 h 23 min`. */
export function waitText(seconds: number): string {
  if (seconds < IN_SECONDS) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / MINUTE)
  if (minutes < MINUTE) return `${minutes} min`
  return `${Math.floor(minutes / MINUTE)} h ${minutes % MINUTE} min`
}
