// How TOML is written: sections and lines, and between brackets as in JSON.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { type FlowStyle, renderFlow } from './flow-render.ts'
import { spliceFlow } from './flow-splice.ts'
import { writeNumber } from './number-form.ts'
import { type SectionStyle, spliceSections } from './section-splice.ts'
import type { SectionTree } from './sections.ts'
import type { Plain, ScalarNode, SettingsFormat } from './tree.ts'

/** A date, a time, or both without quotes, https://toml.io/en/v1.0.0#offset-date-time */
const MOMENT =
  /^(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/

export function tomlFormat(text: string, tree: SectionTree): SettingsFormat {
  const flow: FlowStyle = {
    text,
    scalar: (value, beside) => writeToml(text, value, beside),
    key: writeKey,
    colon: ' = ',
    separator: ', ',
    padding: ' ',
    comment: /#[^\r\n]*/y,
  }
  const sections: SectionStyle = {
    text,
    tree,
    value: (value, beside) => renderFlow(flow, value, beside),
    key: writeKey,
    name: writeKey,
    equals: ' = ',
  }
  return {
    hasNull: false,
    writeScalar: (node, value) => writeToml(text, value, node),
    writeKey: (entry, key) => {
      if (entry.value.type !== 'scalar' && (tree.places.get(entry.value)?.all.length ?? 0) > 1)
        throw new ChangeRefused(
          `\`${entry.key}\` cannot be renamed because it is the name of several sections.`,
        )
      return writeKey(key)
    },
    splice: (container, change) =>
      tree.places.has(container)
        ? spliceSections(sections, container, change)
        : spliceFlow(flow, container, change),
  }
}

function writeToml(text: string, value: Plain, beside: ScalarNode | undefined): string {
  const old = beside === undefined ? '' : text.slice(beside.start, beside.end)
  if (value === null)
    throw new ChangeRefused('TOML has no value for nothing; give a value, or take the line out in an editor.')
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return writeString(value, old)
  const isNumber =
    typeof beside?.value === 'number' || typeof beside?.value === 'bigint' || beside?.value === null
  const source = writeNumber(isNumber ? old : '', value)
  // A float stays one: programs that read it may take nothing else.
  return isNumber && /^[^x]*[.eif]/.test(old) && /^-?[\d_]+$/.test(source) ? `${source}.0` : source
}

function writeString(value: string, old: string): string {
  if (old !== '' && MOMENT.test(old)) {
    if (MOMENT.test(value)) return value
    throw new ChangeRefused(
      `\`${old}\` is a date or a time, and \`${value}\` is none; write it as \`${old}\` is.`,
    )
  }
  const clean = value.toWellFormed()
  const isOfLines = /[\r\n]/.test(clean)
  const open = /^('''|""")(\r?\n)?/.exec(old)
  if (open?.[1] === '"""') return `"""${open[2] ?? ''}${escapeLines(clean)}"""`
  if (
    open !== null &&
    !/'''|'$/.test(clean) &&
    !/\p{Cc}/u.test(clean.replace(/[\t\n]/g, '')) &&
    (open[2] !== undefined || !/^[\r\n]/.test(clean))
  )
    return `'''${open[2] ?? ''}${clean}'''`
  if (open === null && old.startsWith("'") && !isOfLines && !/['\p{Cc}]/u.test(clean)) return `'${clean}'`
  return basic(clean)
}

function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => basic(line).slice(1, -1))
    .join('\n')
}

function basic(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

function writeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : basic(key.toWellFormed())
}
