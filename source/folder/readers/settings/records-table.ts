// A table of records: a row each. What changes of a row is written into its map; rows come and go with their list.
import {
  type CellValue,
  ChangeRefused,
  type FolderColumn,
  type ReadTable,
  type RowChanges,
  type TextEdit,
} from '../../../contracts/folder.ts'
import { addFields, mergeEdits, nestFields, placeFor, replaceValue, type ValueAtPath } from './cell-edits.ts'
import type { Field } from './field.ts'
import type { RecordSource } from './gather.ts'
import { type RecordRow, type RecordTable, readRecords } from './record-rows.ts'
import { columnsOf, MOST_COLUMNS, type TableContext } from './settings-table.ts'
import type { Container, MapNode, NewValue, SettingsFormat, Splice } from './tree.ts'

/** More lists in lists than that get no tables. */
const MOST_TABLES = 20

/** The table of a source, and those of the lists of records within its records, one below the other. */
export function recordTables(source: RecordSource, context: TableContext): readonly ReadTable[] {
  const tables: ReadTable[] = []
  const left: { source: RecordSource; notes: readonly string[] }[] = [{ source, notes: context.notes }]
  for (let next = left.shift(); next !== undefined && tables.length < MOST_TABLES; next = left.shift()) {
    const records = readRecords(next.source, context.text)
    tables.push(recordTable(records, { ...context, notes: next.notes }))
    left.push(...records.inner.map((inner) => ({ source: inner, notes: [] })))
  }
  return tables
}

/** What stands before the fields of a record: the number of the record around it, or its key. */
type Before = 'record' | 'key' | undefined

function recordTable(table: RecordTable, context: TableContext): ReadTable {
  const { source, rows, fields, leftOut } = table
  const before = beforeOf(source)
  const notes =
    leftOut === 0
      ? context.notes
      : [
          ...context.notes,
          `${leftOut} fields are left out: there are more than ${MOST_COLUMNS}, or they are too deep.`,
        ]
  const first: Omit<FolderColumn, 'name'>[] =
    before === undefined ? [] : [{ title: before, type: before === 'key' ? 'text' : 'number' }]
  return {
    suffix: source.path.join('_'),
    kind: 'records',
    columns: columnsOf(fields, first),
    rows: rows.map((row, index) => [
      ...(before === undefined ? [] : [(before === 'key' ? row.key : row.record) ?? null]),
      ...fields.map(({ cells }) => cells[index] ?? null),
    ]),
    lines: rows.map(({ start }) => context.lineOf(start)),
    notes,
    change: (changes) => ({ type: 'text', edits: changeRecords(table, before, context.format, changes) }),
  }
}

function beforeOf({ containers }: RecordSource): Before {
  if (containers.some(({ record }) => record !== undefined)) return 'record'
  return containers[0]?.node.type === 'map' ? 'key' : undefined
}

function changeRecords(
  table: RecordTable,
  before: Before,
  format: SettingsFormat,
  changes: RowChanges,
): readonly TextEdit[] {
  const removed = new Set(changes.removed)
  const edits: TextEdit[] = []
  const missing = new Map<MapNode, ValueAtPath[]>()
  for (const { row, column, value } of changes.updated) {
    const record = table.rows[row]
    if (record === undefined || removed.has(row)) continue
    const field = table.fields[before === undefined ? column : column - 1]
    if (field === undefined) edits.push(...changeBefore(record, before, format, value))
    else if (field.cells[row] !== value)
      edits.push(...changeField(record, row, field, format, value, missing))
  }
  for (const [map, values] of missing) edits.push(...addFields(format, map, values))
  for (const [container, splice] of splicesOf(table, before, format, changes)) {
    if (container.fixed !== undefined)
      throw new ChangeRefused(
        `No record can be added or removed because ${container.fixed}; change it in an editor.`,
      )
    for (const edit of format.splice(container, splice)) edits.push(edit)
  }
  return mergeEdits(edits)
}

function changeBefore(
  record: RecordRow,
  before: Before,
  format: SettingsFormat,
  value: CellValue,
): readonly TextEdit[] {
  if (before === 'record') {
    if (Number(value) === record.record) return []
    throw new ChangeRefused(
      `A record cannot move into record \`${value}\`; remove it there and add it here instead.`,
    )
  }
  if (record.container.type !== 'map' || record.key === value) return []
  const entry = record.container.entries[record.index]
  if (entry === undefined) return []
  const key = checkKey(record.container, value)
  if (record.container.fixed !== undefined)
    throw new ChangeRefused(`The key \`${record.key}\` cannot be changed because ${record.container.fixed}.`)
  return [{ start: entry.start, end: entry.end, text: format.writeKey(entry, key) }]
}

