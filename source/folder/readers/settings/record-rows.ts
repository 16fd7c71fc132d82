// The rows of a table of records and the fields that they have together, from the lists and maps in which they stand.
import { type Field, readField } from './field.ts'
import { eachOfRecord, isRecordList, type RecordSource } from './gather.ts'
import { MOST_COLUMNS, MOST_LEVELS } from './settings-table.ts'
import type { Container, MapNode, SettingsNode } from './tree.ts'

/** A record: a map in a list or by its key, or, where not all are maps, a plain value. */
export interface RecordRow {
  readonly container: Container
  /** Among the items or entries of its container. */
  readonly index: number
  readonly node: SettingsNode
  readonly key?: string
  /** Number of the record that its list stands in. */
  readonly record?: number
  /** Where it begins. */
  readonly start: number
}

export interface RecordTable {
  readonly source: RecordSource
  readonly rows: readonly RecordRow[]
  /** All of them maps: a field for each path; else one field without a path. */
  readonly isOfMaps: boolean
  readonly fields: readonly Field[]
  /** How many fields are left out. */
  readonly leftOut: number
  /** Tables of the lists of records that stand in the records. */
  readonly inner: readonly RecordSource[]
}

export function readRecords(source: RecordSource, text: string): RecordTable {
  const rows = source.containers.flatMap(({ node, record }) => rowsOf(node, record))
  const maps = rows.map(({ node }) => node).filter((node) => node.type === 'map')
  if (rows.length === 0 || maps.length < rows.length) {
    const field = readField(
      [],
      rows.map(({ node }) => node),
      text,
    )
    return { source, rows, isOfMaps: false, fields: [field], leftOut: 0, inner: [] }
  }
  const { byPath, inner } = gatherAll(maps, source.path)
  const all = [...byPath.values()]
  const shown = all.filter(({ path }) => path.length <= MOST_LEVELS).slice(0, MOST_COLUMNS)
  return {
    source,
    rows,
    isOfMaps: true,
    fields: shown.map(({ path, nodes }) => readField(path, nodes, text)),
    leftOut: all.length - shown.length,
    inner,
  }
}

function rowsOf(container: Container, record: number | undefined): readonly RecordRow[] {
  if (container.type === 'list')
    return container.items.map((node, index) => ({ container, index, node, record, start: node.start }))
  const last = new Map(container.entries.map(({ key }, index) => [key, index]))
  return container.entries.flatMap(({ key, start, value }, index) =>
    last.get(key) === index ? [{ container, index, node: value, key, record, start }] : [],
  )
}

interface PathNodes {
  readonly path: readonly string[]
  /** One a record. */
  readonly nodes: (SettingsNode | undefined)[]
}

interface InnerLists {
  readonly path: readonly string[]
  readonly containers: { readonly node: Container; readonly record: number }[]
}

function gatherAll(maps: readonly MapNode[], above: readonly string[]) {
  const byPath = new Map<string, PathNodes>()
  const inner = new Map<string, InnerLists>()
  for (const [row, map] of maps.entries())
    eachOfRecord(map, (id, node, pathOf) => {
      if (isRecordList(node)) {
        const known = inner.get(id) ?? { path: [...above, ...pathOf()], containers: [] }
        known.containers.push({ node, record: row + 1 })
        inner.set(id, known)
        return
      }
      const known = byPath.get(id) ?? { path: pathOf(), nodes: Array.from(maps, () => undefined) }
      known.nodes[row] = node
      byPath.set(id, known)
    })
  for (const [id, lists] of inner) takeEmptyLists(lists, id, byPath)
  return { byPath, inner: [...inner.values()] }
}

/** Where others have a list of records, an empty list is one, too. */
function takeEmptyLists({ containers }: InnerLists, id: string, byPath: Map<string, PathNodes>): void {
  const nodes = byPath.get(id)?.nodes
  if (nodes === undefined) return
  for (const [row, node] of nodes.entries()) {
    if (node?.type !== 'list' || node.items.length > 0) continue
    containers.push({ node, record: row + 1 })
    nodes[row] = undefined
  }
  containers.sort((a, b) => a.record - b.record)
  if (nodes.every((node) => node === undefined)) byPath.delete(id)
}
