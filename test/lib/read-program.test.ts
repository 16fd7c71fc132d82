import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SqlTable, SqlVocabulary } from '../../source/contracts/sql.ts'
import { readProgram } from '../../source/lib/sql/read-program.ts'

const TABLES: readonly SqlTable[] = [
  {
    name: 'bench',
    columns: [
      { name: 'n', type: 'number', values: [], isFixed: true },
      { name: 'run', type: 'number', values: ['1', '2'] },
      { name: 'date', type: 'date', values: ['2026-11-09', '2026-11-16'] },
      { name: 'backend', type: 'text', values: ['pillow', 'vips', 'opencv'] },
      { name: 'seconds', type: 'number', values: ['61.4', '9.7'] },
    ],
  },
  {
    name: 'todo',
    columns: [
      { name: 'n', type: 'number', values: [], isFixed: true },
      { name: 'heading', type: 'text', values: ['now', 'later'] },
      { name: 'text', type: 'text', values: ['respect EXIF rotation', "it's late"] },
      { name: 'done', type: 'yes/no', values: [] },
    ],
  },
  {
    name: 'config',
    isSingle: true,
    columns: [
      { name: 'quality', type: 'number', values: ['82'] },
      { name: 'backend', type: 'text', values: ['pillow'] },
    ],
  },
  { name: 'log', isFixed: true, columns: [{ name: 'text', type: 'text', values: ['started'] }] },
]

const VOCABULARY: SqlVocabulary = {
  tables: TABLES,
  message: 'switch the config to vips and put quality at 85, add write docs for --jobs',
  texts: [],
  numbers: ['85'],
  smallNumbers: ['0', '1', '2', '100'],
  days: [],
  acts: 'both',
}

const read = (text: string, more: Partial<SqlVocabulary> = {}) =>
  readProgram(text, { ...VOCABULARY, ...more })

const GOOD = [
  "SELECT sum(seconds) FROM bench WHERE backend = 'vips' AND date LIKE '2026-11-%'",
  'SELECT backend, avg(seconds) FROM bench GROUP BY backend ORDER BY avg(seconds) DESC LIMIT 1',
  "UPDATE config SET backend = 'vips', quality = 85",
  "INSERT INTO todo (heading, text, done) VALUES ('later', 'write docs for --jobs', 0)",
  "UPDATE todo SET done = 1 WHERE text LIKE '%exif%'",
  "SELECT text FROM todo WHERE text = 'it''s late'",
  'SELECT seconds FROM bench WHERE seconds = (SELECT max(seconds) FROM bench)',
  "SELECT (SELECT avg(seconds) FROM bench WHERE backend = 'pillow') - (SELECT avg(seconds) FROM bench WHERE backend = 'vips')",
  'SELECT count(*) FROM todo WHERE done = 0',
  'DELETE FROM todo WHERE n = (SELECT max(n) FROM todo); UPDATE config SET quality = 85',
  'SELECT bench.run FROM bench JOIN config ON bench.backend = config.backend WHERE config.quality = 85',
  "SELECT sum(CASE WHEN backend = 'vips' THEN seconds ELSE 0 END) FROM bench",
  "UPDATE todo SET text = replace(text, 'EXIF', 'write docs') WHERE text LIKE '%EXIF%'",
  "SELECT run FROM bench WHERE date >= '2026-11-28'",
  'SELECT julianday(max(date)) - julianday(min(date)) FROM bench',
]

for (const program of GOOD)
  test(`a program is whole, and every beginning of it is open: ${program}`, () => {
    assert.equal(read(program).isWhole, true)
    for (let length = 1; length < program.length; length++) {
      const { isOpen, next } = read(program.slice(0, length))
      const character = (program[length] ?? '').toLowerCase()
      const isNext = next.has(character) || next.has('\0') || (character === ' ' && next.has(' '))
      assert.ok(isOpen && isNext, `behind ${program.slice(0, length)}`)
    }
  })

const BAD: readonly (readonly [why: string, program: string])[] = [
  ['a table that has none of the columns', 'SELECT seconds FROM todo'],
  ['a table that is not shown', 'SELECT x FROM secrets'],
  ['a text that stands nowhere', "SELECT seconds FROM bench WHERE backend = 'gimp'"],
  ['a number that nobody said, set', 'UPDATE config SET quality = 90'],
  ['a day that nobody named, as equal', "SELECT run FROM bench WHERE date = '2026-11-28'"],
  ['a change without its rows', 'UPDATE todo SET done = 1'],
  ['a deletion of all rows', 'DELETE FROM todo'],
  ['a column that is fixed', "UPDATE todo SET n = 1 WHERE text = 'respect EXIF rotation'"],
  ['a table that cannot be changed', "DELETE FROM log WHERE text = 'started'"],
  ['another statement behind a question', 'SELECT run FROM bench; DELETE FROM todo WHERE n = 1'],
  ['a function that is none of ours', "SELECT load_extension('x') FROM bench"],
  ['anything but a query or a change', 'DROP TABLE bench'],
  [
    'a query two deep',
    'SELECT run FROM bench WHERE n = (SELECT max(n) FROM bench WHERE n = (SELECT min(n) FROM bench))',
  ],
]

