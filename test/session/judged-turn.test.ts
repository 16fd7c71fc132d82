// `/good` behind turns that did not go well: what was truthfully answered is well, what never ran to its end is not known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnStatus } from '../../source/contracts/event.ts'
import type { TurnOutcome } from '../../source/governor/ports.ts'
import { judgedGood } from '../../source/session/judged-turn.ts'
import { openCommands } from '../helpers/open-commands.ts'
import type { OpenOptions } from '../helpers/open-session.ts'

const TIME = 'what time is it?'
const CALL = { message: 'read a.txt', tool: 'file_read', arguments: { path: 'a.txt' }, said: 'It is gone.' }

async function opened(options: OpenOptions = {}) {
  const { session, run, done } = await openCommands(options)
  /** What the command says behind a message, and what is taught by then. */
  const behind = async (message: string, command = '/good') => {
    await session.submit(message)
    const { ok, text } = await run(command)
    const cases = session.ports.teaching.book.read().cases
    return { ok, text, taught: cases.map(({ tool, arguments: args = null }) => [tool, args]) }
  }
  return { session, run, behind, done }
}

function outcome(more: Partial<TurnOutcome>): TurnOutcome {
  const ended = { status: 'success', answer: '', calls: [], off: [], writtenFor: undefined }
  return { ...ended, ...more } as unknown as TurnOutcome
}

const refusalOf = (more: Partial<TurnOutcome>) => {
  const judged = judgedGood(outcome(more))
  return 'refusal' in judged ? judged.refusal : assert.fail('it was taken')
}

test('a tool that failed and was truthfully told is kept with its arguments', async () => {
  const { behind, done } = await opened({
    script: { calls: { 'read nosuch.txt': '{"path": "nosuch.txt"}' } },
  })
  const { ok, taught } = await behind('read nosuch.txt')
  assert.equal(ok, true)
  assert.deepEqual(taught, [['file_read', { path: 'nosuch.txt' }]])
  await done()
})

test('a tool that is off, or that the role forbids, is what the message needs, not none', async () => {
  const { run, behind, done } = await opened()
  await run('/tools disable get_time')
  assert.match((await behind(TIME)).text, /goes to `get_time`\. It is not on: `\/tools enable get_time`/)
  await run('/forget-teaching t1')
  await run('/tools enable get_time')
  await run('/role reader')
  const { text, taught } = await behind(TIME)
  assert.match(text, /goes to `get_time`\. It is not on: the role forbids it\./)
  assert.deepEqual(taught, [['get_time', null]])
  assert.match((await behind(TIME, '/bad none')).text, /^Learned as t3: .* needs no tool\./)
  await done()
})

test('where the model answers in place of a tool nothing is taken for granted', async () => {
  const { run, behind, done } = await opened({ script: { answers: { [TIME]: 'Late.' } } })
  await run('/role chat')
  const { ok, text, taught } = await behind(TIME)
  assert.equal(ok, false)
  assert.match(
    text,
    /^That message needs `get_time`, which may not be used now, .* `\/bad none` says that it needs no tool, /,
  )
  assert.deepEqual(taught, [])
  assert.match((await behind(TIME, '/bad none')).text, / needs no tool\./)
  await done()
})

test('of a call whose arguments could not be written the tool alone is kept', async () => {
  const { behind, done } = await opened({ script: { calls: { 'how much is 17 * 23?': 'no JSON' } } })
  const { text, taught } = await behind('how much is 17 * 23?')
  assert.match(text, /goes to `calculator_compute`/)
  assert.deepEqual(taught, [['calculator_compute', null]])
  await done()
})

test('a model that fails behind a call whose own words were shown does not take the call away', () => {
  assert.deepEqual(judgedGood(outcome({ status: 'error', answer: CALL.said, calls: [CALL] })), {
    tool: 'file_read',
    arguments: CALL.arguments,
  })
  assert.match(
    refusalOf({ status: 'error', answer: 'It is', calls: [CALL] }),
    /^That turn failed \(`error`\); /,
  )
  assert.match(refusalOf({ status: 'error' }), /^That turn failed/)
})

test('what was denied, stopped or never ended is refused, each in a sentence that says what to do', () => {
  const said: readonly (readonly [TurnStatus, RegExp])[] = [
    [
      'need_clarification',
      /^That turn ended with a question, .*; answer it, or `\/teach TOOL "request" \{json\}` /,
    ],
    ['user_denied', /^You did not let that call run, .*; `\/teach TOOL/],
    ['timeout', /^That turn took too long .*; `\/retry` runs it again, `\/bad TOOL` says what it needed\.$/],
    ['limit', /^That turn had too many calls \(`limit`\); /],
    ['cancelled', /^That turn was stopped \(`cancelled`\); /],
  ]
  for (const [status, sentence] of said)
    assert.match(refusalOf({ status, calls: [CALL], answer: CALL.said }), sentence, status)
})

test('a message of several requests is refused, also where one of them was for a tool that is off', () => {
  const off = [{ name: 'get_day', sentence: 'It is off.', isPlainChat: false }]
  assert.match(refusalOf({ calls: [CALL, CALL] }), /^That message was 2 requests; teach each/)
  assert.match(refusalOf({ calls: [CALL], off }), /^That message was 2 requests; teach each/)
})

test('what is collected of a turn whose tool is off or was not called names the tool, and counts as gone wrong', async () => {
  const { session, run, done } = await opened({
    script: { calls: { 'how much is 17 * 23?': 'no JSON' } },
  })
  await run('/tools disable get_time')
  await run('/collect on')
  await session.submit(TIME)
  await session.submit('how much is 17 * 23?')
  assert.deepEqual(
    session.ports.teaching.collection.list().map(({ tool, failed }) => [tool, failed]),
    [
      ['get_time', 'get_time may not be used'],
      ['calculator_compute', 'calculator_compute failed'],
    ],
  )
  await done()
})
