// Tasks that the disk did not take: held by this program, so that what was done is told and not done again. One that came back to the disk
// by another program's hand is that program's from then on.
import type { FoundTask, Task, TaskBook } from '../contracts/tasks.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import type { ChatSession } from './session.ts'

interface Held {
  readonly task: Task
  /** When the file says that it was changed; undefined: it could not be read. */
  readonly onDisk: string | undefined
}

const heldIn = new WeakMap<TaskBook, Map<number, Held>>()

/** Keeps it on disk; where that refuses, it is held here and stands still, which `state` and `why` say. */
export function keepTask(session: ChatSession, task: Task): Task {
  const { clock, tasks } = session.ports
  const kept = { ...task, changed: clock.now().toISOString() }
  const held = heldBy(tasks.book)
  const before = held.get(task.id)
  try {
    tasks.book.keep(kept)
    held.delete(task.id)
    return kept
  } catch (error) {
    if (!isDiskError(error)) throw error
    const stopped = { ...kept, state: 'stopped', why: whyHeld(task, diskReason(error)) } as const
    // What was last written by us is what stands there, also while nobody can read it.
    held.set(task.id, { task: stopped, onDisk: before?.onDisk ?? changedOnDisk(tasks.book, task.id) })
    return stopped
  }
}

/** The task as it stands: the copy that is held, if there is one. */
export function findTask(book: TaskBook, id: number): FoundTask | undefined {
  return standing(book, id, book.find(id))
}

/** All tasks as they stand, oldest first. */
export function listTasks(book: TaskBook): readonly FoundTask[] {
  const found = new Map(book.list().map((task) => [task.id, task]))
  const ids = new Set([...found.keys(), ...heldBy(book).keys()])
  return [...ids].sort((a, b) => a - b).flatMap((id) => standing(book, id, found.get(id)) ?? [])
}

function standing(book: TaskBook, id: number, found: FoundTask | undefined): FoundTask | undefined {
  const held = heldBy(book).get(id)
  if (held === undefined) return found
  const isThere = found !== undefined && !('problem' in found)
  if (!isThere) return held.task
  if (held.onDisk === undefined) heldBy(book).set(id, { ...held, onDisk: found.changed })
  else if (held.onDisk !== found.changed) {
    heldBy(book).delete(id)
    return found
  }
  return held.task
}

function heldBy(book: TaskBook): Map<number, Held> {
  const held = heldIn.get(book) ?? new Map<number, Held>()
  heldIn.set(book, held)
  return held
}

function changedOnDisk(book: TaskBook, id: number): string | undefined {
  try {
    const found = book.find(id)
    return found === undefined || 'problem' in found ? undefined : found.changed
  } catch (error) {
    if (!isDiskError(error)) throw error
    return undefined
  }
}

function whyHeld({ id, why }: Task, reason: string): string {
  const told = `It could not be kept (${reason}): only this program knows how it stands here, until it ends. \`/task resume ${id}\` tries again.`
  return why === '' ? told : `${why} ${told}`
}