function changeField(
  record: RecordRow,
  row: number,
  field: Field,
  format: SettingsFormat,
  value: CellValue,
  missing: Map<MapNode, ValueAtPath[]>,
): readonly TextEdit[] {
  const node = field.nodes[row]
  const name = field.path.length === 0 ? 'value' : field.path.join('.')
  if (node !== undefined) return replaceValue(format, name, node, () => field.toFile(value, node))
  if (value === null || record.node.type !== 'map') return []
  const { map, rest } = placeFor(record.node, field.path)
  const values = missing.get(map) ?? []
  values.push({ path: rest, value: field.toFile(value, undefined) })
  missing.set(map, values)
  return []
}

/** For each list or map that gains or loses records, what it gains and loses. */
function splicesOf(
  table: RecordTable,
  before: Before,
  format: SettingsFormat,
  changes: RowChanges,
): ReadonlyMap<Container, Splice> {
  const splices = new Map<Container, { removed: Set<number>; added: { key?: string; value: NewValue }[] }>()
  const spliceOf = (container: Container) => {
    const known = splices.get(container) ?? { removed: new Set<number>(), added: [] }
    splices.set(container, known)
    return known
  }
  for (const row of changes.removed) {
    const record = table.rows[row]
    if (record === undefined) continue
    const { removed } = spliceOf(record.container)
    removed.add(record.index)
    // The same key once more, which did not count so far, would count.
    if (record.container.type === 'map')
      for (const [index, { key }] of record.container.entries.entries())
        if (key === record.key) removed.add(index)
  }
  for (const cells of changes.added) {
    const container = containerFor(table, before, cells[0])
    const splice = spliceOf(container)
    const value = newRecord(table, format, before === undefined ? cells : cells.slice(1))
    if (container.type === 'list') splice.added.push({ value })
    else {
      const taken = splice.added.map(({ key = '' }) => key)
      splice.added.push({ key: checkKey(container, cells[0], splice.removed, taken), value })
    }
  }
  return new Map([...splices].map(([node, splice]) => [node, { ...splice, at: countOf(node) }]))
}

function containerFor(table: RecordTable, before: Before, first: CellValue | undefined): Container {
  const { containers } = table.source
  const found =
    before === 'record' ? containers.find(({ record }) => record === Number(first)) : containers[0]
  if (found !== undefined) return found.node
  throw new ChangeRefused(
    `The new record needs in \`record\` the number of the record that it belongs to, one that has such a list; \`${first ?? ''}\` is none.`,
  )
}

function newRecord(
  table: RecordTable,
  format: SettingsFormat,
  cells: readonly (CellValue | undefined)[],
): NewValue {
  const values = table.fields.flatMap((field, index) => {
    const cell = cells[index]
    if (cell === undefined || (cell === null && (!format.hasNull || !saysNull(field)))) return []
    return [{ path: field.path, value: field.toFile(cell, undefined) }]
  })
  if (values.length === 0) throw new ChangeRefused('The new record says nothing; give at least one value.')
  return table.isOfMaps ? { fields: nestFields(values) } : (values[0]?.value ?? null)
}

/** Whether "nothing" is said of a field rather than left out: some record does, or all records have the field. */
function saysNull(field: Field): boolean {
  const said = field.nodes.filter((node) => node !== undefined)
  return (
    said.length === field.nodes.length || said.some((node) => node.type === 'scalar' && node.value === null)
  )
}

function checkKey(
  map: MapNode,
  value: CellValue | undefined,
  removed: ReadonlySet<number> = new Set(),
  taken: readonly string[] = [],
): string {
  const key = value === undefined || value === null ? '' : String(value)
  if (key === '') throw new ChangeRefused('A record here has a name in `key`, and it is empty; give one.')
  const isThere = map.entries.some((entry, index) => entry.key === key && !removed.has(index))
  if (isThere || taken.includes(key))
    throw new ChangeRefused(`There is a record with the key \`${key}\` already; use UPDATE to change it.`)
  return key
}

function countOf(container: Container): number {
  return container.type === 'list' ? container.items.length : container.entries.length
}
