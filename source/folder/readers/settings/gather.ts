// Which tables a tree holds: leaves that are settings, lists of records, and maps that are records by key.
import { type Container, countingEntries, type ListNode, type MapNode, type SettingsNode } from './tree.ts'

/** A value of the settings, or of one record, with the keys that lead to it. */
export interface Leaf {
  readonly path: readonly string[]
  readonly node: SettingsNode
  /** Where its key begins. */
  readonly start: number
}

/** Records of one table: a list, or a map whose values are alike. */
export interface RecordSource {
  readonly path: readonly string[]
  readonly containers: readonly {
    readonly node: Container
    /** Number of the record that it is in, from 1; undefined: it stands in no record. */
    readonly record?: number
  }[]
}

export interface Gathered {
  readonly leaves: readonly Leaf[]
  readonly sources: readonly RecordSource[]
}

/** How alike maps must be to be records: the share of all their keys that more than half of them have. */
const ALIKE = 0.55
/** A whole file is taken for records by key only from so many on: two sections are settings. */
const FEWEST_AT_TOP = 3

/** The tables of a file whose top is a map. */
export function gatherFile(root: MapNode): Gathered {
  if (isKeyed(root, FEWEST_AT_TOP))
    return { leaves: [], sources: [{ path: [], containers: [{ node: root }] }] }
  const leaves: Leaf[] = []
  const sources: RecordSource[] = []
  walk(root, [], (path, node, start) => {
    if (isRecordList(node) || (node.type === 'map' && isKeyed(node, 2))) {
      sources.push({ path, containers: [{ node }] })
      return false
    }
    if (node.type === 'map') return true
    leaves.push({ path, node, start })
    return false
  })
  return { leaves, sources }
}

/**
 * Calls `visit` for each value that a record holds itself and each list of records in it. `id` is the path as one text;
 * `pathOf` makes the path, which is worth it only where the id is new.
 */
export function eachOfRecord(
  record: MapNode,
  visit: (id: string, node: SettingsNode, pathOf: () => readonly string[]) => void,
  above?: { readonly id: string; readonly pathOf: () => readonly string[] },
): void {
  for (const { key, value } of countingEntries(record)) {
    const id = above === undefined ? key : `${above.id}\u0000${key}`
    const pathOf = () => [...(above?.pathOf() ?? []), key]
    if (value.type === 'map') eachOfRecord(value, visit, { id, pathOf })
    else visit(id, value, pathOf)
  }
}

/** Whether all items are maps, and there is one. */
export function isRecordList(node: SettingsNode): node is ListNode {
  return node.type === 'list' && node.items.length > 0 && node.items.every((item) => item.type === 'map')
}

/** Whether the values of a map are maps with mostly the same keys, so that its keys name records. */
export function isKeyed(map: MapNode, fewest: number): boolean {
  const entries = countingEntries(map)
  if (entries.length < fewest) return false
  const counts = new Map<string, number>()
  for (const { value } of entries) {
    if (value.type !== 'map' || value.entries.length === 0) return false
    for (const { key } of countingEntries(value)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  let all = 0
  let common = 0
  for (const count of counts.values()) {
    all += count
    if (count > entries.length / 2) common += count
  }
  return common / all >= ALIKE
}

/** Calls `visit` for each value below a map; true: look into it. */
function walk(
  map: MapNode,
  path: readonly string[],
  visit: (path: readonly string[], node: SettingsNode, start: number) => boolean,
): void {
  for (const { key, start, value } of countingEntries(map)) {
    const here = [...path, key]
    if (visit(here, value, start) && value.type === 'map') walk(value, here, visit)
  }
}
