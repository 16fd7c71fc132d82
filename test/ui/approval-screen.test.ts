import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runScreen } from '../../source/ui/screen.tsx'
import { addFileWrite } from '../helpers/file-write.ts'
import { copyWorkspace, openTestSession } from '../helpers/open-session.ts'
import { FakeTerminal } from './fake-terminal.ts'

test('a call that writes is viewed, edited with a fault and without, resized, and allowed by y', {
  timeout: 60_000,
}, async (t) => {
  let later = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + later)
  const workspace = copyWorkspace()
  const file = join(workspace, 'plan.txt')
  const { session, done } = await openTestSession({ interactive: true, workspace })
  addFileWrite(session)
  const terminal = new FakeTerminal(100, 30)
  const env = { LANG: 'C.UTF-8', NO_COLOR: '1' }
  const code = runScreen(session, { commandNames: [], debug: true, terminal: terminal.streams, env })
  await terminal.until('›\n')
  terminal.type('/call file_write {"path": "plan.txt", "content": "one\\n"}\r')
  await terminal.until('s and a are for this path alone: plan.txt')
  later += 1000
  await terminal.until('+one\nfile_write path=plan.txt')
  terminal.type('v')
  await terminal.until('file_write (write)')
  await terminal.until('--- /dev/null\n+++ plan.txt\n@@ -0,0 +1,1 @@\n+one')
  terminal.type('e')
  await terminal.until('› {"path":"plan.txt","content":"one\\n"}')
  terminal.type('\x15{"path":"plan.txt"}\r')
  await terminal.until('! The value needs `content`, which is missing.')
  terminal.resize(60, 20)
  await terminal.until('arguments as JSON\n')
  terminal.type('\x15{"path":"plan.txt","content":"two\\n"}\r')
  await terminal.until('content=two')
  assert.equal(existsSync(file), false)
  later += 1000
  terminal.type('y')
  await terminal.until('plan.txt was written: 4 characters.')
  assert.equal(readFileSync(file, 'utf8'), 'two\n')
  terminal.type('/call file_write {"path": "plan.txt", "content": ""}\r')
  await terminal.until('write · s and a')
  later += 1000
  terminal.type('n')
  await terminal.until('why not?')
  terminal.type('keep it\r')
  await terminal.until('file_write was not run: you said: keep it.')
  assert.equal(readFileSync(file, 'utf8'), 'two\n')
  terminal.type('\x04')
  assert.equal(await code, 1)
  await done()
  rmSync(workspace, { recursive: true })
})

test('a long diff is scrolled in the question, to its end and no further', { timeout: 60_000 }, async (t) => {
  let later = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + later)
  const workspace = copyWorkspace()
  const { session, done } = await openTestSession({ interactive: true, workspace })
  addFileWrite(session)
  const terminal = new FakeTerminal(100, 24)
  const env = { LANG: 'C.UTF-8', NO_COLOR: '1' }
  const code = runScreen(session, { commandNames: [], debug: true, terminal: terminal.streams, env })
  await terminal.until('›\n')
  const content = Array.from({ length: 40 }, (_, at) => `line ${at}.`).join('\\n')
  terminal.type(`/call file_write {"path": "plan.txt", "content": "${content}"}\r`)
  await terminal.until('of 43 · up, down')
  later += 1000
  terminal.type('\x1b[B')
  await terminal.until('… rows 2 to')
  for (let page = 0; page < 9; page++) terminal.type('\x1b[6~')
  await terminal.until('to 43 of 43')
  terminal.type('\x1b[A')
  await terminal.until('to 42 of 43')
  terminal.type('n\r')
  await terminal.until('file_write was not run')
  terminal.type('\x04')
  assert.equal(await code, 1)
  await done()
  rmSync(workspace, { recursive: true })
})
