// Logs: a row for each entry, what goes on an entry (a stack trace) with it. Read only: a log is what was, and programs go on writing it.
import {
  type CellValue,
  type FolderFile,
  type FolderReader,
  type ReadTable,
  UnreadableFile,
} from '../../contracts/folder.ts'
import { type LogLine, parseLogLine } from './log/log-line.ts'
import { isBlank, type Line, splitLines } from './text/line.ts'

/** Fewer lines do not show that a text is a log. */
const FEWEST = 5
/** So many lines at the beginning are looked at. */
const LOOKED_AT = 200
const LONGEST_LOOK = 64 * 1024

interface Entry {
  /** Index of its first line. */
  readonly line: number
  readonly parsed: LogLine | undefined
  text: string
}

/** Reads what is called `.log`, and texts most of whose lines begin with a time; lines of JSON are another reader's. */
export const logReader: FolderReader = {
  kind: 'log',
  claims(file) {
    if (file.text === undefined) return 0
    const lines = splitLines(file.text.slice(0, LONGEST_LOOK))
      .filter(({ text }) => !isBlank(text))
      .slice(0, LOOKED_AT)
    if (lines[0]?.text.startsWith('{')) return 0
    if (/\.log(?:\.\d+)?$/i.test(file.path)) return 2
    return lines.length >= FEWEST && isMostlyStamped(lines, file.modifiedMs) ? 2 : 0
  },
  read(file) {
    return [readLog(file)]
  },
}

function isMostlyStamped(lines: readonly Line[], modifiedMs: number): boolean {
  const stamped = lines.filter(({ text }) => parseLogLine(text, modifiedMs)).length
  return stamped * 2 > lines.length
}

function readLog(file: FolderFile): ReadTable {
  if (file.text === undefined)
    throw new UnreadableFile(`\`${file.path}\` is no text; it has lines only where it is saved as UTF-8.`)
  const entries = readEntries(file.text, file.modifiedMs)
  const numbers = entries.map(({ line }) => line + 1)
  return {
    suffix: '',
    kind: 'log',
    columns: [
      { name: 'time', type: 'date', title: 'time' },
      { name: 'level', type: 'text', title: 'level' },
      { name: 'source', type: 'text', title: 'source' },
      { name: 'text', type: 'text', title: 'text' },
    ],
    rows: entries.map(({ parsed, text }): readonly CellValue[] => [
      parsed?.time ?? null,
      parsed?.level ?? null,
      parsed?.source ?? null,
      text === '' ? null : text,
    ]),
    numbers,
    lines: numbers,
    notes: [],
    readOnly: `\`${file.path}\` is a log: what a program wrote of what happened is read, not changed.`,
  }
}

/** A line without a time goes on the entry before; in a log without times, and before the first, it is one by itself. */
function readEntries(text: string, modifiedMs: number): readonly Entry[] {
  const entries: Entry[] = []
  let blanks = ''
  for (const [line, { text: words }] of splitLines(text).entries()) {
    if (isBlank(words)) {
      blanks += '\n'
      continue
    }
    const parsed = parseLogLine(words, modifiedMs)
    const last = entries.at(-1)
    if (parsed) entries.push({ line, parsed, text: parsed.text.trim() })
    else if (last?.parsed) last.text += `\n${blanks}${words.trimEnd()}`
    else entries.push({ line, parsed: undefined, text: words.trim() })
    blanks = ''
  }
  return entries
}
