// Exact decimal numbers over BigInt, and the one way in which tools print numbers; pure.
// A float would say 41.99300000000001 where a person expects 41.993.

/** The number `units` × 10^-`scale`; `scale` is 0 or more. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** A number as it is printed. */
export interface Printed {
  readonly text: string
  /** False when digits had to go. */
  readonly exact: boolean
}

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i
const MAX_EXPONENT = 1000
const WHOLE_DIGITS = 30
const SMALLEST_FIXED = -9

/** Reads `-12.50`, `.5`, `1e-7`. Throws `RangeError` for anything else and for exponents beyond ±1000. */
export function parseDecimal(source: string | number): Decimal {
  const parts = NUMBER.exec(String(source))
  const digits = `${parts?.[2] ?? ''}${parts?.[3] ?? ''}`
  const exponent = Number(parts?.[4] ?? 0)
  if (parts === null || digits === '' || Math.abs(exponent) > MAX_EXPONENT) {
    throw new RangeError(`\`${source}\` is not a number that can be read.`)
  }
  const scale = (parts[3] ?? '').length - exponent
  const units = BigInt(digits) * (parts[1] === '-' ? -1n : 1n)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** Exact sum. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale }
}

/** Exact product. */
export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale }
}

/** Quotient with `digits` places more than the operands have, cut towards zero. Throws `RangeError` for a zero divisor. */
export function divideDecimals(left: Decimal, right: Decimal, digits = 50): Decimal {
  const scale = Math.max(left.scale, right.scale)
  const room = 10n ** BigInt(digits + scale)
  return { units: (unitsAt(left, scale) * room) / unitsAt(right, scale), scale: digits + scale }
}

/**
 * Prints a number: whole numbers in full up to 30 digits, others with up to `significant` digits and no zeros at the
 * end, very large and very small ones (beyond 1e30, below 1e-9) as `1.5e+40`. Never with thousands separators.
 */
export function printDecimal(decimal: Decimal, significant = 15): Printed {
  const { units, scale } = shorten(decimal)
  if (units === 0n) return { text: '0', exact: true }
  const wholeDigits = digitsOf(units) - scale
  if (scale === 0 && wholeDigits <= WHOLE_DIGITS) return { text: units.toString(), exact: true }
  const scientific = wholeDigits > WHOLE_DIGITS || wholeDigits <= SMALLEST_FIXED
  const keep = scientific ? significant : Math.max(significant, Math.min(WHOLE_DIGITS, wholeDigits + 2))
  const rounded = shorten(roundTo({ units, scale }, keep))
  const exact = rounded.units === units && rounded.scale === scale
  return { text: scientific ? scientificText(rounded) : fixedText(rounded), exact }
}

/** Prints a double the same way: `0.1`, `1250`, `1e+40`. */
export function printNumber(value: number): string {
  return printDecimal(parseDecimal(value), 17).text
}

function unitsAt(decimal: Decimal, scale: number): bigint {
  return decimal.units * 10n ** BigInt(scale - decimal.scale)
}

function digitsOf(units: bigint): number {
  return units.toString().length - (units < 0n ? 1 : 0)
}

function shorten({ units, scale }: Decimal): Decimal {
  if (scale === 0 || units === 0n) return units === 0n ? { units, scale: 0 } : { units, scale }
  const text = units.toString()
  let zeros = 0
  while (zeros < scale && text[text.length - 1 - zeros] === '0') zeros += 1
  return { units: BigInt(text.slice(0, text.length - zeros)), scale: scale - zeros }
}

/** Half away from zero; a number that is rounded left of the point keeps scale 0. */
function roundTo(decimal: Decimal, significant: number): Decimal {
  const excess = digitsOf(decimal.units) - significant
  if (excess <= 0) return decimal
  const step = 10n ** BigInt(excess)
  const half = decimal.units < 0n ? -step / 2n : step / 2n
  const units = (decimal.units + half) / step
  const scale = decimal.scale - excess
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

function fixedText({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = units
    .toString()
    .replace('-', '')
    .padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(digits.length - scale)}`
}

function scientificText({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = units.toString().replace('-', '')
  const exponent = digits.length - 1 - scale
  const rest = digits.slice(1).replace(/0+$/, '')
  return `${sign}${digits[0]}${rest === '' ? '' : `.${rest}`}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}
