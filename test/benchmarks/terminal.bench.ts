// `node test/benchmarks/terminal.bench.ts [IDLE_SECONDS]`: start and rest of the built program, in a real pseudo-terminal
// (`script` of util-linux; Linux only). Ratios within one run.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, endChat, openChat } from './chat-in-terminal.ts'

const ROUNDS = 9
const idleSeconds = Number(process.argv[2] ?? 60)
const home = mkdtempSync(join(tmpdir(), 'ethervox-terminal-'))
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const version: number[] = []
const nothing: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  nothing.push(timeOf(['-e', '0']))
  version.push(timeOf([BIN, '--version']))
}
const ratio = version.map((ms, round) => ms / (nothing[round] ?? 1))
console.log(
  `--version ${median(version).toFixed(0)} ms, node -e 0 ${median(nothing).toFixed(0)} ms: median of paired ratios ${median(ratio).toFixed(2)}`,
)

const prompts: number[] = []
for (let round = 0; round < 5; round++) {
  const { child, promptMs } = await openChat(home)
  prompts.push(promptMs)
  await endChat(child)
}
console.log(
  `usable prompt after ${median(prompts).toFixed(0)} ms (${prompts.map((ms) => ms.toFixed(0)).join(' ')})`,
)

const { child } = await openChat(home)
const ui = uiProcess(child)
await wait(5_000)
console.log(
  `resident memory of the screen's process after 5 s, no model: ${(residentBytes(ui) / 1e6).toFixed(0)} MB`,
)
const before = ticks(ui)
const switches = voluntarySwitches(ui)
await wait(idleSeconds * 1_000)
const share = (ticks(ui) - before) / 100 / idleSeconds
console.log(
  `idle for ${idleSeconds} s: ${(share * 100).toFixed(2)} % of a core, ${voluntarySwitches(ui) - switches} voluntary context switches`,
)
await endChat(child)
rmSync(home, { recursive: true, force: true })

function timeOf(args: readonly string[]): number {
  const startedAt = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - startedAt
}

function uiProcess(child: ChildProcess): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(statOf(Number(name))?.[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)]
  const found = below(child.pid ?? 0).find(
    (pid) => readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.execPath),
  )
  if (found === undefined) throw new Error('the program runs nowhere')
  return found
}

/** Fields of /proc/PID/stat behind the name: state, parent, … */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function ticks(pid: number): number {
  const stat = statOf(pid)
  return Number(stat?.[11]) + Number(stat?.[12])
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

function voluntarySwitches(pid: number): number {
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
