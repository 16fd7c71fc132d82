// Terms (columns, values, functions, sums) and conditions. A term carries its type, and the column that its values belong to.

import type { SqlColumn } from '../../contracts/sql.ts'
import { AGGREGATES, DATE_TEXTS, FUNCTIONS, type SqlFunction } from './functions.ts'
import { readSubquery } from './read-query.ts'
import { type Next, once, type Scan, type State, withPart } from './scan.ts'
import {
  anyForm,
  areTimes,
  dateForm,
  oneOf,
  patternOf,
  runOf,
  type TextForm,
  timesLike,
  wordsOf,
} from './text-forms.ts'

export type TermType = 'text' | 'number' | 'date'

/** Called with what a term is. */
export type NextTerm = (at: number, state: State, type: TermType, column?: SqlColumn) => void

/** How deep brackets and functions stand in one another. */
const DEEPEST = 6

/** Columns that may stand here: of the tables that are named, or of any while none is. */
export function columnsOf({ vocabulary }: Scan, { tables }: State): readonly SqlColumn[] {
  const named = vocabulary.tables.filter(({ name }) => tables.length === 0 || tables.includes(name))
  return named.flatMap(({ columns }) => columns)
}

/** What a term has to become; `words`: a text or a date. */
type Wanted = TermType | 'words'

function isOf(type: TermType, wanted: Wanted | undefined): boolean {
  return wanted === undefined || (wanted === 'words' ? type !== 'number' : type === wanted)
}

/** `hours`, or `timesheet.hours`. */
export function column(scan: Scan, at: number, state: State, next: NextTerm, wanted?: Wanted): void {
  const columns = columnsOf(scan, state).filter((one) => isOf(typeOf(one), wanted))
  scan.name([...new Set(columns.map(({ name }) => name))], at, (behind, name) => {
    const seen = new Set<TermType>()
    for (const one of columns) {
      if (one.name !== name || seen.has(typeOf(one))) continue
      seen.add(typeOf(one))
      const used = state.tables.length === 0 ? [...state.used, name] : state.used
      next(behind, withPart({ ...state, used }, 'column', name), typeOf(one), one)
    }
  })
  const { tables } = scan.vocabulary
  if (tables.length === 1 && state.depth === 0) return
  const named = tables.filter(({ name }) => state.tables.length === 0 || state.tables.includes(name))
  scan.name(
    named.map(({ name }) => name),
    at,
    (behind, tableName) =>
      scan.sign('.', behind, (start) => {
        const table = named.find(({ name }) => name === tableName)
        const all = (table?.columns ?? []).filter((one) => isOf(typeOf(one), wanted))
        scan.name(
          all.map(({ name }) => name),
          start,
          (end, name) => {
            const one = all.find((own) => own.name === name)
            const whole = `${tableName}.${name}`
            const used = state.tables.length === 0 ? [...state.used, whole] : state.used
            if (one) next(end, withPart({ ...state, used }, 'column', whole), typeOf(one), one)
          },
        )
      }),
  )
}

function typeOf({ type }: SqlColumn): TermType {
  return type === 'yes/no' ? 'number' : type
}

/** A sum of terms: `a + b * 2`; texts are joined by `||`. Nothing begins here that cannot become what is `wanted`. */
export function term(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  next: NextTerm,
  wanted?: Wanted,
): void {
  const wants = (behind: number, after: State, type: TermType, from?: SqlColumn) => {
    if (isOf(type, wanted)) next(behind, after, type, from)
    // Of a date taken from another one SQLite makes the difference of their years.
    if (depth >= DEEPEST || type === 'date') return
    const signs = type === 'number' ? ['+', '-', '*', '/'] : ['||']
    scan.gap(behind, (place) => {
      for (const sign of signs)
        scan.sign(sign, place, (start) =>
          scan.gap(start, (other) => {
            const joined: NextTerm = (end, done) => next(end, done, type)
            term(scan, other, withPart(after, 'sign', sign), depth + 1, joined, type)
          }),
        )
    })
  }
  single(scan, at, state, depth, wants, wanted)
}

