import { test } from 'node:test'
import { ChangeRefused } from '../../source/contracts/folder.ts'
import { csvReader } from '../../source/folder/readers/csv.ts'
import { Random } from '../fuzz/random.ts'
import { changed, checkRoundTrip, readText } from './round-trip.ts'

const FILES = 700

/** Words without a number or a date among them, so that a column of them stays text. */
const WORDS = [
  'plum',
  'Kessler & Sohn',
  'Ærøskøbing',
  'to order',
  'A1',
  '3/4',
  'dinner plate',
  'O’Brien',
  '-',
  'n/a',
]
const AWKWARD = [
  'one, two',
  'one; two',
  'a|b',
  'tab\there',
  'she said "no"',
  '"quoted"',
  'first\nsecond',
  "it's",
  '#7 bolt',
  '=SUM(A1)',
]

interface Manner {
  readonly separator: string
  readonly lineEnd: string
  readonly isQuoted: boolean
  readonly decimal: string
}

type Column = readonly [name: string, cell: (random: Random, manner: Manner, row: number) => string]

const two = (value: number) => String(value).padStart(2, '0')
const day = (random: Random, row: number) => (row === 0 ? 28 : 1 + random.below(28))
const money = (random: Random, { decimal }: Manner) =>
  `${random.below(3000)}${decimal}${two(random.below(100))}`

const COLUMNS: readonly Column[] = [
  ['name', (random) => random.pick(WORDS)],
  ['note', (random) => (random.chance(0.3) ? random.pick(AWKWARD) : random.pick(['', ...WORDS]))],
  ['code', (random) => `00${random.below(100)}`],
  ['count', (random, _, row) => (row > 1 && random.chance(0.1) ? '' : String(random.below(500)))],
  ['amount', money],
  [
    'big sum',
    (random, { decimal }) =>
      `${1 + random.below(9)}${decimal === ',' ? '.' : ','}${100 + random.below(900)}${decimal}50`,
  ],
  ['weight', (random) => `${1 + random.below(90)} kg`],
  ['share', (random) => `${random.below(100)}%`],
  ['cost', (random, manner) => `${money(random, manner)} €`],
  ['date', (random, _, row) => `2026-${two(1 + random.below(12))}-${two(day(random, row))}`],
  ['due', (random, _, row) => `${two(day(random, row))}.${two(1 + random.below(12))}.2026`],
  ['sent', (random, _, row) => `${row === 1 ? 27 : day(random, row)}/${1 + random.below(12)}/2026`],
  ['made', (random, _, row) => `${random.pick(['Jan', 'Mar', 'Oct'])} ${day(random, row)}, 2026`],
  [
    'seen',
    (random, _, row) => `2026-03-${two(day(random, row))} ${two(random.below(24))}:${two(random.below(60))}`,
  ],
  // The first two say what kind of column it is, whichever cell is changed.
  ['paid', (random, _, row) => (row < 2 ? 'yes' : random.pick(['yes', 'no', '']))],
  ['done', (random, _, row) => (row < 2 ? 'x' : random.pick(['x', '']))],
  ['ok', (random) => random.pick(['TRUE', 'FALSE'])],
]

function quoted(text: string, { separator, isQuoted }: Manner, random: Random): string {
  const mustBe = text.includes(separator) || /["\r\n]/.test(text) || text.startsWith('#')
  if (!mustBe && !isQuoted && !random.chance(0.03)) return text
  return `"${text.replaceAll('"', '""')}"`
}

function generate(random: Random): string {
  const manner: Manner = {
    separator: random.pick([',', ';', '\t', '|']),
    lineEnd: random.pick(['\n', '\n', '\r\n']),
    isQuoted: random.chance(0.15),
    decimal: random.pick(['.', ',']),
  }
  const columns = Array.from({ length: 2 + random.below(6) }, () => random.pick(COLUMNS))
  // A text in the first place, so that no line is without a cell and none holds sums.
  const all: readonly Column[] = [
    ['what', (from) => from.pick(WORDS.slice(0, 8))],
    ['who', (from) => from.pick(WORDS.slice(0, 8))],
    ...columns,
  ]
  const line = (cells: readonly string[]) =>
    cells.map((cell) => quoted(cell, manner, random)).join(manner.separator)
  const rows = Array.from({ length: 4 + random.below(8) }, (_, row) =>
    line(all.map(([, cell]) => cell(random, manner, row))),
  )
  const head = random.chance(0.1) ? [`sep=${manner.separator}`] : random.chance(0.1) ? ['# exported', ''] : []
  const lines = [...head, line(all.map(([name]) => name)), ...rows]
  if (random.chance(0.1)) lines.splice(lines.length - 1, 0, '')
  return lines.join(manner.lineEnd) + (random.chance(0.8) ? manner.lineEnd : '')
}

test(`${FILES} generated files keep what is changed, and every byte beside it`, async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const text = generate(random)
    await checkRoundTrip(csvReader, text, random, {
      path: 'a.csv',
      texts: AWKWARD,
      // An empty cell among crosses is a no.
      filled: (table, column) => (table.columns[column]?.name.startsWith('done') ? 0 : null),
    })
  }
})

const ODD = [
  'a',
  'x',
  '1',
  '1.5',
  '3/4/2026',
  '12 kg',
  '€',
  ',',
  ';',
  '\t',
  '"',
  "'",
  '\n',
  '\r',
  '\r\n',
  ' ',
  '#',
  'sep=',
  '-',
  '(',
]

test('a file of anything is read and changed without an error but a refusal', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed, 2)
    const text = Array.from({ length: random.below(60) }, () => random.pick(ODD)).join('')
    const [table] = await readText(csvReader, 'a.csv', text)
    if (table?.change === undefined) continue
    const column = random.below(table.columns.length)
    const added = [table.columns.map(({ isFixed }) => (isFixed === true ? undefined : random.pick(ODD)))]
    for (const changes of [
      table.rows.length === 0 ? {} : { updated: [{ row: 0, column, value: random.pick(ODD) }] },
      { removed: table.rows.map((_, row) => row).filter(() => random.chance(0.5)) },
      { added },
    ]) {
      await changed(text, table, changes).catch((error: unknown) => {
        if (!(error instanceof ChangeRefused)) throw error
      })
    }
  }
})
