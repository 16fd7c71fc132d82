import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RowChanges, UnreadableFile } from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { changed, fileOf, readText } from './round-trip.ts'

async function after(text: string, changes: Partial<RowChanges>, path = 'a.txt') {
  const table = (await readText(textReader, path, text)).find(({ kind }) => kind === 'text')
  assert.ok(table)
  return await changed(text, table, changes)
}

async function shape(path: string, text: string) {
  return (await readText(textReader, path, text)).map(({ suffix, kind, rows }) => [suffix, kind, rows.length])
}

async function headings(path: string, text: string) {
  return (await readText(textReader, path, text)).at(-1)?.rows.map((row) => row[0])
}

test('the ending tells a text, any other text is one, too, and bytes are none', () => {
  for (const path of ['a.md', 'b/A.MARKDOWN', 'a.txt', 'a.org', 'a.rst', 'a.py', 'a.tsx', 'Makefile'])
    assert.equal(textReader.claims(fileOf(path, 'a')), 3, path)
  assert.equal(textReader.claims(fileOf('README', 'a')), 1)
  assert.equal(textReader.claims(fileOf('a.b/c', '')), 1)
  assert.equal(textReader.claims(fileOf('a.md', new Uint8Array([0]))), 0)
  assert.throws(() => textReader.read(fileOf('a.md', new Uint8Array([0]))), UnreadableFile)
})

test('tables are called by what else is in the file', async () => {
  const pipes = '| a |\n|---|\n| b |\n'
  const keys = 'Name: a\nPlace: b\nTime: c\n'
  assert.deepEqual(await shape('a.md', ''), [['', 'text', 0]])
  assert.deepEqual(await shape('a.md', 'a\n'), [['', 'text', 1]])
  assert.deepEqual(await shape('a.md', '- a\n'), [['', 'list', 1]])
  assert.deepEqual(await shape('a.md', keys), [['', 'settings', 1]])
  assert.deepEqual(await shape('a.md', `${pipes}\n- a\n\n${keys}\nb\n`), [
    ['', 'pipe table', 1],
    ['list', 'list', 1],
    ['keys', 'settings', 1],
    ['text', 'text', 1],
  ])
  assert.deepEqual(await shape('a.md', `${pipes}\n## In\n\n### Deep\n${pipes}`), [
    ['table', 'pipe table', 1],
    ['Deep', 'pipe table', 1],
  ])
})

test('the lines of a text stand with their number and the nearest heading', async () => {
  const text = 'top\n\n# One #\n\n  a\n\n## Two\nb\nc\n---\n\nThree\n=====\nd\n'
  const [table] = await readText(textReader, 'a.md', text)
  assert.deepEqual(table?.rows, [
    [null, 'top'],
    ['One', 'a'],
    ['Two', 'b'],
    ['Two', 'c'],
    ['Three', 'd'],
  ])
  assert.deepEqual(table?.numbers, [1, 5, 8, 9, 14])
})

test('plain texts have headings in capitals, underlined, and before a colon', async () => {
  assert.deepEqual(await headings('a.txt', 'TO DO\n\na\n\nNames\n-----\nb\n\nWalk:\n  c\n  d\ne\n'), [
    'TO DO',
    'Names',
    'Walk',
    'Walk',
    'Names',
  ])
  // Prose that ends so, a shout, and a text in capitals have none.
  assert.deepEqual(
    await headings('a.txt', 'He said:\nno\n\nSTOP!\n\nALL IS\nIN CAPITALS\nHERE\n'),
    Array(6).fill(null),
  )
  assert.deepEqual(await headings('a.md', 'TO DO\n\na:\n  b\n'), Array(3).fill(null))
})

test('org and reStructuredText have their own headings', async () => {
  assert.deepEqual(await headings('a.org', '* One\na\n** Two\nb\n'), ['One', 'Two'])
  assert.deepEqual(await headings('a.rst', '=====\nOne\n=====\n\na\n\nTwo\n~~~\nb\n'), ['One', 'Two'])
})

test('a short list without bullets stays lines', async () => {
  assert.deepEqual(await shape('a.txt', 'GUESTS\n\nAnna\nBert\nCarla\n'), [['', 'text', 3]])
})

test('a new text keeps indentation, blanks behind it and the line end', async () => {
  assert.equal(await after('\ta  \r\nb', { updated: [{ row: 0, column: 1, value: 'x y' }] }), '\tx y  \r\nb')
  assert.equal(await after('a\nb', { updated: [{ row: 1, column: 1, value: 7 }] }), 'a\n7')
  assert.equal(await after('a\nb\n', { updated: [{ row: 0, column: 1, value: null }] }), '\nb\n')
})

test('a new line goes to the end of its section, or of the file', async () => {
  const text = '# A\na\n\n# B\nb\n'
  assert.equal(await after(text, { added: [['A', 'x']] }), '# A\na\nx\n\n# B\nb\n')
  assert.equal(
    await after(text, {
      added: [
        [undefined, 'x'],
        ['b', 'y'],
      ],
    }),
    '# A\na\n\n# B\nb\nx\ny\n',
  )
  assert.equal(await after('a\nb', { added: [[undefined, 'x']] }), 'a\nb\nx')
  assert.equal(await after('', { added: [[undefined, 'x']] }), 'x\n')
  assert.equal(
    await after('# A\n\none\n\ntwo\n', { added: [['A', 'x']] }, 'a.md'),
    '# A\n\none\n\ntwo\n\nx\n',
  )
  assert.equal(await after('a\n\n- b\n', { added: [[undefined, 'x']] }), 'a\n\n- b\n\nx\n')
  assert.equal(await after('Walk:\n  a\nb\n', { added: [['walk', 'x']] }), 'Walk:\n  a\n  x\nb\n')
})

test('a heading that is not there is made, and one without lines gets its first', async () => {
  assert.equal(await after('# A\na\n', { added: [['New', 'x']] }), '# A\na\n\n# New\nx\n')
  assert.equal(await after('a\n', { added: [['New', 'x']] }), 'a\n\nNew\n===\nx\n')
  assert.equal(await after('# A\n\na\n\n# B\n', { added: [['B', 'x']] }, 'a.md'), '# A\n\na\n\n# B\n\nx\n')
})

test('another heading moves a line, and a removed line goes', async () => {
  assert.equal(
    await after('# A\na\n# B\nb\n', { updated: [{ row: 0, column: 0, value: 'B' }] }),
    '# A\n# B\nb\na\n',
  )
  assert.equal(await after('a\r\nb\nc', { removed: [1, 2] }), 'a')
  assert.equal(await after('a\r\nb\nc', { removed: [0] }), 'b\nc')
})

test('a file of an old Mac has lines, too', async () => {
  assert.deepEqual(await shape('a.txt', 'a\rb\rc'), [['', 'text', 3]])
  assert.equal(await after('a\rb', { added: [[undefined, 'c']] }), 'a\rb\rc')
})
