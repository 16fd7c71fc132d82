// YAML: a map is settings, a list records, several documents records, too.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { endingOf, nameOf } from './settings/file-name.ts'
import { lineFinder } from './settings/line-starts.ts'
import { readTree } from './settings/tables.ts'
import { yamlFormat } from './settings/yaml-format.ts'
import { readYaml, YamlFault, type YamlTree } from './settings/yaml-tree.ts'

export const yamlReader: FolderReader = {
  kind: 'yaml',
  claims: ({ path, text }) => (text !== undefined && /^ya?ml$/.test(endingOf(path)) ? 3 : 0),
  read,
}

function read(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const tree = readOrRefuse(text, file.path)
  return tree.root === undefined ? [] : readTree(tree.root, text, yamlFormat(text, tree.root, tree))
}

function readOrRefuse(text: string, path: string): YamlTree {
  try {
    return readYaml(text)
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error
    const line = lineFinder(text)(error.offset)
    throw new UnreadableFile(`\`${nameOf(path)}\` is no YAML: in line ${line} ${error.message}.`)
  }
}
