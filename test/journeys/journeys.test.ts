// Piped lines in, the whole transcript out, once as text (`*.out`) and once as events (`*.events`).
// `UPDATE_JOURNEYS=1` writes them anew; read the difference before you keep it.
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'
import { type Input, runJourney, type Scene } from './run-journey.ts'
import { SCENES } from './scenes.ts'

const UPDATE = process.env.UPDATE_JOURNEYS === '1'

for (const [name, scene] of Object.entries(SCENES)) {
  test(scene.title, async () => {
    await compare(name, scene, 'text', `${name}.out`)
    if (!scene.textOnly) await compare(name, scene, 'json', `${name}.events`)
  })
}

test('every journey has its lines, and every file belongs to a journey', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /\.(?:in|out|events)$/.test(file))
  const wanted = Object.entries(SCENES).flatMap(([name, { textOnly }]) => [
    `${name}.in`,
    `${name}.out`,
    ...(textOnly ? [] : [`${name}.events`]),
  ])
  assert.deepEqual(files.sort(), wanted.sort())
})

test('the same script from two copies of one home gives the same bytes', async () => {
  const first = temporaryFolder('home')
  const second = temporaryFolder('home')
  const scene: Scene = { title: '', script: { calls: { 'read notes.txt': '{"path":"notes.txt"}' } } }
  const lines = [
    Buffer.from('hello\nread notes.txt\nwhat time is it?\n/tools disable get_day\n/tools\n/why\n'),
  ]
  try {
    await runJourney(scene, [Buffer.from('/settings threads 2\n')], first, 'text')
    cpSync(first, second, { recursive: true })
    for (const variant of ['text', 'json'] as const) {
      const one = await runJourney(scene, lines, first, variant)
      assert.equal(await runJourney(scene, lines, second, variant), one)
    }
    const settings = (home: string) => readFileSync(join(home, 'settings.json'), 'utf8')
    assert.equal(settings(second), settings(first))
  } finally {
    rmSync(first, { recursive: true, force: true })
    rmSync(second, { recursive: true, force: true })
  }
})

async function compare(name: string, scene: Scene, variant: 'text' | 'json', file: string): Promise<void> {
  const home = temporaryFolder('home')
  try {
    const transcript = await runJourney(scene, readInput(name), home, variant)
    const path = join(import.meta.dirname, file)
    if (UPDATE) writeFileSync(path, transcript)
    assert.ok(existsSync(path), `${file} is missing; UPDATE_JOURNEYS=1 writes it`)
    assert.equal(transcript, readFileSync(path, 'utf8'))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** `<<byte FF>>` is that byte, `<<1000 of x>>` that many letters, `--- next session` begins the next one. */
function readInput(name: string): Input {
  const text = readFileSync(join(import.meta.dirname, `${name}.in`), 'latin1')
  return text.split(/^--- next session\n/m).map((part) =>
    Buffer.from(
      part
        .replace(/<<byte ([0-9A-F]{2})>>/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/<<(\d+) of ([^>]+)>>/g, (_, times: string, piece: string) => piece.repeat(Number(times))),
      'latin1',
    ),
  )
}
