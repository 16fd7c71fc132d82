// Finds what a person's word for a unit stands for: our own names first, then what mathjs can read (`kg/m^3`). Pure.
import type { MathLibrary } from '../math-library.ts'
import { nearestNames } from '../nearest-names.ts'
import { type NamedUnit, UNITS } from './units.ts'

const LONGEST = 40

/** By name; a name may stand for several units (`oz`), the likelier first. */
const BY_NAME = new Map<string, readonly NamedUnit[]>()
for (const unit of UNITS) {
  for (const name of unit.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), unit])
}

/** For names in a case that nobody wrote them in, where it can be one unit only: `mw` may be a thousandth of a watt or a million. */
const BY_LOWER = new Map<string, Set<NamedUnit>>()
for (const unit of UNITS)
  for (const name of unit.names) {
    const lower = name.toLowerCase()
    BY_LOWER.set(lower, (BY_LOWER.get(lower) ?? new Set()).add(unit))
  }

/** Words that tell which of several units of one name is meant, as the table writes them. */
const KINDS: { readonly [word: string]: readonly string[] } = {
  us: ['us'],
  american: ['us'],
  imperial: ['imperial', 'uk'],
  british: ['imperial', 'uk'],
  english: ['imperial', 'uk', 'english'],
  uk: ['imperial', 'uk'],
  metric: ['metric'],
  nautical: ['nautical'],
  troy: ['troy'],
  avoirdupois: ['avoirdupois'],
  long: ['long'],
  short: ['short'],
}
/** Those that change nothing of a unit that is one everywhere: `feet imperial`, `3 feet long`. */
const HARMLESS = /^(?:us|american|imperial|british|english|uk|metric|long|short)$/u

/** `gallons imperial`, `ounces troy`, `american pints`; undefined where no such word stands there, empty where it names no unit. */
function ofKind(name: string): readonly NamedUnit[] | undefined {
  const words = name.toLowerCase().split(' ')
  const last = words.at(-1) ?? ''
  if (words.length > 1 && Object.hasOwn(KINDS, last)) {
    const unit = words.slice(0, -1).join(' ')
    const turned = findKind(last, unit)
    const plain = findNamed(unit)
    return turned.length > 0 || !HARMLESS.test(last) || hasKinds(plain, last) ? turned : plain
  }
  const [first = '', ...rest] = words
  const found = rest.length > 0 ? findKind(first, rest.join(' ')) : []
  return found.length > 0 ? found : undefined
}

function findKind(kind: string, unit: string): readonly NamedUnit[] {
  const named = Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? []) : []
  return named.map((one) => findNamed(`${one} ${unit}`)).find((found) => found.length > 0) ?? []
}

/** Whether units of that name differ from country to country; of tons alone some are long. */
function hasKinds(units: readonly NamedUnit[], kind: string): boolean {
  const kinds = /^(?:long|short)$/u.test(kind) ? ['long'] : ['us', 'uk', 'imperial', 'metric']
  return units.some(({ names }) => names.some((name) => kinds.some((one) => BY_NAME.has(`${one} ${name}`))))
}

/** `g flour`, `cups oats`: a unit, and what there is so much of. */
function beforeGoods(name: string): readonly NamedUnit[] {
  const [unit = '', goods = '', ...more] = name.split(' ')
  return more.length === 0 && /^\p{L}{3,}$/u.test(goods) ? findNamed(unit) : []
}

/** What the word may stand for, the likeliest first; empty when it is no unit. */
export function findUnits(word: string, math: MathLibrary): readonly NamedUnit[] {
  const whole = plainName(word)
  const known = findNamed(whole)
  if (known.length > 0) return known
  // Not before: `inches of mercury` and `ounces of gold` are units.
  const name = whole.replace(/\s+of\s+\p{L}+$/u, '')
  const kind = ofKind(name)
  if (kind !== undefined) return kind
  const found = findNamed(name)
  if (found.length > 0) return found
  const inLower = [...(BY_LOWER.get(name.toLowerCase()) ?? [])]
  const other = inLower.length === 1 ? inLower : []
  // `ps` is a picosecond, or a PS where power is wanted.
  const read = [...readUnit(name, math), ...other]
  if (read.length > 0) return read
  const more = [...readPower(name, math), ...readRate(name, math)]
  return more.length > 0 ? more : beforeGoods(name)
}

