// What is worked out of a table and kept as long as its rows are the same: a look at the folder gives new tables with the old rows wherever a file did not change.
import type { FolderTable } from '../contracts/folder.ts'

/** `make`, remembered by the table's rows, name and path. Pure if `make` is. */
export function keptPerRows<T>(make: (table: FolderTable) => T): (table: FolderTable) => T {
  const kept = new WeakMap<
    FolderTable['rows'],
    { readonly name: string; readonly path: string; readonly made: T }
  >()
  return (table) => {
    const { rows, name, path } = table
    const before = kept.get(rows)
    if (before !== undefined && before.name === name && before.path === path) return before.made
    const made = make(table)
    kept.set(rows, { name, path, made })
    return made
  }
}
