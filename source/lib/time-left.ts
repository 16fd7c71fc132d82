// How long the rest of a piece of work takes.

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
