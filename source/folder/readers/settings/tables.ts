// All tables of a tree: where a reader of settings goes from what it parsed.
import type { ReadTable } from '../../../contracts/folder.ts'
import { gatherFile } from './gather.ts'
import { lineFinder } from './line-starts.ts'
import { recordTables } from './records-table.ts'
import { settingsTables, type TableContext } from './settings-table.ts'
import type { MapNode, SettingsFormat, SettingsNode } from './tree.ts'

/** `notes` go to the first table. */
export function readTree(
  root: SettingsNode,
  text: string,
  format: SettingsFormat,
  notes: readonly string[] = [],
): readonly ReadTable[] {
  const context: TableContext = {
    text,
    format,
    lineOf: lineFinder(text),
    notes: [...notes, ...doubled(root)],
  }
  if (root.type === 'list') return recordTables({ path: [], containers: [{ node: root }] }, context)
  if (root.type === 'scalar')
    return settingsTables([{ path: ['value'], node: root, start: root.start }], context)
  const { leaves, sources } = gatherFile(root)
  const settings = settingsTables(leaves, context)
  return [
    ...settings,
    ...sources.flatMap((source, index) =>
      recordTables(source, settings.length + index === 0 ? context : { ...context, notes: [] }),
    ),
  ]
}

/** A sentence for each of the first keys that stand twice. */
function doubled(root: SettingsNode): readonly string[] {
  const found = new Set<string>()
  const left: SettingsNode[] = [root]
  for (let node = left.pop(); node !== undefined && found.size < 3; node = left.pop()) {
    if (node.type === 'scalar') continue
    if (node.type === 'map') for (const key of doubledKeys(node)) found.add(key)
    const below = node.type === 'list' ? node.items : node.entries.map(({ value }) => value)
    for (const one of below) left.push(one)
  }
  return [...found].map(
    (key) => `The key \`${key}\` stands more than once in one place; the last one counts.`,
  )
}

function doubledKeys({ entries }: MapNode): readonly string[] {
  const seen = new Set<string>()
  return entries.flatMap(({ key }) => {
    if (seen.has(key)) return [key]
    seen.add(key)
    return []
  })
}
