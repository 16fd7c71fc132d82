// Records the session of the README: the built program in a real pseudo-terminal with a real model (`ETHERVOX_MODELS` names its folder).
// `node scripts/record-session.ts [MODEL]` writes docs/session.cast (asciicast v2) and docs/session.svg.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openProgram } from '../test/helpers/pty.ts'
import { drawTerminal } from './draw-terminal.ts'

const COLUMNS = 88
const ROWS = 24
/** Nobody wants to watch a model being loaded: a longer silence is shown as this. */
const LONGEST_SILENCE_S = 1.2
const KEY_MS = 45
const PATIENCE_MS = 120_000

/** What is typed, and what shows that it was answered. */
const STEPS: readonly (readonly [string, RegExp])[] = [
  ['what is 18% of 349?', /is 62\.82\.[\s\S]*62\.82/],
  ['which files are here?', /2 entries|harbour\.md[\s\S]*harbour\.md/],
  ['which port is set in config.yaml?', /config\.yaml →[\s\S]*8142/],
  ['thank you!', /thank you!\n+\s*\S+/],
]

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs')
const { ETHERVOX_MODELS: models } = process.env
if (models === undefined) {
  console.error('Set `ETHERVOX_MODELS` to the folder of the model that is to be recorded.')
  process.exit(2)
}
const model = process.argv[2] ?? 'qwen2.5-coder-0.5b-instruct-q4_k_m'
const work = mkdtempSync(join(tmpdir(), 'ethervox-record-'))
try {
  const events = await record(makeWorkspace(join(work, 'harbour')))
  const header = {
    version: 2,
    width: COLUMNS,
    height: ROWS,
    title: `ethervox with ${model}`,
    env: { TERM: 'xterm-256color' },
  }
  writeFileSync(
    join(docs, 'session.cast'),
    `${[header, ...events].map((line) => JSON.stringify(line)).join('\n')}\n`,
  )
  const svg = await drawTerminal(events.map(([, , text]) => text).join(''), { columns: COLUMNS, rows: ROWS })
  writeFileSync(join(docs, 'session.svg'), svg)
  console.log(`${events.length} pieces, ${Math.round(svg.length / 1000)} KB of SVG`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

type CastEvent = readonly [seconds: number, kind: 'o', text: string]

async function record(workspace: string): Promise<readonly CastEvent[]> {
  const events: [number, 'o', string][] = []
  let last = performance.now()
  let at = 0
  const terminal = openProgram(['--model', model, '--temperature', '0', '--seed', '1'], {
    columns: COLUMNS,
    rows: ROWS,
    cwd: workspace,
    env: { ETHERVOX_MODELS: models, ETHERVOX_HOME: join(work, 'home'), COLORTERM: 'truecolor' },
    onOutput: (text) => {
      const now = performance.now()
      at += Math.min((now - last) / 1_000, LONGEST_SILENCE_S)
      last = now
      events.push([Math.round(at * 1_000) / 1_000, 'o', text])
    },
  })
  try {
    await terminal.until(/\d+\/\d{4,} tokens/, PATIENCE_MS)
    for (const [text, answered] of STEPS) {
      for (const key of text) {
        terminal.type(key)
        await wait(KEY_MS)
      }
      terminal.type('\r')
      await terminal.until(answered, PATIENCE_MS)
      await terminal.until(
        (screen) => !/writing|reading|tok\/s/.test(screen.split('\n').slice(-6).join('\n')),
        PATIENCE_MS,
      )
      await wait(1_500)
    }
    terminal.type('/quit\r')
    await terminal.exit
    return events
  } finally {
    await terminal.close()
  }
}

function makeWorkspace(folder: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'config.yaml'), 'name: harbour\nport: 8142\nberths: 37\n')
  writeFileSync(join(folder, 'harbour.md'), '# Harbour\n\nThirty-seven berths, open from May to October.\n')
  return folder
}
