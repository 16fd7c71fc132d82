// Taking back changes that were made together: all of them or none. What one change is taken back with, its history says.
import type { KeptChange, SkippedChange, UndoneFile, UndoOutcome } from '../../contracts/file-history.ts'

/** How things stand with the file of a change. `same`: it is what it was before already. */
export type Standing<Now> =
  | { readonly type: 'ready'; readonly now: Now }
  | { readonly type: 'same' }
  | { readonly type: 'changed' | 'gone'; readonly kept: string | undefined }
  | { readonly type: 'failed'; readonly reason: string }

/** A history's own ways with one change. */
export interface UndoSteps<Change extends KeptChange, Now> {
  /** What is told of it. */
  told(change: Change): KeptChange
  /** Changes nothing; throws nothing. */
  look(change: Change): Promise<Standing<Now>>
  /** Makes the file what it was, finished; gives where the version lies that was taken away. */
  takeBack(change: Change, now: Now): Promise<string | undefined>
  /** It is taken back, or shall stand: no undo looks at it again. */
  finish(change: Change): Promise<void>
  reasonOf(error: unknown): string
}

/** The changes that were made together with the first one, itself included; of a list with the last one first, the first one made first. */
export function lastGroup<Change extends KeptChange>(changes: readonly Change[]): readonly Change[] {
  const [last] = changes
  if (last === undefined) return []
  return last.group === undefined ? [last] : changes.filter(({ group }) => group === last.group).toReversed()
}

/** undefined: every file is what it was before already, and no undo looks at them again. */
export async function undoGroup<Change extends KeptChange, Now>(
  group: readonly Change[],
  steps: UndoSteps<Change, Now>,
): Promise<UndoOutcome | undefined> {
  const looks = await lookAtAll(group, steps)
  const stuck = looks.find(({ standing }) => isStuck(standing))
  if (stuck !== undefined) return stuckOutcome(stuck, looks, steps)
  const undone: UndoneFile[] = []
  const todo = looks.filter(({ standing }) => standing.type === 'ready')
  for (const { change, standing } of looks) {
    try {
      if (standing.type === 'ready')
        undone.push({ change: steps.told(change), kept: await steps.takeBack(change, standing.now) })
      else await steps.finish(change)
    } catch (error) {
      const left = todo.slice(undone.length).filter((one) => one.change !== change)
      return {
        type: 'failed',
        change: steps.told(change),
        reason: steps.reasonOf(error),
        ...(left.length > 0 && { others: left.map((one) => steps.told(one.change)) }),
        ...(undone.length > 0 && { undone }),
      }
    }
  }
  const [first, ...others] = undone
  return first && { type: 'undone', ...first, ...(others.length > 0 && { others }) }
}

/** Lets those of a group stand that cannot be taken back, else all; undefined: it is empty. */
export async function skipGroup<Change extends KeptChange, Now>(
  group: readonly Change[],
  steps: UndoSteps<Change, Now>,
): Promise<SkippedChange | undefined> {
  // A change by itself stands whatever its file is.
  const looks = group.length > 1 ? await lookAtAll(group, steps) : []
  const stuck = looks.flatMap(({ change, standing }) => (isStuck(standing) ? [change] : []))
  const standing = stuck.length > 0 ? stuck : group
  for (const change of standing) await steps.finish(change)
  const [first, ...others] = standing.map((change) => steps.told(change))
  return first && { ...first, ...(others.length > 0 && { others }) }
}

interface Look<Change, Now> {
  readonly change: Change
  readonly standing: Standing<Now>
}

async function lookAtAll<Change extends KeptChange, Now>(
  group: readonly Change[],
  steps: UndoSteps<Change, Now>,
): Promise<readonly Look<Change, Now>[]> {
  const looks: Look<Change, Now>[] = []
  for (const change of group) looks.push({ change, standing: await steps.look(change) })
  return looks
}

function isStuck({ type }: Standing<unknown>): boolean {
  return type !== 'ready' && type !== 'same'
}

function stuckOutcome<Change extends KeptChange, Now>(
  { change, standing }: Look<Change, Now>,
  looks: readonly Look<Change, Now>[],
  steps: UndoSteps<Change, Now>,
): UndoOutcome | undefined {
  if (standing.type === 'ready' || standing.type === 'same') return undefined
  const others = looks.filter((one) => one.change !== change && one.standing.type !== 'same')
  return {
    ...standing,
    change: steps.told(change),
    ...(others.length > 0 && { others: others.map((one) => steps.told(one.change)) }),
  }
}
