// SELECT: what is asked for stands before the tables that it is asked of, so those have to have the columns that were used by then.

import type { SqlColumn } from '../../contracts/sql.ts'
import { column, condition, type NextTerm, type TermType, term } from './read-terms.ts'
import { type Next, type Scan, type State, withPart } from './scan.ts'

/** Tables in one query. */
const MOST_TABLES = 3
const MOST_COLUMNS = 8

/** A whole query, the statement itself. */
export function queryOf(scan: Scan, at: number, state: State, next: Next): void {
  select(scan, at, state, (behind, after) => next(behind, after))
}

/** A query of one value or column within another one; its tables are its own. */
export function readSubquery(scan: Scan, at: number, state: State, next: NextTerm): void {
  if (state.depth > 0) return
  const inner = { ...state, depth: state.depth + 1, tables: [], used: [] }
  select(scan, at, inner, (behind, after, type, from) =>
    next(behind, { ...state, last: after.last }, type ?? 'text', from),
  )
}

type NextSelect = (at: number, state: State, type: TermType | undefined, from: SqlColumn | undefined) => void

function select(scan: Scan, at: number, state: State, next: NextSelect): void {
  scan.word('select', at, (a) =>
    scan.blank(a, (b) => {
      const inside = withPart({ ...state, clause: 'select', groups: true }, 'verb', 'select')
      const list = (start: number, from: State) =>
        results(scan, start, from, 1, (behind, after, type, own) => {
          // Values of other queries alone.
          const isOfOthers = after.used.length === 0 && hasQuery(after)
          if (isOfOthers && state.depth === 0) next(behind, after, type, own)
          scan.blank(behind, (place) =>
            fromClause(scan, place, after, (end, done) =>
              tail(scan, end, done, (e, s) => next(e, s, type, own)),
            ),
          )
        })
      list(b, inside)
      scan.word('distinct', b, (c) => scan.blank(c, (d) => list(d, withPart(inside, 'word', 'distinct'))))
    }),
  )
}

function hasQuery({ last }: State): boolean {
  for (let part = last; part !== undefined; part = part.before) if (part.depth > 0) return true
  return false
}

function results(scan: Scan, at: number, state: State, count: number, next: NextTerm): void {
  term(scan, at, state, 0, (behind, after, type, from) => {
    next(behind, after, type, from)
    if (count < MOST_COLUMNS && state.depth === 0)
      scan.sign(',', behind, (a) =>
        scan.gap(a, (b) => results(scan, b, withPart(after, 'sign', ','), count + 1, next)),
      )
  })
}

function fromClause(scan: Scan, at: number, state: State, next: Next): void {
  scan.word('from', at, (a) =>
    scan.blank(a, (b) =>
      table(scan, b, { ...state, clause: 'from' }, (end, after) => {
        if (hasAll(scan, after)) next(end, after)
        joins(scan, end, after, (last, joined) => {
          if (hasAll(scan, joined)) next(last, joined)
        })
      }),
    ),
  )
}

/** A table that has one of the columns that were used, if any was. */
function table(scan: Scan, at: number, state: State, next: Next): void {
  const { tables } = scan.vocabulary
  const fitting = tables.filter(
    ({ name, columns }) =>
      !state.tables.includes(name) &&
      (state.tables.length > 0 ||
        state.used.length === 0 ||
        state.used.some((used) => used.includes('.') || columns.some((one) => used === one.name))),
  )
  scan.name(
    fitting.map(({ name }) => name),
    at,
    (end, name) => next(end, withPart({ ...state, tables: [...state.tables, name] }, 'table', name)),
  )
}

function hasAll({ vocabulary }: Scan, { tables, used }: State): boolean {
  const named = vocabulary.tables.filter(({ name }) => tables.includes(name))
  const known = new Set(
    named.flatMap(({ name, columns }) => columns.flatMap((one) => [one.name, `${name}.${one.name}`])),
  )
  return used.every((name) => known.has(name))
}

/** How many rows may be asked for. */
function counts({ vocabulary }: Scan): readonly string[] {
  return [...new Set([...vocabulary.numbers, ...vocabulary.smallNumbers])]
}

