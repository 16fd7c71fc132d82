// `node --expose-gc --import ./test/helpers/jsx.mjs test/benchmarks/long-session.bench.ts [TURNS] [LONG]` (0: not that part): a conversation of
// 1,000 turns is opened again by the built program, in a real pseudo-terminal; then 2,000 turns in one session with a fake engine
// behind the screen: do time and memory of a turn stay what they were, and from key to screen? Compare within one run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runScreen } from '../../source/ui/screen.tsx'
import { openTestSession } from '../helpers/open-session.ts'
import { openProgram } from '../helpers/pty.ts'
import { FakeTerminal } from '../ui/fake-terminal.ts'

const WANTED_MS = 1_500
const ROUNDS = 5
/** Other conversations of the home: the last one is found among them. */
const OTHERS = 200
/** Turns that are measured together. */
const STRETCH = 250
/** Typed behind each stretch, so far apart that no frame waits for the one before. */
const KEYS = 40
const KEY_MS = 60
/** A key in a long session, key to screen. */
const WANTED_KEY_MS = 16
const turns = Number(process.argv[2] ?? 1_000)
const long = Number(process.argv[3] ?? 2_000)
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'ethervox-long-'))
const workspace = join(folder, 'work')
try {
  if (turns > 0) await openAgain()
  await goOn()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function openAgain(): Promise<void> {
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')]
  mkdirSync(workspace)
  mkdirSync(join(full, 'sessions'), { recursive: true })
  for (let other = 0; other < OTHERS; other++) keep(full, other, 20)
  const last = keep(full, OTHERS, turns)
  const rows: { readonly name: string; readonly ms: number[] }[] = [
    { name: 'an empty home', ms: [] },
    { name: `--continue, ${turns} turns`, ms: [] },
    { name: `/resume, ${turns} turns`, ms: [] },
  ]
  for (let round = 0; round < ROUNDS; round++) {
    rows[0]?.ms.push(await prompt(empty, []))
    rows[1]?.ms.push(await prompt(full, ['--continue'], `> message ${turns}:`))
    rows[2]?.ms.push(await resume(full, last))
  }
  for (const { name, ms } of rows) {
    const all = ms.map((one) => one.toFixed(0)).join(' ')
    console.log(`${name}: usable after ${median(ms).toFixed(0)} ms (${all}; wanted: ${WANTED_MS})`)
  }
}

/** Until the prompt stands there, below what a start has to say. */
async function prompt(home: string, args: readonly string[], said = 'level'): Promise<number> {
  const startedAt = performance.now()
  const pty = open(home, args)
  await pty.until((screen) => screen.includes(said) && screen.includes('›'))
  const ms = performance.now() - startedAt
  await pty.close()
  return ms
}

/** From the line that asks for it. */
async function resume(home: string, id: string): Promise<number> {
  const pty = open(home, [])
  await pty.until('›')
  pty.type(`/resume ${id}`)
  await pty.until(id)
  const startedAt = performance.now()
  pty.type('\r')
  await pty.until(`> message ${turns}:`)
  const ms = performance.now() - startedAt
  await pty.close()
  return ms
}

/** Without a model all turns stay: nothing limits them. */
function open(home: string, args: readonly string[]) {
  return openProgram(['--home', home, '--model', join(folder, 'none.gguf'), ...args], { cwd: workspace })
}

/** Writes a conversation as the program does; gives its id. */
function keep(home: string, at: number, count: number): string {
  const started = new Date(Date.now() - (OTHERS - at + 1) * 3_600_000)
  const id = `${started
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:]/g, '')
    .replace('T', '-')}-01`
  const line = (turn: number, object: { readonly type: string }) => {
    const { type, ...rest } = object
    return JSON.stringify({
      type,
      time: new Date(started.getTime() + turn * 1_000).toISOString(),
      turn,
      ...rest,
    })
  }
  const head = {
    type: 'session',
    format: 1,
    id,
    started: started.toISOString(),
    model: null,
    workspace,
    version: '0.1.0',
  }
  const lines = [JSON.stringify(head)]
  for (let turn = 1; turn <= count; turn++) {
    const text = `message ${turn}: what does ${turn} times ${turn} come to, and how would you say that?`
    const call = `${turn}.1`
    const args = { expression: `${turn} * ${turn}` }
    const say = `${turn} * ${turn} = ${turn * turn}.`
    lines.push(
      line(turn, { type: 'turn.started', text, origin: 'message' } as { type: string }),
      line(turn, {
        type: 'tool.called',
        round: 1,
        call,
        name: 'calculator_compute',
        arguments: args,
      } as { type: string }),
      line(turn, {
        type: 'tool.finished',
        call,
        name: 'calculator_compute',
        ok: true,
        result: { value: turn },
        say,
        ms: 1,
      } as { type: string }),
      line(turn, {
        type: 'answer',
        text: `${say} ${'The figure is a plain product, so nothing was rounded. '.repeat(4)}`,
        status: 'success',
        confidence: 1,
        source: 'model',
      } as { type: string }),
      line(turn, { type: 'turn.finished', status: 'success' } as { type: string }),
      line(turn, {
        type: 'turn.left',
        calls: [{ message: text, tool: 'calculator_compute', arguments: args }],
      } as { type: string }),
    )
  }
  writeFileSync(join(home, 'sessions', `${id}.jsonl`), `${lines.join('\n')}\n`, { mode: 0o600 })
  return id
}

/** Fixed work beside each turn: what else the machine does slows both. */
function yardstick(): number {
  const startedAt = performance.now()
  for (let round = 0; round < 20; round++)
    JSON.parse(JSON.stringify({ all: 'the same words '.repeat(2_000).split(' ') }))
  return performance.now() - startedAt
}

async function goOn(): Promise<void> {
  const answer = `# Ropes\n\n${'The boat lies at **berth 14** and needs `new` ropes. '.repeat(8)}\n\n- one\n- two\n`
  const answers = Object.fromEntries(Array.from({ length: long }, (_, at) => [`tell me ${at} of it`, answer]))
  const opened = await openTestSession({ interactive: true, workspace: folder, script: { answers } })
  const { session } = opened
  const terminal = new FakeTerminal()
  const closed = runScreen(session, { commandNames: [], terminal: terminal.streams, env: { TERM: 'dumb' } })
  const figures: { readonly ms: number; readonly heap: number; readonly key: number }[] = []
  // Past `console`, which Ink writes into its own terminal.
  const say = (line: string) => process.stdout.write(`${line}\n`)
  await terminal.until('warm')
  say(`before the first turn: ${inWords(await typeKeys(terminal))}`)
  for (let from = 0; from < long; from += STRETCH) {
    const times: number[] = []
    const yards: number[] = []
    for (let at = from; at < from + STRETCH; at++) {
      const startedAt = performance.now()
      await session.submit(`tell me ${at} of it`)
      times.push(performance.now() - startedAt)
      yards.push(yardstick())
      // What the helpers keep is no part of the program.
      opened.events.length = 0
      opened.engine.asked.length = 0
      terminal.output.written = ''
    }
    const keys = await typeKeys(terminal)
    globalThis.gc?.()
    const ms = median(times)
    const heap = process.memoryUsage().heapUsed
    figures.push({ ms: ms / median(yards), heap, key: placed(keys, 0.5) })
    say(
      `turn ${from + STRETCH}: ${ms.toFixed(2)} ms each, heap ${(heap / 1e6).toFixed(1)} MB, ${inWords(keys)}`,
    )
  }
  terminal.type('\x04')
  await closed
  await opened.done()
  const [first, last] = [figures[1], figures.at(-1)]
  if (first === undefined || last === undefined) return
  const grown = (last.heap - first.heap) / ((figures.length - 2) * STRETCH)
  console.log(
    `last to second stretch: time of a turn beside fixed work ${(last.ms / first.ms).toFixed(2)}, key to screen ${(last.key / first.key).toFixed(2)}; heap grows ${(grown / 1e3).toFixed(2)} KB a turn, of which ${(answer.length / 1e3).toFixed(2)} K characters are the answer`,
  )
}

/** Milliseconds from each key to the frame that brings it, shortest first; the line is empty again afterwards. */
async function typeKeys(terminal: FakeTerminal): Promise<readonly number[]> {
  const times: number[] = []
  for (let at = 0; at < KEYS; at++) {
    await wait(KEY_MS)
    // Only what changed is written; these letters stand nowhere else on the screen.
    const key = 'jqxz'[at % 4] ?? ''
    const startedAt = performance.now()
    terminal.type(key)
    await terminal.until(key)
    times.push(performance.now() - startedAt)
  }
  terminal.type('\x15')
  await wait(KEY_MS)
  return times.sort((a, b) => a - b)
}

/** What lies at this share of sorted times, in milliseconds. */
function placed(times: readonly number[], share: number): number {
  return times[Math.ceil(share * times.length) - 1] ?? 0
}

function inWords(times: readonly number[]): string {
  return `key to screen P50 ${placed(times, 0.5).toFixed(1)}, P95 ${placed(times, 0.95).toFixed(1)} ms (wanted: ${WANTED_KEY_MS})`
}
