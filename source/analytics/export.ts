// Everything that is kept, as a file for other programs: a line for each turn and each call (CSV), or two lists (JSON).
import { type ExportPlace, writeExport } from '../lib/export-place.ts'
import type { KeptCall, KeptTurn } from './rows.ts'

const OF_TURN = [
  'at',
  'turn',
  'model',
  'origin',
  'status',
  'source',
  'tool',
  'gate',
  'confidence',
  'routeMs',
  'callMs',
  'firstTokenMs',
  'totalMs',
  'evaluated',
  'reused',
  'generated',
  'tokensPerSecond',
] as const
const OF_CALL = ['tool', 'gate', 'ok', 'error', 'decision', 'by', 'ms'] as const
const COLUMNS = [
  'kind',
  'turnId',
  ...OF_TURN,
  ...OF_CALL.filter((name) => name !== 'tool' && name !== 'gate'),
]

type Cell = string | number | boolean | null | undefined

/** Writes a new file, for its owner alone. Throws a sentence. */
export function exportRows(place: ExportPlace, turns: readonly KeptTurn[], calls: readonly KeptCall[]): void {
  const kind = /\.(csv|json)$/i.exec(place.path)?.[1]?.toLowerCase()
  if (kind === undefined)
    throw new Error(`\`${place.shown}\` is no .csv or .json file; give it one of these ends.`)
  const failed = writeExport(place, kind === 'csv' ? csv(turns, calls) : json(turns, calls))
  if (failed !== undefined) throw new Error(failed)
}

function json(turns: readonly KeptTurn[], calls: readonly KeptCall[]): string {
  const data = {
    turns: turns.map(({ id, ...one }) => ({ turnId: id, ...one })),
    calls: calls.map(({ turn, ...one }) => ({ turnId: turn.id, at: turn.at, model: turn.model, ...one })),
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

function csv(turns: readonly KeptTurn[], calls: readonly KeptCall[]): string {
  const lines = [
    ...turns.map((one) => lineOf({ kind: 'turn', turnId: one.id, ...one })),
    ...calls.map(({ turn, ...one }) =>
      lineOf({ kind: 'call', turnId: turn.id, at: turn.at, turn: turn.turn, model: turn.model, ...one }),
    ),
  ]
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

function lineOf(row: { readonly [column: string]: Cell }): string {
  return COLUMNS.map((name) => cellOf(row[name])).join(',')
}

/** As RFC 4180 has it. */
function cellOf(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
