// How JSON is written.
import type { FlowStyle } from './flow-render.ts'
import { spliceFlow } from './flow-splice.ts'
import { writeNumber } from './number-form.ts'
import type { Plain, ScalarNode, SettingsFormat } from './tree.ts'

export function jsonFormat(text: string): SettingsFormat {
  const style = jsonStyle(text)
  return {
    hasNull: true,
    writeScalar: (node, value) => style.scalar(value, node),
    writeKey: (entry, key) => style.key(key, entry),
    splice: (container, change) => spliceFlow(style, container, change),
  }
}

/** Where nothing else shows it, blanks are as the text's first colon has them. */
export function jsonStyle(text: string): FlowStyle {
  const isDense = /"\s*:(?=[^\s])/.test(text.slice(0, 10_000)) && !/"\s*:\s/.test(text.slice(0, 10_000))
  // As Python writes it: what is no ASCII is escaped.
  const isAscii = /\\u[\da-f]{4}/i.test(text) && !/[\u0080-\uffff]/.test(text)
  return {
    text,
    scalar: (value, beside) => writeJson(value, beside, isAscii),
    key: (key) => quote(key, isAscii),
    colon: isDense ? ':' : ': ',
    separator: isDense ? ',' : ', ',
    padding: '',
    comment: /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y,
  }
}

function writeJson(value: Plain, beside: ScalarNode | undefined, isAscii: boolean): string {
  if (typeof value === 'string') return quote(value, isAscii)
  if (typeof value === 'number' || typeof value === 'bigint') {
    const old = typeof beside?.value === 'number' || typeof beside?.value === 'bigint' ? beside.text : ''
    return writeNumber(old, value)
  }
  return String(value)
}

function quote(text: string, isAscii: boolean): string {
  const source = JSON.stringify(text)
  if (!isAscii) return source
  return source.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
