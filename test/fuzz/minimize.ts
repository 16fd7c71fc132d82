// Makes an input smaller that finds something: parts are left out as long as it finds the same (ddmin, Zeller and Hildebrandt 2002).

/** `isSame` tells whether an input still finds it; it is asked at most `mostTries` times, and no more once `isEnough` says so. */
export async function minimize(
  input: Buffer,
  isSame: (input: Buffer) => Promise<boolean>,
  mostTries = 600,
  isEnough: () => boolean = () => false,
): Promise<Buffer> {
  let best = input
  let tries = 0
  for (let parts = 2; best.length > 1 && tries < mostTries && !isEnough(); ) {
    const size = Math.ceil(best.length / parts)
    let isSmaller = false
    for (let from = 0; from < best.length && tries < mostTries && !isEnough(); from += size) {
      const rest = Buffer.concat([best.subarray(0, from), best.subarray(from + size)])
      tries++
      if (!(await isSame(rest))) continue
      best = rest
      isSmaller = true
      from -= size
    }
    if (!isSmaller && size === 1) break
    parts = isSmaller ? Math.max(2, parts - 1) : Math.min(best.length, parts * 2)
  }
  return best
}
