import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../helpers/open-session.ts'
import { openProgram, Pty } from '../../helpers/pty.ts'

const PROGRAM = join(import.meta.dirname, 'spoken-program.ts')

/** What is typed, and what is to be read behind it, each once. */
const SCRIPT: readonly (readonly [line: string, ...read: readonly string[]])[] = [
  ['first message', 'Assistant: The boat lies at berth 14.', 'Assistant: rope bow, metres 12'],
  ['second message', 'Assistant: It has two masts.'],
  ['/edit 1', 'Message 1: first message', 'Type /edit 1 and the new text'],
  ['/edit 2 third message', 'Assistant: A third answer.'],
  [
    '/call file_write {"path": "plan.txt", "content": "one"}',
    'Tool file_write is called: path=plan.txt',
    'Question: may file_write run?',
    'Type a number and press Enter.',
  ],
  ['9', 'Error: that is no choice'],
  ['4', 'Question: why not?'],
  ['keep it', 'Tool file_write failed: file_write was not run: you said: keep it.'],
  ['/status', 'window '],
  ['/undo turn', 'ethervox: “third message” and its answer are out'],
]

test('ten lines in a terminal with a screen reader: nothing is read twice, and nothing is left out', {
  timeout: 120_000,
}, async (t) => {
  const program = new Pty(process.execPath, [PROGRAM], { columns: 200, rows: 80, env: { TZ: 'UTC' } })
  t.after(() => program.close())
  await program.until('is ready. Type a message')
  for (const [line, ...read] of SCRIPT) {
    const before = program.all.length
    program.type(`${line}\r`)
    for (const text of read) await program.until(() => program.all.slice(before).includes(text))
  }
  program.type('/quit\r')
  await program.exit
  const lines = program.all.split('\n')
  for (const text of SCRIPT.flatMap(([, ...read]) => read))
    assert.equal(lines.filter((line) => line.includes(text)).length, 1, `${text}\n${program.all}`)
  // The terminal itself shows what is typed; the program does not say it once more.
  for (const [line] of SCRIPT)
    assert.equal(lines.filter((one) => one.trim() === line).length, 1, `${line}\n${program.all}`)
  assert.doesNotMatch(program.written, /[█░]/)
  assert.ok(!program.written.includes('\u001b['), 'no sequence')
  assert.ok(!lines.some((line) => line.startsWith('Assistant: file_write was not run')))
})

test('ctrl-C stops what runs, and the program goes on; with nothing to stop it ends', {
  timeout: 120_000,
}, async (t) => {
  const home = temporaryFolder('spoken')
  // The built program: a package in it once sent each signal a second time.
  const program = openProgram(['--screen-reader', '--home', home, '--model', 'none-such'], {
    columns: 120,
    rows: 40,
    cwd: home,
    env: { ETHERVOX_MODELS: home },
  })
  t.after(async () => {
    await program.close()
    rmSync(home, { recursive: true, force: true })
  })
  await program.until('Without a model, only commands work')
  program.type('/call shell_run {"command": "sleep 60"}\r')
  await program.until('Type a number')
  program.type('1\r')
  await program.until(/^1$/m)
  program.type('\x03')
  await program.until('interrupted')
  program.type('/help undo\r')
  await program.until('take back the last change')
  // The command may still be ending, and is what the first one stops then.
  const clock = setInterval(() => program.type('\x03'), 1_000)
  t.after(() => clearInterval(clock))
  await program.exit
})
