import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveSignal, SessionEvent } from '../../source/contracts/event.ts'
import type { SessionView } from '../../source/contracts/session.ts'
import type { ScriptLine } from '../../source/script/read-lines.ts'
import { runScript, type StartableSession } from '../../source/script/script.ts'

const answer = (text: string): SessionEvent => ({
  type: 'answer',
  turn: 1,
  text,
  status: 'success',
  confidence: 1,
  source: 'model',
})
const command = (ok: boolean, text: string): SessionEvent => ({
  type: 'command',
  name: 'x',
  ok,
  data: null,
  text,
})
const started = (level: 1 | 2 | 3 | 4): SessionEvent => ({
  type: 'session.started',
  version: '1',
  home: '/h',
  level,
  reasons: ['The manifest is missing.'],
  model: null,
  modelState: 'loading',
  tools: { enabled: 0, total: 0 },
})

/** A session that answers a line with these events, and writes down what was asked of it. */
function createSession(
  reply: (line: string) => readonly (SessionEvent | LiveSignal)[],
  atStart: readonly SessionEvent[] = [],
) {
  const asked: string[] = []
  let listener: (event: SessionEvent | LiveSignal) => void = () => assert.fail('nobody listens')
  let code = 0
  const session = {
    view: {} as SessionView,
    ended: false,
    subscribe: (given: typeof listener) => {
      listener = given
      return () => undefined
    },
    start: () => {
      asked.push('start')
      atStart.forEach(listener)
    },
    settled: async () => {
      asked.push('settled')
    },
    submit: async (line: string) => {
      asked.push(line)
      if (line === '/quit') session.ended = true
      reply(line).forEach(listener)
    },
    runsBeside: () => false,
    said: [],
    ahead: () => undefined,
    decide: () => undefined,
    interrupt: () => false,
    emit: (event: SessionEvent) => listener(event),
    raiseExitCode: (raised: number) => {
      code = Math.max(code, raised)
    },
    close: async () => {
      asked.push('close')
      listener({ type: 'session.finished', exitCode: code })
      return code
    },
  }
  const startable: StartableSession = session
  return { session: startable, asked }
}

async function run(
  lines: readonly (string | ScriptLine)[],
  reply: (line: string) => readonly (SessionEvent | LiveSignal)[],
  options: { json?: boolean; deltas?: boolean; atStart?: readonly SessionEvent[]; unread?: string } = {},
) {
  const { session, asked } = createSession(reply, options.atStart)
  let stdout = ''
  let stderr = ''
  const script = lines.map(
    (line): ScriptLine => (typeof line === 'string' ? { type: 'line', text: line } : line),
  )
  const code = await runScript(session, script, {
    json: options.json ?? false,
    deltas: options.deltas ?? false,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    unread: options.unread,
  })
  return { code, stdout, stderr, asked }
}

describe('a script', () => {
  test('starts, waits for the model, runs every line in order and closes', async () => {
    const { asked, stdout, code } = await run(['one', '', 'two'], (line) =>
      line === '' ? [] : [answer(`to ${line}`)],
    )
    assert.deepEqual(asked, ['start', 'settled', 'one', '', 'two', 'close'])
    assert.equal(stdout, 'to one\nto two\n')
    assert.equal(code, 0)
  })

  test('ends where the session ended', async () => {
    const { asked } = await run(['/quit', 'never'], () => [])
    assert.deepEqual(asked, ['start', 'settled', '/quit', 'close'])
  })

  test('a line that cannot be used is told, is not sent, and makes the exit code 1', async () => {
    const { asked, stderr, code } = await run(
      [{ type: 'bad', reason: 'Line 1 is not valid UTF-8.' }, 'two'],
      () => [],
    )
    assert.deepEqual(asked, ['start', 'settled', 'two', 'close'])
    assert.equal(stderr, 'Line 1 is not valid UTF-8.\n')
    assert.equal(code, 1)
  })

  test('what is not read of stdin is told, and costs nothing', async () => {
    const { stderr, code, asked } = await run(['one'], () => [], { unread: 'It is not read.' })
    assert.equal(stderr, 'It is not read.\n')
    assert.equal(code, 0)
    assert.deepEqual(asked, ['start', 'settled', 'one', 'close'])
    const { stdout } = await run(['one'], () => [], { unread: 'It is not read.', json: true })
    assert.deepEqual(JSON.parse(stdout.split('\n')[0] ?? ''), {
      type: 'notice',
      code: 'input_not_read',
      message: 'It is not read.',
    })
  })

  test('without lines is opened and closed', async () => {
    assert.deepEqual((await run([], () => [])).asked, ['start', 'settled', 'close'])
  })
})

