// A file of settings or records as a tree with places: what JSON, YAML, TOML, INI and .env have in common. Each format makes
// the tree and says how a value is written; tables.ts makes tables of it and turns changed rows into edits.
import type { TextEdit } from '../../../contracts/folder.ts'

/** A value that stands by itself. Whole numbers beyond 2^53 are bigint. */
export type Plain = string | number | bigint | boolean | null

/** A value and where its source stands; `start` to `end` is what is replaced. */
export interface ScalarNode {
  readonly type: 'scalar'
  readonly start: number
  readonly end: number
  readonly value: Plain
  /** As a person reads it: what a string says, else the source (`1_000`, `yes`). */
  readonly text: string
  /** The format has strings only (INI, .env): `8080` is a number all the same. */
  readonly isLoose?: true
  /** Why it cannot be changed, as a clause: "it is written as a block over several lines". */
  readonly fixed?: string
}

export interface ListNode {
  readonly type: 'list'
  readonly start: number
  readonly end: number
  readonly items: readonly SettingsNode[]
  /** Why no item can be added or removed. */
  readonly fixed?: string
}

export interface MapNode {
  readonly type: 'map'
  readonly start: number
  readonly end: number
  /** In the order of the file; a key that stands twice is there twice, and the last one counts. */
  readonly entries: readonly MapEntry[]
  readonly fixed?: string
}

/** A key with its value; `start` to `end` is the key, `value` has its own place. */
export interface MapEntry {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly value: SettingsNode
}

export type SettingsNode = ScalarNode | ListNode | MapNode
export type Container = ListNode | MapNode

/** A value that is to be written where nothing stands yet. */
export type NewValue = Plain | readonly Plain[] | NewRecord

/** Fields in the order in which they were given; the format may prefer that of the record before. */
export interface NewRecord {
  readonly fields: readonly NewField[]
}

export interface NewField {
  readonly key: string
  readonly value: NewValue
}

/** What happens to the items of a list or the entries of a map, in one go. */
export interface Splice {
  readonly removed: ReadonlySet<number>
  /** Index before which the new ones come; as many as there are: at the end. */
  readonly at: number
  /** In a map each has its key. */
  readonly added: readonly { readonly key?: string; readonly value: NewValue }[]
}

/** How one format writes; made for one text. All throw `ChangeRefused` where the format cannot say it. */
export interface SettingsFormat {
  /** It has a way to say "nothing". */
  readonly hasNull: boolean
  /** The source that comes in the place of a scalar, in its manner (quotes, decimals, `yes`/`true`). */
  writeScalar(node: ScalarNode, value: Plain): string
  /** The source of another key in the place of one. */
  writeKey(entry: MapEntry, key: string): string
  splice(container: Container, change: Splice): readonly TextEdit[]
}

export function isRecord(value: NewValue): value is NewRecord {
  return typeof value === 'object' && value !== null && 'fields' in value
}

export function isPlainList(value: NewValue): value is readonly Plain[] {
  return Array.isArray(value)
}

/** Entries that count: of a key that stands twice, the last one. */
export function countingEntries(map: MapNode): readonly MapEntry[] {
  const last = new Map(map.entries.map((entry) => [entry.key, entry]))
  return last.size === map.entries.length
    ? map.entries
    : map.entries.filter((one) => last.get(one.key) === one)
}

/** Ranges of items: of a map from the key to the end of the value. */
export function itemRanges(
  container: Container,
): readonly { readonly start: number; readonly end: number }[] {
  if (container.type === 'list') return container.items
  return container.entries.map(({ start, value }) => ({ start, end: value.end }))
}
