// Turns and calls as rows: in, out, and away when they are old.
import type { DatabaseSync } from 'node:sqlite'
import type { CallMeasure, FigureFilter, TurnMeasure } from '../contracts/analytics.ts'

const DAY_MS = 86_400_000

/** A turn with its id in the file. */
export type KeptTurn = TurnMeasure & { readonly id: number }
/** A call with its turn. */
export type KeptCall = CallMeasure & { readonly turn: KeptTurn }

/** A turn that waits to be written. */
export interface Waiting {
  readonly turn: TurnMeasure
  readonly calls: readonly CallMeasure[]
}

/** Writes them, and takes those away that are older than so many days (0: none). */
export function insert(
  db: DatabaseSync,
  all: readonly Waiting[],
  keep: { readonly days: number; readonly now: number },
): void {
  const turns = db.prepare(
    `INSERT INTO turns (at, turn, model, origin, status, source, tool, gate, confidence, route_ms, call_ms, first_token_ms, total_ms,
      evaluated, reused, generated, tokens_per_second) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const calls = db.prepare(
    'INSERT INTO calls (turn_id, tool, ok, error, decision, decided_by, gate, ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  for (const { turn: one, calls: own } of all) {
    const { lastInsertRowid } = turns.run(
      Date.parse(one.at),
      one.turn,
      one.model,
      one.origin,
      one.status,
      one.source,
      one.tool,
      one.gate,
      one.confidence,
      one.routeMs,
      one.callMs,
      one.firstTokenMs,
      one.totalMs,
      one.evaluated,
      one.reused,
      one.generated,
      one.tokensPerSecond,
    )
    for (const { tool, ok, error, decision, by, gate, ms } of own)
      calls.run(lastInsertRowid, tool, ok ? 1 : 0, error, decision, by, gate, ms)
  }
  if (keep.days > 0) db.prepare('DELETE FROM turns WHERE at < ?').run(keep.now - keep.days * DAY_MS)
}

/** Turns without a model are named so. */
export const NO_MODEL = 'none'

/** Turns and calls, oldest first; those of a model or of a tool (turns: such as called it) if that is asked for. */
export function select(
  db: DatabaseSync,
  { tool, model }: FigureFilter = {},
): { readonly turns: readonly KeptTurn[]; readonly calls: readonly KeptCall[] } {
  const ofModel = model === undefined ? '' : 'AND coalesce(model, :none) = :model'
  const named = { ...(tool !== undefined && { tool }), ...(model !== undefined && { model, none: NO_MODEL }) }
  const caller = tool === undefined ? '' : 'AND id IN (SELECT turn_id FROM calls WHERE tool = :tool)'
  const rows = db.prepare(`SELECT * FROM turns WHERE 1 ${ofModel} ${caller} ORDER BY id`).all(named)
  const turns = rows.map(turnOf)
  const byId = new Map(turns.map((one) => [one.id, one]))
  const calls = db
    .prepare(`SELECT * FROM calls ${tool === undefined ? '' : 'WHERE tool = :tool'} ORDER BY id`)
    .all(tool === undefined ? {} : { tool })
    .flatMap((row) => {
      const turn = byId.get(Number(row.turn_id))
      return turn === undefined ? [] : [callOf(row, turn)]
    })
  return { turns, calls }
}

type Row = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>[number]

function turnOf(row: Row): KeptTurn {
  const speed = row.tokens_per_second
  return {
    id: Number(row.id),
    at: new Date(Number(row.at)).toISOString(),
    turn: Number(row.turn),
    model: textOf(row.model),
    origin: String(row.origin),
    status: String(row.status) as TurnMeasure['status'],
    source: row.source === 'tool' ? 'tool' : 'model',
    tool: textOf(row.tool),
    gate: textOf(row.gate) as TurnMeasure['gate'],
    confidence: Number(row.confidence),
    routeMs: Number(row.route_ms),
    callMs: Number(row.call_ms),
    firstTokenMs: Number(row.first_token_ms),
    totalMs: Number(row.total_ms),
    evaluated: Number(row.evaluated),
    reused: Number(row.reused),
    generated: Number(row.generated),
    tokensPerSecond: speed === null ? null : Number(speed),
  }
}

function callOf(row: Row, turn: KeptTurn): KeptCall {
  return {
    turn,
    tool: String(row.tool),
    ok: row.ok === 1,
    error: textOf(row.error),
    decision: textOf(row.decision),
    by: textOf(row.decided_by),
    gate: textOf(row.gate) as CallMeasure['gate'],
    ms: Number(row.ms),
  }
}

function textOf(value: Row[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
