/** Those that `take` gives. One that cannot be had leaves the others as they are; where none can, its error is thrown. */
export function takeEach<T>(all: readonly T[], take: (one: T) => boolean): readonly T[] {
  const taken: T[] = []
  let failure: unknown
  for (const one of all) {
    try {
      if (take(one)) taken.push(one)
    } catch (error) {
      failure ??= error
    }
  }
  if (taken.length === 0 && failure !== undefined) throw failure
  return taken
}
