// Files of inputs: `corpus/TARGET/` has those that found something, and those that together reach most of the code; all are replayed by the tests.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../source/lib/checksum.ts'

const FOLDER = join(import.meta.dirname, 'corpus')

/** A file of a corpus. */
export interface Kept {
  readonly name: string
  readonly input: Buffer
}

/** Sorted by name; none where nothing was kept. */
export function readCorpus(target: string, folder = FOLDER): readonly Kept[] {
  const place = join(folder, target)
  try {
    return readdirSync(place)
      .sort()
      .map((name) => ({ name, input: readFileSync(join(place, name)) }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

/** Keeps an input under its kind and the beginning of its hash; gives the path. */
export function keep(target: string, kind: string, input: Uint8Array, folder = FOLDER): string {
  const place = join(folder, target)
  mkdirSync(place, { recursive: true })
  const path = join(place, `${kind}-${sha256Hex(input).slice(0, 12)}`)
  writeFileSync(path, input)
  return path
}
