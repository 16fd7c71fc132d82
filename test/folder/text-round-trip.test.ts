import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue, ReadTable } from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { Random } from '../fuzz/random.ts'
import { changed, checkAdding, checkRemoving, checkUpdate, readText } from './round-trip.ts'

const FILES = 600
const WORDS = [
  'milk',
  'call Ærø',
  'a|b',
  '買い物 list',
  'two (2)',
  'x = y',
  '“quoted” text',
  'C:\\dir',
  '*now*',
  '7 more',
]
const NAMES = ['Home', 'Garden work', 'Sea', 'Büro', 'Week 12']

/** A text of blocks, and what each of its kinds looks like in it. */
interface Manner {
  readonly lineEnd: (random: Random) => string
  readonly bullet: string
  readonly box: readonly [string, string]
  readonly isMarkdown: boolean
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n', 'mixed'])
  return {
    lineEnd: (one) => (lineEnd === 'mixed' ? one.pick(['\n', '\r\n']) : lineEnd),
    bullet: random.pick(['- ', '* ', '+ ', '1. ', '1) ', '-\t', '  - ', '• ', '']),
    box: random.pick([
      ['[ ] ', '[x] '],
      ['[ ] ', '[X] '],
      ['☐ ', '☑ '],
      ['✗ ', '✓ '],
    ]),
    isMarkdown: random.chance(0.6),
  }
}

function listBlock(random: Random, manner: Manner): readonly string[] {
  const count = 2 + random.below(4)
  return Array.from({ length: count }, (_, index) => {
    const bullet = manner.bullet.replace('1', String(index + 1))
    const bare = manner.bullet !== '' && index > 1 && random.chance(0.2)
    const box = bare ? '' : random.pick(manner.box)
    const more = random.chance(0.1) ? [`${' '.repeat(6)}${random.pick(WORDS)}`] : []
    return [`${bullet}${box}${random.pick(WORDS)}${random.chance(0.1) ? '  ' : ''}`, ...more]
  }).flat()
}

function tableBlock(random: Random): readonly string[] {
  const pad = random.chance(0.5) ? 12 : 0
  const outer = random.chance(0.7)
  const row = (cells: readonly string[], blank = ' ') => {
    const inner = cells.map((cell) => `${blank}${cell.padEnd(pad, blank)}${blank}`).join('|')
    return outer ? `|${inner}|` : inner.trimEnd().replace(/^ /, '')
  }
  const rows = Array.from({ length: 3 + random.below(4) }, (_, index) => [
    random.pick(WORDS).replaceAll('|', '\\|'),
    `${random.below(90)}.${10 + random.below(90)}`,
    `2026-0${1 + random.below(9)}-${10 + index}`,
    random.pick(['yes', 'no']),
  ])
  return [
    row(['Name', 'Sum', 'Due', 'Paid']),
    row(['---', '---', '---', '---'], '-'),
    ...rows.map((one) => row(one)),
  ]
}

function keyBlock(random: Random): readonly string[] {
  return [
    `Client: ${random.pick(WORDS)}`,
    `Hours: ${random.below(90)}.5 h`,
    `Due date:  ${10 + random.below(18)}.11.2026`,
    `**Paid:** ${random.pick(['yes', 'no'])}`,
  ]
}

function textBlock(random: Random): readonly string[] {
  return Array.from(
    { length: 1 + random.below(3) },
    () => `${random.pick(['', '', '  '])}so ${random.pick(WORDS).replace('=', '~')}, yes`,
  )
}

function headingBlock(random: Random, manner: Manner, name: string): readonly string[] {
  if (manner.isMarkdown || random.chance(0.4)) return [`## ${name}`]
  return random.chance(0.5) ? [name, '-'.repeat(name.length)] : [name.toUpperCase()]
}

function fileOf(random: Random): { readonly path: string; readonly text: string } {
  const manner = mannerOf(random)
  const blocks: (readonly string[])[] = []
  const names = [...NAMES]
  let hasKeys = false
  for (let count = 1 + random.below(6); count > 0; count--) {
    if (names.length > 0 && random.chance(0.5)) {
      const name = names.splice(random.below(names.length), 1)[0] ?? ''
      blocks.push(headingBlock(random, manner, name))
    }
    const kind = random.below(hasKeys ? 3 : 4)
    if (kind === 3) hasKeys = true
    blocks.push(
      kind === 0
        ? listBlock(random, manner)
        : kind === 1
          ? tableBlock(random)
          : kind === 2
            ? textBlock(random)
            : keyBlock(random),
    )
  }
  // A heading in capitals is one where something stands below it.
  if (!manner.isMarkdown) blocks.push(['so the end, yes', 'so the very end, yes'])
  const lines = blocks.flatMap((block, index) => (index > 0 ? ['', ...block] : block))
  const last = lines.length - 1
  const text = lines.map((line, index) => {
    const isOpen = index === last && random.chance(0.3)
    return line + (isOpen ? '' : manner.lineEnd(random))
  })
  return { path: manner.isMarkdown ? 'a.md' : 'a.txt', text: text.join('') }
}

