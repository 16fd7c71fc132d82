// Versions as semver.org 2.0.0 writes them: which are legal, and which of two is the newer (section 11).

/** The whole grammar, with parts 1 to 4: major, minor, patch, what stands before a release. */
export const SEMVER =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/

/** A version as people write it, `1` and `1.2` for `1.0.0` and `1.2.0`; undefined: it is none. */
export function versionOf(written: string): string | undefined {
  const [, core = '', rest = ''] = /^(\d+(?:\.\d+){0,2})(.*)$/s.exec(written.trim()) ?? []
  const whole = `${[...core.split('.'), '0', '0'].slice(0, 3).join('.')}${rest}`
  return SEMVER.test(whole) ? whole : undefined
}

/** What is wrong with a `version` of a YAML file, as a clause; undefined: nothing. Without quotes `1.10` is the number 1.1. */
export function findVersionFault(written: string | number): string | undefined {
  const isPart = typeof written === 'number' && !Number.isInteger(written)
  if (!isPart && versionOf(String(written)) !== undefined) return undefined
  const why = isPart ? `in quotes, not the number \`${written}\`` : `not \`${String(written).slice(0, 60)}\``
  return `\`version\` must be a version such as \`"1.2.0"\`, ${why}`
}

/** Whether what was made for one still holds for the other: the same major number, and before 1.0.0 the same minor one. Throws as `compareVersions` does. */
export function isCompatible(one: string, other: string): boolean {
  const [[major, minor], [otherMajor, otherMinor]] = [partsOf(one).core, partsOf(other).core]
  return major === otherMajor && (major !== 0 || minor === otherMinor)
}

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
  const core = [Number(major), Number(minor), Number(patch)] as const
  return { core, before: before?.split('.') ?? [] }
}
