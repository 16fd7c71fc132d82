import type { CatalogueModel } from './catalogue.ts'
import type { PartFile } from './part-file.ts'
import { PullError } from './pull-error.ts'

/** How long a pull waits; all in milliseconds. */
export interface PullLimits {
  /** For the first sign of life of a source. */
  readonly reachMs: number
  /** For pip to say its first word. */
  readonly startMs: number
  /** For the next byte. */
  readonly stallMs: number
  /** Between two tries of a connection that broke. */
  readonly retryMs: number
  /** Between two looks at files that pip writes, and between two reports of progress. */
  readonly pollMs: number
}

export const defaultLimits: PullLimits = {
  reachMs: 5000,
  startMs: 30_000,
  stallMs: 30_000,
  retryMs: 1000,
  pollMs: 200,
}

/** What every source gets to do its work with. */
export interface Transfer {
  readonly model: CatalogueModel
  /** Name of the source, for progress. */
  readonly source: string
  /** Where the bytes go; the source keeps it resumable. */
  readonly part: PartFile
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
  /** The Python that has pip. */
  readonly python: string
  readonly limits: PullLimits
  report(doneBytes: number, totalBytes: number): void
  /** One line for the person. */
  notice(text: string): void
  /** Throws `PullError` `disk_full` when fewer bytes are free. */
  needDisk(bytes: number): Promise<void>
}

/** What a source knows of the file that it completed. */
export interface Transferred {
  /** The host's own claim, where it makes one. */
  readonly sha256?: string
}

/** Throws `PullError` `cancelled` when the person has stopped the pull. */
export function throwIfCancelled(signal: AbortSignal, id: string): void {
  if (!signal.aborted) return
  throw new PullError(
    'cancelled',
    `The pull of \`${id}\` was stopped; \`ethervox model pull ${id}\` goes on from there.`,
  )
}
