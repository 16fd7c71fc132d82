import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command, CommandContext } from '../../source/contracts/command.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { parseLine, runCommand } from '../../source/session/dispatch.ts'

describe('a line', () => {
  const lines = [
    ['', { type: 'nothing' }],
    ['  \t ', { type: 'nothing' }],
    ['hello', { type: 'message', text: 'hello' }],
    ['  hello there \r\n', { type: 'message', text: 'hello there' }],
    ['a /help b', { type: 'message', text: 'a /help b' }],
    ['//etc/hosts', { type: 'message', text: '/etc/hosts' }],
    ['//', { type: 'message', text: '/' }],
    ['///x', { type: 'message', text: '//x' }],
    ['/help', { type: 'command', name: 'help', input: '' }],
    [' /help ', { type: 'command', name: 'help', input: '' }],
    ['/tools info  get_time', { type: 'command', name: 'tools', input: 'info  get_time' }],
    ['/call x\t{"a": "b  c"}', { type: 'command', name: 'call', input: 'x\t{"a": "b  c"}' }],
    ['/note one\ntwo', { type: 'command', name: 'note', input: 'one\ntwo' }],
    ['/', { type: 'command', name: '', input: '' }],
    ['/ help', { type: 'command', name: '', input: 'help' }],
    ['/HELP', { type: 'command', name: 'HELP', input: '' }],
    ['two\nlines', { type: 'message', text: 'two\nlines' }],
  ] as const
  for (const [line, parsed] of lines) {
    test(`${JSON.stringify(line)} is ${parsed.type}`, () => assert.deepEqual(parseLine(line), parsed))
  }
})

describe('running a command', () => {
  const command = (name: string, changes: Partial<Command> = {}): Command => ({
    name,
    usage: '',
    summary: name,
    worksDownTo: 4,
    run: (input) => ({ ok: true, text: `${name}: ${input}`, data: { input } }),
    ...changes,
  })
  const COMMANDS = [
    command('help'),
    command('history'),
    command('status', { worksDownTo: 2 }),
    command('fail', { run: () => ({ ok: false, text: 'It did not work', data: null }) }),
    command('throw', { run: () => assert.fail('a bug') }),
    command('reject', { run: () => Promise.reject(new Error('no disk')) }),
    command('stop', { run: () => Promise.reject(AbortSignal.abort().reason) }),
  ]

  async function run(name: string, input = '', level = 1) {
    const events: SessionEvent[] = []
    const context = { view: { level, reasons: ['The manifest is missing.'] } } as unknown as CommandContext
    const ok = await runCommand({ name, input }, COMMANDS, context, { emit: (event) => events.push(event) })
    assert.equal(events.length, 1)
    const [event] = events
    assert.equal(event?.type, 'command')
    return { ok, event: event?.type === 'command' ? event : assert.fail() }
  }

  test('that was stopped says so, in no words of the system', async () => {
    const { ok, event } = await run('stop')
    assert.deepEqual([ok, event.text], [false, '`/stop` was interrupted.'])
  })

  test('says its result as one event', async () => {
    const { ok, event } = await run('help', 'x y')
    assert.equal(ok, true)
    assert.deepEqual(event, {
      type: 'command',
      name: 'help',
      ok: true,
      data: { input: 'x y' },
      text: 'help: x y',
    })
  })

  test('an unknown one is told with the nearest name and how to send it as a message', async () => {
    const { ok, event } = await run('hlep')
    assert.equal(ok, false)
    assert.match(event.text, /There is no command `\/hlep`; did you mean `\/help`\?.*`\/\/hlep`/)
    assert.equal(event.data, null)
  })

  test('a name in another case is unknown, with the right one as a hint', async () => {
    assert.match((await run('HISTORY')).event.text, /did you mean `\/history`\?/)
  })

  test('one that is like no other gets no wild guess', async () => {
    assert.match((await run('xyzzy')).event.text, /`\/help` lists them/)
    assert.match((await run('')).event.text, /There is no command `\/`/)
  })

  test('one that does not work at this level says why', async () => {
    assert.equal((await run('status', '', 2)).ok, true)
    const { ok, event } = await run('status', '', 3)
    assert.equal(ok, false)
    assert.match(event.text, /does not work at level 3: The manifest is missing\./)
  })

  test('one that refuses, throws or rejects is no exception', async () => {
    assert.deepEqual((await run('fail')).event.text, 'It did not work')
    assert.match((await run('throw')).event.text, /`\/throw` failed: a bug/)
    assert.match((await run('reject')).event.text, /`\/reject` failed: no disk/)
  })
})