function single(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  next: NextTerm,
  wanted: Wanted | undefined,
): void {
  const { last } = state
  column(scan, at, state, next, wanted)
  if (isOf('number', wanted)) {
    number(scan, at, state, [], next)
    // Two of them begin a comment.
    if (last?.kind !== 'number' && !(last?.kind === 'sign' && last.text === '-'))
      scan.sign('-', at, (start) => number(scan, start, withPart(state, 'sign', 'minus'), [], next))
  }
  if (isOf('text', wanted))
    scan.quoted(textForm(scan), at, (behind, text) => next(behind, withPart(state, 'text', text), 'text'))
  if (isOf('date', wanted) && mayBeAnyDay(scan, state))
    scan.quoted(dateForm(false), at, (behind, text) => next(behind, withPart(state, 'text', text), 'date'))
  if (depth >= DEEPEST) return
  call(scan, at, state, depth, FUNCTIONS, next, wanted)
  if (state.groups) call(scan, at, state, depth, AGGREGATES, next, wanted)
  caseOf(scan, at, state, depth, next)
  scan.sign('(', at, (start) => {
    const closed: NextTerm = (end, inner, type) =>
      scan.sign(')', end, (behind) => next(behind, withPart(inner, 'sign', ')'), type))
    term(scan, start, withPart(state, 'sign', '('), depth + 1, closed, wanted)
    readSubquery(scan, start, state, (end, inner, type, from) =>
      scan.sign(')', end, (behind) => next(behind, inner, type, from)),
    )
  })
}

/** What may be set without being said: nothing, one. */
const UNSAID = ['0', '1']
const SIGNS = ['+', '-', '*', '/', ',']

/** A number: of the message or the last result; small ones where no cell is set to them; and `cells` of the column beside. */
function number(scan: Scan, at: number, state: State, cells: readonly string[], next: NextTerm): void {
  const { numbers, smallNumbers } = scan.vocabulary
  const isSet = (state.clause === 'set' || state.clause === 'values') && state.depth === 0
  const isWorkedOut = state.last?.kind === 'sign' && SIGNS.includes(state.last.text)
  const small = isSet && !isWorkedOut ? UNSAID : smallNumbers
  const allowed = new Set([...numbers, ...small, ...cells])
  scan.number(at, [...allowed], (behind, text) => next(behind, withPart(state, 'number', text), 'number'))
}

/** Any text that is known: cells of any text column, runs of the message, what was worked out. */
function textForm({ vocabulary }: Scan): TextForm {
  return anyForm([runOf(vocabulary.message), oneOf(vocabulary.texts)])
}

/** What a column may be compared with. */
export function valueForm({ vocabulary }: Scan, { type, values }: SqlColumn): TextForm {
  const known = oneOf(values)
  if (type === 'date') return known
  return anyForm([known, runOf(vocabulary.message), oneOf(vocabulary.texts), ...timesLike(values)])
}

/** What a column may be set to: also words of the message and of its cells, put together anew. */
export function setForm(scan: Scan, column: SqlColumn): TextForm {
  const { message, texts } = scan.vocabulary
  const known = valueForm(scan, column)
  if (column.type === 'date') return anyForm([dateForm(false), known])
  if (areTimes(column.values)) return anyForm(timesLike(column.values))
  return anyForm([known, wordsOf([message, ...texts, ...column.values])])
}

function call(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  functions: Readonly<Record<string, SqlFunction>>,
  next: NextTerm,
  wanted: Wanted | undefined,
): void {
  const isGroup = functions === AGGREGATES
  const fitting = Object.keys(functions).filter((name) => {
    const gives = functions[name]?.gives ?? 'same'
    return gives === 'same' || isOf(gives, wanted)
  })
  scan.name(fitting, at, (behind, name) => {
    const known = functions[name]
    if (known === undefined) return
    const inner = withPart({ ...state, groups: state.groups && !isGroup }, 'function', name)
    const done = (end: number, after: State, type: TermType, from?: SqlColumn) =>
      scan.sign(')', end, (last) => {
        const gives = known.gives === 'same' ? type : known.gives
        next(last, { ...after, groups: state.groups }, gives, known.gives === 'same' ? from : undefined)
      })
    scan.sign('(', behind, (start) => {
      // What holds is 1, so it can be added up.
      if (name === 'sum') condition(scan, start, inner, depth + 1, (end, after) => done(end, after, 'number'))
      if (isGroup) {
        if (name === 'count')
          scan.sign('*', start, (end) => done(end, withPart(inner, 'sign', '*'), 'number'))
        scan.word('distinct', start, (end) =>
          scan.blank(end, (from) => column(scan, from, withPart(inner, 'word', 'distinct'), done)),
        )
      }
      args(scan, start, inner, depth, known, 0, done)
    })
  })
}

