// The tables of a real folder, as the program makes them for a session there.
import type { ToolServices } from '../../source/contracts/lent.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { FolderTables } from '../../source/folder/folder-tables.ts'
import { findProgram } from '../../source/paths.ts'
import { someContext } from './tool-context.ts'

/** Caller closes them: a process is behind it. */
export function tablesOf(workspace: string, { memory, rings }: ToolServices = {}): FolderTables {
  const { clock } = someContext
  const child = findProgram().databaseChild
  const own = { ...(memory && { memory }), ...(rings && { rings }) }
  return new FolderTables({ workspace, clock, readers: READERS, child, own })
}
