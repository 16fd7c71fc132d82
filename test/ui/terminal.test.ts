import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenOf } from '../../source/ui/terminal.ts'
import { FakeTerminal } from './fake-terminal.ts'

test('what Ink erases is never cleared from a first column on, for tmux would keep it above', () => {
  const terminal = new FakeTerminal(72, 20)
  const screen = screenOf(terminal.streams.stdout)
  // As Ink erases a frame, and as it goes to the beginning of the screen.
  screen.write('\x1b[3A\x1b[1G\x1b[Jabove\r\n')
  screen.write('\x1b[H\x1b[J')
  const cleared = '\x1b[2K\x1b[2G\x1b[J\x1b[1G'
  assert.equal(terminal.output.written, `\x1b[3A\x1b[1G${cleared}above\r\n\x1b[H${cleared}`)
  assert.deepEqual([screen.columns, screen.rows, screen.isTTY], [72, 20, true])
})

test('who listens to the output, and what is no text, goes to the terminal itself', async () => {
  const terminal = new FakeTerminal()
  const screen = screenOf(terminal.streams.stdout)
  let heard = 0
  screen.on('resize', () => heard++)
  terminal.resize(40, 12)
  assert.equal(heard, 1)
  await new Promise<unknown>((resolve) => screen.write(new TextEncoder().encode('bytes'), resolve))
  assert.equal(terminal.output.written, 'bytes')
})
