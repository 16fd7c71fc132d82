// An oracle for readers of settings and records: a tree is written as a text by the test itself, a change is made through the
// tables of the text, and the text must be the one that the test writes for the changed tree, to the byte.
import assert from 'node:assert/strict'
import type { CellValue, FolderReader, ReadTable, RowChanges } from '../../source/contracts/folder.ts'
import { applyEdits } from '../../source/folder/apply-edits.ts'
import type { Random } from '../fuzz/random.ts'
import { fileOf } from './round-trip.ts'

export type Leaf = string | number | boolean
export type Value = Leaf | readonly Leaf[] | Tree | readonly Tree[]
/** Keys in order. */
export interface Tree {
  readonly fields: readonly (readonly [key: string, value: Value])[]
}

export interface Oracle {
  readonly reader: FolderReader
  readonly path: string
  /** Plain words that the format writes as the tree's other strings. */
  readonly words: readonly string[]
  /** Keys may hold maps. */
  readonly isNested: boolean
}

/** A tree with settings and, mostly, one or two lists of records of one shape each. */
export function makeTree(random: Random, { words, isNested }: Oracle, hasRecords = true): Tree {
  const fields: (readonly [string, Value])[] = [['title', random.pick(words)]]
  for (let index = random.below(5); index >= 0; index--)
    fields.push([`key${index}`, makeValue(random, words)])
  if (isNested && random.chance(0.6))
    fields.push([
      'inner',
      {
        fields: [
          ['depth', random.below(90)],
          ['label', random.pick(words)],
        ],
      },
    ])
  if (hasRecords) fields.push(['items', makeRecords(random, words, isNested)])
  if (hasRecords && random.chance(0.3)) fields.push(['people', makeRecords(random, words, isNested)])
  return { fields }
}

export function makeRecords(random: Random, words: readonly string[], isNested: boolean): readonly Tree[] {
  const kinds = Array.from(
    { length: 1 + random.below(4) },
    (_, index) => [`f${index}`, random.below(4)] as const,
  )
  const hasInner = isNested && random.chance(0.4)
  return Array.from({ length: 1 + random.below(5) }, () => ({
    fields: [
      ['name', random.pick(words)] as const,
      ...kinds.map(([key, kind]) => [key, ofKind(random, words, kind)] as const),
      ...(hasInner
        ? [
            [
              'at',
              {
                fields: [
                  ['x', random.below(50)],
                  ['y', random.below(50)],
                ],
              },
            ] as const,
          ]
        : []),
    ],
  }))
}

function makeValue(random: Random, words: readonly string[]): Value {
  return ofKind(random, words, random.below(4))
}

function ofKind(random: Random, words: readonly string[], kind: number): Value {
  if (kind === 0) return random.pick(words)
  if (kind === 1) return random.chance(0.5) ? random.below(9000) : (1 + 2 * random.below(900)) / 2
  if (kind === 2) return random.chance(0.5)
  const isText = random.chance(0.5)
  return Array.from({ length: 1 + random.below(3) }, () => (isText ? random.pick(words) : random.below(99)))
}

/** Where a plain value stands: keys, with indices in lists of records. */
type Path = readonly (string | number)[]

function leavesOf(value: Value, path: Path = []): readonly { path: Path; value: Leaf | readonly Leaf[] }[] {
  if (typeof value !== 'object') return [{ path, value }]
  if (isTree(value)) return value.fields.flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  if (isPlainList(value)) return [{ path, value }]
  return value.flatMap((item, index) => leavesOf(item, [...path, index]))
}

export function isTree(value: Value): value is Tree {
  return typeof value === 'object' && 'fields' in value
}

export function isPlainList(value: Value): value is readonly Leaf[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object')
}

function withValue(value: Value, path: Path, next: Value): Value {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object') return next
  if (isTree(value))
    return {
      fields: value.fields.map(([key, inner]) => [key, key === step ? withValue(inner, rest, next) : inner]),
    }
  if (isPlainList(value)) return next
  return value.map((item, index) => (index === step ? (withValue(item, rest, next) as Tree) : item))
}

const cellOf = (value: Leaf | readonly Leaf[]): CellValue => {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? value.map(itemText).join(', ') : value
}

