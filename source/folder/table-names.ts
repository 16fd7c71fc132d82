// What the tables of a folder are called: as their files, told apart by what the files themselves tell them apart by. Pure.
import type { ReadTable } from '../contracts/folder.ts'
import { sqlName } from './sql-name.ts'

/** A file with the tables that were read of it. */
export interface ReadFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string
  readonly tables: readonly ReadTable[]
}

/**
 * The name of each table of each file, as many as there are, all different (docs/tables.md). `taken`: names of tables that are no file's.
 * The names do not depend on the order of the files.
 */
export function nameTables(
  files: readonly ReadFile[],
  taken: readonly string[],
): readonly (readonly string[])[] {
  const stems = files.map(({ path }) => stemOf(path))
  const plain = stems.map((stem) => sqlName(stem))
  const ended = files.map(({ path }, at) =>
    isShared(plain, at, taken) ? sqlName(nameOf(path)) : (plain[at] ?? ''),
  )
  const placed = files.map(({ path }, at) => (isShared(ended, at, taken) ? sqlName(path) : (ended[at] ?? '')))
  const used = new Set<string>(taken)
  return files.map(({ tables }, at) => tables.map(({ suffix }) => unused(placed[at] ?? '', suffix, used)))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stemOf(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

function isShared(names: readonly string[], at: number, taken: readonly string[]): boolean {
  const name = names[at] ?? ''
  return taken.includes(name) || names.indexOf(name) !== at || names.lastIndexOf(name) !== at
}

function unused(file: string, suffix: string, used: Set<string>): string {
  const name = suffix === '' ? file : sqlName(`${file}_${suffix}`)
  let free = name
  for (let number = 2; used.has(free); number++) free = `${name}_${number}`
  used.add(free)
  return free
}
