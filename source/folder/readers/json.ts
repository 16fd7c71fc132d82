// JSON, with comments and trailing commas where they stand: an object is settings, a list records.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { endingOf, nameOf } from './settings/file-name.ts'
import { jsonFormat } from './settings/json-format.ts'
import { looksLikeJsonLines, readJsonLines } from './settings/json-lines.ts'
import { JsonFault, scanJson } from './settings/json-scan.ts'
import { lineFinder } from './settings/line-starts.ts'
import { readTree } from './settings/tables.ts'
import type { SettingsNode } from './settings/tree.ts'

const ENDINGS = new Set(['json', 'jsonc', 'geojson', 'webmanifest', 'code-workspace'])

export const jsonReader: FolderReader = {
  kind: 'json',
  claims: (file) => {
    const ending = endingOf(file.path)
    if (file.text === undefined) return 0
    if (ENDINGS.has(ending)) return 3
    return (ending === '' || ending === 'txt') && looksLikeJson(file.text) ? 2 : 0
  },
  read,
}

function read(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const root = tryScan(text)
  if (!(root instanceof JsonFault)) return readTree(root, text, jsonFormat(text))
  // Many programs call a record a line JSON, too.
  if (looksLikeJsonLines(text)) return readJsonLines(file)
  const line = lineFinder(text)(root.offset)
  throw new UnreadableFile(
    text.trim() === ''
      ? `\`${nameOf(file.path)}\` is empty.`
      : `\`${nameOf(file.path)}\` is no JSON: in line ${line} ${root.message}.`,
  )
}

function tryScan(text: string): SettingsNode | JsonFault {
  try {
    return scanJson(text)
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

/** A whole object, or a list with an object in it: other words in brackets are no JSON. */
function looksLikeJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  const root = tryScan(text)
  if (root instanceof JsonFault || root.type === 'scalar') return false
  return root.type === 'map' ? root.entries.length > 0 : root.items.some(({ type }) => type === 'map')
}
