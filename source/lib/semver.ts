// Versions as semver.org 2.0.0 writes them: which are legal, and which of two is the newer (section 11).

/** The whole grammar, with parts 1 to 4: major, minor, patch, what stands before a release. */
export const SEMVER =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/

/** Below 0: `one` is older; 0: neither (what stands behind `+` counts nothing). Throws `RangeError` for what is no version. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (const at of [0, 1, 2] as const)
    if (a.core[at] !== b.core[at]) return (a.core[at] ?? 0) - (b.core[at] ?? 0)
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length
  for (let at = 0; ; at++) {
    const [left, right] = [a.before[at], b.before[at]]
    if (left === undefined || right === undefined) return a.before.length - b.before.length
    const order = compareParts(left, right)
    if (order !== 0) return order
  }
}

/** Numbers by size and before words; words by their characters. */
function compareParts(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (isNumber && isOtherNumber)
    return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}

function partsOf(version: string) {
  const match = SEMVER.exec(version)
  if (match === null) throw new RangeError(`\`${version}\` is no version`)
  const [, major, minor, patch, before] = match
  return { core: [Number(major), Number(minor), Number(patch)], before: before?.split('.') ?? [] }
}