function args(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  known: SqlFunction,
  index: number,
  done: NextTerm,
): void {
  const wanted = known.takes[index] ?? (known.more ? known.takes.at(-1) : undefined)
  if (wanted === undefined) return
  const isLate = known.takes[0] !== 'text' && wanted === 'text' && index > 0
  const found: NextTerm = (behind, after, type, from) => {
    if (wanted !== 'any' && wanted !== type && !(wanted === 'date' && type === 'text')) return
    if (index + 1 >= (known.least ?? known.takes.length)) done(behind, after, type, from)
    scan.sign(',', behind, (start) =>
      scan.gap(start, (other) =>
        args(
          scan,
          other,
          withPart(after, 'sign', ','),
          depth,
          known,
          index + 1,
          (end, last, lastType, lastFrom) =>
            done(end, last, known.gives === 'same' && from !== undefined ? type : lastType, from ?? lastFrom),
        ),
      ),
    )
  }
  if (isLate || known === FUNCTIONS.strftime)
    scan.quoted(oneOf(DATE_TEXTS), at, (end, text) => found(end, withPart(state, 'text', text), 'text'))
  // Of a text function also a part of a cell may be given, and what comes in its place.
  if (wanted === 'text' && state.tables.length > 0)
    for (const one of columnsOf(scan, state)) {
      const form =
        known === FUNCTIONS.replace && index === 2 ? anyForm([setForm(scan, one), oneOf([''])]) : partOf(one)
      if (one.type === 'text')
        scan.quoted(form, at, (end, text) => found(end, withPart(state, 'text', text), 'text'))
    }
  const kind = wanted === 'any' ? undefined : wanted === 'date' ? 'words' : wanted
  term(scan, at, state, depth + 1, found, kind)
}

/** A passage of a cell. */
function partOf({ values }: SqlColumn): TextForm {
  return (text) => {
    const isThere = text !== '' && values.some((value) => value.includes(text))
    return { isWhole: isThere, isOpen: text === '' ? values.length > 0 : isThere }
  }
}

/** `CASE WHEN condition THEN term [ELSE term] END` */
function caseOf(scan: Scan, at: number, state: State, depth: number, next: NextTerm): void {
  const when = (place: number, inner: State, type: TermType | undefined) =>
    scan.word('when', place, (a) =>
      scan.blank(a, (b) =>
        condition(scan, b, withPart(inner, 'word', 'when'), depth + 1, (c, told) =>
          scan.blank(c, (d) =>
            scan.word('then', d, (e) =>
              scan.blank(e, (f) =>
                term(scan, f, withPart(told, 'word', 'then'), depth + 1, (g, given, givenType) => {
                  if (type === undefined || type === givenType) rest(g, given, givenType)
                }),
              ),
            ),
          ),
        ),
      ),
    )
  const end = (place: number, inner: State, type: TermType) =>
    scan.blank(place, (start) =>
      scan.word('end', start, (last) => next(last, withPart(inner, 'word', 'end'), type)),
    )
  const rest = (place: number, inner: State, type: TermType) => {
    end(place, inner, type)
    scan.blank(place, (start) => {
      when(start, inner, type)
      scan.word('else', start, (a) =>
        scan.blank(a, (b) =>
          term(scan, b, withPart(inner, 'word', 'else'), depth + 1, (c, other, otherType) => {
            if (otherType === type) end(c, other, type)
          }),
        ),
      )
    })
  }
  scan.word('case', at, (a) => scan.blank(a, (b) => when(b, withPart(state, 'word', 'case'), undefined)))
}

/** Conditions joined by AND and OR. */
export function condition(scan: Scan, at: number, state: State, depth: number, next: Next): void {
  test(scan, at, state, depth, (behind, after) => {
    next(behind, after)
    scan.blank(behind, (place) => {
      for (const word of ['and', 'or'])
        scan.word(word, place, (start) =>
          scan.blank(start, (other) => condition(scan, other, withPart(after, 'word', word), depth, next)),
        )
    })
  })
}

function test(scan: Scan, at: number, state: State, depth: number, next: Next): void {
  if (depth >= DEEPEST) return
  scan.word('not', at, (a) =>
    scan.blank(a, (b) => test(scan, b, withPart(state, 'word', 'not'), depth + 1, next)),
  )
  scan.sign('(', at, (start) =>
    condition(scan, start, withPart(state, 'sign', '('), depth + 1, (end, inner) =>
      scan.sign(')', end, (behind) => next(behind, withPart(inner, 'sign', ')'))),
    ),
  )
  term(scan, at, state, depth + 1, (behind, after, type, from) => {
    // A text alone is no condition, and nothing is compared with what stands first.
    if (after.last === undefined || (from === undefined && after.last.kind === 'text')) return
    scan.gap(behind, (place) => compare(scan, place, after, depth, type, from, next))
    scan.blank(behind, (place) => wordTest(scan, place, after, depth, type, from, next))
  })
}

const COMPARE = ['=', '!=', '<>', '<=', '>=', '<', '>']

function compare(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  type: TermType,
  from: SqlColumn | undefined,
  next: Next,
): void {
  for (const sign of COMPARE)
    scan.sign(sign, at, (start) =>
      scan.gap(start, (place) =>
        operand(scan, place, withPart(state, 'sign', sign), depth, type, from, next),
      ),
    )
}