function joins(scan: Scan, at: number, state: State, next: Next): void {
  if (state.tables.length >= Math.min(MOST_TABLES, scan.vocabulary.tables.length)) return
  scan.blank(at, (a) => {
    const joined = (b: number, before: State) =>
      scan.word('join', b, (c) =>
        scan.blank(c, (d) =>
          table(scan, d, before, (e, named) =>
            scan.blank(e, (f) =>
              scan.word('on', f, (g) =>
                scan.blank(g, (h) =>
                  matched(scan, h, { ...named, clause: 'on' }, (end, after) => {
                    next(end, after)
                    joins(scan, end, after, next)
                  }),
                ),
              ),
            ),
          ),
        ),
      )
    joined(a, withPart(state, 'word', 'join'))
    scan.word('left', a, (b) => scan.blank(b, (c) => joined(c, withPart(state, 'word', 'left join'))))
  })
}

/** `a.x = b.y` */
function matched(scan: Scan, at: number, state: State, next: Next): void {
  column(scan, at, state, (a, one) =>
    scan.gap(a, (b) =>
      scan.sign('=', b, (c) =>
        scan.gap(c, (d) => column(scan, d, withPart(one, 'sign', '='), (end, both) => next(end, both))),
      ),
    ),
  )
}

/** WHERE, GROUP BY, HAVING, ORDER BY and LIMIT, each where it may stand. */
function tail(scan: Scan, at: number, state: State, next: Next): void {
  next(at, state)
  scan.blank(at, (a) => {
    scan.word('where', a, (b) =>
      scan.blank(b, (c) =>
        condition(scan, c, { ...state, clause: 'where', groups: false }, 0, (end, after) =>
          grouped(scan, end, after, next),
        ),
      ),
    )
  })
  grouped(scan, at, state, next)
}

function grouped(scan: Scan, at: number, state: State, next: Next): void {
  ordered(scan, at, state, next)
  scan.blank(at, (a) =>
    scan.word('group', a, (b) =>
      scan.blank(b, (c) =>
        scan.word('by', c, (d) =>
          scan.blank(d, (e) =>
            keys(scan, e, { ...state, clause: 'group', groups: false }, (end, after) => {
              ordered(scan, end, after, next)
              scan.blank(end, (f) =>
                scan.word('having', f, (g) =>
                  scan.blank(g, (h) =>
                    condition(scan, h, { ...after, clause: 'having', groups: true }, 0, (last, done) =>
                      ordered(scan, last, done, next),
                    ),
                  ),
                ),
              )
            }),
          ),
        ),
      ),
    ),
  )
}

function keys(scan: Scan, at: number, state: State, next: Next): void {
  term(scan, at, state, 1, (end, after, _type, from) => {
    if (from === undefined && after.last?.kind !== 'text' && after.last?.kind !== 'number') next(end, after)
    else if (from !== undefined) next(end, after)
    scan.sign(',', end, (a) => scan.gap(a, (b) => keys(scan, b, after, next)))
  })
}

function ordered(scan: Scan, at: number, state: State, next: Next): void {
  limited(scan, at, state, next)
  scan.blank(at, (a) =>
    scan.word('order', a, (b) =>
      scan.blank(b, (c) =>
        scan.word('by', c, (d) =>
          scan.blank(d, (e) =>
            orders(scan, e, { ...state, clause: 'order', groups: true }, (end, after) =>
              limited(scan, end, after, next),
            ),
          ),
        ),
      ),
    ),
  )
}

function orders(scan: Scan, at: number, state: State, next: Next): void {
  term(scan, at, state, 1, (end, after) => {
    const more = (place: number, sorted: State) => {
      next(place, sorted)
      scan.sign(',', place, (a) => scan.gap(a, (b) => orders(scan, b, sorted, next)))
    }
    more(end, after)
    scan.blank(end, (a) => {
      for (const way of ['desc', 'asc']) scan.word(way, a, (b) => more(b, withPart(after, 'word', way)))
    })
  })
}

function limited(scan: Scan, at: number, state: State, next: Next): void {
  next(at, state)
  const inside = { ...state, clause: 'limit' }
  const count = (word: string, place: number, from: State, then: Next) =>
    scan.word(word, place, (a) =>
      scan.blank(a, (b) =>
        scan.number(b, counts(scan), (end, text) =>
          then(end, withPart(withPart(from, 'word', word), 'number', text)),
        ),
      ),
    )
  scan.blank(at, (a) =>
    count('limit', a, inside, (end, after) => {
      next(end, after)
      scan.blank(end, (b) => count('offset', b, after, next))
    }),
  )
}
