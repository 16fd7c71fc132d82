// The folder of a session as tables, messages held against them, and what they ask for.
import { readFileSync } from 'node:fs'
import type { Clock } from '../contracts/clock.ts'
import type { ToolServices } from '../contracts/lent.ts'
import type { Meaning } from '../contracts/meaning.ts'
import { READERS } from '../folder/all-readers.ts'
import { FolderTables } from '../folder/folder-tables.ts'
import { TableReader, type TablesModel } from '../folder/table-reader.ts'
import type { TurnPorts } from '../governor/ports.ts'
import type { ProgramPaths } from '../paths.ts'
import type { ReadingModel } from '../reading/reading-model.ts'
import { RequestReader } from '../reading/request-reader.ts'
import { requestsIn } from '../reading/requests-in.ts'
import { today } from '../toolkit/civil-date.ts'
import { isoDate } from '../toolkit/local-time.ts'

export interface TablesPlace {
  readonly program: ProgramPaths
  readonly workspace: string
  readonly clock: Clock
}

/** The services with the tables of the workspace among them. */
export function withTables(services: ToolServices, { program, workspace, clock }: TablesPlace): ToolServices {
  if (services.tables !== undefined) return services
  const { memory, rings } = services
  const own = { ...(memory && { memory }), ...(rings && { rings }) }
  const child = program.databaseChild
  return { ...services, tables: new FolderTables({ workspace, clock, readers: READERS, child, own }) }
}

/** Messages held against the tables of these services. */
export function readTablesOf(
  { tables }: ToolServices,
  { program, clock }: TablesPlace,
  meaning: Meaning | undefined,
): TurnPorts['readTables'] {
  if (tables === undefined) return async () => undefined
  let model: TablesModel | undefined
  const reader = new TableReader({
    tables,
    meaning,
    model: () => (model ??= JSON.parse(readFileSync(program.tables, 'utf8'))),
    today: () => isoDate(today(clock)),
  })
  return (request, route, last, signal) => reader.read(request, route, last, signal)
}

/** What requests ask for. */
export function readRequestsOf(
  { reading }: ProgramPaths,
  meaning: Meaning | undefined,
): Pick<TurnPorts, 'read' | 'actOf' | 'requestsIn'> {
  let model: ReadingModel | undefined
  const learned = (): ReadingModel => (model ??= JSON.parse(readFileSync(reading, 'utf8')))
  const reader = new RequestReader({ vectors: meaning?.reading, model: learned })
  return {
    read: (request) => reader.read(request),
    actOf: (tool) => reader.actOf(tool),
    requestsIn: (message, read) => requestsIn(message, read, learned().cuts),
  }
}
