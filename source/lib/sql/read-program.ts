// Holds an SQL program to a vocabulary while it is written: whether a text is one, may still become one, and with which characters it may go
// on. Every path of the grammar is tried with continuations; one that reaches the end of the text makes it open. Grammar:
// read-query.ts, read-change.ts; terms and conditions: read-terms.ts. Pure.

import { NO_PROGRAM, type SqlVocabulary } from '../../contracts/sql.ts'
import { changeOf } from './read-change.ts'
import { queryOf } from './read-query.ts'
import { createScan, type Scan, type ScanResult, type SqlPart, START } from './scan.ts'

/** Statements that change something, in one program. */
const MOST_CHANGES = 8

/** Reads one program: a statement that asks, or up to eight that change; or that there is none. */
export function readProgram(text: string, vocabulary: SqlVocabulary): ScanResult {
  const scan = createScan(text, vocabulary)
  const { acts, mayDecline } = vocabulary
  const end = (at: number, last: SqlPart | undefined) => {
    scan.finish(at, last)
    scan.sign(';', at, (behind) => scan.finish(behind, last))
  }
  if (mayDecline === true) scan.word(NO_PROGRAM.toLowerCase(), 0, (at) => scan.finish(at, START.last))
  if (acts !== 'change') queryOf(scan, 0, START, (at, state) => end(at, state.last))
  if (acts !== 'ask') changes(scan, 0, START.last, 1, end)
  return scan.result()
}

function changes(
  scan: Scan,
  at: number,
  last: SqlPart | undefined,
  count: number,
  end: (at: number, last: SqlPart | undefined) => void,
): void {
  changeOf(scan, at, { ...START, last }, (behind, state) => {
    end(behind, state.last)
    if (count < MOST_CHANGES)
      scan.sign(';', behind, (next) =>
        scan.gap(next, (start) => changes(scan, start, state.last, count + 1, end)),
      )
  })
}
