// `.env` and `.properties`: a key and a value a line, one record.
import { ChangeRefused, type FolderFile, type FolderReader, type ReadTable } from '../../contracts/folder.ts'
import { readEnv, writeEnv } from './settings/env-lines.ts'
import { endingOf, nameOf } from './settings/file-name.ts'
import { readProperties, writeProperty } from './settings/properties-lines.ts'
import { readTree } from './settings/tables.ts'
import type { SettingsFormat } from './settings/tree.ts'

/** So many lines that are left out are named. */
const MOST_NOTES = 5

export const envReader: FolderReader = {
  kind: 'env',
  claims: ({ path, text }) =>
    text !== undefined &&
    (isProperties(path) || endingOf(path) === 'env' || /^\.env(?:\.|$)/.test(nameOf(path)))
      ? 3
      : 0,
  read,
}

function isProperties(path: string): boolean {
  return endingOf(path) === 'properties'
}

function read(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const { entries, odd } = isProperties(file.path) ? readProperties(text) : readEnv(text)
  const notes = odd.slice(0, MOST_NOTES).map((line) => `Line ${line} is left out: it is no key with a value.`)
  if (odd.length > MOST_NOTES) notes.push(`${odd.length - MOST_NOTES} more lines are left out.`)
  const format = isProperties(file.path) ? propertiesFormat(text) : envFormat(text)
  return readTree({ type: 'map', start: 0, end: text.length, entries }, text, format, notes)
}

function envFormat(text: string): SettingsFormat {
  return { ...FLAT, writeScalar: (node, value) => writeEnv(text, node, value) }
}

function propertiesFormat(text: string): SettingsFormat {
  return { ...FLAT, writeScalar: (_, value) => writeProperty(text, value) }
}

/** There are no records in such a file. */
const FLAT = {
  hasNull: true,
  writeKey: refuse,
  splice: refuse,
}

function refuse(): never {
  throw new ChangeRefused('No key of this file can be added, removed or renamed; change it in an editor.')
}
