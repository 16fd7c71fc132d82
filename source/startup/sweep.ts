// What killed programs left half-written goes: no reader ever takes such a file for a real one, but each takes its room.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTemporaryName } from '../lib/atomic-write.ts'

const HOUR_MS = 3_600_000

/** Removes temporary files that nobody has touched for an hour from these folders, and from none below them. Never throws. */
export function sweepTemporary(folders: readonly string[], nowMs = Date.now()): void {
  for (const folder of folders) {
    try {
      for (const name of readdirSync(folder).filter(isTemporaryName)) {
        const path = join(folder, name)
        if (nowMs - statSync(path).mtimeMs > HOUR_MS) rmSync(path, { force: true })
      }
    } catch {
      // A folder that is not there, or may not be changed, has nothing to sweep.
    }
  }
}
