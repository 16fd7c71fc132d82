// How edits of several tables become one file, what is shown of bytes, and what cannot be put together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FolderTable, RowChanges } from '../../source/contracts/folder.ts'
import { openCurrent } from '../../source/folder/changes/current-file.ts'
import { planFiles } from '../../source/folder/changes/plan-files.ts'
import { boundLines, previewFiles } from '../../source/folder/changes/preview.ts'
import { refusalOf } from './changes-folder.ts'
import { column } from './sql-tables.ts'

test('two tables that change one passage are refused', async () => {
  const part = (suffix: string): FolderTable => ({
    name: `a${suffix}`,
    path: 'a.txt',
    suffix,
    kind: 'text',
    version: '1',
    columns: [column('text')],
    rows: [['one']],
    notes: [],
    change: () => ({ type: 'text', edits: [{ start: 0, end: 3, text: suffix }] }),
  })
  const tables = [part('x'), part('y')]
  const file = { path: 'a.txt', bytes: Buffer.from('one'), text: 'one', tables, read: async () => tables }
  const changes: RowChanges = { updated: [{ row: 0, column: 0, value: 'two' }], removed: [], added: [] }
  assert.equal(
    await refusalOf(
      planFiles(tables, new Map(tables.map(({ name }) => [name, changes])), new Map([['a.txt', file]])),
    ),
    'Two of these changes are of one place in `a.txt`; make them one after the other.',
  )
})

test('of bytes that are no text each changed cell is a line, and tables of one file are changed one after the other', async () => {
  // A sheet is two bytes here: its number, and how often it was changed.
  const sheet = (suffix: string, bytes: Uint8Array, at: number): FolderTable => ({
    name: `book_${suffix}`,
    path: 'book.xlsx',
    suffix,
    kind: 'sheet',
    version: '1',
    columns: [column('item'), column('hours', 'number')],
    rows: [
      ['tea', 2],
      ['ink', bytes[at] ?? null],
    ],
    notes: [],
    change: (changes) => ({ type: 'bytes', bytes: bytes.with(at, Number(changes.updated[0]?.value)) }),
  })
  const read = async (bytes: Uint8Array) => [sheet('May', bytes, 1), sheet('June', bytes, 2)]
  const bytes = new Uint8Array([0, 3, 5])
  const tables = await read(bytes)
  const file = { path: 'book.xlsx', bytes, text: undefined, tables, read }
  const set = (value: number): RowChanges => ({
    updated: [{ row: 1, column: 1, value }],
    removed: [],
    added: [],
  })
  const changes = new Map([
    ['book_May', set(7)],
    ['book_June', { ...set(9), removed: [0], added: [['pens', 1]] }],
  ])
  const files = await planFiles(tables, changes, new Map([['book.xlsx', file]]))
  assert.deepEqual(files[0]?.bytesAfter, new Uint8Array([0, 7, 9]))
  assert.equal(
    previewFiles(files, tables, changes),
    [
      'book.xlsx:',
      'May, row 2, hours: 3 → 7',
      'June, row 2, hours: 5 → 9',
      'June, row 1 goes: tea, 2',
      'June, new row: pens, 1',
    ].join('\n'),
  )
})

test('a long preview ends with a checksum of all of it', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`)
  const shown = boundLines(lines).split('\n')
  assert.equal(shown.length, 40)
  assert.match(
    shown.at(-1) ?? '',
    /^\[\.\.\. 21 more lines of this change; checksum of all of it: [0-9a-f]{12} \.\.\.\]$/,
  )
  assert.notEqual(boundLines(lines), boundLines(lines.with(59, 'other')))
})

test('a file that no reader takes any more is refused', async () => {
  assert.equal(
    await refusalOf(openCurrent('a.csv', new Uint8Array([0, 1, 2]), [])),
    '`a.csv` was changed meanwhile and can no longer be read; look at it and ask again.',
  )
})
