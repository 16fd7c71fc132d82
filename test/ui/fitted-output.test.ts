import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { FittedOutput } from '../../source/ui/fitted-output.ts'
import { FakeTerminal } from './fake-terminal.ts'

const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'
const CLEARED = '\x1b[2K\x1b[2G\x1b[J\x1b[1G'
const ROWS = [
  { key: '0', mark: '', text: 'x'.repeat(60), look: 'plain' as const },
  { key: '1', mark: '› ', text: '', look: 'plain' as const },
]

/** An output with one frame of two rows on it, and who follows it draws the letter of the size. */
function opened() {
  const terminal = new FakeTerminal(80, 24)
  const { output } = terminal
  const fitted = new FittedOutput(terminal.streams.stdout, 'follows', () => ({
    rows: ROWS,
    cursor: { x: 2, y: 1 },
  }))
  const draw = (...chunks: readonly string[]) => {
    for (const chunk of [BEGIN, ...chunks, END]) fitted.stream.write(chunk)
  }
  const undo = fitted.follow({
    forget: () => fitted.stream.write('what Ink would erase'),
    layOut: () => draw(`drawn at ${fitted.stream.columns}x${fitted.stream.rows}\n`),
  })
  draw('first\n')
  const sinceNow = () => {
    const { length } = output.written
    return () => output.written.slice(length)
  }
  return { terminal, fitted, draw, undo, sinceNow }
}

test('a frame is one write, however many it was made of', () => {
  const { terminal, draw, undo } = opened()
  let writes = 0
  terminal.output.frames.on('frame', () => writes++)
  draw('\x1b[2A', 'above\n', 'frame\n')
  assert.equal(writes, 1)
  assert.ok(terminal.output.written.endsWith(`${BEGIN}\x1b[2Aabove\nframe\n${END}`))
  undo()
})

test('at another size the frame is erased from where it begins by now, and drawn in the same write', async () => {
  const { terminal, undo, sinceNow } = opened()
  const since = sinceNow()
  terminal.resize(40, 12)
  assert.equal(since(), '')
  await once(terminal.output.frames, 'frame')
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[2A${CLEARED}drawn at 40x12\n${END}`)
  undo()
})

test('sizes one behind the other are drawn once, for the last of them', async () => {
  const { terminal, undo, sinceNow } = opened()
  const since = sinceNow()
  for (const [columns, rows] of [
    [40, 12],
    [20, 5],
    [100, 30],
  ] as const)
    terminal.resize(columns, rows)
  await once(terminal.output.frames, 'frame')
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[1A${CLEARED}drawn at 100x30\n${END}`)
  undo()
})

test('while the size changes no frame is written, and what goes above waits and is told once', async () => {
  const { terminal, fitted, draw, undo, sinceNow } = opened()
  const since = sinceNow()
  terminal.resize(40, 12)
  draw('the first above\n', 'late\n')
  draw('late, too\n')
  draw('the second above\n', 'late again\n')
  assert.equal(fitted.stream.columns, 80)
  await once(terminal.output.frames, 'frame')
  const above = 'the first above\nthe second above\n'
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[2A${CLEARED}${above}drawn at 40x12\n${END}`)
  draw('next\n')
  assert.ok(since().endsWith(`${END}${BEGIN}next\n${END}`))
  undo()
})

test('a size of which Node has not heard is asked for in front of a frame', async () => {
  const { terminal, draw, undo, sinceNow } = opened()
  const since = sinceNow()
  // Node hears of a size when a signal comes, or is said to have come.
  process.once('SIGWINCH', () => terminal.resize(40, 24))
  draw('late\n')
  assert.equal(since(), '')
  await once(terminal.output.frames, 'frame')
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[2A${CLEARED}drawn at 40x24\n${END}`)
  undo()
})

test('a signal at the same size draws anew, for there was another one in between', async () => {
  const { terminal, undo, sinceNow } = opened()
  const since = sinceNow()
  process.emit('SIGWINCH')
  await once(terminal.output.frames, 'frame')
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[1A${CLEARED}drawn at 80x24\n${END}`)
  undo()
})

test('who leaves draws what waits, and listens no more', () => {
  const { terminal, draw, undo, sinceNow } = opened()
  const since = sinceNow()
  const signals = process.listenerCount('SIGWINCH')
  terminal.resize(40, 12)
  draw('above\n', 'late\n')
  undo()
  assert.equal(since(), `${BEGIN}\x1b[?25l\x1b[2A${CLEARED}above\ndrawn at 40x12\n${END}`)
  assert.equal(terminal.output.listenerCount('resize'), 0)
  assert.equal(process.listenerCount('SIGWINCH'), signals - 1)
})

test('what another program had the terminal for is not erased', async () => {
  const { terminal, fitted, undo, sinceNow } = opened()
  fitted.forget()
  const since = sinceNow()
  terminal.resize(40, 12)
  await once(terminal.output.frames, 'frame')
  assert.equal(since(), `${BEGIN}drawn at 40x12\n${END}`)
  undo()
})

test('what is no frame goes to the terminal as it is, but never clears from a first column on, for tmux would keep it above', async () => {
  const { fitted, undo, sinceNow } = opened()
  const since = sinceNow()
  fitted.stream.write('\x1b[H\x1b[J')
  assert.equal(since(), `\x1b[H${CLEARED}`)
  await new Promise<unknown>((resolve) => fitted.stream.write(new TextEncoder().encode('bytes'), resolve))
  assert.ok(since().endsWith('bytes'))
  assert.equal(fitted.stream.isTTY, true)
  undo()
})

test('cells of a row that was erased from some column on count in tmux, those of a row that was erased whole do not', async () => {
  for (const [update, up] of [
    ['\x1b[2A\x1b[31G\x1b[Kshort\n\x1b[E\x1b[1A\x1b[3G', 2],
    ['\x1b[2A\x1b[1G\x1b[Kshort\n\x1b[E\x1b[1A\x1b[3G', 1],
    ['\x1b[2A\x1b[E\x1b[E\x1b[1A\x1b[3G', 2],
  ] as const) {
    const terminal = new FakeTerminal(80, 24)
    let [first, second] = ROWS
    const fitted = new FittedOutput(terminal.streams.stdout, 'cells', () => ({
      rows: [first, second].filter((one) => one !== undefined),
      cursor: { x: 2, y: 1 },
    }))
    const draw = (frame: string) => {
      for (const chunk of [BEGIN, frame, END]) fitted.stream.write(chunk)
    }
    const undo = fitted.follow({ forget: () => {}, layOut: () => draw('anew\n') })
    draw(`${'x'.repeat(60)}\n›\n`)
    first = { key: '0', mark: '', text: 'short', look: 'plain' }
    draw(update)
    terminal.resize(40, 24)
    await once(terminal.output.frames, 'frame')
    assert.ok(terminal.output.written.endsWith(`\x1b[${up}A${CLEARED}anew\n${END}`), update)
    undo()
  }
})
