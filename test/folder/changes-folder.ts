// A folder on the disk with its tables, a database over them, and real services, for tests of changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Clock } from '../../source/contracts/clock.ts'
import { ChangeRefused, type FolderTable } from '../../source/contracts/folder.ts'
import type { ChangePlan, FolderView } from '../../source/contracts/folder-access.ts'
import type { ToolServices } from '../../source/contracts/lent.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import type { Condition } from '../../source/folder/answer/conditions.ts'
import { planChanges } from '../../source/folder/changes/plan-changes.ts'
import { readOwnTables } from '../../source/folder/changes/read-own-tables.ts'
import { makeChange } from '../../source/folder/changes/write-changes.ts'
import { FolderIndex } from '../../source/folder/folder-index.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { openToolHome } from '../tools/tool-home.ts'
import { inProcess } from './sql-tables.ts'

export interface Planned {
  readonly plan: ChangePlan
  readonly view: FolderView
}

/** 12 March 2026, 10:24 in Berlin. */
export function openFolder(
  t: TestContext,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  more: {
    readonly clock?: Clock
    readonly budgetBytes?: number | undefined
    readonly services?: (lent: ToolServices) => ToolServices
  } = {},
) {
  const place = openToolHome(t, files, more.budgetBytes)
  const clock = more.clock ?? place.context.clock
  const memory = memoryBook(join(place.home, 'memory.sqlite'), clock, 'test')
  t.after(() => memory.close())
  const rings = openRings(join(place.home, 'rings'))
  const lent: ToolServices = { ...place.context.services, memory, rings }
  const services = more.services?.(lent) ?? lent
  const context = { ...place.context, clock, services }
  const index = new FolderIndex({
    workspace: place.workspace,
    readers: READERS,
    own: () => readOwnTables(services, clock),
  })
  const look = () => index.look(context.signal)
  const plan = async (
    statements: readonly string[],
    conditions: readonly Condition[] = [],
  ): Promise<Planned> => {
    const view = await look()
    const changed = changedBy(view.tables, statements)
    const request = { sql: statements.join('; '), view, changed, conditions }
    return { plan: await planChanges(request, { ...context, readers: READERS }), view }
  }
  return {
    ...place,
    context,
    memory,
    rings,
    look,
    /** Tries statements and plans what they do. */
    plan: (...statements: readonly string[]) => plan(statements),
    planWith: plan,
    /** Plans and does it. */
    make: async (...statements: readonly string[]) => {
      const planned = await plan(statements)
      const made = await makeChange(planned.plan, planned.view.tables, context)
      return { ...planned, made }
    },
    text: (path: string) => readFileSync(join(place.workspace, path), 'utf8'),
  }
}

function changedBy(tables: readonly FolderTable[], statements: readonly string[]) {
  const changed = inProcess(...tables).change(
    statements,
    tables.map(({ name }) => name),
  )
  if (changed.type === 'failed') throw new Error(changed.reason)
  return changed
}

/** The sentence with which a change is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof ChangeRefused) return error.message
    throw error
  }
  return 'it was not refused'
}
