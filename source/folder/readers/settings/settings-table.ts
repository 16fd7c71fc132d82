// The keys of a file as one row, and, where there are many, as rows of key and value as well.
import {
  ChangeRefused,
  type FolderColumn,
  type ReadTable,
  type RowChanges,
} from '../../../contracts/folder.ts'
import { uniqueNames } from '../../sql-name.ts'
import { mergeEdits, replaceValue } from './cell-edits.ts'
import { type Field, isNull, itemsOf, readField, textCell, textToFile } from './field.ts'
import type { Leaf } from './gather.ts'
import type { LineOf } from './line-starts.ts'
import { booleanOf, numberOf } from './plain-value.ts'
import type { Plain, SettingsFormat } from './tree.ts'

/** What a table is made from, besides its values. */
export interface TableContext {
  readonly text: string
  readonly format: SettingsFormat
  readonly lineOf: LineOf
  readonly notes: readonly string[]
}

/** More columns than that no table gets; the keys have them all. */
export const MOST_COLUMNS = 400
/** Deeper keys are no columns. */
export const MOST_LEVELS = 8
/** From so many keys on they are rows, too. */
const MANY_KEYS = 30

/** One table, or two where there are many keys; none where there is no key. */
export function settingsTables(leaves: readonly Leaf[], context: TableContext): readonly ReadTable[] {
  const shown = leaves.filter(({ path }) => path.length <= MOST_LEVELS).slice(0, MOST_COLUMNS)
  const left = leaves.length - shown.length
  const isMany = leaves.length > MANY_KEYS || left > 0
  const notes =
    left === 0
      ? context.notes
      : [
          ...context.notes,
          `${left} of ${leaves.length} keys are only rows of the table of keys: too many, or too deep.`,
        ]
  return [
    ...(shown.length > 0 ? [rowTable(shown, { ...context, notes })] : []),
    ...(isMany ? [keysTable(leaves, context)] : []),
  ]
}

function rowTable(leaves: readonly Leaf[], context: TableContext): ReadTable {
  const fields = leaves.map(({ path, node }) => readField(path, [node], context.text))
  return {
    suffix: '',
    kind: 'settings',
    columns: columnsOf(fields),
    rows: [fields.map(({ cells }) => cells[0] ?? null)],
    lines: [context.lineOf(leaves[0]?.start ?? 0)],
    notes: context.notes,
    change: (changes) => {
      refuseRows(changes, 'has one record')
      const edits = changes.updated.flatMap(({ column, value }) => {
        const field = fields[column]
        const node = field?.nodes[0]
        if (field === undefined || node === undefined || field.cells[0] === value) return []
        return replaceValue(context.format, field.path.join('.'), node, () => field.toFile(value, node))
      })
      return { type: 'text', edits: mergeEdits(edits) }
    },
  }
}

function keysTable(leaves: readonly Leaf[], context: TableContext): ReadTable {
  return {
    suffix: 'keys',
    kind: 'keys',
    columns: [
      { name: 'key', title: 'key', type: 'text', isFixed: true },
      { name: 'value', title: 'value', type: 'text' },
    ],
    rows: leaves.map(({ path, node }) => [path.join('.'), textCell(node, context.text)]),
    lines: leaves.map(({ start }) => context.lineOf(start)),
    notes: [],
    change: (changes) => {
      refuseRows(changes, 'has a fixed set of keys')
      const edits = changes.updated.flatMap(({ row, column, value }) => {
        const leaf = leaves[row]
        if (leaf === undefined) return []
        const name = leaf.path.join('.')
        if (column !== 1)
          throw new ChangeRefused(`The key \`${name}\` cannot be renamed; change it in an editor.`)
        if (textCell(leaf.node, context.text) === value) return []
        return replaceValue(context.format, name, leaf.node, () => fileValue(name, leaf, value))
      })
      return { type: 'text', edits: mergeEdits(edits) }
    },
  }
}

/** A key's value is text there; what it was tells what it is to be. */
function fileValue(
  name: string,
  { node }: Leaf,
  value: Parameters<typeof numberOf>[1],
): Plain | readonly Plain[] {
  if (node.type === 'list') return itemsOf(name, value === null ? '' : String(value), [node])
  if (node.type !== 'scalar' || isNull(node)) return textToFile(name, value, node)
  if (typeof node.value === 'number' || typeof node.value === 'bigint') return numberOf(name, value)
  if (typeof node.value === 'boolean') return booleanOf(name, value)
  return value === null ? null : String(value)
}

function refuseRows(changes: RowChanges, what: string): void {
  if (changes.added.length > 0)
    throw new ChangeRefused(`The file ${what}, and no key can be added; use UPDATE to change a value.`)
  if (changes.removed.length > 0)
    throw new ChangeRefused(`The file ${what}, and no key can be removed; use UPDATE to change a value.`)
}

/** Columns of fields, with names that tell them apart; `before` come first. */
export function columnsOf(
  fields: readonly Pick<Field, 'path' | 'type' | 'unit'>[],
  before: readonly Omit<FolderColumn, 'name'>[] = [],
): readonly FolderColumn[] {
  const columns = [
    ...before,
    ...fields.map(({ path, type, unit }) => ({
      title: path.length === 0 ? 'value' : path.join('.'),
      type,
      ...(unit === undefined ? {} : { unit }),
    })),
  ]
  const names = uniqueNames(columns.map(({ title }) => title))
  return columns.map((column, index) => ({ name: names[index] ?? column.title, ...column }))
}
