// Files of all kinds that are read, made at random, with the place of every cell in them.
import type { Random } from '../fuzz/random.ts'

/** A cell that may be changed: where it stands, and how its table calls it. */
export interface DraftCell {
  readonly suffix: string
  readonly row: number
  readonly column: string
  readonly start: number
  readonly end: number
}

/** A text that is being written. */
export class Draft {
  readonly path: string
  readonly eol: string
  text = ''
  readonly cells: DraftCell[] = []

  constructor(path: string, eol: string) {
    this.path = path
    this.eol = eol
  }

  /** Text that no change may touch; `\n` becomes the line end of the file. */
  put(text: string): this {
    this.text += text.replaceAll('\n', this.eol)
    return this
  }

  cell(suffix: string, row: number, column: string, raw: string): this {
    const start = this.text.length
    this.text += raw
    this.cells.push({ suffix, row, column, start, end: this.text.length })
    return this
  }
}

export type DraftMaker = (random: Random, eol: string) => Draft

const WORDS = ['plum', 'Kessler & Sohn', 'Ærøskøbing', 'dinner plate', 'O’Brien', 'à la carte', '東京 tower']
const two = (value: number) => String(value).padStart(2, '0')
const word = (random: Random) => random.pick(WORDS)
const amount = (random: Random, decimal: string) => `${random.below(900)}${decimal}${two(random.below(100))}`

