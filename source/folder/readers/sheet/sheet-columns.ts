// What a column of a sheet holds: by what the file types its cells as, and where it types them as text, by the rules for texts. Pure.
import type { CellValue, ColumnType } from '../../../contracts/folder.ts'
import type { ColumnForm, TypedColumn } from '../../values/column-form.ts'
import { isNothing } from '../../values/column-form.ts'
import { typeColumn } from '../../values/type-column.ts'
import { cellText, inPercent } from './cell-text.ts'
import { type CellContent, cellName, type SheetCell } from './grid.ts'

type Kind = CellContent['type']

export interface SheetColumn {
  readonly title: string
  readonly type: ColumnType
  /** What a new cell becomes; `any`: a column that holds nothing yet. */
  readonly kind: 'number' | 'date' | 'time' | 'yes/no' | 'text' | 'any'
  readonly unit?: string
  /** Values are a hundred times what the cells hold. */
  readonly isPercent: boolean
  /** All of its cells are worked out. */
  readonly isWorked: boolean
  readonly values: readonly CellValue[]
  /** How those cells are written that are text in the file; undefined: as they come. */
  readonly textForm?: ColumnForm
  readonly notes: readonly string[]
}

/** A column of a table, from the cells of its records and the row of each. */
export function typeSheetColumn(cells: readonly (SheetCell | undefined)[], title: string): SheetColumn {
  const filled = cells.filter((cell) => cell !== undefined)
  const isWorked = filled.length > 0 && filled.every(({ formula }) => formula !== undefined)
  const counts = countKinds(cells)
  const [first, ...others] = [...counts].sort(([, a], [, b]) => b - a)
  const base = { title, isWorked, notes: [] }
  if (first === undefined) {
    return { ...base, type: 'text', kind: 'any', isPercent: false, values: cells.map(nothing) }
  }
  const [kind] = first
  if (others.length === 0 && kind !== 'text' && kind !== 'error')
    return { ...base, ...nativeColumn(cells, kind) }
  return { ...base, ...mixedColumn(cells, title, counts) }
}

function nothing(): null {
  return null
}

/** How many cells are of each kind, those that say "nothing" left out. */
function countKinds(cells: readonly (SheetCell | undefined)[]): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>()
  for (const cell of cells) {
    const content = cell?.content
    if (content === undefined || content.type === 'error') continue
    if (content.type === 'text' && isNothing(content.value.trim())) continue
    counts.set(content.type, (counts.get(content.type) ?? 0) + 1)
  }
  return counts
}

type Typed = Pick<SheetColumn, 'type' | 'kind' | 'isPercent' | 'values' | 'unit' | 'textForm'> & {
  readonly notes?: readonly string[]
}

/** All cells are of this kind, or nothing. */
function nativeColumn(
  cells: readonly (SheetCell | undefined)[],
  kind: Exclude<Kind, 'text' | 'error'>,
): Typed {
  const isPercent = kind === 'number' && allHave(cells, (cell) => cell.form?.isPercent === true)
  const unit = kind === 'number' ? (isPercent ? '%' : sharedUnit(cells)) : undefined
  return {
    type: kind === 'time' ? 'text' : kind,
    kind,
    isPercent,
    ...(unit === undefined ? {} : { unit }),
    values: cells.map((cell) => (cell?.content?.type === kind ? nativeValue(cell.content, isPercent) : null)),
  }
}

function nativeValue(content: CellContent, isPercent: boolean): CellValue {
  if (content.type === 'number') return isPercent ? inPercent(content.value) : content.value || 0
  return content.type === 'yes/no' ? Number(content.value) : content.value
}

function allHave(cells: readonly (SheetCell | undefined)[], has: (cell: SheetCell) => boolean): boolean {
  return cells.every((cell) => cell?.content?.type !== 'number' || has(cell))
}

function sharedUnit(cells: readonly (SheetCell | undefined)[]): string | undefined {
  const unit = cells.find((cell) => cell?.content?.type === 'number')?.form?.unit
  return unit !== undefined && allHave(cells, ({ form }) => form?.unit === unit) ? unit : undefined
}

