// INI: `key = value` lines in sections.
import type { FolderFile, FolderReader, ReadTable } from '../../contracts/folder.ts'
import { endingOf, nameOf } from './settings/file-name.ts'
import { iniFormat, readIni } from './settings/ini-lines.ts'
import { treeOfSections } from './settings/sections.ts'
import { readTree } from './settings/tables.ts'

const ENDINGS = new Set(['ini', 'cfg', 'desktop', 'service', 'timer', 'socket'])
const NAMES = new Set(['.editorconfig', '.gitconfig', '.npmrc', '.gitmodules', '.pylintrc', '.flake8'])
/** Of other texts so much decides whether they look like INI. */
const LOOKED_AT = 20_000

export const iniReader: FolderReader = {
  kind: 'ini',
  claims: ({ path, text }) => {
    const ending = endingOf(path)
    if (text === undefined) return 0
    if (ENDINGS.has(ending) || NAMES.has(nameOf(path))) return 3
    if (!looksLikeIni(text)) return 0
    if (ending === 'conf' || ending === 'config') return 3
    return ending === '' || ending === 'txt' ? 2 : 0
  },
  read,
}

function read(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const { sections, notes } = readIni(text)
  const tree = treeOfSections(sections, text)
  return readTree(tree.root, text, iniFormat(text, tree), notes)
}

/** A header, two lines with a key, and nothing else but comments. */
function looksLikeIni(text: string): boolean {
  const part = text.slice(0, LOOKED_AT)
  if (!/^[ \t]*\[[^\]\r\n]+\][ \t]*$/m.test(part)) return false
  const { sections, notes } = readIni(part)
  return notes.length === 0 && sections.length > 1 && sections.flatMap(({ entries }) => entries).length >= 2
}