const itemText = (item: Leaf) =>
  /[,\r\n]|^["\s]/.test(String(item)) ? `"${String(item).replaceAll('"', '""')}"` : item

function another(
  random: Random,
  words: readonly string[],
  old: Leaf | readonly Leaf[],
): Leaf | readonly Leaf[] {
  if (typeof old === 'string') return random.pick(words)
  if (typeof old === 'number')
    return Number.isInteger(old) ? random.below(9000) : (1 + 2 * random.below(900)) / 2
  if (typeof old === 'boolean') return random.chance(0.5)
  const isText = typeof old[0] === 'string'
  const kept = old.filter(() => random.chance(0.7))
  const more = Array.from({ length: random.below(3) }, () => (isText ? random.pick(words) : random.below(99)))
  const items = random.chance(0.5) ? [...kept, ...more] : [...more, ...kept]
  return items.length > 0 ? items : old
}

function tableOf(tables: readonly ReadTable[], suffix: string): ReadTable {
  const found = tables.find((table) => table.suffix === suffix && table.kind !== 'keys')
  assert.ok(found, `there is no table ${suffix} among ${tables.map((table) => table.suffix).join()}`)
  return found
}

/** Reads `text`, makes the changes in one table, and gives the new text. */
export function changeText(
  { reader, path }: Pick<Oracle, 'reader' | 'path'>,
  text: string,
  suffix: string,
  changes: Partial<RowChanges>,
): string {
  const tables = reader.read(fileOf(path, text))
  assert.ok(!(tables instanceof Promise))
  const edit = tableOf(tables, suffix).change?.({ updated: [], removed: [], added: [], ...changes })
  assert.ok(edit !== undefined && !(edit instanceof Promise) && edit.type === 'text')
  return applyEdits(text, edit.edits)
}

/** One plain value becomes another; the text must be that of the tree with it. */
export function checkExactUpdate(
  oracle: Oracle,
  tree: Value,
  write: (tree: Value) => string,
  random: Random,
): void {
  const text = write(tree)
  const leaf = random.pick(leavesOf(tree))
  const next = another(random, oracle.words, leaf.value)
  const { suffix, row, title } = addressOf(leaf.path)
  const tables = oracle.reader.read(fileOf(oracle.path, text))
  assert.ok(!(tables instanceof Promise))
  const table = tableOf(tables, suffix)
  const column = table.columns.findIndex((one) => one.title === title)
  assert.notEqual(column, -1, `no column ${title} in ${JSON.stringify(text)}`)
  assert.equal(
    table.rows[row]?.[column],
    cellOf(leaf.value),
    `${title} is read otherwise in ${JSON.stringify(text)}`,
  )
  const changed = changeText(oracle, text, suffix, { updated: [{ row, column, value: cellOf(next) }] })
  assert.equal(changed, write(withValue(tree, leaf.path, next)), `${title} = ${JSON.stringify(next)}`)
}

function addressOf(path: Path) {
  const index = path.findIndex((step) => typeof step === 'number')
  if (index === -1) return { suffix: '', row: 0, title: path.join('.') }
  return {
    suffix: path.slice(0, index).join('_'),
    row: Number(path[index]),
    title: path.slice(index + 1).join('.'),
  }
}

/** A record goes, and one comes with the fields of the last one. */
export function checkExactRows(
  oracle: Oracle,
  tree: Value,
  key: string | undefined,
  write: (tree: Value) => string,
  random: Random,
): void {
  const path = key === undefined ? [] : [key]
  const records = (isTree(tree) ? tree.fields.find(([name]) => name === key)?.[1] : tree) as readonly Tree[]
  const text = write(tree)
  const suffix = key ?? ''
  if (records.length > 1) {
    const row = random.below(records.length)
    const rest = withValue(tree, path, records.toSpliced(row, 1))
    assert.equal(changeText(oracle, text, suffix, { removed: [row] }), write(rest), `removed ${row}`)
  }
  const last = records.at(-1)
  if (last === undefined) return
  const added = leavesOf(last).reduce<Value>(
    (record, leaf) =>
      withValue(record, leaf.path, sameLength(another(random, oracle.words, leaf.value), leaf.value)),
    last,
  ) as Tree
  const tables = oracle.reader.read(fileOf(oracle.path, text))
  assert.ok(!(tables instanceof Promise))
  const cells = tableOf(tables, suffix).columns.map(({ title }) => {
    const leaf = leavesOf(added).find((one) => one.path.join('.') === title)
    return leaf === undefined ? undefined : cellOf(leaf.value)
  })
  const more = withValue(tree, path, [...records, added])
  assert.equal(
    changeText(oracle, text, suffix, { added: [cells] }),
    write(more),
    `added ${JSON.stringify(cells)}`,
  )
}

/** A new record's list has items of the kind of the column, and here as many as that of the one before. */
function sameLength(next: Leaf | readonly Leaf[], old: Leaf | readonly Leaf[]): Leaf | readonly Leaf[] {
  return typeof next === 'object' && typeof old === 'object' ? old : next
}

/**
 * Several records of a list are changed, removed and added at once: the table must be as told, and what stands behind a
 * record in its line (`mark(row)`) must stay with it. Column 0 is `id`, unique and kept.
 */
export function checkManyRows(
  oracle: Pick<Oracle, 'reader' | 'path' | 'words'>,
  text: string,
  suffix: string,
  mark: (row: number) => string | undefined,
  random: Random,
): void {
  const tables = oracle.reader.read(fileOf(oracle.path, text))
  assert.ok(!(tables instanceof Promise))
  const { rows } = tableOf(tables, suffix)
  const removed = rows.map((_, row) => row).filter(() => random.chance(0.35))
  const updated = rows.flatMap((_, row) =>
    removed.includes(row) || random.chance(0.6) ? [] : [{ row, column: 1, value: random.pick(oracle.words) }],
  )
  const added = Array.from({ length: random.below(3) }, (_, index) => [
    900 + index,
    random.pick(oracle.words),
  ])
  const expected = [
    ...rows
      .map((cells, row) => cells.with(1, updated.find((one) => one.row === row)?.value ?? cells[1] ?? null))
      .filter((_, row) => !removed.includes(row)),
    ...added,
  ]
  if (expected.length === 0) return
  const written = changeText(oracle, text, suffix, { removed, updated, added })
  const told = `${JSON.stringify({ removed, updated, added })}\n${text}\n${written}`
  let after: readonly ReadTable[]
  try {
    after = oracle.reader.read(fileOf(oracle.path, written)) as readonly ReadTable[]
  } catch (error) {
    assert.fail(`${error} ${told}`)
  }
  assert.deepEqual(tableOf(after, suffix).rows, expected, told)
  for (const [row, cells] of rows.entries()) {
    const words = mark(row)
    if (words === undefined || removed.includes(row)) continue
    const line = written.split(/\r?\n/).find((one) => new RegExp(`\\b${cells[0]}\\b`).test(one))
    assert.ok(line?.endsWith(words), `the comment of ${cells[0]} ${told}`)
  }
}
