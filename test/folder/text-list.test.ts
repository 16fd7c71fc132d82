import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CellValue,
  ChangeRefused,
  type ReadTable,
  type RowChanges,
} from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { changed, readText } from './round-trip.ts'

const SHOPPING = '# Shopping\n\n- [ ] milk\n- [x] eggs\n\n## Garden\n\n1. dig\n2. sow\n\n## Later\n'

async function listOf(text: string, path = 'a.md'): Promise<ReadTable> {
  const table = (await readText(textReader, path, text)).find(({ kind }) => kind === 'list')
  assert.ok(table)
  return table
}

async function after(text: string, changes: Partial<RowChanges>, path = 'a.md') {
  return await changed(text, await listOf(text, path), changes)
}

function set(row: number, column: number, value: CellValue): Partial<RowChanges> {
  return { updated: [{ row, column, value }] }
}

test('all lists of a file are one table with heading, text and done', async () => {
  const table = await listOf(SHOPPING)
  assert.deepEqual(
    table.columns.map(({ name, type }) => [name, type]),
    [
      ['heading', 'text'],
      ['text', 'text'],
      ['done', 'yes/no'],
    ],
  )
  assert.deepEqual(table.rows, [
    ['Shopping', 'milk', 0],
    ['Shopping', 'eggs', 1],
    ['Garden', 'dig', null],
    ['Garden', 'sow', null],
  ])
  assert.deepEqual(table.lines, [3, 4, 8, 9])
  assert.equal(table.suffix, '')
})

test('a list without boxes has no done', async () => {
  const { columns, rows } = await listOf('* a\n+ b\n• c\n1) d\n', 'a.txt')
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['heading', 'text'],
  )
  assert.deepEqual(
    rows.map((row) => row[1]),
    ['a', 'b', 'c', 'd'],
  )
})

test('boxes stand in every form', async () => {
  const { rows } = await listOf(
    '* [X] a\n[ ] b\n☐ c\n☑ d\n✓ e\n✗ f\n  - [x] g\n- [x](link) h\n- h\n',
    'a.txt',
  )
  assert.deepEqual(
    rows.map((row) => row.slice(1)),
    [
      ['a', 1],
      ['b', 0],
      ['c', 0],
      ['d', 1],
      ['e', 1],
      ['f', 0],
      ['g', 1],
      ['[x](link) h', null],
      ['h', null],
    ],
  )
})

test('lines that go on an item are its text, joined by a blank', async () => {
  const { rows, lines } = await listOf('- one\n  and more\n\tand more\n- two\n')
  assert.deepEqual(
    rows.map((row) => row[1]),
    ['one and more and more', 'two'],
  )
  assert.deepEqual(lines, [1, 4])
})

test('a number within prose, a rule and bold text begin no item', async () => {
  const tables = await readText(
    textReader,
    'a.md',
    'It was in\n1986. It was good.\n\n* * *\n**bold** text\n-5 degrees\n',
  )
  assert.deepEqual(
    tables.map(({ kind }) => kind),
    ['text'],
  )
})

test('done changes the one character in the box', async () => {
  assert.equal(await after(SHOPPING, set(0, 2, 1)), SHOPPING.replace('[ ] milk', '[x] milk'))
  assert.equal(await after(SHOPPING, set(1, 2, 0)), SHOPPING.replace('[x] eggs', '[ ] eggs'))
  assert.equal(await after('- [ ] a\n- [X] b\n', set(0, 2, 1)), '- [X] a\n- [X] b\n')
  assert.equal(await after('☐ a\n☑ b\n', set(0, 2, 1), 'a.txt'), '☑ a\n☑ b\n')
  assert.equal(await after('✗ a\n✓ b\n', set(1, 2, 0), 'a.txt'), '✗ a\n✗ b\n')
})

test('an item without a box gets one behind its bullet', async () => {
  assert.equal(await after(SHOPPING, set(2, 2, 1)), SHOPPING.replace('1. dig', '1. [x] dig'))
  assert.equal(await after(SHOPPING, set(3, 2, 0)), SHOPPING.replace('2. sow', '2. [ ] sow'))
})

