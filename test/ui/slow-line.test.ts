import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FlowControl } from '../../source/ui/flow-control.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { runScreen } from '../../source/ui/screen.tsx'
import { Pty } from '../helpers/pty.ts'
import { answer, delta, FakeSession, finished, started } from './fake-session.ts'
import { FakeTerminal } from './fake-terminal.ts'
import { ASK, openChat } from './open-chat.ts'

const QUESTION = '\x1b[5n'
const ANSWER = '\x1b[0n'
const FRAME_END = '\x1b[?2026l'
const PROGRAM = join(import.meta.dirname, 'streaming-program.ts')
const JSX = join(import.meta.dirname, '../helpers/jsx.mjs')

/** A chat on a line that is slow, and on which something was drawn that is still on its way. */
function openFull(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let clockMs = 1_000
  const pass = (ms: number) => {
    clockMs += ms
  }
  const flow = new FlowControl({ write: () => true }, () => clockMs)
  const opened = openChat(new FakeSession(), { flow, nowMs: () => clockMs })
  const { chat, session } = opened
  const answered = () => {
    pass(600)
    flow.take(ANSWER)
  }
  let frames = 0
  chat.redraw.subscribe(() => {
    frames++
    flow.written(100)
  })
  session.say(started(1, 'tell me'))
  for (const word of ['one ', 'two ', 'three ']) {
    session.say(delta(word))
    t.mock.timers.tick(200)
    if (word !== 'three ') answered()
  }
  assert.deepEqual([flow.isSlow, flow.isFull], [true, true])
  const before = frames
  return { ...opened, pass, answered, drawn: () => frames - before }
}

test('while the line is full neither a key nor what is written is drawn, and then both in one frame', (t) => {
  const { chat, session, answered, drawn } = openFull(t)
  const shown = chat.redraw.shown()
  for (const key of 'key') {
    chat.key(key, {})
    session.say(delta('four '))
    t.mock.timers.tick(200)
  }
  assert.equal(drawn(), 0)
  assert.equal(chat.redraw.shown(), shown)
  answered()
  assert.equal(drawn(), 1)
  assert.equal(chat.redraw.shown().draft.text, 'key')
  assert.ok(chat.redraw.shown().transcript.flow.streamed.endsWith('three four four four '))
  chat.close()
})

test('who quits while the line is full leaves nothing undrawn', (t) => {
  const { chat, session, drawn } = openFull(t)
  session.say(answer('one two three four'), finished())
  assert.equal(drawn(), 0)
  chat.close()
  assert.equal(drawn(), 1)
  assert.equal(chat.redraw.shown(), chat.state())
})

test('a question that is not drawn yet is not decided by what is typed', (t) => {
  const { chat, session, draft, pass, answered } = openFull(t)
  session.change({ busy: true, pending: ASK })
  pass(5_000)
  chat.key('y', {})
  assert.deepEqual([session.decisions, draft()], [[], 'y'])
  chat.key('', { backspace: true })
  answered()
  chat.key('y', {})
  assert.deepEqual(session.decisions, [[ASK.call, { decision: 'once' }]])
  chat.close()
})

test('on a slow line less of the streamed text is shown', () => {
  const { chat, session } = openChat()
  session.say(started(1, 'tell me'), delta(Array.from({ length: 9 }, (_, at) => `row ${at}`).join('\n')))
  const glyphs = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
  const streamed = (isSlow: boolean) =>
    liveRows({ chat: chat.state(), columns: 80, rows: 24, seconds: 0, glyphs, isSlow })
      .rows.map(({ text }) => text)
      .filter((text) => text.startsWith('row '))
  assert.equal(streamed(false).length, 9)
  assert.deepEqual(streamed(true), ['row 6', 'row 7', 'row 8'])
  chat.close()
})

function openScreen() {
  const terminal = new FakeTerminal()
  const session = new FakeSession()
  const code = runScreen(session, {
    commandNames: [],
    terminal: terminal.streams,
    env: { LANG: 'C.UTF-8', NO_COLOR: '1' },
  })
  const { output } = terminal
  const until = async (text: string) => {
    while (!output.written.includes(text)) await once(output.frames, 'frame')
  }
  return { terminal, session, code, output, until }
}

test('the terminal is asked behind a whole frame, only while something runs, and its answer is no key', {
  timeout: 20_000,
}, async () => {
  const { terminal, session, code, output, until } = openScreen()
  terminal.type('idle')
  await until('idle')
  assert.ok(!output.written.includes(QUESTION))
  session.say(started(1, 'tell me'), delta('streamed'))
  await until(QUESTION)
  assert.ok(output.written.slice(0, output.written.indexOf(QUESTION)).endsWith(FRAME_END))
  for (const piece of [`!${ANSWER}`, '\x1b', '[', '0', 'n', 'end']) terminal.type(piece)
  await until('end')
  session.say(answer('streamed'), finished())
  terminal.type('\r')
  await until('working')
  assert.deepEqual(session.submitted, ['idle!end'])
  terminal.type('\x03\x03')
  assert.equal(await code, 0)
})

test('who quits waits for an answer that is still to come, and asks for none', {
  timeout: 20_000,
}, async () => {
  const { terminal, session, code, output, until } = openScreen()
  session.say(started(1, 'tell me'), delta('streamed'))
  await until(QUESTION)
  session.say(delta(' and more'))
  terminal.type('\x04')
  await until('and more')
  assert.equal(session.closes, 0)
  terminal.type(ANSWER)
  assert.equal(await code, 0)
  assert.equal(output.written.split(QUESTION).length, 2)
  assert.equal(terminal.input.rawModes.at(-1), false)
})

test('at 9,600 baud a key stands in its row after few bytes while an answer is written, all of which is above in the end', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-slow-line-'))
  const file = join(folder, 'answer.md')
  const words = Array.from({ length: 500 }, (_, at) => `word${at}${at % 50 === 49 ? '\n\n' : ' '}`)
  writeFileSync(file, words.join(''))
  const pty = new Pty(process.execPath, ['--import', JSX, PROGRAM, file, '60'], { bytesPerSecond: 960 })
  try {
    await pty.until('word120')
    const bytes: number[] = []
    let draft = '› '
    for (const key of 'abcdefgh') {
      const from = pty.written.length
      draft += key
      pty.type(key)
      await pty.until(draft)
      bytes.push(pty.written.length - from)
    }
    // A frame on its way and one with the key; without flow control it was 6,000.
    assert.ok(Math.max(...bytes) < 3_000, `bytes in front of a key: ${bytes}`)
    await pty.until('the-end')
    assert.deepEqual(
      pty.all.match(/word\d+/g),
      words.map((word) => word.trim()),
    )
  } finally {
    await pty.close()
    rmSync(folder, { recursive: true })
  }
})