/** Moves the cursor, sets the title, and turns what follows; the last is a control sequence in one character. */
const HOSTILE = 'a\x1b[2J\x1b]0;mine\x07b\x1b\u202ec\x9b3md'
const PLAIN = 'ab^[<U+202E>cd'

describe('what others wrote', () => {
  const events: readonly SessionEvent[] = [
    answer(HOSTILE),
    command(true, HOSTILE),
    command(false, HOSTILE),
    { type: 'notice', code: 'n', message: HOSTILE },
    { type: 'error', code: 'e', message: HOSTILE },
  ]

  test('is plain in a pipe, which may end at a terminal', async () => {
    const { stdout, stderr } = await run(['x'], () => events)
    assert.equal(stdout, `${PLAIN}\n${PLAIN}\n`)
    assert.equal(stderr, `${PLAIN}\n${PLAIN}\n${PLAIN}\n`)
  })

  test('is the same data as JSON, with nothing that a terminal reads', async () => {
    const { stdout } = await run(['x'], () => events, { json: true })
    assert.doesNotMatch(stdout, /[^\n -~]/)
    const read = stdout
      .trimEnd()
      .split('\n')
      .slice(0, 5)
      .map((line) => JSON.parse(line))
    assert.deepEqual(read, events)
  })
})

describe('as text', () => {
  test('answers and what commands print go out, everything else to stderr', async () => {
    const { stdout, stderr } = await run(['x'], () => [
      { type: 'turn.started', turn: 1, text: 'x', origin: 'message' },
      { type: 'answer.delta', turn: 1, text: 'Hel' },
      { type: 'progress', what: 'answer', done: 1, total: 2 },
      answer('Hello'),
      command(true, 'printed'),
      command(false, 'refused'),
      { type: 'notice', code: 'n', message: 'a notice' },
      { type: 'error', code: 'e', message: 'an error' },
    ])
    assert.equal(stdout, 'Hello\nprinted\n')
    assert.equal(stderr, 'refused\na notice\nan error\n')
  })

  test('an empty answer or text writes no empty line', async () => {
    const { stdout, stderr } = await run(['x'], () => [answer(''), command(true, ''), command(false, '')])
    assert.equal(stdout + stderr, '')
  })

  test('a level below 2 is told at the start', async () => {
    assert.equal((await run([], () => [], { atStart: [started(2)] })).stderr, '')
    assert.equal(
      (await run([], () => [], { atStart: [started(3)] })).stderr,
      'Level 3: The manifest is missing.\n',
    )
  })
})

describe('as JSON', () => {
  const events: readonly (SessionEvent | LiveSignal)[] = [
    { type: 'answer.delta', turn: 1, text: 'Hel' },
    { type: 'progress', what: 'answer', done: 1, total: 2 },
    { type: 'view' },
    answer('two\nlines'),
    { type: 'error', code: 'e', message: 'an error' },
  ]

  test('every event is one line on stdout, and nothing is on stderr', async () => {
    const { stdout, stderr } = await run(['x', { type: 'bad', reason: 'bad' }], () => events, {
      json: true,
      atStart: [started(4)],
    })
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    assert.deepEqual(types, ['session.started', 'answer', 'error', 'error', 'session.finished'])
    assert.equal(stderr, '')
    assert.equal(JSON.parse(stdout.split('\n')[1] ?? '').text, 'two\nlines')
  })

  test('pieces of answers are written only when asked for', async () => {
    const { stdout } = await run(['x'], () => events, { json: true, deltas: true })
    assert.match(stdout, /^\{"type":"answer\.delta","turn":1,"text":"Hel"\}\n/)
    assert.doesNotMatch(stdout, /progress|"view"/)
  })
})