test('a box cannot be anything but done or not', async () => {
  await assert.rejects(after(SHOPPING, set(0, 2, null)), ChangeRefused)
  await assert.rejects(
    after(SHOPPING, set(0, 2, 'later')),
    /`done` of the item `milk` can be 1 or 0, not `later`/,
  )
})

test('a new text leaves bullet, box, blanks and line end', async () => {
  assert.equal(await after(' *\t[x]  a  \r\n- b\n', set(0, 1, 'oat milk')), ' *\t[x]  oat milk  \r\n- b\n')
})

test('the text of an item over several lines is refused, its box is not', async () => {
  const text = '- [ ] one\n  more\n'
  await assert.rejects(after(text, set(0, 1, 'two')), /goes over several lines/)
  assert.equal(await after(text, set(0, 2, 1)), '- [x] one\n  more\n')
})

test('a text that would be read as a box or that has several lines is refused', async () => {
  await assert.rejects(after('- a\n', set(0, 1, '[x] b')), ChangeRefused)
  await assert.rejects(after('- a\n', set(0, 1, 'b\nc')), ChangeRefused)
  await assert.rejects(after('- a\n', set(0, 1, null)), ChangeRefused)
  await assert.rejects(after('- a\n', { added: [[undefined, undefined]] }), ChangeRefused)
})

test('a removed item takes all its lines, the last one the line end before it', async () => {
  assert.equal(await after('- a\n  b\n- c', { removed: [0] }), '- c')
  assert.equal(await after('- a\n  b\n- c', { removed: [1] }), '- a\n  b')
  assert.equal(await after('- a\r\n- c\r\n', { removed: [1] }), '- a\r\n')
  assert.equal(await after('- a', { removed: [0] }), '')
})

test('a new item goes behind the last one of its section, in its manner', async () => {
  assert.equal(
    await after(SHOPPING, { added: [['Shopping', 'tea', undefined]] }),
    SHOPPING.replace('eggs\n', 'eggs\n- [ ] tea\n'),
  )
  assert.equal(
    await after(SHOPPING, { added: [['shopping', 'tea', 1]] }),
    SHOPPING.replace('eggs\n', 'eggs\n- [x] tea\n'),
  )
  assert.equal(
    await after(SHOPPING, {
      added: [
        ['Garden', 'water', undefined],
        ['Garden', 'weed', 1],
      ],
    }),
    SHOPPING.replace('2. sow\n', '2. sow\n3. water\n4. [x] weed\n'),
  )
})

test('without a heading a new item goes behind the last one of the file', async () => {
  assert.equal(
    await after(SHOPPING, { added: [[undefined, 'rake', undefined]] }),
    SHOPPING.replace('sow\n', 'sow\n3. rake\n'),
  )
  assert.equal(await after('- a\n- b', { added: [[undefined, 'c']] }), '- a\n- b\n- c')
  assert.equal(
    await after('\t• a\r\n\t• b\r\n', { added: [[undefined, 'c']] }),
    '\t• a\r\n\t• b\r\n\t• c\r\n',
  )
})

test('a new item that is open or done goes to the last list with boxes', async () => {
  const text = '## To do\n- [ ] tickets\n- [x] hotel\n\n## Route\n1. Berlin\n2. Prague\n'
  assert.equal(
    await after(text, { added: [[null, 'passport', 0]] }),
    text.replace('hotel\n', 'hotel\n- [ ] passport\n'),
  )
  assert.ok(String(await after(text, { added: [[null, 'Vienna', null]] })).endsWith('3. Vienna\n'))
})

test('an item goes with all that stands below it, or not at all', async () => {
  const text = '1. Mix\n2. Add eggs\n   - beaten\n   - one by one\n3. Fry\n'
  await assert.rejects(after(text, { removed: [1] }), (error) => {
    assert.ok(error instanceof ChangeRefused)
    assert.match(error.message, /^`beaten` stands below `Add eggs`/)
    return true
  })
  assert.equal(await after(text, { removed: [1, 2, 3] }), '1. Mix\n3. Fry\n')
  assert.equal(await after(text, { removed: [2] }), text.replace('   - beaten\n', ''))
})

