// What stands in the files of a folder, with the words that it is known by; kept as long as a file is the same.
import { type Item, itemsOf, type Value } from './items.ts'
import { tellingOf } from './words.ts'

/** A file of the folder; what is known of it is kept with the object. */
export interface FileText {
  readonly path: string
  readonly text: string
}

export interface Known {
  readonly item: Item
  readonly file: FileText
  readonly stems: readonly string[]
  /** Of the file's name, its headings and columns. */
  readonly about: readonly string[]
  /** Values of the file under the same heading. */
  readonly siblings: readonly Value[]
}

const kept = new WeakMap<FileText, readonly Known[]>()

/** Everything in a file that can change by itself. */
export function knownIn(file: FileText): readonly Known[] {
  const before = kept.get(file)
  if (before !== undefined) return before
  const items = itemsOf(file.path, file.text)
  const values = items.filter((item) => item.type === 'value')
  const abouts = new Map<string, readonly string[]>()
  const aboutOf = (text: string) => {
    const about = abouts.get(text) ?? tellingOf(text)
    abouts.set(text, about)
    return about
  }
  const name = file.path.replace(/\.\w+$/, '')
  const known = items.map((item) => ({
    item,
    file,
    // A figure alone tells no row; those that name one are looked for by their column.
    stems:
      item.type === 'row'
        ? tellingOf(item.text).filter((stem) => !/^\d+$/.test(stem))
        : tellingOf(coreOf(item.text)),
    about: aboutOf(`${name} ${item.under} ${columnsOf(item)}`),
    siblings: item.type === 'value' ? values.filter(({ under }) => under === item.under) : [],
  }))
  kept.set(file, known)
  return known
}

function columnsOf(item: Item): string {
  return item.type === 'row' ? item.cells.map(({ column }) => column.name.replace(/_/g, ' ')).join(' ') : ''
}

/** An entry without what is only said beside it. */
function coreOf(text: string): string {
  const core = text.replace(/\([^)]*\)/g, ' ').split(/,\s|\s[-–—]\s/)[0] ?? ''
  return /\p{L}{2}/u.test(core) ? core : text
}

/** Of all files together, in characters: a person waits. */
const MOST_TEXT = 200_000

/** What people keep by hand is small. */
export function smallest(files: readonly FileText[]): readonly FileText[] {
  let left = MOST_TEXT
  return files
    .toSorted((a, b) => a.text.length - b.text.length)
    .filter(({ text }) => {
      left -= text.length
      return left >= 0
    })
}
