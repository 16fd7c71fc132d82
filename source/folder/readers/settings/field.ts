// A column of settings or records: the values at one path in one or many maps, what type they have together, and how a cell
// becomes a value of the file again.
import { type CellValue, ChangeRefused, type ColumnType } from '../../../contracts/folder.ts'
import { isPlainListNode, joinItems, scalarsOf, splitItems } from './list-text.ts'
import { plainNumber, textOf } from './number-form.ts'
import { booleanOf, numberOf } from './plain-value.ts'
import { readStrings } from './string-column.ts'
import type { ListNode, Plain, ScalarNode, SettingsNode } from './tree.ts'

export interface Field {
  /** Keys from the record to the value. */
  readonly path: readonly string[]
  readonly type: ColumnType
  readonly unit?: string
  /** One a row; undefined: the record says nothing there. */
  readonly nodes: readonly (SettingsNode | undefined)[]
  readonly cells: readonly CellValue[]
  /** What is to stand in the file for a cell; `old` is what stands there. Throws `ChangeRefused`. */
  toFile(value: CellValue, old: SettingsNode | undefined): Plain | readonly Plain[]
}

/** Longest text that is shown of what is neither plain nor a list of plain values. */
const LONGEST_SOURCE = 1_000

/** `source` is the file's text, for what is shown as it stands there. */
export function readField(
  path: readonly string[],
  nodes: readonly (SettingsNode | undefined)[],
  source: string,
): Field {
  const said = nodes.filter((node) => node !== undefined).filter((node) => !isNull(node))
  const scalars = said.filter((node) => node.type === 'scalar')
  const name = path.join('.')
  const cellsBy = (cell: (node: ScalarNode) => CellValue) =>
    nodes.map((node) => (node?.type === 'scalar' && !isNull(node) ? cell(node) : null))
  if (said.length > 0 && scalars.length === said.length) {
    const typed = plainField(name, scalars, cellsBy) ?? stringField(name, scalars, nodes)
    if (typed !== undefined) return { path, nodes, ...typed }
  }
  return {
    path,
    nodes,
    type: 'text',
    cells: nodes.map((node) => textCell(node, source)),
    toFile: (value, old) => textToFile(name, value, old, said),
  }
}

type TypedField = Pick<Field, 'type' | 'unit' | 'cells' | 'toFile'>

function plainField(
  name: string,
  scalars: readonly ScalarNode[],
  cellsBy: (cell: (node: ScalarNode) => CellValue) => readonly CellValue[],
): TypedField | undefined {
  if (scalars.every(({ value }) => typeof value === 'number' || typeof value === 'bigint'))
    return {
      type: 'number',
      cells: cellsBy(({ value }) => (typeof value === 'bigint' ? value : Number(value) + 0)),
      toFile: (value) => numberOf(name, value),
    }
  if (scalars.every(({ value }) => typeof value === 'boolean'))
    return {
      type: 'yes/no',
      cells: cellsBy(({ value }) => (value === true ? 1 : 0)),
      toFile: (value) => booleanOf(name, value),
    }
  return undefined
}

function stringField(
  name: string,
  scalars: readonly ScalarNode[],
  nodes: readonly (SettingsNode | undefined)[],
): TypedField | undefined {
  if (!scalars.every(({ value }) => typeof value === 'string')) return undefined
  const texts = nodes.map((node) => (node?.type === 'scalar' && !isNull(node) ? node.text : null))
  const column = readStrings(
    name,
    texts,
    scalars.every((node) => node.isLoose === true),
  )
  if (column === undefined) return undefined
  return {
    type: column.type,
    unit: column.unit,
    cells: column.cells,
    toFile: (value, old) =>
      value === null ? null : column.write(value, old?.type === 'scalar' ? old.text : undefined),
  }
}

/** The cell that a value is by itself, as text; of what holds more, its source on one line. */
export function textCell(node: SettingsNode | undefined, source: string): string | null {
  if (node === undefined || isNull(node)) return null
  if (node.type === 'scalar') return node.text
  if (node.type === 'list' && isPlainListNode(node)) return joinItems(node)
  const text = source.slice(node.start, node.end).replace(/\s+/g, ' ')
  return text.length <= LONGEST_SOURCE ? text : `${text.slice(0, LONGEST_SOURCE)}…`
}

/** NaN and the like are no value of SQL's, either. */
export function isNull(node: SettingsNode): boolean {
  if (node.type !== 'scalar') return false
  return node.value === null || (typeof node.value === 'number' && Number.isNaN(node.value))
}

/** A cell of a text column; `column` are the values that stand in it, by which a new one gets its kind. */
export function textToFile(
  name: string,
  value: CellValue,
  old: SettingsNode | undefined,
  column: readonly SettingsNode[] = [],
): Plain | readonly Plain[] {
  const lists = column.filter((node) => node.type === 'list')
  if (old?.type === 'list' || (old === undefined && lists.length > 0 && lists.length === column.length))
    return itemsOf(name, textOf(value), old?.type === 'list' ? [old] : lists)
  if (value === null) return null
  if (old?.type === 'scalar' && old.value !== null) return likeOld(textOf(value), [old.value])
  const plain = column.filter((node) => node.type === 'scalar').map((node) => node.value)
  return plain.length === 0 ? value : likeOld(textOf(value), plain)
}

/** The text as a number or yes and no only where such stand there. */
function likeOld(text: string, old: readonly Plain[]): Plain {
  if (old.some((one) => typeof one === 'number' || typeof one === 'bigint')) {
    const number = plainNumber(text)
    if (number !== undefined) return number
  }
  if (old.some((one) => typeof one === 'boolean') && (text === 'true' || text === 'false'))
    return text === 'true'
  return text
}

/** What a list is to hold: items of the same kinds. Nothing: an empty list. */
export function itemsOf(name: string, text: string, lists: readonly ListNode[]): readonly Plain[] {
  const old = lists.flatMap(scalarsOf)
  const texts = splitItems(text)
  if (old.length === 0) {
    const numbers = texts.map(plainNumber)
    return numbers.every((one) => one !== undefined) ? numbers : texts
  }
  return texts.map((item) => {
    const same = old.find((node) => node.text === item)
    if (same !== undefined) return same.value
    const value = likeOld(
      item,
      old.map((node) => node.value),
    )
    if (old.some((node) => typeof node.value === typeof value || isWhole(node.value, value))) return value
    throw new ChangeRefused(
      `\`${name}\` is a list of ${typeof old[0]?.value === 'boolean' ? 'yes and no' : 'numbers'}, and \`${item}\` is none; give all items, separated by commas.`,
    )
  })
}

function isWhole(one: Plain, other: Plain): boolean {
  return [one, other].every((value) => typeof value === 'number' || typeof value === 'bigint')
}
