// Whether anything comes of a program, before anybody is told of it.
import type { FolderTable } from '../../contracts/folder.ts'
import { statementKind } from '../../contracts/statement-kind.ts'
import { statementsIn } from '../program-parts.ts'
import type { FolderDatabase } from './database.ts'

/** true: a cell of its rows is not empty (a count of 0 is not), or it meets or adds a row, also one that holds already what is set. Changes nothing. */
export async function findsAny(
  sql: string,
  tables: readonly FolderTable[],
  database: FolderDatabase,
  signal: AbortSignal,
): Promise<boolean> {
  if (statementKind(sql) === 'question') {
    const answer = await database.ask(sql, tables, { signal })
    return answer.type !== 'failed' && answer.rows.some((row) => row.some((cell) => cell !== null))
  }
  const changed = await database.change(statementsIn(sql), tables, { signal })
  return changed.type !== 'failed' && [...changed.counts.values()].some(({ met, added }) => met + added > 0)
}