/** Random texts with one table of each kind changed in turn. */
async function eachTable(
  check: (content: string, random: Random, path: string, index: number, table: ReadTable) => Promise<void>,
) {
  let checked = 0
  for (let seed = 1; seed <= FILES; seed++) {
    const random = new Random(seed, 7)
    const { path, text } = fileOf(random)
    const tables = await readText(textReader, path, text)
    for (const [index, table] of tables.entries()) {
      await check(text, random, path, index, table)
      checked++
    }
  }
  assert.ok(checked > FILES)
}

/** Texts that stand in one line and are no item, heading or key by their form. */
const TEXTS = ['new', 'so it is, no?', 'ø & å', '卵 (6)', 'tail  x']

/** Rows whose text can be changed: an item over several lines cannot. */
function untouched(table: ReadTable): readonly string[] {
  return table.kind === 'list' ? ['heading', 'text'] : ['heading']
}

test('a changed cell is read again as it was set, and no other line is different', async () => {
  await eachTable(async (content, random, path, index, table) => {
    await checkUpdate(textReader, content, random, { path, texts: TEXTS, untouched: untouched(table) }, index)
  })
})

test('a removed row is gone, and nothing else', async () => {
  await eachTable(async (content, random, path, index, table) => {
    // What is left must be a list with boxes, or a table, still.
    if (table.kind === 'settings' || table.rows.length < 4) return
    if (table.kind === 'list' && table.rows.filter((row) => row[2] !== null).length < 2) return
    await checkRemoving(textReader, content, random, { path }, index)
  })
})

test('a row added to a table of pipes is its last', async () => {
  await eachTable(async (content, random, path, index, table) => {
    if (table.kind !== 'pipe table') return
    await checkAdding(textReader, content, random, { path, texts: TEXTS }, index)
  })
})

test('an item or line added below any heading is the last of that section, and the rest is as it was', async () => {
  await eachTable(async (content, random, path, index, table) => {
    if (table.kind !== 'list' && table.kind !== 'text') return
    const known = table.rows.map((row) => row[0])
    const heading = random.pick([undefined, ...known, 'Brand new'])
    const given = table.columns.map(({ name }): CellValue | undefined =>
      name === 'heading' ? heading : name === 'done' ? 1 : 'so added, yes',
    )
    const written = String(await changed(content, table, { added: [given] }))
    const told = `(${heading})\n${JSON.stringify(content)}\n${JSON.stringify(written)}`
    const after = (await readText(textReader, path, written))[index]
    const place = after?.rows.findIndex((row) => row[1] === 'so added, yes') ?? -1
    assert.ok(place >= 0, told)
    assert.deepEqual(after?.rows.toSpliced(place, 1), table.rows, told)
    const row = after?.rows[place] ?? []
    if (table.kind === 'list') assert.equal(row[2], 1, told)
    if (heading !== undefined) {
      assert.equal(String(row[0]).toLowerCase(), String(heading).toLowerCase(), told)
      assert.equal(
        after?.rows.findLastIndex((one) => one[0] === row[0]),
        place,
        told,
      )
    }
    assert.equal(/[\r\n]$/.test(written), /[\r\n]$/.test(content), told)
    assert.ok(isWithout(written, content), told)
  })
})

test('an item that is moved is in its new section with the box it had', async () => {
  await eachTable(async (content, random, path, _, table) => {
    if (table.kind !== 'list') return
    const row = random.below(table.rows.length)
    const value = random.pick([...NAMES, 'Brand new'])
    if (String(table.rows[row]?.[0]).toLowerCase() === value.toLowerCase()) return
    const written = String(await changed(content, table, { updated: [{ row, column: 0, value }] }))
    const after = (await readText(textReader, path, written)).find(({ kind }) => kind === 'list')
    const told = `(${row} to ${value})\n${JSON.stringify(content)}\n${JSON.stringify(written)}`
    const key = (one: readonly CellValue[] | undefined) =>
      JSON.stringify(one?.map((cell) => String(cell).toLowerCase()))
    const count = (rows: readonly (readonly CellValue[])[] | undefined, wanted: string) =>
      rows?.filter((one) => key(one) === wanted).length ?? 0
    const old = table.rows[row] ?? []
    const moved = after?.rows.filter(
      (one) => String(one[0]).toLowerCase() === value.toLowerCase() && one[1] === old[1],
    )
    assert.ok(moved && moved.length > 0, told)
    assert.equal(after?.rows.length, table.rows.length, told)
    assert.equal(count(after?.rows, key(old)), count(table.rows, key(old)) - 1, told)
  })
})

test('bytes of any kind, cut anywhere, never throw', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed, 11)
    const { path, text } = fileOf(random)
    const marks = ['---\n', '```\n', '|', '\n', '\r', '- ', '[', ':', '\t', '#', '\u0000', '=', '\ud83d']
    let odd = text
    for (let count = 0; count < 6; count++) {
      const at = random.below(odd.length + 1)
      odd = odd.slice(0, at) + random.pick(marks) + odd.slice(at + random.below(4))
    }
    for (const table of await readText(textReader, path, odd)) {
      for (const row of table.rows) assert.equal(row.length, table.columns.length)
      assert.equal(table.lines?.length, table.rows.length)
    }
  }
})

/** Whether `short` is `long` with one passage taken out. */
function isWithout(long: string, short: string): boolean {
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return long.endsWith(short.slice(same))
}
