// `node test/benchmarks/slow-line.bench.ts [BYTES_PER_SECOND]`: the built program in a real pseudo-terminal whose output is read as
// slowly as a line of 9,600 baud brings it (960 bytes a second), with a scripted server on loopback in the model's place.
// For each step: the bytes, how long it took, and how much of that the line alone takes for so many bytes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openProgram } from '../helpers/pty.ts'
import { openScriptedServer } from '../helpers/scripted-server.ts'

const rate = Number(process.argv[2] ?? 960)
/** A step may take this long. */
const MOST_MS = 120_000
const KEYS = 20
const KEY_MS = 200
const PLANETS =
  '| planet | diameter | moons |\n|---|---|---|\n| Mars | 6,779 km | 2 |\n| Earth | 12,742 km | 1 |\n'
const ANSWER = `Here are two of them.\n\n${PLANETS}\n\`\`\`python\nfor name in ("Mars", "Earth"):\n    print("hello", name)\n\`\`\`\n\n`
const LONG = `${ANSWER}${'The line is slow, so each word counts twice. '.repeat(40)}`

const folder = mkdtempSync(join(tmpdir(), 'ethervox-slow-'))
const workspace = join(folder, 'work')
mkdirSync(workspace)
const server = await openScriptedServer({
  guides: 'json_schema',
  pieceMs: 60,
  answer: (message) => (message.includes('long') ? LONG : `${ANSWER}That was all of it.`),
})
const args = ['--home', join(folder, 'home'), '--engine', server.url]
let from = 0
let startedAt = performance.now()
const pty = openProgram(args, { cwd: workspace, bytesPerSecond: rate })
try {
  await shown('start, until the server is there', /tiny@server ·/)
  await keys('keys while nothing is done', 'wxyz')
  pty.type('\x15')
  await wait(1_000)
  await typed('an answer with a table and code', 'tell me of two planets', 'That was all of it.')
  await typed('/help', '/help', 'begins with a slash')
  await typed('/tools list', '/tools list', 'timer_list')
  await typed('a question before a call', '/call file_write {"path":"a.txt","content":"one"}', 'allow?')
  await pressed('Esc at the question', '\x1b', (screen) => !screen.includes('allow?'))
  await typed('a long answer begins', 'tell me of planets, long', /planets, long[\s\S]*Mars/)
  await pressed('Esc while it is written', '\x1b', /planets, long[\s\S]*interrupted/)
  await typed('another begins', 'once more of planets, long', /once more of planets, long[\s\S]*Mars/)
  await keys('keys while it is written', 'wxyz')
} finally {
  await pty.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

function begin(): void {
  from = pty.written.length
  startedAt = performance.now()
}

async function shown(what: string, wanted: Parameters<typeof pty.until>[0]): Promise<void> {
  await pty.until(wanted, MOST_MS)
  const seconds = (performance.now() - startedAt) / 1_000
  const bytes = Buffer.byteLength(pty.written.slice(from))
  console.log(
    `${what}: ${bytes} bytes in ${seconds.toFixed(1)} s (the line alone ${(bytes / rate).toFixed(1)} s)`,
  )
}

async function typed(what: string, line: string, wanted: Parameters<typeof pty.until>[0]): Promise<void> {
  pty.type(line)
  await pty.until(line.slice(-12), MOST_MS)
  await pressed(what, '\r', wanted)
}

async function pressed(what: string, key: string, wanted: Parameters<typeof pty.until>[0]): Promise<void> {
  begin()
  pty.type(key)
  await shown(what, wanted)
}

/** From each key to the screen that shows it. */
async function keys(what: string, letters: string): Promise<void> {
  begin()
  const times: number[] = []
  let draft = ''
  for (let at = 0; at < KEYS; at++) {
    await wait(KEY_MS)
    const key = letters[at % letters.length] ?? ''
    draft += key
    const pressedAt = performance.now()
    pty.type(key)
    await pty.until(draft.trimEnd(), MOST_MS)
    times.push(performance.now() - pressedAt)
  }
  const sorted = times.sort((a, b) => a - b)
  const bytes = Buffer.byteLength(pty.written.slice(from))
  console.log(
    `${what}: P50 ${sorted[KEYS / 2 - 1]?.toFixed(0)}, most ${sorted.at(-1)?.toFixed(0)} ms, ${bytes} bytes for ${KEYS} keys`,
  )
}
