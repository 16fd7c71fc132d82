// What a YAML value stands for, by how it is written.
import type { Scalar } from 'yaml'
import { readYesNo } from './yes-no-form.ts'

/** What a value in quotes, a block, or one with a tag says. */
export function stringValue(scalar: Scalar) {
  const text = typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '')
  return { value: text, text }
}

/** A word without quotes; `yes` and `off` are meant as such, and `0644` is no number. */
export function plainValue(scalar: Scalar) {
  const text = scalar.source ?? ''
  const { value } = scalar
  if (value === null) return { value, text: '' }
  if (typeof value === 'boolean') return { value, text }
  if (typeof value === 'number' && !Number.isFinite(value)) return { value: null, text }
  if (typeof value === 'number') return { value, text }
  if (typeof value === 'bigint') return wholeValue(value, text)
  const answer = readYesNo(text)
  return answer === undefined ? { value: String(value), text: String(value) } : { value: answer, text }
}

function wholeValue(value: bigint, text: string) {
  if (/^[-+]?0\d/.test(text)) return { value: text, text }
  const number = Number(value)
  return { value: Number.isSafeInteger(number) ? number : value, text }
}
