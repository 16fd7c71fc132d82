// What a killed program left beside a file of the workspace that a tool was writing: a temporary file of that name. The
// file itself is whole, old or new.
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isTemporaryName } from '../../lib/atomic-write.ts'

/** Whoever writes such a file now has it for less than a second. */
const YOUNG_MS = 60_000

/** Removes what is left beside `path`; gives a sentence for each. Never rejects. */
export async function sweepBeside(path: string, nowMs = Date.now()): Promise<readonly string[]> {
  const folder = dirname(path)
  const begins = `.${basename(path).slice(0, 40)}.`
  const names = await readdir(folder).catch(() => [])
  const told: string[] = []
  for (const name of names.filter((one) => one.startsWith(begins) && isTemporaryName(one))) {
    // Nothing else of that beginning: `a.txt` must not take what is of `a.txt.old`.
    if (name.length !== begins.length + '0123456789ab.tmp'.length) continue
    const left = join(folder, name)
    const facts = await stat(left).catch(() => undefined)
    if (facts === undefined || !facts.isFile() || nowMs - facts.mtimeMs < YOUNG_MS) continue
    told.push(await remove(left, path))
  }
  return told
}

/** Whether something has this name. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function remove(left: string, path: string): Promise<string> {
  const what = `\`${left}\` was left half-written by a program that was killed`
  try {
    await rm(left)
    return `${what}, and was removed; \`${path}\` itself is whole.`
  } catch {
    return `${what}; it cannot be removed from here, so remove it yourself.`
  }
}
