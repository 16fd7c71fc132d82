import type {
  AnalyticsShelf,
  FigureKind,
  FigureRow,
  Spread,
  TurnFigures,
} from '../source/contracts/analytics.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  fileNameIn,
  refusal,
} from '../source/contracts/command.ts'
import type { JsonValue } from '../source/contracts/json.ts'
import type { Drawing, ReadingShelf, TurnCost } from '../source/contracts/reading.ts'

/** Signs of a sparkline, and rows of single turns. */
const DRAWN = 28
const LISTED = 10
const CELLS = 20

/** The person's words for what rows are made by. */
const KINDS = ['tool', 'model', 'day'] as const
/** Days that are listed. */
const DAYS = 14
/** Cells of a bar, and characters of a name, in a row. */
const SHORT = 10
const NAME = 24

/** `/stats`: what turns cost and what calls came to, in this session or in all. */
const stats: Command = {
  name: 'stats',
  group: 'program',
  examples: ['/stats', '/stats tool', '/stats export stats.csv'],
  usage: '[tool [NAME]|model [NAME]|day [N]|export FILE]',
  summary: 'show tokens, waiting times and speed of this session, or of all by tool, model or day',
  worksDownTo: 3,
  help: [
    'written: tokens of answers and calls; first: time to the first token of an answer; speed: tokens a second; cache:',
    'how much of all prompts was there already. A sign of a line is a turn, the newest on the right.',
    '`tool`, `model` and `day` are over all sessions: calls, how many went well, how long half and 95 of a hundred took, tokens.',
    '`export FILE.csv` or `FILE.json` writes a new file with a row for each turn and each call. What was said is nowhere in it.',
    'The setting `analytics` turns that off; `analyticsDays` is how long it is kept. Nothing is kept while `/secret` is on.',
  ].join('\n'),
  run: (input, context) => {
    const [verb, name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (verb === undefined) return session(context.reading)
    const kind = KINDS.find((one) => one === verb)
    if (verb === 'export') return exportAll(fileNameIn(input.trim().slice(verb.length)), context)
    if (kind === undefined || rest.length > 0)
      return refusal(`\`/stats ${input}\` is not known; it takes ${stats.usage}.`)
    if (kind === 'day') return days(name, context)
    return name === undefined ? list(kind, context) : one(kind, name, context)
  },
}

function session(reading: ReadingShelf): CommandResult {
  const turns = reading.turns()
  if (turns.length === 0)
    return { ok: true, text: 'There was no turn in this session yet.', data: { turns: [] } }
  const data = {
    turns: turns.map((one) => ({ ...one, tokensPerSecond: one.tokensPerSecond ?? null })),
  }
  return { ok: true, text: [...pictures(turns, reading.draw), ...lines(turns)].join('\n'), data }
}

function exportAll(file: string, { analytics }: CommandContext): CommandResult {
  if (file === '') return refusal('`/stats export` takes the name of a new .csv or .json file.')
  const { turns, calls, shown } = analytics.exportTo(file)
  return {
    ok: true,
    text: `${counted(turns, 'turn')} and ${counted(calls, 'call')} are in \`${shown}\`.`,
    data: { path: shown, turns, calls },
  }
}

/** Every tool or model, a row each. */
function list(kind: 'tool' | 'model', { analytics, reading }: CommandContext): CommandResult {
  const rows = analytics.report(kind)
  if (rows.length === 0) return none(analytics, kind === 'tool' ? 'call' : 'turn')
  const ofTools = ['calls', 'went well', 'half', '95 %', 'errors']
  const ofModels = ['turns', 'cache', 'half', '95 %', 'tok/s  written']
  const cells = rows.map((row) => (kind === 'tool' ? toolCells(row, reading) : modelCells(row, reading)))
  return { ok: true, text: table(kind, kind === 'tool' ? ofTools : ofModels, rows, cells), data: plain(rows) }
}

function toolCells({ calls }: FigureRow, { draw }: ReadingShelf): readonly string[] {
  const share = calls.ok / calls.calls
  const well = `${draw.bar(share, SHORT)} ${percent(share).padStart(5)}`
  return [String(calls.calls), well, time(calls.p50), time(calls.p95), countsText(calls.errors)]
}

function modelCells({ turns }: FigureRow, { draw }: ReadingShelf): readonly string[] {
  const share = cacheShare(turns)
  const cache = `${draw.bar(share, SHORT)} ${percent(share).padStart(5)}`
  const speed = turns.tokensPerSecond?.toFixed(1) ?? ''
  const [half, most] = [time(turns.total.p50), time(turns.total.p95)]
  return [String(turns.turns), cache, half, most, `${speed.padStart(5)}  ${turns.generated}`]
}

/** One tool or model: everything that is known of it. */
function one(kind: 'tool' | 'model', name: string, context: CommandContext): CommandResult {
  const { analytics, reading } = context
  const row = analytics.report(kind, { [kind]: name }).find((found) => found.name === name)
  if (row === undefined)
    return refusal(`Nothing is kept of the ${kind} \`${name}\`; \`/stats ${kind}\` lists what is.`)
  const other = kind === 'tool' ? 'model' : 'tool'
  const others = analytics.report(other, { [kind]: name })
  const byDay = analytics.report('day', { [kind]: name }).slice(-DRAWN)
  const { calls, turns } = row
  const entry = (label: string, text: string) => (text === '' ? [] : [`${label.padEnd(10)}${text}`])
  const use = ({ calls, turns }: FigureRow) => (other === 'tool' ? calls.calls : turns.turns)
  const text = [
    ...entry(kind, name),
    ...entry('calls', `${calls.calls}, ${calls.ok} went well`),
    ...entry('time', spreadText(calls)),
    ...entry('errors', countsText(calls.errors)),
    ...entry('approved', countsText(calls.decisions)),
    ...entry('routed by', countsText(calls.gates)),
    ...entry('turns', `${turns.turns}: ${countsText(turns.statuses)}`),
    ...entry('first', spreadText(turns.firstToken)),
    ...entry('whole', spreadText(turns.total)),
    ...entry('tokens', `${turns.evaluated} read, ${turns.reused} cached, ${turns.generated} written`),
    ...entry(
      'cache',
      `${reading.draw.bar(cacheShare(turns), CELLS)}  ${percent(cacheShare(turns))}, the larger part in ${counted(turns.cacheHits, 'turn')}`,
    ),
    ...entry(`${other}s`, others.map((found) => `${found.name} ${use(found)}`).join(', ')),
    ...entry(
      'days',
      reading.draw.sparkline(byDay.map((day) => (kind === 'tool' ? day.calls.calls : day.turns.turns))),
    ),
  ].join('\n')
  return { ok: true, text, data: plain([row])[0] ?? null }
}

/** The last days that had turns. */
function days(asked: string | undefined, { analytics, reading }: CommandContext): CommandResult {
  const most = asked === undefined ? DAYS : Number(asked)
  if (!Number.isInteger(most) || most < 1)
    return refusal(`\`${asked}\` is no number of days; it takes a whole number from 1 on.`)
  const rows = analytics.report('day').slice(-most)
  if (rows.length === 0) return none(analytics, 'turn')
  const largest = Math.max(...rows.map(({ turns }) => turns.turns))
  const cells = rows.map(({ calls, turns }) => [
    String(turns.turns),
    reading.draw.bar(turns.turns / largest, SHORT),
    time(turns.total.p50),
    time(turns.total.p95),
    `${counted(calls.calls, 'call')}, ${calls.ok} well, ${turns.generated} tokens written`,
  ])
  return { ok: true, text: table('day', ['turns', '', 'half', '95 %', ''], rows, cells), data: plain(rows) }
}

function table(
  kind: FigureKind,
  head: readonly string[],
  rows: readonly FigureRow[],
  cells: readonly (readonly string[])[],
): string {
  const all = [head, ...cells]
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const names = [
    kind,
    ...rows.map((row) => (row.name.length > NAME ? `${row.name.slice(0, NAME - 1)}~` : row.name)),
  ]
  const first = Math.max(...names.map((name) => name.length))
  return all
    .map((row, line) => {
      const rest = row.map((cell, at) => (at === head.length - 1 ? cell : cell.padStart(widths[at] ?? 0)))
      return [names[line]?.padEnd(first), ...rest].join('  ').trimEnd()
    })
    .join('\n')
}

function none({ isOn }: AnalyticsShelf, what: string): CommandResult {
  const why = isOn ? '' : ' The setting `analytics` is off; `/settings analytics true` turns it on.'
  return { ok: true, text: `No ${what} is kept yet.${why}`, data: [] }
}

/** Figures as data: they are numbers, names and lists of these. */
function plain(rows: readonly FigureRow[]): readonly JsonValue[] {
  return rows.map((row) => JSON.parse(JSON.stringify(row)) as JsonValue)
}

function spreadText({ p50, p95 }: Spread): string {
  return p50 === null ? '' : `half within ${time(p50)}, 95 % within ${time(p95)}`
}

function countsText(counts: { readonly [name: string]: number }): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function cacheShare({ evaluated, reused }: TurnFigures): number {
  return evaluated + reused === 0 ? 0 : reused / (evaluated + reused)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function time(ms: number | null): string {
  return ms === null ? '' : seconds(ms)
}

function pictures(turns: readonly TurnCost[], draw: Drawing): readonly string[] {
  const shown = turns.slice(-DRAWN)
  const line = (name: string, values: readonly number[], text: string) =>
    `${name.padEnd(9)}${draw.sparkline(values)}  ${text}`
  const waits = turns.map((one) => one.firstTokenMs).filter((ms) => ms > 0)
  const speeds = turns.flatMap((one) => one.tokensPerSecond ?? [])
  const written = sum(turns.map((one) => one.generated))
  const reused = sum(turns.map((one) => one.reused))
  const prompts = reused + sum(turns.map((one) => one.evaluated))
  const share = prompts === 0 ? 0 : reused / prompts
  return [
    `turns    ${turns.length}`,
    line(
      'written',
      shown.map((one) => one.generated),
      `${written} tokens`,
    ),
    ...(waits.length === 0
      ? []
      : [
          line(
            'first',
            shown.map((one) => one.firstTokenMs),
            `half within ${seconds(median(waits))}, all within ${seconds(Math.max(...waits))}`,
          ),
        ]),
    ...(speeds.length === 0
      ? []
      : [
          line(
            'speed',
            shown.map((one) => one.tokensPerSecond ?? 0),
            `half above ${median(speeds).toFixed(1)} tok/s`,
          ),
        ]),
    `cache    ${draw.bar(share, CELLS)}  ${Math.round(share * 100)} % of ${prompts} prompt tokens`,
  ]
}

/** The last turns, each in a row. */
function lines(turns: readonly TurnCost[]): readonly string[] {
  const head = `${'turn'.padEnd(6)}${['cached', 'read', 'written', 'first', 'tok/s'].map((name) => name.padStart(9)).join('')}`
  const rows = turns.slice(-LISTED).map((one) => {
    const cells = [
      String(one.reused),
      String(one.evaluated),
      String(one.generated),
      one.firstTokenMs === 0 ? '' : seconds(one.firstTokenMs),
      one.tokensPerSecond?.toFixed(1) ?? '',
    ]
    return `${String(one.turn).padEnd(6)}${cells.map((cell) => cell.padStart(9)).join('')}`.trimEnd()
  })
  const more = turns.length > LISTED ? [`and ${turns.length - LISTED} before`] : []
  return [head, ...rows, ...more]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}

export default stats
