// A process is killed while it writes, again and again in one folder: every turn that was told of is there afterwards.
// `node test/sessions/kill.test.ts 200` does it 200 times.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SavedConversation, SavedTurn } from '../../source/contracts/conversations.ts'
import { readConversation, turnsOf } from '../../source/sessions/read.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const TIMES = Number(process.argv[2] ?? 20)
const MOST_MS = 600
/** At a time: they share the folder, and never a file. */
const SIDE_BY_SIDE = 4

test(`after each of ${TIMES} kills at any moment every turn that was told of can be read`, async (t) => {
  const folder = temporaryFolder('kill')
  t.after(() => rmSync(folder, { recursive: true }))
  let told = 0
  let cut = 0
  for (let time = 0; time < TIMES; time += SIDE_BY_SIDE) {
    const count = Math.min(SIDE_BY_SIDE, TIMES - time)
    const runs = await Promise.all(Array.from({ length: count }, () => runAndKill(folder)))
    const ids = runs.map((run) => [...new Set(run.map(([id]) => id))])
    assert.equal(new Set(ids.flat()).size, ids.flat().length, 'no two processes had one file')
    for (const [id, number, length] of runs.flat()) {
      const answer = turnIn(folder, id, number)?.answer
      assert.equal(answer?.text.length, length, `turn ${number} of ${id}`)
      told++
    }
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  for (const file of files) {
    const { faults } = readFile(folder, file.slice(0, -'.jsonl'.length))
    assert.ok(faults.length <= 1 && faults.every((fault) => fault.startsWith('The last line')), faults.join())
    cut += faults.length
  }
  assert.ok(told >= TIMES, 'turns were told of at all')
  assert.ok(files.length >= TIMES, 'each process had files of its own')
  t.diagnostic(`${told} turns in ${files.length} files, ${cut} of them with a cut last line`)
})

function turnIn(folder: string, id: string, number: number): SavedTurn | undefined {
  return turnsOf(readFile(folder, id)).find((turn) => turn.number === number)
}

function readFile(folder: string, id: string): SavedConversation {
  const reading = readConversation(id, readFileSync(join(folder, `${id}.jsonl`), 'utf8'))
  assert.ok(reading.ok, `${id} can be read`)
  return reading.conversation
}

/** Conversation, turn and length of each answer that was told before the end. */
async function runAndKill(folder: string): Promise<readonly (readonly [string, number, number])[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  await new Promise((resolve) => setTimeout(resolve, randomInt(MOST_MS)))
  child.kill('SIGKILL')
  await closed
  return said
    .slice(0, said.lastIndexOf('\n'))
    .split('\n')
    .map((line) => {
      const [id = '', turn = '', length = ''] = line.split(' ')
      return [id, Number(turn), Number(length)] as const
    })
}