/** Two units of one measure, the larger first, as in `ft in` or `hours/minutes`; undefined for anything else. */
export function findTwo(word: string): readonly [string, string] | undefined {
  const name = plainName(word)
  if (findNamed(name).length > 0) return undefined
  const [large = '', small = '', ...more] = name.split(/\s+and\s+|\s*[&,/]\s*|\s+/u)
  const measure = findNamed(small)[0]?.measure
  const isPair = measure !== undefined && findNamed(large)[0]?.measure === measure
  return isPair && more.length === 0 ? [large, small] : undefined
}

function plainName(word: string): string {
  return word
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^(?:a|an|one|the|of|in|into|to)\s+/iu, '')
    .replace(/[.,!?;:]+$/u, '')
    .replace(/(?<=\p{L}{2})\.(?=\s)/gu, '')
    .replace(/(?<=\p{L}) degrees?$/iu, '')
}

/** A unit of the table. */
function findNamed(name: string): readonly NamedUnit[] {
  const lower = name.toLowerCase()
  const degrees = lower.replace(/^(?:degrees?|deg\.?)\s*/u, '')
  for (const one of [name, lower, degrees, ...singulars(lower), ...singulars(degrees)]) {
    const found = one === '' ? undefined : BY_NAME.get(one)
    if (found !== undefined) return found
  }
  return []
}

/** Names that are like it, for "did you mean": one of each unit, three at most. */
export function unitsLike(word: string): readonly string[] {
  const whole = UNITS.flatMap(({ names }) => names.filter((name) => name.length > 3))
  const like = nearestNames(word.trim(), whole, whole.length)
  const unitOf = (name: string) => BY_NAME.get(name)?.[0]
  return like
    .filter((name, at) => like.findIndex((other) => unitOf(other) === unitOf(name)) === at)
    .slice(0, 3)
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
  // `fahrenheit degrees` is no product of the two.
  if (/[\p{L}\d)]\s+[\p{L}\d(]/u.test(expression)) return []
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

/** `sq miles`, `inches squared`, `cubic cm`. */
function readPower(name: string, math: MathLibrary): readonly NamedUnit[] {
  const match =
    /^(?<power>square|sq|cubic|cu)\.? (?<unit>.+)$/iu.exec(name) ??
    /^(?<unit>.+) (?<power>squared|cubed)$/iu.exec(name)
  const { power = '', unit = '' } = match?.groups ?? {}
  const length = findNamed(unit).find(({ measure }) => measure === 'length')
  if (length === undefined) return []
  const isArea = /^sq/iu.test(power)
  const factor = math
    .bignumber(length.factor)
    .pow(isArea ? 2 : 3)
    .toString()
  return [
    {
      factor,
      base: `${length.base}^${isArea ? 2 : 3}`,
      shown: `${length.shown}${isArea ? '²' : '³'}`,
      measure: isArea ? 'area' : 'volume',
      names: [name],
    },
  ]
}

/** `kilometers an hour`, `metres/sec`, `lb/ft3`. */
function readRate(name: string, math: MathLibrary): readonly NamedUnit[] {
  const [above, below, ...more] = name.split(/\s*\/\s*|\s+(?:per|an?)\s+/iu)
  if (above === undefined || below === undefined || more.length > 0 || name.length > LONGEST) return []
  const units = (one: string) =>
    [...findNamed(one), ...(findNamed(one).length > 0 ? [] : readUnit(one, math))].filter(
      ({ measure }) => measure !== 'temperature',
    )
  return units(above).flatMap((top) =>
    units(below).map((bottom) => ({
      factor: math.bignumber(top.factor).div(bottom.factor).toString(),
      base: `(${top.base})/(${bottom.base})`,
      shown: `${top.shown}/${bottom.shown}`,
      measure: '',
      names: [name],
    })),
  )
}
