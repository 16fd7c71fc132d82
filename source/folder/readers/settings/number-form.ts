// Numbers in the manner of the one that stood there before.
import type { Plain } from './tree.ts'

/**
 * Digits for a number in the manner of `old`, the source of a number: its base (`0x1F`), its thousands (`1_000`), and its
 * decimals where they end in a nought (`12.50`), which nobody writes but to have so many of them.
 */
export function writeNumber(old: string, value: number | bigint): string {
  const base = /^[+-]?0([xob])/i.exec(old)?.[1]?.toLowerCase()
  if (base !== undefined && Number.isInteger(Number(value)) && value >= 0) {
    const digits = value.toString({ x: 16, o: 8, b: 2 }[base])
    return `0${base}${/[A-F]/.test(old) ? digits.toUpperCase() : digits}`
  }
  const plain = typeof value === 'bigint' ? String(value) : decimalsLike(old, value)
  if (!/\d_\d{3}/.test(old)) return plain
  return plain.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, '_'))
}

function decimalsLike(old: string, value: number): string {
  // Without what reckoning in binary leaves behind: 0.30000000000000004.
  const short = String(Number(value.toPrecision(15)))
  const plain = Object.is(value, -0) ? '0' : short.length < String(value).length - 2 ? short : String(value)
  const decimals = /\.(\d*0)$/.exec(old)?.[1]?.length ?? 0
  if (plain.includes('e') || decimals === 0) return plain
  const [whole, part = ''] = plain.split('.')
  return part.length >= decimals ? plain : `${whole}.${part.padEnd(decimals, '0')}`
}

/** The number that a text is in plain digits; undefined: it is none, or one with noughts before it that must stay. */
export function plainNumber(text: string): number | bigint | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text)
}

/** What a value says as text: 5 is `5`, true `true`, null nothing. */
export function textOf(value: Plain): string {
  return value === null ? '' : String(value)
}
