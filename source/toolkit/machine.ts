// What the machine is, read once per call; the only place of the tools that asks the operating system.
import { availableParallelism, cpus, totalmem } from 'node:os'

/** The machine under the program. */
export interface MachineFacts {
  /** Trade name of the processor; empty where the system hides it. */
  readonly processor: string
  /** Cores that this process may use. */
  readonly cores: number
  /** In GB of 1024³ bytes, one decimal; a container's limit counts, not its host's memory. */
  readonly memoryGb: number
  readonly freeMemoryGb: number
  /** e.g. `linux x64`. */
  readonly platform: string
  /** Node's version without `v`. */
  readonly node: string
}

const GIB = 1024 ** 3

/** Reads the facts from the operating system. */
export function readMachine(): MachineFacts {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return {
    processor: (cpus()[0]?.model ?? '').replace(/\s+/g, ' ').trim(),
    cores: availableParallelism(),
    memoryGb: gigabytes(total),
    freeMemoryGb: gigabytes(Math.min(process.availableMemory(), total)),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
  }
}

function gigabytes(bytes: number): number {
  return Math.round((bytes / GIB) * 10) / 10
}