for (const [why, program] of BAD)
  test(`is no program: ${why}`, () => assert.equal(read(program).isWhole, false))

const CLOSED: readonly (readonly [why: string, beginning: string])[] = [
  ['nothing is taken from a day', "SELECT run FROM bench WHERE date > '2026-11-16' -"],
  ['nor from a column of days', 'SELECT date -'],
  ['two signs would begin a comment', 'SELECT run FROM bench WHERE run = 1 - -'],
  ['a text is no number', 'SELECT run FROM bench WHERE backend = 1'],
  ['settings have one row', 'INSERT INTO config'],
  ['and keep it', 'DELETE FROM config'],
  ['no cell of it is empty', 'SELECT run FROM bench WHERE backend IS NU'],
]

for (const [why, beginning] of CLOSED)
  test(`is not begun: ${why}`, () => assert.equal(read(beginning).isOpen, false))

test('a column with empty cells may be asked for them', () => {
  const columns = TABLES[0]?.columns.map((column) => ({ ...column, hasEmpty: true as const })) ?? []
  const tables = [{ name: 'bench', columns }]
  assert.equal(read('SELECT run FROM bench WHERE backend IS NULL', { tables }).isWhole, true)
})

test('that there is no program may be said where it was learned, and nothing behind it', () => {
  assert.equal(read('NONE').isOpen, false)
  const told = (text: string) => read(text, { mayDecline: true })
  assert.deepEqual(
    [told('NONE').isWhole, told('NO').isOpen, told('NONE; SELECT').isOpen],
    [true, true, false],
  )
  assert.equal(told('SELECT run FROM bench').isWhole, true)
})

test('a message that names a day may have it equal', () => {
  const program = "SELECT run FROM bench WHERE date = '2026-11-28'"
  assert.equal(read(program, { days: ['2026-11-28'] }).isWhole, true)
})

test('a column of times is set to times, in the form that it has', () => {
  const shift = (...values: string[]): readonly SqlTable[] => [
    { name: 'rota', columns: [{ name: 'starts', type: 'text', values }] },
  ]
  const set = (time: string, values: readonly string[]) =>
    read(`INSERT INTO rota (starts) VALUES ('${time}')`, { tables: shift(...values), message: 'from 7 on' })
      .isWhole
  assert.deepEqual(
    [set('7', ['08:00']), set('7:00', ['08:00']), set('07:00', ['08:00'])],
    [false, false, true],
  )
  assert.deepEqual([set('7:00', ['8:00', '12:30']), set('7', ['8:00', 'noon'])], [true, true])
})

test('a list of many values and many conditions is read about as often as it is long', () => {
  const values = (count: number) => Array(count).fill("'vips'").join(', ')
  const conditions = (count: number) => Array(count).fill("backend = 'vips'").join(' OR ')
  for (const program of [
    `SELECT run FROM bench WHERE backend IN (${values(60)})`,
    `SELECT run FROM bench WHERE ${conditions(60)}`,
    `INSERT INTO bench (backend) VALUES ${Array(60).fill("('vips')").join(', ')}`,
  ])
    assert.equal(read(program).isWhole, true)
})

test('only questions, or only changes, are open where one of them is asked for', () => {
  assert.equal(read('SELECT run FROM bench', { acts: 'change' }).isWhole, false)
  assert.equal(read('UPDATE config SET quality = 85', { acts: 'ask' }).isWhole, false)
})

test('what can go on in one way only is told', () => {
  assert.equal(read('SELECT quality FR').only, 'O')
  assert.equal(read('SELECT quality FROM ').only, 'c')
})

test('the parts of a program say where they stand', () => {
  const { parts = [] } = read("SELECT run FROM bench WHERE backend = 'vips'")
  const told = parts.map(({ kind, text, clause }) => `${clause} ${kind} ${text}`)
  assert.deepEqual(told, [
    'select verb select',
    'select column run',
    'from table bench',
    'where column backend',
    'where sign =',
    'where text vips',
  ])
})
