// Finds what a person's word for a unit stands for: our own names first, then what mathjs can read (`kg/m^3`). Pure.
import type { MathLibrary } from '../../source/toolkit/math-library.ts'
import { nearestNames } from '../../source/toolkit/nearest-names.ts'
import { type NamedUnit, UNITS } from './units.ts'

const LONGEST = 40

/** By name; a name may stand for several units (`oz`), the likelier first. */
const BY_NAME = new Map<string, readonly NamedUnit[]>()
for (const unit of UNITS) {
  for (const name of unit.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), unit])
}

/** What the word may stand for, the likeliest first; empty when it is no unit. */
export function findUnits(word: string, math: MathLibrary): readonly NamedUnit[] {
  const name = word
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^(?:a|an|one|the|of|in|into|to)\s+/iu, '')
    .replace(/[.,!?;:]+$/u, '')
    .replace(/\s+of\s+\p{L}+$/u, '')
  const lower = name.toLowerCase()
  const degrees = lower.replace(/^(?:degrees?|deg\.?)\s*/u, '')
  for (const one of [name, lower, degrees, ...singulars(lower), ...singulars(degrees)]) {
    const found = one === '' ? undefined : BY_NAME.get(one)
    if (found !== undefined) return found
  }
  return readUnit(name, math)
}

/** Names that are like it, for "did you mean". */
export function unitsLike(word: string): readonly string[] {
  const whole = UNITS.flatMap(({ names }) => names.filter((name) => name.length > 3))
  return nearestNames(word.trim(), whole)
}

function singulars(name: string): readonly string[] {
  const whole = [name.replace(/s$/u, ''), name.replace(/es$/u, '')]
  // `metres per second`, `square feets`, `pints uk`: the plural stands in front.
  return [...whole, name.replace(/^(\p{L}+)s(?= )/u, '$1'), name.replace(/\s+/gu, '')]
}

function readUnit(name: string, math: MathLibrary): readonly NamedUnit[] {
  const expression = name
    .replace(/ per /giu, '/')
    .replace(/²/gu, '^2')
    .replace(/³/gu, '^3')
    .replace(/·/gu, '*')
  if (expression.length > LONGEST || !/^\p{L}[\p{L}\d/^*() .-]*$/u.test(expression)) return []
  try {
    const unit = math.unit(expression)
    // `3 m` is a quantity and no unit.
    if (unit.value !== null && unit.value !== undefined) return []
    return [{ factor: '1', base: expression, shown: name, measure: '', names: [name] }]
  } catch {
    return []
  }
}
