// What tools are lent of the home: opened here, named in `contracts/services.ts`.
import { randomUUID } from 'node:crypto'
import type { Clock } from './contracts/clock.ts'
import type { ToolServices } from './contracts/services.ts'
import { memoryBook } from './memory/book.ts'
import type { HomePaths } from './paths.ts'

/** Opens what tools may use of a home; what cannot be opened is left out. */
export function openToolServices(home: HomePaths, clock: Clock): ToolServices {
  return { memory: memoryBook(home.memory, clock, randomUUID()) }
}
