import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runScreen, type ScreenOptions } from '../../source/ui/screen.tsx'
import { answer, called, delta, FakeSession, finished, started, toolDone } from './fake-session.ts'
import { FakeTerminal } from './fake-terminal.ts'
import { ASK } from './open-chat.ts'

const ENV = { LANG: 'C.UTF-8', NO_COLOR: '1' }

function open(
  session = new FakeSession(),
  terminal = new FakeTerminal(),
  options: Partial<ScreenOptions> = {},
) {
  const code = runScreen(session, {
    commandNames: ['help', 'status'],
    debug: true,
    terminal: terminal.streams,
    env: ENV,
    ...options,
  })
  return { session, terminal, code }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

test('a conversation is drawn as it goes, and the end of input ends it', { timeout: 20_000 }, async () => {
  const { session, terminal, code } = open()
  session.exitCode = 1
  await terminal.until('›\nqwen2.5-coder-0.5b')
  terminal.type('what is 17 * 23?\r')
  await terminal.until('› what is 17 * 23?')
  assert.equal(session.started, 1)
  session.say(started(1, 'what is 17 * 23?'), called('calculator_compute', { expression: '17 * 23' }))
  await terminal.until('⚙ calculator_compute 17 * 23\n')
  session.say(toolDone('calculator_compute', true, '17 * 23 is 391.'), delta('It is 3'), delta('90.'))
  await terminal.until('It is 390.')
  session.say(answer('It is 391.'), finished())
  await session.endLine()
  const frame = await terminal.until((text) => text.includes('It is 391.') && !text.includes('working'))
  assert.deepEqual(frame.split('\n').slice(0, 6), [
    'ethervox 0.1.0 · level 2: manifest one-liners',
    'No optimized prompts for this model: `/optimize_tool_prompts` makes them.',
    '',
    '› what is 17 * 23?',
    '  ⚙ calculator_compute 17 * 23 → 17 * 23 is 391.  (12 ms)',
    'It is 391.',
  ])
  assert.ok(!frame.includes('It is 390.'), 'the streamed text is gone')
  terminal.type('\x04')
  assert.equal(await code, 1)
  assert.equal(session.closes, 1)
})

test('typing works while the model loads', { timeout: 20_000 }, async () => {
  const session = new FakeSession({ modelState: 'loading', activity: 'load' })
  const { terminal, code } = open(session)
  await terminal.until('loading…')
  session.say({ type: 'progress', what: 'load', done: 43, total: 100 })
  await terminal.until('loading model 43 %')
  terminal.type('already typing')
  await terminal.until('› already typing')
  terminal.type('\x03\x03')
  assert.equal(await code, 0)
})

test('a bracketed paste of thirty lines lands in the draft', { timeout: 20_000 }, async () => {
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  const lines = Array.from({ length: 30 }, (_, line) => `pasted ${line}`).join('\r')
  terminal.type(`\x1b[200~${lines}\x1b[201~`)
  await terminal.until('[Pasted 30 lines]')
  assert.equal(session.submitted.length, 0)
  terminal.type('\t')
  await terminal.until('pasted 29')
  terminal.type('\r')
  await terminal.until('working…')
  assert.equal(session.submitted[0]?.split('\n').length, 30)
  terminal.input.end()
  assert.equal(await code, 0)
})

test('a terminal of 20×5 and back is drawn within its size', { timeout: 20_000 }, async () => {
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  session.say(started(1, 'x', 'call'), delta('streamed words '.repeat(100)))
  await terminal.until('streamed')
  terminal.resize(20, 5)
  const small = await terminal.until('qwen2.5-coder-0.5b …')
  const live = small.slice(small.lastIndexOf('streamed words\n'))
  assert.ok(live.split('\n').length <= 4, live)
  terminal.resize(80, 24)
  await terminal.until('11 tools · 312/8192 tokens')
  terminal.type('\x03\x03')
  await code
})

test('a question survives a resize with what was typed into it', { timeout: 20_000 }, async (t) => {
  let later = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + later)
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  const pending = { call: 'c1', name: 'file_write', risk: 'write', arguments: '{"path":"a.txt"}' }
  session.change({ busy: true, pending })
  await terminal.until('allow? y once')
  terminal.resize(40, 10)
  await terminal.until('allow? y/s/a/n/e/v')
  later = 1000
  terminal.type('n')
  await terminal.until('why not?')
  terminal.type('wrong file')
  await terminal.until('› wrong file')
  terminal.resize(80, 24)
  const frame = await terminal.until('why not? Enter alone')
  assert.ok(frame.includes('file_write a.txt\n') && frame.includes('› wrong file'))
  terminal.type('\r')
  await terminal.until((text) => !text.includes('why not?'))
  assert.deepEqual(session.decisions, [['c1', { decision: 'denied', reason: 'wrong file' }]])
  terminal.type('\x03\x03')
  await code
})

test('escape sequences in an answer do not reach the terminal', { timeout: 20_000 }, async () => {
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  const before = terminal.output.written.length
  session.say(started(1, 'x', 'call'), answer('before \x1b[2J\x1b]0;title\x07\x9b2J after \x1b'), finished())
  await terminal.until('before  after ^[')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is written is the point
  assert.doesNotMatch(terminal.output.written.slice(before), /\x1b\[2J|\x1b\]0|\x9b/)
  terminal.type('\x03\x03')
  await code
})

