// What a message adds to a table. Pure.
import type { FileChange, RowWish } from '../contracts/file-change.ts'
import { behindLast, type Draft, type Found, placed, type Told } from './additions.ts'
import { type Group, groupsIn } from './groups.ts'
import { completeRow, draftRow, nameCell } from './new-row.ts'
import { tellsNew } from './read-addition.ts'
import { isKeyOf } from './row-identity.ts'

type Table = Extract<Group, { type: 'table' }>

/** It wants something else done. */
const WANTS =
  /^\W*(?:please\s+|pls\s+)?(?:(?:can|could|would|will) (?:you|i|we)|help|find|book|tell|show|give|write|make|send|call|get me|let me|let['’]?s|see you|meet (?:me|you|at|on|in)|look|search|play|read|open|explain|i (?:want|need|would like|'d like) (?:you )?to)(?!\p{L})|(?<!\p{L})(?:find|get|book|give|tell|show|send|make|write) me(?!\p{L})/iu
/** What is plainly of a column, and what share of them is said; where something new is asked for, and where it is only told. */
const ASKED = { plain: 1, share: 0.5 }
const TOLD = { plain: 2, share: 0.7 }
/** Cells of names and words count as said; more of them may be empty. */
const MOST_TEXTS = 2
/** A story told of a thing is none of its name, in words. */
const LONGEST_NAME = 6
/** Rows that the model is shown. */
const SAMPLE = 3

/** A row that the message may tell of; none: too little of it is plain. */
export function rowFor(group: Table, { heard, figures, today, groups }: Told): readonly Found[] {
  const [first] = figures.filter(({ isOrder }) => isOrder)
  const isNew = first !== undefined || tellsNew(heard)
  if (!isNew && WANTS.test(heard)) return []
  const said =
    first === undefined ? heard : [first.thing, first.more ?? ''].filter((text) => text !== '').join(', ')
  const names = group.rows[0]?.cells.map(({ column }) => column.name) ?? []
  const areNames = new Set(names).size === names.length && !names.includes('')
  const draft = areNames ? draftRow(group.rows, said, today) : undefined
  const name = draft && nameCell(draft.like)
  if (draft === undefined || name === undefined) return []
  const { plain, filled, choices } = draft
  if (!filled.has(name) && (choices.get(name)?.length ?? 0) <= 1) return []
  const texts = [...choices.values()].filter((some) => some.length > 1).length
  const least = isNew ? ASKED : TOLD
  if (plain < least.plain || (plain + Math.min(texts, MOST_TEXTS)) / names.length < least.share) return []
  const where = Math.min(placed(`${first?.place ?? ''} ${heard}`, group, groups), 1)
  const score = (plain / names.length) * 1.3 + 0.3 + where * 0.7 + Math.min(plain, 3) * 0.15
  return [{ group, line: { draft, said, isNew }, score }]
}

/** What is still open of a row, for the model. */
export function wishOf(group: Group, { draft, said, isNew }: Draft): RowWish {
  const rows = group.type === 'table' ? group.rows : []
  const { cells } = draft.like
  const name = nameCell(draft.like)
  return {
    columns: cells.map((cell) => {
      const text = draft.filled.get(cell)
      return {
        name: cell.column.name,
        choices: text === undefined ? (draft.choices.get(cell) ?? ['']) : [text],
      }
    }),
    rows: rows.slice(-SAMPLE).map((row) => row.cells.map(({ text }) => text)),
    said,
    changeWith(values) {
      const of = name === undefined ? '' : (values[cells.indexOf(name)] ?? '')
      const isKey = name !== undefined && isKeyOf(name.column)
      const isThere = isKey && name.column.values.some((text) => text.toLowerCase() === of.toLowerCase())
      if (of.split(/\s+/).length > LONGEST_NAME || (isThere && !isNew)) return undefined
      const line = completeRow(draft, (cell) => values[cells.indexOf(cell)] ?? '')
      const change = line === undefined ? undefined : behindLast(group, line)
      return change !== undefined && isRow(change, group) ? change : undefined
    },
  }
}

/** The table has one row more; a comma in a value would make it none. */
function isRow({ old, new: now }: FileChange, { file, lines }: Group): boolean {
  const text = file.text.replace(old, () => now)
  return groupsIn({ path: file.path, text }).some(
    (group) => group.type === 'table' && group.lines.length === lines.length + 1,
  )
}
