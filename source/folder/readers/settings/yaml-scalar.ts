// A value as YAML source: in the manner of the one beside it, in quotes where it would be read as something else.
import { isScalar, parseDocument } from 'yaml'
import { writeNumber } from './number-form.ts'
import type { Plain, ScalarNode } from './tree.ts'
import { readYesNo, writeYesNo } from './yes-no-form.ts'

/** Where a value is to stand, and what the text around it does. */
export interface YamlPlace {
  readonly text: string
  /** Between brackets. */
  readonly isFlow: boolean
}

/** `beside`: the value that it replaces or whose manner it takes. */
export function writeYaml(value: Plain, beside: ScalarNode | undefined, place: YamlPlace): string {
  const old = beside === undefined ? '' : place.text.slice(beside.start, beside.end)
  if (value === null) return 'null'
  if (typeof value === 'boolean')
    return writeYesNo(value, typeof beside?.value === 'boolean' ? beside.text : undefined)
  if (typeof value === 'string') return writeString(value, old, place)
  return writeNumber(typeof beside?.value === 'string' ? '' : old, value)
}

function writeString(value: string, old: string, place: YamlPlace): string {
  const hasBreaks = /[\p{Cc}\u2028\u2029\ufeff]/u.test(value)
  if (old.startsWith("'") && !hasBreaks) return `'${value.replaceAll("'", "''")}'`
  if (old.startsWith('"') || hasBreaks) return JSON.stringify(value)
  if (isSafe(value, old, place.isFlow)) return value
  return prefersSingle(place.text) ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
}

/** Whether a text without quotes is read as that text, by those who read YAML 1.1, too. */
function isSafe(value: string, old: string, isFlow: boolean): boolean {
  if (value === '' || value.trim() !== value || readYesNo(value) !== undefined) return false
  const isSame = (pattern: RegExp) => pattern.test(value) && !pattern.test(old)
  // Numbers with noughts before them or in parts, and dates: left as they are where such stood there.
  if (
    isSame(/^[-+]?0\d+$/) ||
    isSame(/^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/) ||
    isSame(/^\d{4}-\d\d?-\d\d?/)
  )
    return false
  const source = isFlow ? `[${value}]` : `k: ${value}`
  const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false })
  const { contents, errors } = document
  const read: unknown = document.getIn([isFlow ? 0 : 'k'], true)
  const isOne = !isFlow || (contents !== null && 'items' in contents && contents.items.length === 1)
  if (errors.length > 0 || !isOne || !isScalar(read) || read.comment !== undefined) return false
  return (read.value === value || /^[-+]?0\d+$/.test(value)) && read.type === 'PLAIN' && read.source === value
}

/** Whether the text has more values in single quotes than in double ones. */
function prefersSingle(text: string): boolean {
  const part = text.slice(0, 50_000)
  return (part.match(/[:\-[,]\s+'/g)?.length ?? 0) > (part.match(/[:\-[,]\s+"/g)?.length ?? 0)
}
