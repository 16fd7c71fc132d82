// JSON Lines: a record a line.
import type { FolderReader } from '../../contracts/folder.ts'
import { endingOf } from './settings/file-name.ts'
import { looksLikeJsonLines, readJsonLines } from './settings/json-lines.ts'

const ENDINGS = new Set(['jsonl', 'ndjson', 'jsonlines'])

export const jsonlReader: FolderReader = {
  kind: 'jsonl',
  claims: (file) => {
    const ending = endingOf(file.path)
    if (file.text === undefined) return 0
    if (ENDINGS.has(ending)) return 3
    return (ending === '' || ending === 'txt') && looksLikeJsonLines(file.text) ? 2 : 0
  },
  read: readJsonLines,
}
