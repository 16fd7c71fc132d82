// What a model is shown for a message about tables: first what stays (the task, worked examples, the tables), kept as a state, then what
// changes: the day, what the message may mean by it, what stands in the tables that it speaks of, the message itself. Pure.
import { createHash } from 'node:crypto'
import type { CallState, ChatMessage } from '../../contracts/engine.ts'
import { SHOTS_DAY, SQL_SHOTS, SQL_TASK } from '../../language/en/sql-shots.ts'
import type { Span } from '../../toolkit/spans.ts'
import type { NearValue } from './near-values.ts'

/** Stands where the model would answer to the tables alone. */
const SEEN = 'OK'
/** A cell is shown so far. */
const LONGEST_NEAR = 70
/** Of the last result. */
const LONGEST_RESULT = 120

/** The last message about these tables, what it became, and what came of it. */
export interface LastProgram {
  readonly message: string
  readonly sql: string
  /** Values of its result, or what was changed, in a few words. */
  readonly result: string
}

/** What stands before all tables. `isTaught`: the model has learned it, so it needs no worked examples and is the one that learned. */
export function sqlBase(isTaught: boolean): CallState {
  const task: ChatMessage = { role: 'system', text: SQL_TASK }
  if (isTaught) return { name: 'tables', messages: [task] }
  return { name: 'tables', messages: [task, ...SQL_SHOTS.flatMap(shotTurns)], untuned: true }
}

/** What stands before the message and stays the same: `schemas` in the order in which they are shown. */
export function sqlState(schemas: readonly string[], isTaught: boolean): CallState {
  const base = sqlBase(isTaught)
  const shown = schemas.join('\n')
  const messages: ChatMessage[] = [
    ...base.messages,
    { role: 'user', text: shown },
    { role: 'assistant', text: SEEN },
  ]
  const hash = createHash('sha256').update(shown).digest('hex').slice(0, 12)
  return { ...base, name: `tables-${hash}`, messages, base }
}

function shotTurns({ table, said }: (typeof SQL_SHOTS)[number]): ChatMessage[] {
  return [
    { role: 'user', text: table },
    { role: 'assistant', text: SEEN },
    ...said.flatMap(({ message, sql, goesOn }): ChatMessage[] => [
      { role: 'user', text: messageText({ message, today: SHOTS_DAY, spans: [], near: [], result: goesOn }) },
      { role: 'assistant', text: sql },
    ]),
  ]
}

/** The turns of the last program, where the message may go on from it. */
export function lastTurns(last: LastProgram, today: string): readonly ChatMessage[] {
  const text = messageText({ message: last.message, today, spans: [], near: [], result: undefined })
  return [
    { role: 'user', text },
    { role: 'assistant', text: last.sql },
  ]
}

interface Said {
  readonly message: string
  /** ISO date. */
  readonly today: string
  readonly spans: readonly Span[]
  readonly near: readonly NearValue[]
  /** Of the last program. */
  readonly result: string | undefined
}

/** The user's turn: what may be meant before what was said. */
export function messageText({ message, today, spans, near, result }: Said): string {
  const weekday = new Date(`${today}T00:00:00Z`).toLocaleDateString('en', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  const notes = [
    ...(result === undefined ? [] : [`Result: ${cut(result, LONGEST_RESULT)}.`]),
    `Today ${today} ${weekday}.`,
    ...spans.map(spanText),
    ...near.map(({ column, value }) => `${column}: '${cut(value.replace(/\s+/g, ' '), LONGEST_NEAR)}'.`),
  ]
  return `${notes.join(' ')}\n${message}`
}

function spanText({ words, from, to, before }: Span): string {
  const dates = from === to ? `'${from}'` : `'${from}' to '${to}'`
  return `${words} = ${dates}${before === undefined ? '' : ` or '${before}'`}.`
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
