// Changes of `timers` as rings that are set, moved and cancelled.
import type { Clock } from '../../contracts/clock.ts'
import { type CellValue, ChangeRefused, type FolderTable, type RowChanges } from '../../contracts/folder.ts'
import type { Ring } from '../../contracts/rings.ts'
import { aboutText } from '../../toolkit/durations.ts'
import { momentText } from '../../toolkit/read-moment.ts'
import { cleanLabel, needRings } from '../../toolkit/ring-request.ts'
import { type CellMoment, readCellMoment } from './cell-moment.ts'
import type { NewRing } from './own-deeds.ts'
import { type Cells, cellsOf, idOf, type OwnStep, textOf, updatedRows } from './own-rows.ts'
import { minuteText, type OwnPlace } from './read-own-tables.ts'
import type { SaidChange } from './say-changes.ts'

/** As long as the tools that set them allow. */
const LONGEST_TIMER_MS = 99 * 86_400_000
const FURTHEST_MS = 10 * 366 * 86_400_000

/** Throws `ChangeRefused` or `ToolFailure`: a time is over, one has rung, nothing is kept here. */
export async function timerSteps(
  place: OwnPlace,
  table: FolderTable,
  changes: RowChanges,
): Promise<readonly OwnStep[]> {
  const { services, clock } = place
  const book = needRings(services)
  const all = await book.list()
  const gone = new Set(changes.removed)
  const ringOf = (row: number) => {
    const ring = all.find(({ id }) => id === idOf(table, row))
    if (ring !== undefined) return ring
    throw new ChangeRefused(`There is no timer or alarm \`${idOf(table, row)}\` any more: it has just rung.`)
  }
  const now = clock.now().getTime()
  const told = (ring: Ring) => book.describe(ring, now, clock.timeZone)
  const steps: OwnStep[] = [...gone].map((row) => {
    const ring = ringOf(row)
    return {
      deed: { type: 'cancel', id: ring.id },
      line: `- ${lineOf(ring, clock)}`,
      said: { sentence: `Cancelled: ${told(ring)}.`, key: [String(ring.id)] },
    }
  })
  for (const [row, cells] of updatedRows(table, changes, gone)) {
    const old = ringOf(row)
    const [said, rings] = [cells.get('label'), cells.get('rings')]
    const label = said === undefined ? old.label : cleanLabel(textOf(said))
    const dueMs = rings === undefined ? old.dueMs : (await readNear(rings, clock)).ms
    const ring = { kind: old.kind, label, dueMs }
    steps.push({
      deed: { type: 'move', id: old.id, ring },
      line: `${lineOf(old, clock)} → ${lineOf({ ...old, ...ring }, clock)}`,
      said: sayRing(ring, clock),
    })
  }
  for (const row of changes.added) {
    const ring = await newRing(cellsOf(table, row), clock)
    steps.push({
      deed: { type: 'ring', ring },
      line: `+ ${lineOf(ring, clock)}`,
      said: sayRing(ring, clock),
    })
  }
  return steps
}

/** A time to the second was reckoned from the present: a timer. One on the clock is an alarm. */
async function newRing(cells: Cells, clock: Clock): Promise<NewRing> {
  const value = cells.get('rings') ?? null
  if (value === null)
    throw new ChangeRefused('A new timer needs a time in `rings`; give it like `2026-11-28 14:05`.')
  const { ms, hasSeconds } = await readNear(value, clock)
  const isTimer = hasSeconds && ms - clock.now().getTime() <= LONGEST_TIMER_MS
  return { kind: isTimer ? 'timer' : 'alarm', label: cleanLabel(textOf(cells.get('label'))), dueMs: ms }
}

async function readNear(value: CellValue, clock: Clock): Promise<CellMoment> {
  const moment = await readCellMoment(value, clock)
  if (moment.ms - clock.now().getTime() > FURTHEST_MS)
    throw new ChangeRefused(`\`${value}\` is more than ten years away; name an earlier time.`)
  return moment
}

/** `timer 2, tea: 2026-11-28 14:05`, the same whenever it is asked: a preview is compared with a later one. */
function lineOf(ring: NewRing & { readonly id?: number }, { timeZone }: Clock): string {
  const name = [ring.kind, ...(ring.id === undefined ? [] : [ring.id])].join(' ')
  return `${name}${ring.label === '' ? '' : `, ${ring.label}`}: ${minuteText(ring.dueMs, timeZone)}`
}

function sayRing({ kind, label, dueMs }: NewRing, clock: Clock): SaidChange {
  const name = `${kind === 'timer' ? 'The timer' : 'The alarm'}${label === '' ? '' : ` (${label})`}`
  const left = aboutText(dueMs - clock.now().getTime())
  return {
    sentence: `${name} rings on ${momentText(dueMs, clock.timeZone)}, in ${left}.`,
    key: [minuteText(dueMs, clock.timeZone).slice(11)],
  }
}
