// Edits for one cell: a scalar replaced, a list brought to other items, a key that a record lacks put in.
import { ChangeRefused, type TextEdit } from '../../../contracts/folder.ts'
import { isPlainListNode, sameEnds, scalarsOf } from './list-text.ts'
import {
  countingEntries,
  isPlainList,
  type ListNode,
  type MapNode,
  type NewField,
  type NewValue,
  type Plain,
  type SettingsFormat,
  type SettingsNode,
} from './tree.ts'

/** Puts another value where `node` stands; `name` is for the sentence of a refusal, `toFile` may refuse, too. */
export function replaceValue(
  format: SettingsFormat,
  name: string,
  node: SettingsNode,
  toFile: () => Plain | readonly Plain[],
): readonly TextEdit[] {
  if (node.fixed !== undefined)
    throw new ChangeRefused(`\`${name}\` cannot be changed because ${node.fixed}; change it in an editor.`)
  if (node.type === 'map' || (node.type === 'list' && !isPlainListNode(node)))
    throw new ChangeRefused(
      `\`${name}\` cannot be changed because it holds more than plain values; change it in an editor.`,
    )
  const value = toFile()
  if (node.type === 'list') return replaceItems(format, name, node, isPlainList(value) ? value : [value])
  const plain = isPlainList(value) ? (value[0] ?? null) : value
  return [{ start: node.start, end: node.end, text: format.writeScalar(node, plain) }]
}

function replaceItems(
  format: SettingsFormat,
  name: string,
  list: ListNode,
  items: readonly Plain[],
): readonly TextEdit[] {
  const old = scalarsOf(list)
  const { first, last } = sameEnds(
    old.map((item) => item.value),
    items,
  )
  const both = Math.min(old.length, items.length) - last
  const edits = old
    .slice(first, both)
    .flatMap((item, index) => replaceValue(format, name, item, () => items[first + index] ?? null))
  const removed = new Set(old.keys().filter((index) => index >= both && index < old.length - last))
  const added = items.slice(both, items.length - last).map((value) => ({ value }))
  if (removed.size === 0 && added.length === 0) return edits
  return [...edits, ...format.splice(list, { removed, at: old.length - last, added })]
}

/** A value at a path of keys. */
export interface ValueAtPath {
  readonly path: readonly string[]
  readonly value: NewValue
}

/** The innermost map that is there on the way to a path, and what is left of the path. */
export function placeFor(
  map: MapNode,
  path: readonly string[],
): { readonly map: MapNode; readonly rest: readonly string[] } {
  const [key, ...rest] = path
  const next = rest.length > 0 ? countingEntries(map).find((entry) => entry.key === key)?.value : undefined
  if (next === undefined) return { map, rest: path }
  if (next.type === 'map') return placeFor(next, rest)
  throw new ChangeRefused(
    `\`${path.join('.')}\` cannot be set because \`${key}\` is no group of keys in this record; change it in an editor.`,
  )
}

/** Values at paths as fields in fields. */
export function nestFields(values: readonly ValueAtPath[]): readonly NewField[] {
  const byKey = Map.groupBy(values, ({ path }) => path[0] ?? '')
  return [...byKey].map(([key, those]) => {
    const deeper = those.filter(({ path }) => path.length > 1)
    if (deeper.length === 0) return { key, value: those[0]?.value ?? null }
    return {
      key,
      value: { fields: nestFields(deeper.map(({ path, value }) => ({ path: path.slice(1), value }))) },
    }
  })
}

/** Puts fields into a map at its end. */
export function addFields(
  format: SettingsFormat,
  map: MapNode,
  values: readonly ValueAtPath[],
): readonly TextEdit[] {
  if (map.fixed !== undefined)
    throw new ChangeRefused(`A key cannot be added because ${map.fixed}; add it in an editor.`)
  return format.splice(map, { removed: new Set(), at: map.entries.length, added: nestFields(values) })
}

/** In the order of the text; what touches is one edit, so that the order of insertions at one place is kept. */
export function mergeEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const merged: TextEdit[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    const before = merged.at(-1)
    if (before === undefined || edit.start > before.end) merged.push(edit)
    else
      merged[merged.length - 1] = {
        start: before.start,
        end: Math.max(before.end, edit.end),
        text: before.text + edit.text,
      }
  }
  return merged
}