test('a section without items gets its first below its heading, with a blank line as the file has it', async () => {
  assert.equal(await after(SHOPPING, { added: [['Later', 'read', undefined]] }), `${SHOPPING}\n1. read\n`)
  assert.equal(
    await after('# A\n- a\n# B\n# C\n- c\n', { added: [['B', 'b']] }),
    '# A\n- a\n# B\n- b\n# C\n- c\n',
  )
  assert.equal(
    await after('# A\n\n- a\n\n# B\n\n# C\n', { added: [['B', 'b']] }),
    '# A\n\n- a\n\n# B\n\n- b\n\n# C\n',
  )
  assert.equal(
    await after('# A\n\n- a\n\n# B\n\nThis is b.\n\n# C\n', { added: [['B', 'b']] }),
    '# A\n\n- a\n\n# B\n\nThis is b.\n\n- b\n\n# C\n',
  )
})

test('an unknown heading is made at the end, like the others', async () => {
  assert.equal(
    await after(SHOPPING, { added: [['Cellar', 'sweep', undefined]] }),
    `${SHOPPING}\n## Cellar\n\n1. sweep\n`,
  )
  assert.equal(
    await after('Home:\n- a\n\nWork:\n- b', { added: [['Sea', 'c']] }, 'a.txt'),
    'Home:\n- a\n\nWork:\n- b\n\nSea:\n- c',
  )
  assert.equal(
    await after('HOME\n- a\n\nWORK\n- b\n', { added: [['Sea', 'c']] }, 'a.txt'),
    'HOME\n- a\n\nWORK\n- b\n\nSEA\n- c\n',
  )
  assert.equal(await after('- a\n', { added: [['Sea', 'c']] }), '- a\n\n## Sea\n\n- c\n')
  assert.equal(
    await after('Home\n----\n- a\n', { added: [['Sea side', 'c']] }, 'a.txt'),
    'Home\n----\n- a\n\nSea side\n--------\n- c\n',
  )
})

test('a new item stands at the outermost margin, behind what hangs on the last one', async () => {
  assert.equal(
    await after('- a\n  - b\n\n    more of b\n', { added: [[undefined, 'c']] }),
    '- a\n  - b\n\n    more of b\n\n- c\n',
  )
})

test('items that stand apart stay apart, and equal numbers stay equal', async () => {
  assert.equal(await after('- a\n\n- b\n', { added: [[undefined, 'c']] }), '- a\n\n- b\n\n- c\n')
  assert.equal(await after('1. a\n1. b\n', { added: [[undefined, 'c']] }), '1. a\n1. b\n1. c\n')
})

test('another heading moves an item with its lines and its box', async () => {
  const text = '# A\n\n- [x] one\n  more\n- [ ] two\n\n# B\n\n* [ ] three\n'
  assert.equal(
    await after(text, set(0, 0, 'B')),
    '# A\n\n- [ ] two\n\n# B\n\n* [ ] three\n* [x] one\n  more\n',
  )
  assert.equal(await after(text, set(0, 0, 'a')), text)
})

test('removing the last item and adding one leaves a file without a last line end', async () => {
  assert.equal(await after('- a\n- b', { removed: [1], added: [[undefined, 'c']] }), '- a\n- c')
  assert.equal(await after('1. a\n2. b\n', { removed: [0, 1], added: [[undefined, 'c']] }), '1. c\n')
})

test('mixed line ends, tabs and wide characters stay as they are', async () => {
  const text = '# 買い物\r\n\r\n-\t[ ] 牛乳 🥛\r\n-\t[ ] 卵\n-\t[x] パン'
  assert.equal(await after(text, set(1, 2, 1)), text.replace('[ ] 卵', '[x] 卵'))
  assert.equal(await after(text, set(0, 1, '豆腐')), text.replace('牛乳 🥛', '豆腐'))
  assert.equal(await after(text, { added: [['買い物', '茶', 0]] }), `${text}\n-\t[ ] 茶`)
})

test('a line in a fence is no item', async () => {
  const tables = await readText(textReader, 'a.md', '- a\n\n```\n- b\n```\n\n~~~~\n# c\n~~~\n~~~~\n')
  assert.deepEqual(tables[0]?.rows, [[null, 'a']])
  assert.deepEqual(tables[1]?.rows, [
    [null, '- b'],
    [null, '# c'],
    [null, '~~~'],
  ])
})
