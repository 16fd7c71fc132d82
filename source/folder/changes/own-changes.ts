// Changes of `memories`, `reminders` and `timers`: what is set in their rows becomes calls on the services. Planned and told here (own-memories.ts,
// own-timers.ts), done in own-deeds.ts. Invariant: planning makes no file where there is no memory yet.
import { ChangeRefused, type FolderTable, type RowChanges } from '../../contracts/folder.ts'
import type { OwnDeed, OwnDone } from './own-deeds.ts'
import type { OwnStep } from './own-rows.ts'
import type { OwnPlace } from './read-own-tables.ts'
import type { SaidChange } from './say-changes.ts'

export interface OwnPlan {
  readonly deeds: readonly OwnDeed[]
  /** What a person reads before it is done, a line each. */
  readonly lines: readonly string[]
  readonly said: readonly SaidChange[]
  readonly warnings: readonly string[]
}

/** Throws `ChangeRefused` or `ToolFailure`: a time is over, an entry is gone or done, there is no memory here. */
export async function planOwnChanges(
  place: OwnPlace,
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): Promise<OwnPlan> {
  const steps: OwnStep[] = []
  for (const table of tables) {
    const own = changes.get(table.name)
    if (own === undefined || table.path !== '') continue
    steps.push(...(await stepsOf(place, table, own)))
  }
  return {
    deeds: steps.map(({ deed }) => deed),
    lines: steps.flatMap(({ line }) => line.split('\n')),
    said: steps.map(({ said }) => said),
    warnings: steps.flatMap(({ warning }) => warning ?? []),
  }
}

/** Does what was planned, all of it or nothing. Throws `ToolFailure` with what a service refuses. */
export async function makeOwnChanges(plan: Pick<OwnPlan, 'deeds'>, place: OwnPlace): Promise<OwnDone> {
  const { doOwnDeeds } = await import('./own-deeds.ts')
  return doOwnDeeds(plan.deeds, place.services, place.clock)
}

/** What reads times takes a third of a second to load, so it is loaded for these changes alone. */
async function stepsOf(
  place: OwnPlace,
  table: FolderTable,
  changes: RowChanges,
): Promise<readonly OwnStep[]> {
  switch (table.kind) {
    case 'timers':
      return (await import('./own-timers.ts')).timerSteps(place, table, changes)
    case 'memories':
    case 'reminders':
      return (await import('./own-memories.ts')).memorySteps(place, table, changes)
    default:
      throw new ChangeRefused(table.readOnly ?? `\`${table.name}\` cannot be changed; it is only read.`)
  }
}
