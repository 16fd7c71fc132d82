// A record of JSON a line. What is a broken line for one reader of such files is a line that it leaves out.
import { type FolderFile, type ReadTable, type TextEdit, UnreadableFile } from '../../../contracts/folder.ts'
import { nameOf } from './file-name.ts'
import { renderFlow } from './flow-render.ts'
import { jsonFormat, jsonStyle } from './json-format.ts'
import { JsonFault, scanJson } from './json-scan.ts'
import { afterBreak, lineBreakNear, lineEnd, removeLines } from './line-starts.ts'
import { readTree } from './tables.ts'
import { isRecord, type ListNode, type SettingsFormat, type SettingsNode, type Splice } from './tree.ts'

/** So many lines that are left out are named. */
const MOST_NOTES = 5
/** How many lines decide whether a text looks like records. */
const LINES_LOOKED_AT = 20

/** Two records or more, each a line. */
export function looksLikeJsonLines(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT).filter((line) => line.trim() !== '')
  const good = lines.filter((line) => /^\s*\{.*\}\s*$/.test(line) && 'type' in tryLine(line, 0, line.length))
  return good.length >= 2 && good.length >= lines.length - 1
}

export function readJsonLines(file: FolderFile): readonly ReadTable[] {
  const text = file.text ?? ''
  const items: SettingsNode[] = []
  const broken: string[] = []
  let line = 1
  for (let start = 0; start < text.length; line++) {
    const end = lineEnd(text, start)
    if (text.slice(start, end).trim() !== '') {
      const node = tryLine(text, start, end)
      if ('type' in node) items.push(node)
      else broken.push(`Line ${line} is left out: ${node.message}.`)
    }
    start = afterBreak(text, end)
    if (start === end) break
  }
  if (items.length === 0 && broken.length > 0)
    throw new UnreadableFile(`\`${nameOf(file.path)}\` holds no line that is JSON.`)
  const more = broken.length - MOST_NOTES
  const notes = [...broken.slice(0, MOST_NOTES), ...(more > 0 ? [`${more} more lines are left out.`] : [])]
  return readTree({ type: 'list', start: 0, end: text.length, items }, text, linesFormat(text, items), notes)
}

function tryLine(text: string, start: number, end: number): SettingsNode | { readonly message: string } {
  try {
    return scanJson(text, start, end)
  } catch (error) {
    if (error instanceof JsonFault) return { message: error.message }
    throw error
  }
}

/** JSON, but that the items of the top are lines. */
function linesFormat(text: string, items: readonly SettingsNode[]): SettingsFormat {
  const json = jsonFormat(text)
  return {
    ...json,
    splice: (container, change) =>
      container.type === 'list' && container.items === items
        ? spliceLines(text, container, change)
        : json.splice(container, change),
  }
}

function spliceLines(text: string, list: ListNode, change: Splice): readonly TextEdit[] {
  const edits: TextEdit[] = [...change.removed].map((index) => {
    const { start, end } = list.items[index] ?? list
    return removeLines(text, start, end)
  })
  if (change.added.length === 0) return edits
  const style = jsonStyle(text)
  const beside = list.items.findLast((node) => node.type === 'map' && node.entries.length > 0)
  const lineBreak = lineBreakNear(text, list.items.at(-1)?.start ?? 0)
  const lines = change.added.map(({ value }) =>
    renderFlow(style, value, isRecord(value) ? beside : list.items.at(-1)),
  )
  const last = list.items.at(-1)?.end ?? 0
  const at = afterBreak(text, lineEnd(text, last))
  const isEnded = at > lineEnd(text, last)
  return [
    ...edits,
    {
      start: at,
      end: at,
      text: lines.map((line) => (isEnded ? line + lineBreak : lineBreak + line)).join(''),
    },
  ]
}
