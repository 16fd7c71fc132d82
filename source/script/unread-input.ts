// What stands on stdin beside `-p`, whose own text alone is answered. Nothing is read of it to find out: in a loop of a shell it would
// be lost for the next round, and a pipe that stays open would never end.
import { fstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

export interface InputPlace {
  readonly descriptor: number
  /** Of the process that started this one. */
  readonly parent: number
  /** A person reads along. */
  readonly isWatched: boolean
}

const UNREAD =
  'What comes in on stdin is not read beside `-p`: name a file in the text (`@error.log`), or pipe the lines of a script without `-p`.'

const SHELL = /^Name:\s*-?(?:ba|da|a|z|k|mk|fi|c|tc)?sh$/m
const PARENT = /^PPid:\s*(\d+)$/m

/** A sentence about it; undefined: there is nothing, or it is not there for this program. */
export function findUnread({ descriptor, parent, isWatched }: InputPlace): string | undefined {
  try {
    const facts = fstatSync(descriptor)
    // Whether anything is in a pipe cannot be seen from outside; jobs of cron and CI often have an empty one.
    const hasSome = facts.isFile() ? facts.size > 0 : facts.isFIFO() && isWatched
    return hasSome && !isOfShell(descriptor, parent) ? UNREAD : undefined
  } catch {
    return undefined // It is closed.
  }
}

/** The script or loop of a shell around it has the same stdin and reads it itself. Where there is no `/proc` nobody knows. */
function isOfShell(descriptor: number, parent: number): boolean {
  try {
    const own = readlinkSync(`/proc/self/fd/${descriptor}`)
    // Others only hand it on: `timeout`, `npx`, an older Node that starts this one.
    for (let pid = parent; pid > 1 && readlinkSync(`/proc/${pid}/fd/0`) === own; ) {
      const about = readFileSync(join('/proc', String(pid), 'status'), 'utf8')
      if (SHELL.test(about)) return true
      pid = Number(PARENT.exec(about)?.[1] ?? 0)
    }
  } catch {
    return false
  }
  return false
}
