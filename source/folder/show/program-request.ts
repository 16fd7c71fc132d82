// A message about tables as the call lane is asked to answer it: with a program that is held to them. Pure.
import type { CallRequest } from '../../contracts/engine.ts'
import type { FolderTable } from '../../contracts/folder.ts'
import { spansIn } from '../../toolkit/spans.ts'
import { columnsFor } from './choose-tables.ts'
import { nearValues } from './near-values.ts'
import { type LastProgram, lastTurns, messageText, sqlState } from './prompt.ts'
import { saidWords } from './said-words.ts'
import { schemaText } from './schema-text.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Cells that are shown with a message. */
const MOST_NEAR = 4
/** A long program is a mistaken one. */
const MOST_TOKENS = 220

export interface AskedProgram {
  readonly message: string
  /** ISO date. */
  readonly today: string
  /** Those that are shown, in the order of the folder. */
  readonly tables: readonly FolderTable[]
  /** Stems that say nothing of what a message is about. */
  readonly weak: ReadonlySet<string>
  /** What the message may go on from; undefined: nothing. */
  readonly last: (LastProgram & { readonly values: readonly (string | number | bigint)[] }) | undefined
  /** The model has learned to write SQL, and needs no worked examples. */
  readonly isTaught: boolean
  readonly acts: 'ask' | 'change' | 'both'
}

/** The request; its result is the program's text, or of a model that has learned it `NO_PROGRAM`. */
export function programRequest(asked: AskedProgram): CallRequest {
  const { message, today, tables, weak, last, isTaught, acts } = asked
  const said = saidWords(message, weak)
  const near = tables
    .flatMap((table) => nearValues(said, table, MOST_NEAR))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR)
  const spans = spansIn(message, today)
  const schemas = tables.map((table) => schemaText(table, columnsFor(message, table)))
  const days = spans.flatMap(({ from, to, before }) => [from, to, ...(before === undefined ? [] : [before])])
  const results = [...(last?.values ?? []), ...days]
  // What the last message said may be said again: "no, that was for the other one".
  const words = last === undefined ? message : `${message}\n${last.message}`
  return {
    state: sqlState(schemas, isTaught),
    examples: last === undefined ? [] : lastTurns(last, today),
    message: messageText({ message, today, spans, near, result: last?.result }),
    opening: '',
    parameters: {},
    program: {
      ...vocabularyOf({
        message: words,
        tables,
        near,
        results,
        days: [...days, ...datesIn(last?.sql ?? '')],
        acts,
        today,
      }),
      mayDecline: isTaught,
    },
    maxTokens: MOST_TOKENS,
  }
}

/** The dates and months of the last program, from which the message may go on. */
function datesIn(sql: string): readonly string[] {
  return sql.match(/\d{4}-\d{2}(?:-\d{2})?(?:-%)?/g) ?? []
}
