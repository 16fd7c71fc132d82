// TOML: keys and sections are settings, `[[sections]]` and lists of tables records.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { endingOf, nameOf } from './settings/file-name.ts'
import type { SectionTree } from './settings/sections.ts'
import { readTree } from './settings/tables.ts'
import { tomlFormat } from './settings/toml-format.ts'
import { readToml, TomlFault } from './settings/toml-tree.ts'

export const tomlReader: FolderReader = {
  kind: 'toml',
  claims: ({ path, text }) =>
    text !== undefined && (endingOf(path) === 'toml' || nameOf(path) === 'Pipfile') ? 3 : 0,
  read,
}

function read(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const tree = readOrRefuse(text, file.path)
  return readTree(tree.root, text, tomlFormat(text, tree))
}

function readOrRefuse(text: string, path: string): SectionTree {
  try {
    return readToml(text)
  } catch (error) {
    if (!(error instanceof TomlFault)) throw error
    throw new UnreadableFile(`\`${nameOf(path)}\` is no TOML: in line ${error.line} ${error.message}.`)
  }
}
