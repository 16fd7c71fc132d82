import assert from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import { END_SIGNALS } from '../../../source/lib/end-signals.ts'
import { runSpoken } from '../../../source/ui/spoken/spoken-chat.ts'
import { openTestSession, temporaryFolder } from '../../helpers/open-session.ts'
import { answer, called, delta, FakeSession, finished, started, toolDone } from '../fake-session.ts'

/** What is said, as lines that can be waited for. */
class Ear extends Writable {
  text = ''
  #waiting: (() => void)[] = []

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += String(chunk)
    for (const wake of this.#waiting.splice(0)) wake()
    done()
  }

  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

function open(session = new FakeSession()) {
  const input = new PassThrough()
  const ear = new Ear({ decodeStrings: false })
  const code = runSpoken(session, { input, output: ear })
  return { session, input, ear, code }
}

test('everything is a line that says who speaks, without a sequence', { timeout: 20_000 }, async () => {
  const { session, input, ear, code } = open()
  input.write('show me\n')
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(session.submitted, ['show me'])
  session.say(
    started(1, 'show me'),
    called('get_time', { zone: 'UTC' }),
    toolDone('get_time', true, 'It is 10.'),
  )
  session.say(
    started(2, 'x', 'message'),
    delta('# Title\n\nSome **bold** words\x1b[2J.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- it'),
  )
  session.say(
    answer('# Title\n\nSome **bold** words\x1b[2J.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- item'),
    { type: 'notice', code: 'x', message: 'Saved.' },
    { type: 'command', name: 'status', ok: true, data: null, text: 'level 2\nmodel x' },
    { type: 'error', code: 'x', message: 'Broken.' },
    finished('cancelled', 2),
  )
  await ear.until('interrupted')
  await session.endLine()
  input.end()
  assert.equal(await code, 0)
  assert.deepEqual(ear.text.trimEnd().split('\n'), [
    'ethervox 0.1.0, level 2: manifest one-liners.',
    'Notice: No optimized prompts for this model: `/optimize_tool_prompts` makes them.',
    'Model qwen2.5-coder-0.5b is ready. Type a message and press Enter.',
    'Tool get_time is called: UTC',
    'Tool get_time: It is 10.',
    'Assistant: # Title',
    'Assistant: Some bold words.',
    'Assistant: a 1, b 2',
    'Assistant: - item',
    'Notice: Saved.',
    'ethervox: level 2',
    'model x',
    'Error: Broken.',
    'Notice: interrupted',
  ])
})

test('a question has numbers, and Enter alone lets nothing run', { timeout: 20_000 }, async () => {
  const { session, input, ear, code } = open()
  const pending = { call: 'c7', name: 'file_write', risk: 'write', arguments: '{"path":"a"}' }
  session.change({ busy: true, pending: { ...pending, preview: { text: undefined } } })
  session.change({ pending: { ...pending, preview: { text: '@@\n+one' } } })
  await ear.until('Type a number')
  assert.ok(
    ear.text.includes(
      'Question: may file_write run? It is for: write. a\nIt would do this:\n@@\n+one\nChoices: 1 once.',
    ),
  )
  input.write('\n')
  await ear.until('that is no choice')
  assert.deepEqual(session.decisions, [])
  session.onEdit = () => 'It lacks `x`.'
  input.write('5\n')
  await ear.until('which arguments?')
  input.write('{}\n')
  await ear.until('Error: It lacks `x`.')
  input.write('4\n')
  await ear.until('why not?')
  input.write('wrong file\n')
  while (session.decisions.length < 2) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(session.decisions, [
    ['c7', { decision: 'edited', arguments: '{}' }],
    ['c7', { decision: 'denied', reason: 'wrong file' }],
  ])
  input.end()
  await code
  assert.doesNotMatch(ear.text, /(?!\n)\p{Control}/u)
})

test('a call that was edited in its question is not called a second time', { timeout: 20_000 }, async () => {
  const { session, input, ear, code } = open()
  input.write('/call file_write {"path":"a"}\n')
  while (session.submitted.length === 0) await new Promise((resolve) => setImmediate(resolve))
  session.say(started(1, '/call', 'call'), called('file_write', { path: 'a' }))
  session.say(called('file_write', { path: 'b' }), toolDone('file_write', false, 'file_write was not run.'))
  session.say(answer('file_write was not run.'), finished())
  session.say(started(2, '/call', 'call'), called('file_write', { path: 'c' }))
  await ear.until('is called: c')
  await session.endLine()
  input.end()
  await code
  assert.deepEqual(
    ear.text.split('\n').filter((line) => line.includes('is called')),
    ['Tool file_write is called: a', 'Tool file_write is called: c'],
  )
})

test('a message that waits is acknowledged, and said when its turn comes', { timeout: 20_000 }, async () => {
  const { session, input, ear, code } = open()
  input.write('one\n/status\ntwo\n')
  await ear.until('this waits until what runs is done')
  session.say(started(1, 'one'), delta('First.'), answer('First.'), finished())
  await session.endLine()
  await session.endLine()
  session.say(started(2, 'two'), delta('Second.', 2), answer('Second.', 2), finished('success', 2))
  await ear.until('Second.')
  await session.endLine()
  input.end()
  await code
  assert.deepEqual(ear.text.trimEnd().split('\n').slice(3), [
    'Notice: this waits until what runs is done.',
    'Assistant: First.',
    'You: two',
    'Assistant: Second.',
  ])
})

test('without a model every message is answered with the reason', { timeout: 20_000 }, async () => {
  const reason = 'No model is installed.'
  const { session, input, ear, code } = open(
    new FakeSession({ model: undefined, modelState: 'none', modelReason: reason }),
  )
  session.change({})
  const refusal = { type: 'error', code: 'no_model', message: reason } as const
  for (const [at, line] of ['one', 'two'].entries()) {
    input.write(`${line}\n`)
    while (session.submitted.length <= at) await new Promise((resolve) => setImmediate(resolve))
    session.say(refusal)
    await session.endLine()
  }
  input.end()
  await code
  assert.deepEqual(ear.text.trimEnd().split('\n').slice(2), [
    `Notice: ${reason}`,
    `Error: ${reason}`,
    `Error: ${reason}`,
  ])
})

test('a line that ends with a backslash goes on, and the end of the session ends it', {
  timeout: 20_000,
}, async () => {
  const { session, input, code } = open()
  input.write('one\\\ntwo\n')
  while (session.submitted.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(session.submitted, ['one\ntwo'])
  session.ended = true
  await session.endLine()
  assert.equal(await code, 0)
  assert.equal(session.closes, 1)
  assert.equal(session.listeners, 0)
})

test('a line that was typed before the question was said is a message, not its answer', {
  timeout: 20_000,
}, async () => {
  const { session, input, ear, code } = open()
  const pending = { call: 'c7', name: 'file_write', risk: 'write', arguments: '{"path":"a"}' }
  session.change({ busy: true, pending: { ...pending, preview: { text: undefined } } })
  input.write('1\n')
  while (session.submitted.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([session.submitted, session.decisions], [['1'], []])
  session.change({ pending: { ...pending, preview: { text: 'It writes.' } } })
  await ear.until('Type a number')
  input.write('1\n')
  while (session.decisions.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(session.decisions, [['c7', { decision: 'once' }]])
  await session.endLine()
  input.end()
  await code
})

test('an answer as it was written has no sequence either, and `/edit N` says the message', {
  timeout: 20_000,
}, async () => {
  const { session, input, ear, code } = open()
  session.change({ raw: true })
  session.say(started(1, 'x', 'typed'), answer('**Bold**\x1b]0;title\x07\x1b[2J'), finished())
  await ear.until('**Bold**')
  session.said = [{ turn: 1, text: 'first\x1b[2J' }]
  session.say({ type: 'view', edit: 1 })
  await ear.until('Message 1: first\nType /edit 1 and')
  input.end()
  await code
  assert.doesNotMatch(ear.text, /(?!\n)\p{Control}/u)
})

test('where no model will be there no request is offered, and that is said', async () => {
  const { input, ear, code } = open(new FakeSession({ lacksModel: true, tries: ['what time is it?'] }))
  input.end()
  await code
  assert.ok(ear.text.includes('Without a model, only commands work: /help lists them.'))
  assert.ok(!ear.text.includes('what time is it?'))
})

test('the end of the input ends a question that nobody can answer any more', {
  timeout: 20_000,
}, async () => {
  const { session, done } = await openTestSession({
    interactive: true,
    workspace: temporaryFolder('work'),
    flags: { approve: 'ask' },
  })
  const input = new PassThrough()
  const ear = new Ear({ decodeStrings: false })
  const code = runSpoken(session, { input, output: ear })
  input.write('/call file_write {"path":"plan.txt","content":"x"}\n')
  await ear.until('Type a number')
  input.end()
  assert.equal(await code, 1)
  assert.equal(session.view.pending, undefined)
  await done()
})

test('`kill` and a closed terminal end it well: what runs is stopped, and the session closed', {
  timeout: 20_000,
}, async () => {
  const others = END_SIGNALS.map((name) => [name, process.listeners(name)] as const)
  for (const name of END_SIGNALS) process.removeAllListeners(name)
  for (const why of ['SIGTERM', 'SIGHUP', 'unwritable', 'unreadable'] as const) {
    const { session, input, ear, code } = open()
    input.write('run it\n')
    while (session.submitted.length === 0) await new Promise((resolve) => setImmediate(resolve))
    if (why === 'unwritable') ear.emit('error', new Error('write EIO'))
    else if (why === 'unreadable') input.destroy(new Error('read EIO'))
    else assert.ok(process.emit(why), `${why} would end the program on the spot`)
    while (session.interrupts === 0) await new Promise((resolve) => setImmediate(resolve))
    await session.endLine()
    await code
    assert.deepEqual([session.closes, session.raised], [1, 130], why)
    for (const name of END_SIGNALS) assert.equal(process.listenerCount(name), 0)
  }
  for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener)
})
