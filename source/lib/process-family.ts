// Who started whom, as the system knows it: by /proc, and where there is none by `ps`. A process whose parent has ended is found no more,
// so a family is looked up before anything of it is asked to end.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signalGroup } from './signal-group.ts'

/** A process that ran when it was looked at. Its number is another one's some day, and then it was born at another time. */
export interface Member {
  readonly pid: number
  /** As the system says it: to be compared, not read. */
  readonly born: string
}

interface Table {
  /** undefined: there is no such process, or only a remnant that nobody collected. */
  born(pid: number): string | undefined
  startedBy(pid: number): readonly number[]
}

/** undefined: no such process runs. */
export function memberOf(pid: number): Member | undefined {
  const born = tableNow().born(pid)
  return born === undefined ? undefined : { pid, born }
}

/** Those of them that run on, with all that they and theirs started: a parent before its children. On Windows those alone. */
export function familyOf(members: readonly Member[]): readonly Member[] {
  const table = tableNow()
  const found = new Map<number, Member>()
  const add = (pid: number, born: string | undefined) => {
    if (born === undefined || found.has(pid)) return
    found.set(pid, { pid, born })
    for (const child of table.startedBy(pid)) add(child, table.born(child))
  }
  for (const { pid, born } of members) if (table.born(pid) === born) add(pid, born)
  return [...found.values()]
}

/** Kills them and all that they started. Parents first: one may start another child in place of a dead one. */
export function killFamily(members: readonly Member[]): void {
  for (const member of familyOf(members)) {
    if (process.platform === 'win32') signalGroup(member, 'SIGKILL')
    else signal(member.pid, 'SIGKILL')
  }
}

/** Processes that the threads of one started and that are still theirs; none where there is no /proc. */
export function startedBy(pid: number): readonly number[] {
  try {
    const threads = readdirSync(join('/proc', String(pid), 'task'))
    const texts = threads.map((thread) => processText(pid, join('task', thread, 'children')))
    return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
  } catch {
    return []
  }
}

/** A file of /proc about a process; empty where there is none. */
export function processText(pid: number, file: string): string {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8')
  } catch {
    return ''
  }
}

function tableNow(): Table {
  if (process.platform === 'win32')
    return { born: (pid) => (signal(pid, 0) ? '' : undefined), startedBy: () => [] }
  if (existsSync('/proc/self/stat')) return { born: bornByProc, startedBy }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
  return tableOfPs(stdout ?? '')
}

/** What `ps` prints with number, parent, state and time of birth, a process a line. */
export function tableOfPs(text: string): Table {
  const lines = [...text.matchAll(/^ *(\d+) +(\d+) +(?!Z)\S+ +(.*\S)/gm)]
  const rows = lines.map(([, pid, parent, born = '']) => ({ pid: Number(pid), parent: Number(parent), born }))
  return {
    born: (pid) => rows.find((row) => row.pid === pid)?.born,
    startedBy: (pid) => rows.flatMap((row) => (row.parent === pid ? [row.pid] : [])),
  }
}

function bornByProc(pid: number): string | undefined {
  // The name before the bracket may hold anything; behind it stand the state, and in the 20th place the time of birth (`man 5 proc`).
  const fields = processText(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields[0] === '' || /^[ZX]/.test(fields[0] ?? '') ? undefined : fields[19]
}

function signal(pid: number, which: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, which)
  } catch {
    return false
  }
}