/**
 * Cells of text, or of several kinds. Where the texts are what the others are (a number typed as text) they are read as such; where they are
 * at most a tenth they are read as empty; else all are text.
 */
function mixedColumn(
  cells: readonly (SheetCell | undefined)[],
  title: string,
  counts: ReadonlyMap<Kind, number>,
): Typed {
  const texts = cells.map((cell) => (cell?.content?.type === 'text' ? cell.content.value.trim() : ''))
  const typed = typeColumn(texts, title)
  const native = [...counts.keys()].filter((kind) => kind !== 'text')
  const kind = native.length === 1 ? native[0] : undefined
  if (native.length === 0) return textColumn(typed, texts)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const main = [...counts].find(([, count]) => count >= total - Math.floor(total / 10))?.[0]
  if (kind !== undefined && kind === typed.type) {
    const column = nativeColumn(cells, kind)
    // `12 kg` beside numbers without a unit is another thing.
    if (typed.units === undefined && typed.unit === column.unit) {
      const values = column.values.map((value, row) => value ?? typed.values[row] ?? null)
      return { ...column, values, textForm: typed.form, notes: typed.notes }
    }
  }
  if (main === 'number' || main === 'date') {
    return { ...nativeColumn(cells, main), notes: oddNotes(cells, title, main) }
  }
  return {
    type: 'text',
    kind: 'text',
    isPercent: false,
    values: cells.map((cell) => cellText(cell) || null),
  }
}

function textColumn(typed: TypedColumn, texts: readonly string[]): Typed {
  // A cell's own unit would need a column beside it, which a sheet has no place for.
  const isText = typed.units !== undefined
  return {
    type: isText ? 'text' : typed.type,
    kind: 'text',
    isPercent: false,
    ...(typed.unit === undefined ? {} : { unit: typed.unit }),
    values: isText ? texts.map((text) => text || null) : typed.values,
    ...(isText ? {} : { textForm: typed.form }),
    notes: typed.notes,
  }
}

function oddNotes(cells: readonly (SheetCell | undefined)[], title: string, kind: Kind): readonly string[] {
  const odd = cells.flatMap((cell) => {
    const type = cell?.content?.type
    const text = cellText(cell)
    return type === undefined || type === kind || type === 'error' || isNothing(text) ? [] : [text]
  })
  const [first = ''] = odd
  const shown = first.length > 40 ? `${first.slice(0, 40)}…` : first
  return [
    odd.length === 1
      ? `In the column \`${title}\` one cell is no ${kind} and is read as empty: \`${shown}\`.`
      : `In the column \`${title}\` ${odd.length} cells are no ${kind}s and are read as empty, the first is \`${shown}\`.`,
  ]
}

/** Sentences on cells that hold an error, or a formula whose value the file does not have. */
export function unknownNotes(
  rows: readonly { readonly row: number; readonly cells: readonly (SheetCell | undefined)[] }[],
  columns: readonly number[],
): readonly string[] {
  const errors: string[] = []
  const unknown: string[] = []
  for (const { row, cells } of rows) {
    for (const column of columns) {
      const cell = cells[column]
      if (cell?.content?.type === 'error')
        errors.push(`\`${cellName(row, column)}\` (\`${cell.content.value}\`)`)
      else if (cell?.formula !== undefined && cell.content === undefined)
        unknown.push(`\`${cellName(row, column)}\``)
    }
  }
  const [error, formula] = [errors[0], unknown[0]]
  return [
    ...(error === undefined
      ? []
      : [
          errors.length === 1
            ? `${error} shows an error and is read as empty.`
            : `${errors.length} cells show an error and are read as empty, the first is ${error}.`,
        ]),
    ...(formula === undefined
      ? []
      : [
          unknown.length === 1
            ? `The formula of ${formula} has no value yet: open the file in a spreadsheet program and save it.`
            : `${unknown.length} formulas have no value yet, the first is that of ${formula}: open the file in a spreadsheet program and save it.`,
        ]),
  ]
}
