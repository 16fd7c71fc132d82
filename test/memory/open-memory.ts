// A memory in a folder of its own, with a clock that is set by hand.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory, MemoryBook } from '../../source/contracts/memory.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

export interface OpenedMemory extends Disposable {
  readonly memory: Memory
  readonly book: MemoryBook
  readonly folder: string
  readonly path: string
  /** A Thursday, 10:24 in Berlin, until it is moved. */
  readonly time: { now: Date }
}

export const NOW = new Date('2026-03-12T09:24:00.000Z')

export async function openTestMemory(folder = temporaryFolder('memory')): Promise<OpenedMemory> {
  const time = { now: NOW }
  const path = join(folder, 'memory.sqlite')
  const clock = { now: () => time.now, monotonicMs: () => 0, timeZone: 'Europe/Berlin' }
  const book = memoryBook(path, clock, 'test')
  const memory = await book.open()
  return {
    memory,
    book,
    folder,
    path,
    time,
    [Symbol.dispose]: () => {
      book.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** So many days after `NOW`; negative: before. */
export function daysOn(days: number): Date {
  return new Date(NOW.getTime() + days * 86_400_000)
}