/** What a term of a type, perhaps a column, is compared with. */
function operand(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  type: TermType,
  from: SqlColumn | undefined,
  goOn: Next,
): void {
  const next = once(goOn)
  if (from !== undefined && from.type === 'yes/no') {
    for (const bit of ['0', '1']) scan.sign(bit, at, (end) => next(end, withPart(state, 'number', bit)))
    return
  }
  if (from !== undefined && type !== 'number')
    scan.quoted(valueForm(scan, from), at, (end, text) => next(end, withPart(state, 'text', text)))
  if (from !== undefined && type === 'number')
    number(scan, at, state, from.values, (end, after) => next(end, after))
  if (from === undefined && type === 'text')
    scan.quoted(shortText, at, (end, text) => next(end, withPart(state, 'text', text)))
  const kind = type === 'number' ? 'number' : 'words'
  term(scan, at, state, depth + 1, (end, after) => next(end, after), kind)
}

const EXACT = ['=', '!=', '<>', 'in']

/** A message that names no day means none: what is equal to a date is one that stands in the column then. */
function mayBeAnyDay({ vocabulary }: Scan, { clause, last }: State): boolean {
  const isCompared = clause !== 'set' && clause !== 'values' && last !== undefined
  return vocabulary.days.length > 0 || !isCompared || !EXACT.includes(last.text)
}

/** A part of a date: any where the message names one, else one that the column has. */
function monthForm({ vocabulary }: Scan, from: SqlColumn | undefined): TextForm {
  const form = dateForm(true)
  if (vocabulary.days.length > 0 || from === undefined) return form
  return (text) => {
    const said = text.replaceAll('%', '')
    const isThere = from.values.some((value) => value.includes(said))
    const { isWhole, isOpen } = form(text)
    return { isWhole: isWhole && isThere, isOpen: isOpen && isThere }
  }
}

/** What `strftime` and `substr` give: a few digits. */
function shortText(text: string) {
  const isShort = /^[\d:-]{0,10}$/.test(text)
  return { isWhole: isShort && text !== '', isOpen: isShort }
}

function wordTest(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  type: TermType,
  from: SqlColumn | undefined,
  next: Next,
): void {
  const positive = (place: number, before: State) => {
    scan.word('like', place, (a) =>
      scan.blank(a, (b) => {
        const form =
          type === 'date'
            ? monthForm(scan, from)
            : patternOf(from ?? anyColumn(scan), scan.vocabulary.message)
        if (type !== 'number')
          scan.quoted(form, b, (end, text) =>
            next(end, withPart(withPart(before, 'word', 'like'), 'pattern', text)),
          )
      }),
    )
    scan.word('between', place, (a) =>
      scan.blank(a, (b) =>
        operand(scan, b, withPart(before, 'word', 'between'), depth + 1, type, from, (c, low) =>
          scan.blank(c, (d) =>
            scan.word('and', d, (e) =>
              scan.blank(e, (f) =>
                operand(scan, f, withPart(low, 'word', 'to'), depth + 1, type, from, next),
              ),
            ),
          ),
        ),
      ),
    )
    scan.word('in', place, (a) =>
      scan.gap(a, (b) =>
        scan.sign('(', b, (start) => {
          const inside = withPart(before, 'word', 'in')
          list(scan, start, inside, depth, type, from, next)
          readSubquery(scan, start, inside, (end, inner) => scan.sign(')', end, (last) => next(last, inner)))
        }),
      ),
    )
  }
  positive(at, state)
  scan.word('not', at, (a) => scan.blank(a, (b) => positive(b, withPart(state, 'word', 'not'))))
  scan.word('is', at, (a) =>
    scan.blank(a, (b) => {
      // What no cell is, is not asked for.
      if (from !== undefined && from.hasEmpty !== true) return
      scan.word('null', b, (end) => next(end, withPart(state, 'word', 'is null')))
      scan.word('not', b, (c) =>
        scan.blank(c, (d) =>
          scan.word('null', d, (end) => next(end, withPart(state, 'word', 'is not null'))),
        ),
      )
    }),
  )
}

function list(
  scan: Scan,
  at: number,
  state: State,
  depth: number,
  type: TermType,
  from: SqlColumn | undefined,
  next: Next,
): void {
  operand(scan, at, state, depth + 2, type, from, (end, after) => {
    scan.sign(')', end, (last) => next(last, after))
    scan.sign(',', end, (a) => scan.gap(a, (b) => list(scan, b, after, depth, type, from, next)))
  })
}

/** A text that no column gives (a function's) is held against all cells. */
function anyColumn({ vocabulary }: Scan): SqlColumn {
  const values = vocabulary.tables.flatMap(({ columns }) => columns.flatMap((one) => one.values))
  return { name: '', type: 'text', values }
}
