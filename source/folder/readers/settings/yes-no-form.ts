// Yes and no as settings write them.

const PAIRS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
] as const

/** Yes or no that a bare word says, in any case; undefined: it says neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  for (const [yes, no] of PAIRS) if (word === yes || word === no) return word === yes
  return undefined
}

/** Yes or no in the manner of `old`: `off` for `on`, `FALSE` for `TRUE`, `True` for `False`. */
export function writeYesNo(value: boolean, old: string | undefined): string {
  const pair = PAIRS.find((words) => words.some((word) => word === old?.toLowerCase())) ?? PAIRS[0]
  const word = pair[value ? 0 : 1]
  if (old === undefined || old === '' || old === old.toLowerCase()) return word
  return old === old.toUpperCase() ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1)
}
