import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { hasModel, MODELS, only, runProgram, SMALL } from './program.ts'

const home = temporaryFolder('real-learned')
after(() => rmSync(home, { recursive: true, force: true }))

/** Only its requests are tried, some of which only the tuned model has right: four minutes less than all. */
const TOOL = 'date_compute'

/** A program in place of Python, which has learned already what the small model was tuned to. */
function pythonThatKnows(): string {
  const path = join(home, 'python')
  const adapter = join(import.meta.dirname, '../../models', `${SMALL}.calls.gguf`)
  const step = '{"step": 1, "steps": 1, "loss": 0.1, "saved": true}'
  writeFileSync(path, `#!/bin/sh\ncp '${adapter}' "$4"\necho '${step}'\n`, { mode: 0o755 })
  return path
}

async function say(model: string, lines: readonly string[]) {
  const before = process.env.ETHERVOX_PYTHON
  process.env.ETHERVOX_PYTHON = pythonThatKnows()
  try {
    const input = `${lines.join('\n')}\n`
    const run = await runProgram({
      args: ['--json', '-m', model, '--threads', '1', '--approve', 'all'],
      home,
      input,
    })
    return { run, said: only(run, 'command').map(({ text }) => text) }
  } finally {
    if (before === undefined) delete process.env.ETHERVOX_PYTHON
    else process.env.ETHERVOX_PYTHON = before
  }
}

test("a model of the person's own learns to write calls, writes them so in the same conversation and the next, and is as it was after --undo", async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const model = join(home, 'mine.gguf')
  copyFileSync(join(MODELS, `${SMALL}.gguf`), model)
  const disabledTools = readdirSync(findProgram().toolsDir).filter((name) => name !== TOOL)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ disabledTools }))

  const first = await say(model, [
    '/optimize_tool_prompts --strategy calls',
    '/status',
    'what date is 45 days from today?',
  ])
  const [optimized = '', status = ''] = first.said
  assert.match(optimized, /^calls: 1 step of learning from \d+ requests/)
  assert.match(status, /calls {4}tuned, mine\.[\da-f]{8}\.calls\.gguf \(learned here\)/)
  assert.equal(only(first.run, 'tool.called')[0]?.name, TOOL)

  const second = await say(model, [
    '/status',
    '/optimize_tool_prompts --strategy calls',
    '/optimize_tool_prompts --undo',
    '/status',
  ])
  const [tuned = '', again = '', undone = '', plain = ''] = second.said
  assert.match(tuned, /\(learned here\)/)
  assert.match(again, /nothing to do, there is nothing new to learn from/)
  assert.match(undone, /as they were before the last run/)
  assert.doesNotMatch(plain, /^calls/m)
})
