import type { Command } from '../source/contracts/command.ts'
import type { Drawing, TurnCost } from '../source/contracts/reading.ts'

/** Signs of a sparkline, and rows of single turns. */
const DRAWN = 28
const LISTED = 10
const CELLS = 20

/** `/stats`: what the turns of this session cost. */
const stats: Command = {
  name: 'stats',
  group: 'program',
  examples: ['/stats'],
  usage: '',
  summary: 'show tokens, waiting times and speed of this session',
  worksDownTo: 3,
  help: [
    'written: tokens of answers and calls; first: time to the first token of an answer; speed: tokens a second; cache:',
    'how much of all prompts was there already. A sign of a line is a turn, the newest on the right.',
  ].join('\n'),
  run: (_input, { reading }) => {
    const turns = reading.turns()
    if (turns.length === 0)
      return { ok: true, text: 'There was no turn in this session yet.', data: { turns: [] } }
    const data = {
      turns: turns.map((one) => ({ ...one, tokensPerSecond: one.tokensPerSecond ?? null })),
    }
    return { ok: true, text: [...pictures(turns, reading.draw), ...lines(turns)].join('\n'), data }
  },
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
