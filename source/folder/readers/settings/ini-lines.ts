// INI line by line, as the programs that read it have it: `key = value` or `key: value`, comments behind `;` or `#`, quotes
// around a value, and lines that go on indented.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { lineStart } from './line-starts.ts'
import { spliceSections } from './section-splice.ts'
import type { Section, SectionEntry, SectionTree } from './sections.ts'
import { isPlainList, isRecord, type Plain, type ScalarNode, type SettingsFormat } from './tree.ts'

/** So many lines that are left out are named. */
const MOST_NOTES = 5
/** Why a value cannot be changed. */
const GOES_ON = 'it goes on over several lines'
const HAS_NONE = 'it stands there without an equals sign'
const HEADER = /^[ \t]*\[([^\r\n]*?[^\]\r\n])\][ \t]*(?:[;#].*)?$/
const ENTRY = /^([ \t]*)([^=:\s;#[][^=:]*?)([ \t]*[=:][ \t]*)(.*?)[ \t]*$/
const FLAG = /^([ \t]*)([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*$/u

export function readIni(text: string): {
  readonly sections: readonly Section[]
  readonly notes: readonly string[]
} {
  let entries: SectionEntry[] = []
  const sections: Section[] = [{ path: [], start: 0, end: 0, name: { start: 0, end: 0 }, entries }]
  const odd: number[] = []
  let number = 0
  for (const { 0: line, index: start } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const content = line.replace(/\r?\n$/, '')
    number += 1
    const header = HEADER.exec(content)?.[1]
    if (/^[ \t]*(?:[;#]|$)/.test(content)) continue
    if (header !== undefined) {
      entries = []
      sections.push(sectionOf(content, start, header, entries))
    } else if (!putLine(entries, content, start, text)) odd.push(number)
  }
  const notes = odd
    .slice(0, MOST_NOTES)
    .map((line) => `Line ${line} is left out: it is neither a section nor a key with a value.`)
  return {
    sections,
    notes:
      odd.length > MOST_NOTES ? [...notes, `${odd.length - MOST_NOTES} more lines are left out.`] : notes,
  }
}

function sectionOf(line: string, start: number, header: string, entries: SectionEntry[]): Section {
  const open = start + line.indexOf('[')
  const nameStart = open + 1 + (header.length - header.trimStart().length)
  const nameEnd = nameStart + header.trim().length
  return {
    path: [header.trim()],
    start: open,
    end: open + header.length + 2,
    name: { start: nameStart, end: nameEnd },
    entries,
  }
}

/** False: the line is nothing that INI has. */
function putLine(entries: SectionEntry[], line: string, start: number, text: string): boolean {
  const last = entries.at(-1)
  const found = ENTRY.exec(line)
  if (last !== undefined && last.value.type === 'scalar') {
    const isDeeper = indentOf(line) > indentOf(text.slice(lineStart(text, last.start), last.start))
    if (isDeeper && (found === null || last.value.value === null || last.value.fixed === GOES_ON)) {
      entries[entries.length - 1] = { ...last, value: goOn(last.value, line, start) }
      return true
    }
  }
  const [, indent = '', key = '', between = '', value = ''] = found ?? FLAG.exec(line) ?? []
  if (key === '') return false
  const keyStart = start + indent.length
  const end = keyStart + key.length
  const scalar = scalarOf(value, end + between.length)
  entries.push({
    keys: [key],
    start: keyStart,
    end,
    value: found === null ? { ...scalar, fixed: HAS_NONE } : scalar,
  })
  return true
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0
}

/** One more line of a value. */
function goOn(value: ScalarNode, line: string, start: number): ScalarNode {
  const text = value.text === '' ? line.trim() : `${value.text}\n${line.trim()}`
  return {
    type: 'scalar',
    start: value.start,
    end: start + line.trimEnd().length,
    value: text,
    text,
    fixed: GOES_ON,
  }
}

/** `source` is all that stands behind the equals sign; nothing is null. */
function scalarOf(source: string, start: number): ScalarNode {
  const quoted = /^(["'])(.*)\1(?=[ \t]*(?:[;#]|$))/.exec(source)
  if (quoted !== null) {
    const text = quoted[2] ?? ''
    return { type: 'scalar', start, end: start + quoted[0].length, value: text, text }
  }
  // A comment has a blank before it and behind it: `#ff0000` is a value.
  const text = source.replace(/(?:^|[ \t]+)[;#](?:[ \t].*)?$/, '').trimEnd()
  return {
    type: 'scalar',
    start,
    end: start + text.length,
    value: text === '' ? null : text,
    text,
    isLoose: true,
  }
}

export function iniFormat(text: string, tree: SectionTree): SettingsFormat {
  const value = (plain: Plain, beside: ScalarNode | undefined) => writeIni(text, plain, beside)
  const key = (name: string) => checkName(name, /^[^=:\s;#[\]"'][^=:\r\n]*$/)
  const equals = /^[ \t]*[^=:\s;#[][^=:\r\n]*?([ \t]*[=:][ \t]*)\S/m.exec(text)?.[1] ?? ' = '
  return {
    hasNull: true,
    writeScalar: (node, plain) => {
      const source = value(plain, node)
      if (node.start !== node.end || source === '') return source
      // Where nothing stood: blanks as around the sign, and one before a comment.
      const before = /[ \t][=:]$/.test(text.slice(0, node.start)) ? ' ' : ''
      return before + source + (/[;#]/.test(text[node.end] ?? '') ? ' ' : '')
    },
    writeKey: (entry, name) => {
      if (entry.value.type !== 'scalar' && (tree.places.get(entry.value)?.all.length ?? 0) > 1)
        throw new ChangeRefused(
          `\`${entry.key}\` cannot be renamed because it is the name of several sections.`,
        )
      return checkName(name, /^[^\]\r\n]+$/)
    },
    splice: (container, change) =>
      spliceSections(
        {
          text,
          tree,
          value: (plain, beside) => {
            if (isRecord(plain) || isPlainList(plain))
              throw new ChangeRefused('INI has no values in values; give plain ones.')
            return value(plain, beside?.type === 'scalar' ? beside : undefined)
          },
          key,
          name: (name) => checkName(name, /^[^\]\r\n]+$/),
          equals,
        },
        container,
        change,
      ),
  }
}

function checkName(name: string, pattern: RegExp): string {
  if (pattern.test(name) && name.trim() === name) return name
  throw new ChangeRefused(
    `\`${name}\` cannot be a name in this file; take one without brackets, signs and line breaks.`,
  )
}

function writeIni(text: string, value: Plain, beside: ScalarNode | undefined): string {
  const plain = value === null ? '' : String(value)
  if (/[\r\n]/.test(plain))
    throw new ChangeRefused('A value of this file is one line; give one without line breaks.')
  const quote = beside === undefined ? '' : (/^["']/.exec(text.slice(beside.start, beside.end))?.[0] ?? '')
  if (quote !== '' && value !== null && !plain.includes(quote)) return quote + plain + quote
  if (
    plain === '' ||
    (scalarOf(plain, 0).text === plain && scalarOf(plain, 0).isLoose && plain.trim() === plain)
  )
    return plain
  const other = ['"', "'"].find((one) => !plain.includes(one))
  if (other === undefined)
    throw new ChangeRefused(
      `\`${plain}\` has both kinds of quotes, which this file cannot hold; leave one out.`,
    )
  return other + plain + other
}