function csv(random: Random, eol: string): Draft {
  const separator = random.pick([',', ';', '\t'])
  const decimal = separator !== ',' && random.chance(0.5) ? ',' : '.'
  const isQuoted = random.chance(0.25)
  const isGerman = random.chance(0.5)
  const draft = new Draft(separator === '\t' && random.chance(0.5) ? 'a.tsv' : 'a.csv', eol)
  const quoted = (text: string) =>
    isQuoted || /["\n]/.test(text) || text.includes(separator) || random.chance(0.05)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const names = ['name', 'amount', 'day', 'paid', 'note']
  draft.put(`${names.map(quoted).join(separator)}\n`)
  const rows = 3 + random.below(4)
  for (let row = 0; row < rows; row++) {
    const day = two(row === 0 ? 28 : 1 + random.below(28))
    const month = two(1 + random.below(12))
    const note = random.pick([word(random), 'one, two; three', 'she said "no"', `a${eol}b`, 'it is'])
    const cells = [
      word(random),
      amount(random, decimal),
      isGerman ? `${day}.${month}.2026` : `2026-${month}-${day}`,
      row < 2 ? ['yes', 'no'][row] : random.pick(['yes', 'no']),
      note,
    ]
    for (const [at, text = ''] of cells.entries()) {
      if (at > 0) draft.put(separator)
      draft.cell('', row, names[at] ?? '', quoted(text))
    }
    if (row < rows - 1 || random.chance(0.7)) draft.put('\n')
  }
  return draft
}

function markdown(random: Random, eol: string): Draft {
  const draft = new Draft(random.pick(['plan.md', 'plan.markdown']), eol)
  draft.put(`# Plan\n\n`)
  const hasTable = random.chance(0.6)
  const isBare = random.chance(0.3)
  if (hasTable) pipes(draft, random, isBare)
  const bullet = random.pick(['- ', '* ', '+ ', '1. ', '-  '])
  const hasBoxes = random.chance(0.7)
  const list = hasTable ? 'list' : ''
  draft.put(random.chance(0.5) ? '## To do\n\n' : '## Später\n')
  for (let row = 0; row < 2 + random.below(3); row++) {
    draft.put(bullet)
    if (hasBoxes)
      draft
        .put('[')
        .cell(list, row, 'done', random.pick([' ', 'x']))
        .put('] ')
    draft.cell(list, row, 'text', `${word(random)} ${row}`).put(random.chance(0.1) ? '  \n' : '\n')
  }
  draft.put('\n## Notes\n\n')
  const lines = 1 + random.below(3)
  for (let row = 0; row < lines; row++) {
    draft.cell('text', row, 'text', `Some ${word(random)} and line ${row}.`)
    if (row < lines - 1) draft.put('\n')
  }
  return random.chance(0.7) ? draft.put('\n') : draft
}

function pipes(draft: Draft, random: Random, isBare: boolean): void {
  const [open, close] = isBare ? ['', ''] : ['|', '|']
  const pad = (text: string, width: number) => (isBare ? ` ${text} ` : ` ${text.padEnd(width)} `)
  const titles = ['item', 'hours', 'seen']
  draft.put(`${open}${titles.map((title) => pad(title, 12)).join('|')}${close}\n`)
  draft.put(`${open}${titles.map(() => pad('---', 12)).join('|')}${close}\n`)
  for (let row = 0; row < 2 + random.below(3); row++) {
    draft.put(open)
    const cells = [word(random), amount(random, '.'), `2026-03-${two(1 + random.below(28))}`]
    for (const [at, text] of cells.entries()) {
      if (at > 0) draft.put('|')
      draft.cell('', row, titles[at] ?? '', pad(text, 12))
    }
    draft.put(`${close}\n`)
  }
  draft.put('\n')
}

function text(random: Random, eol: string): Draft {
  const draft = new Draft(random.pick(['notes.txt', 'README', 'main.py']), eol)
  const isCode = draft.path.endsWith('.py')
  const lines = 2 + random.below(5)
  for (let row = 0; row < lines; row++) {
    if (isCode)
      draft.cell(
        '',
        row,
        'text',
        `${'    '.repeat(row % 2)}${row % 2 === 0 ? `def f${row}(x):` : `return x + ${row}`}`,
      )
    else
      draft
        .put(random.chance(0.2) ? '  ' : '')
        .cell('', row, 'text', `Words of ${word(random)}, line ${row}`)
        .put(random.chance(0.2) ? ' ' : '')
    if (row < lines - 1) draft.put(random.chance(0.2) ? '\n\n' : '\n')
  }
  return random.chance(0.6) ? draft.put('\n') : draft
}

function json(random: Random, eol: string): Draft {
  const draft = new Draft('config.json', eol)
  const isFlat = random.chance(0.2)
  const indent = random.pick(['  ', '    ', '\t'])
  const line = (depth: number) => (isFlat ? ' ' : `\n${indent.repeat(depth)}`)
  const colon = random.pick([': ', ':', ' : '])
  const quoted = () => JSON.stringify(word(random))
  draft.put(`{${line(1)}"backend"${colon}`).cell('', 0, 'backend', quoted())
  draft.put(`,${line(1)}"quality"${colon}`).cell('', 0, 'quality', String(random.below(100)))
  draft.put(`,${line(1)}"fast"${colon}`).cell('', 0, 'fast', String(random.chance(0.5)))
  draft.put(`,${line(1)}"sizes"${colon}[128, 320 ],${line(1)}"server"${colon}{${line(2)}"host"${colon}`)
  draft.cell('', 0, 'server_host', quoted()).put(` ,${line(2)}"ratio"${colon}`)
  draft
    .cell('', 0, 'server_ratio', amount(random, '.').replace(/0$/, '5'))
    .put(`${line(1)}},${line(1)}"users"${colon}[`)
  const rows = 2 + random.below(3)
  for (let row = 0; row < rows; row++) {
    draft.put(`${row > 0 ? ',' : ''}${line(2)}{"name"${colon}`).cell('users', row, 'name', quoted())
    draft
      .put(`, "age"${colon}`)
      .cell('users', row, 'age', String(random.below(90)))
      .put('}')
  }
  return draft.put(`${line(1)}]${line(0)}}`).put(random.chance(0.7) ? '\n' : '')
}

function jsonLines(random: Random, eol: string): Draft {
  const draft = new Draft('log.jsonl', eol)
  const rows = 2 + random.below(4)
  for (let row = 0; row < rows; row++) {
    draft.put('{"name": ').cell('', row, 'name', JSON.stringify(word(random)))
    draft
      .put(', "ms" :')
      .cell('', row, 'ms', String(random.below(5_000)))
      .put(row < rows - 1 ? '}\n' : '}')
  }
  return random.chance(0.7) ? draft.put('\n') : draft
}

function yaml(random: Random, eol: string): Draft {
  const draft = new Draft(random.pick(['config.yaml', 'config.yml']), eol)
  const scalar = () => {
    const plain = word(random)
    const quote = random.pick(['', "'", '"'])
    return `${quote}${plain}${quote}`
  }
  const comment = () => random.pick(['', '  # why: see below', ''])
  draft.put('# settings\n---\nname: ').cell('', 0, 'name', scalar()).put(`${comment()}\nserver:\n  port:   `)
  draft.cell('', 0, 'server_port', String(1 + random.below(60_000))).put(`${comment()}\n  tls: `)
  draft.cell('', 0, 'server_tls', random.pick(['true', 'false'])).put('\n  sizes: [1, 2]\n\n  title: ')
  draft.cell('', 0, 'server_title', scalar()).put(`${comment()}\nusers:\n`)
  const rows = 2 + random.below(2)
  for (let row = 0; row < rows; row++) {
    draft.put('  - name: ').cell('users', row, 'name', scalar()).put(`${comment()}\n    age: `)
    draft.cell('users', row, 'age', String(random.below(90)))
    if (row < rows - 1) draft.put('\n')
  }
  return random.chance(0.7) ? draft.put('\n') : draft
}

function ini(random: Random, eol: string): Draft {
  const draft = new Draft(random.pick(['setup.ini', 'app.cfg']), eol)
  const sign = random.pick(['=', ' = ', ': '])
  draft.put(`; settings\n[main]\nname${sign}`).cell('', 0, 'main_name', word(random))
  draft
    .put(`\nport${sign}`)
    .cell('', 0, 'main_port', String(random.below(9_000)))
    .put('\n\n# more\n[log]\n')
  draft
    .put(`level${sign}`)
    .cell('', 0, 'log_level', random.pick(['info', 'warn']))
    .put(`\nfast${sign}`)
  draft.cell('', 0, 'log_fast', random.pick(['yes', 'no']))
  return random.chance(0.7) ? draft.put('\n') : draft
}

function toml(random: Random, eol: string): Draft {
  const draft = new Draft('app.toml', eol)
  const quoted = () => (random.chance(0.3) ? `'${word(random)}'` : JSON.stringify(word(random)))
  draft.put('# settings\nname = ').cell('', 0, 'name', quoted()).put(' # why\nport=')
  draft.cell('', 0, 'port', String(random.below(9_000))).put('\n\n[server]\n  ratio = ')
  draft.cell('', 0, 'server_ratio', `${random.below(90)}.5`).put('\n  fast = ')
  draft.cell('', 0, 'server_fast', random.pick(['true', 'false'])).put('\n')
  for (let row = 0; row < 2 + random.below(2); row++) {
    draft.put('\n[[users]]\nname = ').cell('users', row, 'name', quoted()).put('\nage = ')
    draft.cell('users', row, 'age', String(random.below(90))).put('  # years\n')
  }
  return draft
}

function env(random: Random, eol: string): Draft {
  const draft = new Draft(random.pick(['.env', '.env.local']), eol)
  const quote = random.pick(['', '"', "'"])
  draft.put('# secrets\nexport NAME=').cell('', 0, 'name', `${quote}${random.pick(['plum', 'pear'])}${quote}`)
  draft
    .put('\nPORT=')
    .cell('', 0, 'port', String(1 + random.below(9_000)))
    .put('\n\nURL=')
  draft.cell('', 0, 'url', `https://example.org/${random.below(99)}`).put('\nDEBUG=')
  draft.cell('', 0, 'debug', random.pick(['true', 'false']))
  return random.chance(0.7) ? draft.put('\n') : draft
}

/** One for each kind of file. */
export const DRAFTS: readonly DraftMaker[] = [
  csv,
  csv,
  markdown,
  markdown,
  text,
  json,
  jsonLines,
  yaml,
  ini,
  toml,
  env,
]
