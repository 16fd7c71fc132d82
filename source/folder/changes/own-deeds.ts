// Doing what is no file's: each deed is a call on the service that the tools use, with its refusals. Where one fails, those before it are
// taken back.
import type { Clock } from '../../contracts/clock.ts'
import type { Memory, MemoryChange, MemoryEntry, NewMemory } from '../../contracts/memory.ts'
import type { Ring, RingBook } from '../../contracts/rings.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import { noReminder, openMemory } from '../../toolkit/remembered.ts'
import { keepRing, needRings } from '../../toolkit/ring-request.ts'
import type { OwnServices } from './read-own-tables.ts'

export type NewRing = Pick<Ring, 'kind' | 'label' | 'dueMs'>

export type OwnDeed =
  | { readonly type: 'remove'; readonly ids: readonly number[] }
  /** Another text; the time moves to the one in it. */
  | { readonly type: 'reword'; readonly id: number; readonly text: string }
  | { readonly type: 'change'; readonly id: number; readonly change: MemoryChange }
  | { readonly type: 'complete'; readonly id: number }
  | { readonly type: 'store'; readonly entry: NewMemory }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ring'; readonly ring: NewRing }
  | { readonly type: 'move'; readonly id: number; readonly ring: NewRing }

/** What was done. */
export interface OwnDone {
  /** Ids of what was stored and set, and whether it was new, in the order of these deeds. */
  readonly stored: readonly { readonly entry: MemoryEntry; readonly isNew: boolean }[]
  readonly rings: readonly Ring[]
  /** Takes all of it back, as far as that can be; a timer comes back with another number. */
  takeBack(): Promise<void>
}

type TakeBack = () => Promise<unknown> | unknown

/** All deeds in order, or none. Throws `ToolFailure` with what a service refuses. */
export async function doOwnDeeds(
  deeds: readonly OwnDeed[],
  services: OwnServices,
  clock: Clock,
): Promise<OwnDone> {
  const back: TakeBack[] = []
  const stored: { entry: MemoryEntry; isNew: boolean }[] = []
  const rings: Ring[] = []
  const takeBack = async () => {
    for (const one of back.toReversed()) await one()
  }
  const work: Work = { services, clock, back, stored, rings }
  try {
    for (const deed of deeds) await doDeed(deed, work)
  } catch (error) {
    // The reason why it stopped is what a person has to know.
    await takeBack().catch(() => undefined)
    throw error
  }
  return { stored, rings, takeBack }
}

interface Work {
  readonly services: OwnServices
  readonly clock: Clock
  readonly back: TakeBack[]
  readonly stored: { entry: MemoryEntry; isNew: boolean }[]
  readonly rings: Ring[]
}

async function doDeed(deed: OwnDeed, work: Work): Promise<void> {
  switch (deed.type) {
    case 'cancel':
    case 'ring':
    case 'move':
      return doRing(deed, work, needRings(work.services))
    case 'store': {
      const memory = await openMemory(work)
      const kept = memory.store(deed.entry)
      work.stored.push(kept)
      if (kept.isNew) work.back.push(() => memory.remove([kept.entry.id], 'delete'))
      return
    }
    case 'remove':
    case 'reword':
    case 'change':
    case 'complete':
      return doMemory(deed, work, await openMemory(work))
    default:
      return deed satisfies never
  }
}

async function doMemory(
  deed: Extract<OwnDeed, { type: 'remove' | 'reword' | 'change' | 'complete' }>,
  { back }: Work,
  memory: Memory,
): Promise<void> {
  const done = await changeMemory(deed, memory)
  const isDone = Array.isArray(done) ? done.length > 0 : done !== undefined
  if (isDone) back.push(() => memory.undo())
  else if (deed.type === 'remove') throw noMemory(deed.ids[0] ?? 0)
  else throw memory.find(deed.id) === undefined ? noMemory(deed.id) : noReminder(memory, deed.id)
}

function changeMemory(
  deed: Extract<OwnDeed, { type: 'remove' | 'reword' | 'change' | 'complete' }>,
  memory: Memory,
): unknown {
  switch (deed.type) {
    case 'remove':
      return memory.remove(deed.ids, 'delete')
    case 'reword':
      return memory.reword(deed.id, deed.text)
    case 'change':
      return memory.change(deed.id, deed.change)
    case 'complete':
      return memory.complete(deed.id)
    default:
      return deed satisfies never
  }
}

async function doRing(
  deed: Extract<OwnDeed, { type: 'cancel' | 'ring' | 'move' }>,
  { clock, back, rings }: Work,
  book: RingBook,
): Promise<void> {
  if (deed.type !== 'ring') {
    const gone = await book.cancel(deed.id)
    if (gone === undefined)
      throw new ToolFailure(
        'not_found',
        `There is no timer or alarm \`${deed.id}\` any more: it has just rung.`,
      )
    back.push(() => book.add(gone))
  }
  if (deed.type === 'cancel') return
  const ring = await keepRing(book, { ...deed.ring, setMs: clock.now().getTime() })
  rings.push(ring)
  back.push(() => book.cancel(ring.id))
}

/** There is no entry with this id. */
export function noMemory(id: number): ToolFailure {
  return new ToolFailure(
    'no_memory_of_id',
    `There is no memory \`${id}\`; search the memories to see their ids.`,
  )
}
