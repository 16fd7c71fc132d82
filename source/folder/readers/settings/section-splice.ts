// Sections and the lines in them are added and removed.
import { ChangeRefused, type TextEdit } from '../../../contracts/folder.ts'
import { inOrderOf } from './flow-render.ts'
import { afterBreak, lineBreakNear, lineEnd, lineStart, removeLines } from './line-starts.ts'
import type { Section, SectionEntry, SectionTree } from './sections.ts'
import {
  type Container,
  isRecord,
  type MapEntry,
  type NewField,
  type NewValue,
  type SettingsNode,
  type Splice,
} from './tree.ts'

/** What differs between TOML and INI. */
export interface SectionStyle {
  readonly text: string
  readonly tree: SectionTree
  /** The source of a value that is no record. */
  value(value: NewValue, beside: SettingsNode | undefined): string
  key(key: string): string
  /** The source of a name in a header. */
  name(key: string): string
  /** Between key and value where nothing shows it. */
  readonly equals: string
}

const NOT_HERE = 'there is no section of its own for it'

export function spliceSections(
  style: SectionStyle,
  container: Container,
  change: Splice,
): readonly TextEdit[] {
  const edits = [...change.removed].flatMap((index) => removeItem(style, container, index))
  if (change.added.length === 0) return edits
  const last = container.type === 'list' ? container.items.at(-1) : container.entries.at(-1)?.value
  const lastPlace = last === undefined || last.type === 'scalar' ? undefined : style.tree.places.get(last)
  const isOfSections = container.type === 'list' || change.added.every(({ value }) => isRecord(value))
  if (isOfSections && lastPlace?.own !== undefined) {
    const { own } = lastPlace
    const texts = change.added.map(({ key, value }) =>
      newSection(style, own, key, isRecord(value) ? value.fields : []),
    )
    return [...edits, addSections(style, own, endOf(lastPlace.all), texts)]
  }
  const fields = change.added.map(({ key = '', value }) => ({ key, value }))
  return [...edits, addLines(style, container, fields)]
}

function removeItem(style: SectionStyle, container: Container, index: number): readonly TextEdit[] {
  const { text, tree } = style
  const node = container.type === 'list' ? container.items[index] : container.entries[index]?.value
  const all = node === undefined || node.type === 'scalar' ? undefined : tree.places.get(node)?.all
  if (all !== undefined && all.length > 0) return all.map((section) => removeSection(text, section))
  const entry = container.type === 'map' ? container.entries[index] : undefined
  if (entry === undefined || entry.value.fixed !== undefined)
    throw new ChangeRefused(`A record cannot be removed because ${NOT_HERE}; change it in an editor.`)
  return [removeLines(text, entry.start, entry.value.end)]
}

/** Its lines with the blank ones behind them, or, at the end of the file, before them. */
function removeSection(text: string, section: Section): TextEdit {
  const edit = removeLines(text, section.start, endOf([section]))
  const behind = /^(?:[ \t]*\r?\n)*/.exec(text.slice(edit.end))?.[0].length ?? 0
  if (edit.end + behind < text.length) return { ...edit, end: edit.end + behind }
  const above = text.slice(0, edit.start).trimEnd().length
  const hasBreak = /[\r\n]$/.test(text)
  const kept = hasBreak && above > 0 ? afterBreak(text, lineEnd(text, above)) : above
  return { start: Math.min(edit.start, kept), end: edit.end, text: '' }
}

function endOf(sections: readonly Section[]): number {
  return sections.reduce((last, { end, entries }) => Math.max(last, end, entries.at(-1)?.value.end ?? 0), 0)
}

function newSection(
  style: SectionStyle,
  like: Section,
  key: string | undefined,
  fields: readonly NewField[],
): string {
  const { text } = style
  const header = text.slice(lineStart(text, like.start), like.name.start)
  const name = key === undefined ? text.slice(like.name.start, like.name.end) : style.name(key)
  const lineBreak = lineBreakNear(text, like.start)
  const lines = linesOf(style, fields, like)
  return [`${header}${name}${text.slice(like.name.end, like.end)}`, ...lines].join(lineBreak)
}

/** New sections stand as far apart as the last one from what is above it. */
function addSections(
  style: SectionStyle,
  like: Section,
  lastEnd: number,
  sections: readonly string[],
): TextEdit {
  const { text } = style
  const lineBreak = lineBreakNear(text, like.start)
  // Comments may stand between the header and the blank line.
  const above = text.slice(0, lineStart(text, like.start)).replace(/(?:^[ \t]*[#;][^\n]*\n)+$/m, '')
  const blank = above.trim() === '' || /\n[ \t]*\r?\n$/.test(above) ? lineBreak : ''
  const end = lineEnd(text, lastEnd)
  const at = afterBreak(text, end)
  const isEnded = at > end
  const source = sections.map((section) =>
    isEnded ? blank + section + lineBreak : lineBreak + blank + section,
  )
  return { start: at, end: at, text: source.join('') }
}

/** Lines behind the last one of a section. */
function addLines(style: SectionStyle, container: Container, fields: readonly NewField[]): TextEdit {
  const { text } = style
  const own = style.tree.places.get(container)?.own
  if (own === undefined || container.type !== 'map')
    throw new ChangeRefused(`Nothing can be added because ${NOT_HERE}; add it in an editor.`)
  const lineBreak = lineBreakNear(text, own.start)
  const lines = linesOf(style, fields, own)
  const isBare = own.entries.length === 0 && own.end === 0
  const end = isBare ? 0 : lineEnd(text, endOf([own]))
  const at = isBare ? 0 : afterBreak(text, end)
  const isEnded = isBare || at > end
  const source = lines.map((line) => (isEnded ? line + lineBreak : lineBreak + line))
  return { start: at, end: at, text: source.join('') }
}

function linesOf(style: SectionStyle, fields: readonly NewField[], like: Section): readonly string[] {
  const map = { type: 'map' as const, start: 0, end: 0, entries: like.entries.map(asEntry) }
  return inOrderOf(flatFields(fields, like), map).map(({ key, keys, value }) => {
    const same = like.entries.findLast((entry) => entry.keys.join('.') === key)
    const beside = same ?? like.entries.at(-1)
    const { text } = style
    const indent = beside === undefined ? '' : text.slice(lineStart(text, beside.start), beside.start)
    const between = beside === undefined ? '' : text.slice(beside.end, beside.value.start)
    const equals =
      /^[ \t]*[=:][ \t]*$/.test(between) && beside?.value.start !== beside?.value.end ? between : style.equals
    const name = same === undefined ? keys.map(style.key).join('.') : text.slice(same.start, same.end)
    return `${/^[ \t]*$/.test(indent) ? indent : ''}${name}${equals}${style.value(value, same?.value)}`
  })
}

/** A record in a record is keys with dots where the section before has them so. */
function flatFields(
  fields: readonly NewField[],
  like: Section,
): readonly (NewField & { readonly keys: readonly string[] })[] {
  return fields.flatMap(({ key, value }) => {
    if (!isRecord(value) || !like.entries.some(({ keys }) => keys.length > 1 && keys[0] === key))
      return [{ key, keys: [key], value }]
    return value.fields.map((inner) => ({
      key: `${key}.${inner.key}`,
      keys: [key, inner.key],
      value: inner.value,
    }))
  })
}

function asEntry({ keys, start, end, value }: SectionEntry): MapEntry {
  return { key: keys.join('.'), start, end, value }
}
