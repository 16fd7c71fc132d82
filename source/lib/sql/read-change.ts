// INSERT, UPDATE and DELETE: what changes rows says which, unless the table has one row.

import type { SqlColumn, SqlTable } from '../../contracts/sql.ts'
import { readSubquery } from './read-query.ts'
import { condition, setForm, term } from './read-terms.ts'
import { type Next, once, type Scan, type State, withPart } from './scan.ts'
import { areTimes } from './text-forms.ts'

/** One statement that changes a table. */
export function changeOf(scan: Scan, at: number, state: State, next: Next): void {
  insert(scan, at, state, next)
  update(scan, at, state, next)
  remove(scan, at, state, next)
}

function tableOf(
  scan: Scan,
  at: number,
  state: State,
  next: (at: number, state: State, table: SqlTable) => void,
  isWanted: (table: SqlTable) => boolean = () => true,
): void {
  const open = scan.vocabulary.tables.filter((table) => table.isFixed !== true && isWanted(table))
  scan.name(
    open.map(({ name }) => name),
    at,
    (end, name) => {
      const table = open.find((one) => one.name === name)
      if (table) next(end, withPart({ ...state, tables: [name] }, 'table', name), table)
    },
  )
}

function remove(scan: Scan, at: number, state: State, next: Next): void {
  scan.word('delete', at, (a) =>
    scan.blank(a, (b) =>
      scan.word('from', b, (c) =>
        scan.blank(c, (d) =>
          tableOf(
            scan,
            d,
            withPart({ ...state, clause: 'table' }, 'verb', 'delete'),
            (end, named) => where(scan, end, named, next),
            hasRows,
          ),
        ),
      ),
    ),
  )
}

/** Rows come and go. */
function hasRows({ isSingle }: SqlTable): boolean {
  return isSingle !== true
}

function where(scan: Scan, at: number, state: State, next: Next): void {
  scan.blank(at, (a) =>
    scan.word('where', a, (b) =>
      scan.blank(b, (c) => condition(scan, c, { ...state, clause: 'where' }, 0, next)),
    ),
  )
}

function update(scan: Scan, at: number, state: State, next: Next): void {
  scan.word('update', at, (a) =>
    scan.blank(a, (b) =>
      tableOf(scan, b, withPart({ ...state, clause: 'table' }, 'verb', 'update'), (c, named, table) =>
        scan.blank(c, (d) =>
          scan.word('set', d, (e) =>
            scan.blank(e, (f) =>
              settings(scan, f, { ...named, clause: 'set' }, table.columns.filter(isOpen), (end, set) => {
                if (table.isSingle) next(end, set)
                where(scan, end, set, next)
              }),
            ),
          ),
        ),
      ),
    ),
  )
}

function isOpen({ isFixed }: SqlColumn): boolean {
  return isFixed !== true
}

function settings(scan: Scan, at: number, state: State, columns: readonly SqlColumn[], next: Next): void {
  scan.name(
    columns.map(({ name }) => name),
    at,
    (a, name) => {
      const column = columns.find((one) => one.name === name)
      if (column === undefined) return
      scan.gap(a, (b) =>
        scan.sign('=', b, (c) =>
          scan.gap(c, (d) =>
            value(scan, d, withPart(state, 'column', name), column, (end, after) => {
              next(end, after)
              const others = columns.filter((one) => one !== column)
              scan.sign(',', end, (e) => scan.gap(e, (f) => settings(scan, f, after, others, next)))
            }),
          ),
        ),
      )
    },
  )
}

/** What a cell is set to: a value of its column, words of the message, something worked out. */
function value(scan: Scan, at: number, state: State, column: SqlColumn, goOn: Next): void {
  const next = once(goOn)
  scan.word('null', at, (end) => next(end, withPart(state, 'word', 'null')))
  if (column.type === 'yes/no') {
    for (const bit of ['0', '1']) scan.sign(bit, at, (end) => next(end, withPart(state, 'number', bit)))
    return
  }
  if (column.type !== 'number')
    scan.quoted(setForm(scan, column), at, (end, text) => next(end, withPart(state, 'text', text)))
  if (column.type === 'number')
    scan.number(at, column.values, (end, text) => next(end, withPart(state, 'number', text)))
  const wanted = column.type === 'number' ? 'number' : areTimes(column.values) ? 'date' : 'words'
  term(scan, at, state, 1, (end, after) => next(end, after), wanted)
}

function insert(scan: Scan, at: number, state: State, next: Next): void {
  scan.word('insert', at, (a) =>
    scan.blank(a, (b) =>
      scan.word('into', b, (c) =>
        scan.blank(c, (d) =>
          tableOf(
            scan,
            d,
            withPart({ ...state, clause: 'table' }, 'verb', 'insert'),
            (e, named, table) => newRows(scan, e, named, table.columns.filter(isOpen), next),
            hasRows,
          ),
        ),
      ),
    ),
  )
}

/** `(columns) VALUES (…)` */
function newRows(scan: Scan, at: number, state: State, open: readonly SqlColumn[], next: Next): void {
  scan.gap(at, (f) =>
    scan.sign('(', f, (g) =>
      names(scan, g, { ...state, clause: 'columns' }, open, [], (h, listed, columns) =>
        scan.gap(h, (i) =>
          scan.word('values', i, (j) =>
            scan.gap(j, (k) => rows(scan, k, { ...listed, clause: 'values' }, columns, next)),
          ),
        ),
      ),
    ),
  )
}

function names(
  scan: Scan,
  at: number,
  state: State,
  left: readonly SqlColumn[],
  taken: readonly SqlColumn[],
  next: (at: number, state: State, columns: readonly SqlColumn[]) => void,
): void {
  scan.name(
    left.map(({ name }) => name),
    at,
    (end, name) => {
      const column = left.find((one) => one.name === name)
      if (column === undefined) return
      const [after, all] = [withPart(state, 'column', name), [...taken, column]]
      scan.sign(')', end, (last) => next(last, after, all))
      const others = left.filter((one) => one !== column)
      scan.sign(',', end, (a) => scan.gap(a, (b) => names(scan, b, after, others, all, next)))
    },
  )
}

/** `(…), (…)` */
function rows(scan: Scan, at: number, state: State, columns: readonly SqlColumn[], next: Next): void {
  scan.sign('(', at, (a) =>
    cells(scan, a, withPart(state, 'sign', '('), columns, 0, (end, after) => {
      next(end, after)
      scan.sign(',', end, (b) => scan.gap(b, (c) => rows(scan, c, after, columns, next)))
    }),
  )
}

function cells(
  scan: Scan,
  at: number,
  state: State,
  columns: readonly SqlColumn[],
  index: number,
  next: Next,
): void {
  const column = columns[index]
  if (column === undefined) return
  const isLast = index + 1 === columns.length
  const behind: Next = (end, after) => {
    if (isLast) scan.sign(')', end, (last) => next(last, withPart(after, 'sign', ')')))
    else scan.sign(',', end, (a) => scan.gap(a, (b) => cells(scan, b, after, columns, index + 1, next)))
  }
  // What a new row has follows from the message, or from a query; its other cells are not known yet.
  const outside = { ...state, tables: [], used: [] }
  value(scan, at, outside, column, (end, after) => {
    if (after.used.length === 0) behind(end, { ...after, tables: state.tables })
  })
  scan.sign('(', at, (start) =>
    readSubquery(scan, start, outside, (end, inner) =>
      scan.sign(')', end, (last) => behind(last, { ...inner, tables: state.tables })),
    ),
  )
}
