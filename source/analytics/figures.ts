// From rows to figures: counts, shares and spreads, by tool, model or day.
import type { CallFigures, FigureKind, FigureRow, Spread, TurnFigures } from '../contracts/analytics.ts'
import { type KeptCall, type KeptTurn, NO_MODEL } from './rows.ts'

interface Group {
  readonly calls: KeptCall[]
  readonly turns: Set<KeptTurn>
}

/** A row for each tool, model or day. `dayOf` gives the day of a moment where the person is. */
export function figuresBy(
  by: FigureKind,
  { turns, calls }: { readonly turns: readonly KeptTurn[]; readonly calls: readonly KeptCall[] },
  dayOf: (at: string) => string,
): readonly FigureRow[] {
  const groups = new Map<string, Group>()
  const group = (name: string): Group => {
    const found = groups.get(name) ?? { calls: [], turns: new Set() }
    groups.set(name, found)
    return found
  }
  const nameOf = (turn: KeptTurn) => (by === 'day' ? dayOf(turn.at) : (turn.model ?? NO_MODEL))
  if (by !== 'tool') for (const turn of turns) group(nameOf(turn)).turns.add(turn)
  for (const call of calls) {
    const own = group(by === 'tool' ? call.tool : nameOf(call.turn))
    own.calls.push(call)
    own.turns.add(call.turn)
  }
  const rows = [...groups].map(([name, one]) => ({
    name,
    calls: callFigures(one.calls),
    turns: turnFigures([...one.turns]),
  }))
  const use = (row: FigureRow) => (by === 'tool' ? row.calls.calls : row.turns.turns)
  return rows.sort((a, b) => {
    const order = a.name < b.name ? -1 : 1
    return by === 'day' ? order : use(b) - use(a) || order
  })
}

function callFigures(calls: readonly KeptCall[]): CallFigures {
  return {
    calls: calls.length,
    ok: calls.filter((one) => one.ok).length,
    errors: countsOf(calls.flatMap((one) => one.error ?? [])),
    decisions: countsOf(calls.flatMap((one) => decisionOf(one) ?? [])),
    gates: countsOf(calls.map((one) => one.gate ?? 'named')),
    // What was not run took no time.
    ...spreadOf(calls.filter((one) => one.ok || one.ms > 0).map((one) => one.ms)),
  }
}

/** `policy` and `denied by policy` are not the person's. */
function decisionOf({ decision, by }: KeptCall): string | undefined {
  return decision === 'denied' && by === 'policy' ? 'denied by policy' : (decision ?? undefined)
}

function turnFigures(turns: readonly KeptTurn[]): TurnFigures {
  const sum = (pick: (turn: KeptTurn) => number) => turns.reduce((all, turn) => all + pick(turn), 0)
  const speeds = turns.flatMap((one) => one.tokensPerSecond ?? [])
  return {
    turns: turns.length,
    statuses: countsOf(turns.map((one) => one.status)),
    firstToken: spreadOf(turns.map((one) => one.firstTokenMs).filter((ms) => ms > 0)),
    total: spreadOf(turns.map((one) => one.totalMs)),
    evaluated: sum((one) => one.evaluated),
    reused: sum((one) => one.reused),
    generated: sum((one) => one.generated),
    cacheHits: turns.filter((one) => one.reused > one.evaluated).length,
    tokensPerSecond: spreadOf(speeds).p50,
  }
}

/** By nearest rank: the smallest value that so many of a hundred do not exceed. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { p50: at(0.5), p95: at(0.95) }
}

/** The most frequent first. */
function countsOf(names: readonly string[]): { readonly [name: string]: number } {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}
