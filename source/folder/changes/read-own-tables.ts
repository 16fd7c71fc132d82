// What the program keeps itself, as rows: read from its services each time, for they are small and others write them, too.
import type { Clock } from '../../contracts/clock.ts'
import type { FolderTable } from '../../contracts/folder.ts'
import type { ToolServices } from '../../contracts/lent.ts'
import type { Memory, MemoryEntry } from '../../contracts/memory.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import { diskReason } from '../../lib/disk-reason.ts'
import { clockText, isoDate } from '../../toolkit/local-time.ts'
import { wallTime } from '../../toolkit/zoned-time.ts'
import { type OwnRows, ownTables } from '../own-tables.ts'

/** The services that own tables are read from and changed by. */
export type OwnServices = Pick<ToolServices, 'memory' | 'rings'>

export interface OwnPlace {
  readonly services: OwnServices
  readonly clock: Clock
}

/**
 * `memories`, `reminders` and `timers`, also those without a row, by their ids. A memory that there is no file of yet is not made. Where one
 * cannot be read, its tables are empty and read only, with the reason: files can be asked all the same.
 */
export async function readOwnTables(services: OwnServices, clock: Clock): Promise<readonly FolderTable[]> {
  const moment = (time: number | string) => minuteText(new Date(time).getTime(), clock.timeZone)
  const remembered = await orReason(() => readEntries(services))
  const ringing = await orReason(async () => (await services.rings?.list()) ?? [])
  const entries = remembered.found
  const rows: OwnRows = {
    memories: entries
      .filter(({ kind }) => kind !== 'reminder')
      .map(({ id, text, tags, created }) => ({ id, text, tags: tags.join(', '), created: moment(created) })),
    reminders: entries
      .filter(({ kind }) => kind === 'reminder')
      .map(({ id, text, due, completed }) => ({
        id,
        text,
        due: due === null ? null : moment(due),
        done: completed === null ? 0 : 1,
      })),
    timers: ringing.found
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, label, dueMs }) => ({ id, label, rings: moment(dueMs) })),
  }
  return ownTables(rows).map((table) => {
    const { reason } = table.kind === 'timers' ? ringing : remembered
    const version = `${table.version} ${reason}`
    return reason === undefined ? table : { ...table, version, readOnly: reason, notes: [reason] }
  })
}

interface Found<T> {
  readonly found: readonly T[]
  /** Why there is none, a sentence. */
  readonly reason?: string
}

async function orReason<T>(read: () => Promise<readonly T[]>): Promise<Found<T>> {
  try {
    return { found: await read() }
  } catch (error) {
    if (error instanceof ToolFailure) return { found: [], reason: error.message }
    if (!(error instanceof Error && 'code' in error)) throw error
    return { found: [], reason: `The timers and alarms cannot be read (${diskReason(error)}).` }
  }
}

async function readEntries({ memory }: OwnServices): Promise<readonly MemoryEntry[]> {
  return memory?.exists() === true ? allEntries(await memory.open()) : []
}

/** All that is remembered: what could be forgotten, and the reminders that are open. */
function allEntries(memory: Memory): readonly MemoryEntry[] {
  return [...memory.forgettable({}), ...memory.openReminders()].sort((a, b) => a.id - b.id)
}

/** `2026-11-28 14:05` on the clocks of a zone. */
export function minuteText(ms: number, timeZone: string): string {
  const wall = wallTime(ms, timeZone)
  return `${isoDate(wall)} ${clockText(wall)}`
}
