// Kills processes while they write, at seeded random moments, and reads everything back after each: what was told of is there
// and whole, nothing is unreadable, and the next process goes on in the same folder.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a module of this folder exports: one thing that is written. */
export interface Writer {
  /** So many processes share the folder at a time; 1 unless told. */
  readonly sharedBy?: number
  /** Writes until the process is killed; `tell` is given a line before and after each step. */
  write(folder: string, run: number, tell: (line: string) => void): Promise<void>
  /** Throws where something told of is not there; gives how many things were looked at. `told`: the lines of every run so far. */
  check(folder: string, told: readonly (readonly string[])[]): Promise<number>
}

export const WRITERS = [
  'conversations',
  'memory',
  'files',
  'manifest',
  'states',
  'exports',
  'settings',
  'rings',
  'startup-prompt',
  'plugins',
  'optimized',
] as const

export interface KillPlan {
  readonly folder: string
  /** Over all writers. */
  readonly moments: number
  readonly seed: number
  /** The latest moment, behind the first line of a process. */
  readonly mostMs: number
  /** Writers that run at the same time. */
  readonly sideBySide: number
  readonly onWriter?: (name: string, killed: number, found: number) => void
}

/** Gives how many processes were killed, how many lines they told, and how many things were looked at. */
export async function killAll(plan: KillPlan): Promise<{ killed: number; told: number; found: number }> {
  const sum = { killed: 0, told: 0, found: 0 }
  const left = WRITERS.map((name, at) => ({ name, at }))
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { name, at } = next
      const moments =
        Math.floor(((at + 1) * plan.moments) / WRITERS.length) -
        Math.floor((at * plan.moments) / WRITERS.length)
      const done = await killOne(name, moments, { ...plan, seed: plan.seed + at })
      sum.killed += moments
      sum.told += done.told
      sum.found += done.found
      plan.onWriter?.(name, moments, done.found)
    }
  }
  await Promise.all(Array.from({ length: plan.sideBySide }, worker))
  return sum
}

async function killOne(name: string, moments: number, { folder, seed, mostMs }: KillPlan) {
  const { writer } = (await import(`./${name}.ts`)) as { readonly writer: Writer }
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const random = randomFrom(seed)
  const told: (readonly string[])[] = []
  let found = 0
  for (let run = 0; run < moments; ) {
    const count = Math.min(writer.sharedBy ?? 1, moments - run)
    const runs = Array.from({ length: count }, (_, at) => {
      // One in five before anything is told: while it opens what is there.
      const isEarly = random() < 0.2 && run + at > 0
      return runAndKill(name, own, run + at, { isEarly, isFirst: run + at === 0, ms: random() * mostMs })
    })
    told.push(...(await Promise.all(runs)))
    run += count
    found = await writer.check(own, told)
  }
  assert.ok(moments === 0 || found > 0, `${name}: something was written at all`)
  return { told: told.flat().length, found }
}

/** The whole lines that a process told before its end. */
async function runAndKill(
  name: string,
  folder: string,
  run: number,
  { isEarly, isFirst, ms }: { readonly isEarly: boolean; readonly isFirst: boolean; readonly ms: number },
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), name, folder, String(run)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaint = ''
  const told = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    // Of the first a step must have ended, or there may be nothing to look at; the others may fall into theirs.
    if (!isFirst || /^(?!! ).*\n/m.test(said)) told.resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const closed = once(child, 'close')
  if (!isEarly) await Promise.race([told.promise, closed])
  await new Promise((resolve) => setTimeout(resolve, ms))
  child.kill('SIGKILL')
  const [code, signal] = await closed
  assert.deepEqual([code, signal], [null, 'SIGKILL'], `${name} ran until it was killed: ${complaint}`)
  return said.split('\n').slice(0, -1)
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Lines `! KEY VALUE` (begun) and `KEY VALUE` (done): the last value done for each key, and those that were begun after it. */
export function lastDone(
  told: readonly (readonly string[])[],
): Map<string, { done?: string; begun: string[] }> {
  const last = new Map<string, { done?: string; begun: string[] }>()
  for (const line of told.flat()) {
    const isBegun = line.startsWith('! ')
    const [key = '', value = ''] = (isBegun ? line.slice(2) : line).split(/ (.*)/s)
    const before = last.get(key)
    if (!isBegun) last.set(key, { done: value, begun: [] })
    else last.set(key, { ...before, begun: [...(before?.begun ?? []), value] })
  }
  return last
}

/** What stands is the last that was done, or one that was begun after it. */
export function assertLast(
  key: string,
  stands: string | undefined,
  { done, begun }: { readonly done?: string; readonly begun: readonly string[] },
): void {
  const fits = stands === done || (stands !== undefined && begun.includes(stands))
  assert.ok(
    fits,
    `${key} is \`${stands}\`, where \`${done}\` was done${begun.length > 0 ? `, then begun: ${begun}` : ''}`,
  )
}
