// `ETHERVOX_MODELS=DIR node scripts/eval-tables.ts MODEL [--cases DIR] [--only a/01] [--every N] [--out FILE]`: questions, changes and messages that need no
// table (test/cases/tables/: `values`, `after`, or nothing), each said to the built program in a copy of its folder, alone. Prints how many are right,
// wrong and left alone, and how long a turn took; no message of the cases is printed. FILE gets a line for each, for who may read them.
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

type Value = string | readonly string[]

interface Case {
  readonly id: string
  readonly kind: 'ask' | 'change' | 'none'
  readonly today: string
  readonly message: string
  readonly values?: readonly Value[]
  readonly not_values?: readonly Value[]
  readonly after?: { readonly [path: string]: string | readonly string[] }
}

interface Turn {
  readonly answer: string
  readonly status: string
  readonly calls: readonly { readonly name: string; readonly sql: string | undefined; readonly ok: boolean }[]
  /** It was said that it may have been read wrongly. */
  readonly isWarned: boolean
  readonly confidence: number | undefined
  readonly ms: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: join(root, 'test/cases/tables') },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const [model = ''] = positionals
const tally = new Map<string, number>()
const count = (key: string) => tally.set(key, (tally.get(key) ?? 0) + 1)
const times: number[] = []
const home = mkdtempSync(join(tmpdir(), 'ethervox-eval-'))
let seen = 0
for (const folder of foldersBelow(values.cases).filter((one) => one.includes(values.only)))
  await runFolder(folder)
rmSync(home, { recursive: true, force: true })
report()

function foldersBelow(cases: string): readonly string[] {
  return readdirSync(cases)
    .sort()
    .filter((name) => statSync(join(cases, name)).isDirectory())
    .flatMap((letter) =>
      readdirSync(join(cases, letter))
        .sort()
        .map((name) => join(cases, letter, name)),
    )
}

async function runFolder(folder: string): Promise<void> {
  const all = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Case => JSON.parse(line))
    .filter(() => seen++ % Number(values.every) === 0)
  const [first] = all
  if (first === undefined) return
  const workspace = mkdtempSync(join(tmpdir(), 'ethervox-folder-'))
  const program = open(workspace, first.today)
  for (const one of all) {
    fill(workspace, join(folder, 'files'))
    const turn = await program.say(one.message)
    const verdict = judge(one, turn, workspace, join(folder, 'files'))
    count(`${one.kind} ${verdict}`)
    count(one.kind)
    times.push(turn.ms)
    if (values.out !== undefined)
      appendFileSync(
        values.out,
        `${JSON.stringify({ id: one.id, kind: one.kind, verdict, message: one.message, ...turn })}\n`,
      )
  }
  await program.end()
  rmSync(workspace, { recursive: true, force: true })
  console.log(`${folder.slice(-24)}: ${line('ask')}; ${line('change')}; ${line('none')}`)
}

/** The folder as it was, whatever stands there. */
function fill(workspace: string, files: string): void {
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true })
  cpSync(files, workspace, { recursive: true })
}

function open(workspace: string, today: string) {
  const child = spawn(
    process.execPath,
    [
      join(root, 'bin/ethervox.js'),
      ...[
        '--json',
        '--home',
        home,
        '--model',
        model,
        '--approve',
        'all',
        '--mode',
        'fresh',
        '--now',
        `${today}T10:00`,
      ],
    ],
    { cwd: workspace, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async say(message: string): Promise<Turn> {
      child.stdin.write(`${message.replace(/\s*\n\s*/g, ' ')}\n`)
      const calls: { name: string; sql: string | undefined; ok: boolean }[] = []
      let answer = ''
      let isWarned = false
      let confidence: number | undefined
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) return { answer, status: 'ended', calls, isWarned, confidence, ms: 0 }
        const event = JSON.parse(value)
        if (event.type === 'tool.called')
          calls.push({ name: event.name, sql: event.arguments.sql, ok: false })
        if (event.type === 'tool.finished' && calls.length > 0)
          Object.assign(calls.at(-1) ?? {}, { ok: event.ok })
        if (event.type === 'answer') {
          answer += event.text
          confidence = event.confidence
        }
        if (event.type === 'notice' && event.code === 'unsure_reading') isWarned = true
        if (event.type === 'turn.finished')
          return { answer, status: event.status, calls, isWarned, confidence, ms: event.timings.totalMs }
      }
    },
    async end(): Promise<void> {
      child.stdin.end()
      await new Promise((resolve) => child.once('close', resolve))
    },
  }
}

function judge(one: Case, turn: Turn, workspace: string, files: string): string {
  const changed = changedFiles(workspace, files)
  if (one.kind === 'none')
    return turn.calls.some(({ sql }) => sql !== undefined) || changed.length > 0 ? 'wrong' : 'right'
  if (one.kind === 'change') {
    if (isAsMeant(one, workspace, changed)) return 'right'
    return changed.length > 0 ? 'wrong' : 'undone'
  }
  if (changed.length > 0) return 'wrong'
  const has = (value: Value) => [value].flat().some((text) => holds(turn.answer, text))
  if ((one.values ?? []).every(has) && !(one.not_values ?? []).some(has)) return 'right'
  // It says that it found nothing, or asks.
  const foundNothing = turn.calls.length === 0 || turn.calls.every(({ ok }) => !ok)
  if (turn.status !== 'success' || foundNothing || isNothingFound(turn.answer)) return 'undone'
  return turn.isWarned ? 'warned' : 'wrong'
}

function isNothingFound(answer: string): boolean {
  return ['No ', 'Nothing ', 'There is no '].some((begin) => answer.startsWith(begin))
}

function changedFiles(workspace: string, files: string): readonly string[] {
  const names = new Set([...allFiles(workspace), ...allFiles(files)])
  return [...names].filter((name) => textOf(join(workspace, name)) !== textOf(join(files, name)))
}

function allFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isAsMeant({ after = {} }: Case, workspace: string, changed: readonly string[]): boolean {
  const wanted = Object.entries(after)
  return (
    changed.length > 0 &&
    changed.every((name) => name in after) &&
    wanted.every(([name, texts]) => [texts].flat().includes(textOf(join(workspace, name)) ?? ''))
  )
}

/** Whether an answer has a number, by value, or words, as whole words. */
function holds(answer: string, wanted: string): boolean {
  const number = Number(wanted.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, ''))
  if (wanted.trim() !== '' && Number.isFinite(number)) {
    const said = answer.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []
    return said.some((one) => Math.abs(Math.abs(Number(one)) - Math.abs(number)) < 0.006)
  }
  const plain = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  return plain(answer).includes(plain(wanted))
}

function line(kind: string): string {
  const of = tally.get(kind) ?? 0
  const part = (verdict: string) => `${tally.get(`${kind} ${verdict}`) ?? 0} ${verdict}`
  return `${kind} ${of}: ${part('right')}, ${part('wrong')}, ${part('warned')}, ${part('undone')}`
}

function report(): void {
  times.sort((a, b) => a - b)
  for (const kind of ['ask', 'change', 'none']) console.log(line(kind))
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  console.log(`turn P50 ${at(0.5)} ms, P95 ${at(0.95)} ms`)
}