test('the terminal is given back at the end, and at a signal with 130', { timeout: 20_000 }, async () => {
  // Those of other tests and of the test runner, which would end at a signal.
  const others = SIGNALS.map((name) => [name, process.listeners(name)] as const)
  for (const name of SIGNALS) process.removeAllListeners(name)
  for (const signal of [undefined, 'SIGTERM', 'SIGHUP'] as const) {
    const { session, terminal, code } = open(new FakeSession(), new FakeTerminal(), { debug: false })
    await terminal.until('›\n')
    while (!terminal.output.written.includes('\x1b[?2004h')) await new Promise(setImmediate)
    assert.equal(terminal.input.rawModes.at(-1), true)
    if (signal === undefined) terminal.type('\x03\x03')
    else process.emit(signal)
    assert.equal(await code, signal === undefined ? 0 : 130)
    assert.equal(terminal.input.rawModes.at(-1), false)
    const end = terminal.output.written
    assert.ok(end.lastIndexOf('\x1b[?2004l') > end.lastIndexOf('\x1b[?2004h'), 'bracketed paste is off')
    assert.ok(end.lastIndexOf('\x1b[?25h') > end.lastIndexOf('\x1b[?25l'), 'the cursor is shown')
    assert.equal(session.closes, 1)
    // Ink's own way to restore the cursor stays, once; of ours none.
    for (const name of SIGNALS) assert.ok(process.listenerCount(name) <= 1)
  }
  for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener)
})

test('a window that is closed ends the session well, though its terminal can no longer be asked or written to', {
  timeout: 20_000,
}, async () => {
  const others = SIGNALS.map((name) => [name, process.listeners(name)] as const)
  for (const name of SIGNALS) process.removeAllListeners(name)
  const { session, terminal, code } = open(new FakeSession(), new FakeTerminal(), { debug: false })
  await terminal.until('›\n')
  const gone = () => terminal.output.emit('error', new Error('getWindowSize EIO'))
  process.on('SIGWINCH', gone)
  let isClosed = false
  session.close = async () => {
    // The shell tells of it too, and what was written a moment ago fails now.
    assert.ok(process.emit('SIGHUP'), 'nobody listens, so it would end the program')
    gone()
    await new Promise(setImmediate)
    isClosed = true
    return 0
  }
  process.emit('SIGHUP')
  assert.equal(await code, 130)
  assert.ok(isClosed)
  process.off('SIGWINCH', gone)
  assert.equal(terminal.output.listenerCount('error'), 0)
  for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener)
})

test('an output that takes no more ends the screen, as a closed window does', {
  timeout: 20_000,
}, async () => {
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  terminal.output.emit('error', new Error('write EIO'))
  assert.equal(await code, 130)
  assert.equal(session.closes, 1)
})

test('a fault while drawing gives the terminal back, closes the session and is thrown', {
  timeout: 20_000,
}, async () => {
  const { session, terminal, code } = open()
  await terminal.until('›\n')
  const fault = assert.rejects(code, TypeError)
  // A view without its counts cannot be drawn.
  session.change({ tools: undefined as never })
  await fault
  assert.equal(terminal.input.rawModes.at(-1), false)
  assert.equal(session.closes, 1)
})

test('signs are ASCII and nothing is styled where the environment says so', { timeout: 20_000 }, async () => {
  const { session, terminal, code } = open(undefined, undefined, { env: { LANG: 'C', NO_COLOR: '1' } })
  await terminal.until('>\n')
  session.say(toolDone('get_time', false, 'no clock'), { type: 'error', code: 'x', message: 'broken' })
  const frame = await terminal.until('! broken')
  assert.match(frame, /^[\n -~]*$/)
  assert.ok(frame.includes('  x get_time -> no clock  (12 ms)'))
  terminal.type('\x03\x03')
  await code
})

test('stopped from outside and continued, it has the keys again and draws the whole frame', {
  timeout: 20_000,
}, async () => {
  const { session, terminal, code } = open(new FakeSession(), new FakeTerminal(), {
    debug: false,
    env: { ...ENV, TERM: 'xterm' },
  })
  await terminal.until('›\n')
  terminal.type('half a draft')
  await terminal.until('half a draft')
  const [modes, before] = [terminal.input.rawModes.length, terminal.output.written.length]
  session.change({ busy: true, pending: ASK })
  process.emit('SIGCONT')
  const frame = await terminal.until(
    (text) => text.includes('half a draft') && text.includes('qwen2.5-coder'),
  )
  assert.ok(frame.includes('allow?'), frame)
  assert.deepEqual(terminal.input.rawModes.slice(modes), [false, true])
  const again = terminal.output.written.slice(before)
  assert.ok(again.includes('\x1b[?2004h') && again.includes('\x1b[>4;1m'), JSON.stringify(again))
  terminal.type('\x03\x03')
  await code
  assert.equal(process.listenerCount('SIGCONT'), 0)
})
