// A tool that fails five times running is off until a person resumes it.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const TIME = 'what time is it?'

/** Lets a tool fail as it is told, or work. */
function replaceRun(session: ChatSession, name: string, fault: () => string | undefined): void {
  const { tools } = session.ground
  const callable = tools.callable.bind(tools)
  tools.callable = async (wanted) => {
    const found = await callable(wanted)
    if (found === undefined || wanted !== name) return found
    const run: typeof found.tool.run = (args, context) => {
      const code = fault()
      if (code !== undefined) throw new ToolFailure(code, `It broke (${code}).`)
      return found.tool.run(args, context)
    }
    return { ...found, tool: { ...found.tool, run } }
  }
}

async function opened(t: TestContext, home = temporaryFolder('home'), settings?: string) {
  t.after(() => rmSync(home, { recursive: true, force: true }))
  if (settings !== undefined) writeFileSync(join(home, 'settings.json'), settings)
  const test = await openTestSession({ home })
  let fault: string | undefined = 'timeout'
  replaceRun(test.session, 'get_time', () => fault)
  const run = async (line: string) => {
    await test.session.submit(line)
    return test.events.findLast((event) => event.type === 'command')?.text ?? ''
  }
  const fail = async (times: number, code: string | undefined) => {
    fault = code
    for (let count = 0; count < times; count++) await run('/call get_time {}')
  }
  const notices = () => test.events.flatMap((event) => (event.type === 'notice' ? [event] : []))
  const answers = () => test.events.flatMap((event) => (event.type === 'answer' ? [event.text] : []))
  return { ...test, run, fail, notices, answers, isOn: () => test.session.ground.tools.isEnabled('get_time') }
}

test('the fifth failure pauses it, which is said, survives a restart, and ends with resume', async (t) => {
  const first = await opened(t)
  await first.fail(4, 'timeout')
  assert.ok(first.isOn())
  await first.fail(1, 'failed')
  assert.equal(first.isOn(), false)
  assert.equal(
    await first.run('/call get_time {}'),
    'The tool `get_time` is paused, it failed 5 times running (last `failed`); `/tools resume get_time` turns it on again.',
  )
  assert.deepEqual(first.notices(), [
    {
      type: 'notice',
      code: 'tool_paused',
      message:
        'The tool `get_time` failed 5 times running (last `failed`) and is paused; `/tools resume get_time` turns it on again.',
    },
  ])
  await first.done()

  const { run, session, isOn, answers, done } = await opened(t, first.home)
  assert.equal(isOn(), false)
  await session.submit(TIME)
  assert.deepEqual(answers(), [
    'The tool `get_time` is paused, it failed 5 times running (last `failed`); `/tools resume get_time` turns it on again.',
  ])
  assert.match(await run('/tools'), /^ {2}off {2}get_time .*\(paused after 5 failures\)$/m)
  assert.match(
    await run('/tools info get_time'),
    /^paused since 2026-03-12T10:24:30\.000Z: it failed 5 times running, last failed; `\/tools resume get_time`/m,
  )
  assert.equal(
    await run('/call get_time {}'),
    'The tool `get_time` is paused, it failed 5 times running (last `failed`); `/tools resume get_time` turns it on again.',
  )
  assert.equal(await run('/tools resume get_time'), 'get_time is on again; the head is made anew once.')
  assert.ok(isOn())
  assert.equal(await run('/tools resume get_time'), 'get_time is not paused.')
  await done()
  const third = await opened(t, first.home)
  assert.ok(third.isOn())
  await third.done()
})

test('a success clears the count, and a person’s own mistakes do not count', async (t) => {
  const { fail, isOn, notices, run, done } = await opened(t)
  await fail(4, 'timeout')
  await fail(1, undefined)
  await fail(4, 'timeout')
  await fail(6, 'not_found')
  await run('/call get_time {"nosuch": 1}')
  assert.ok(isOn())
  assert.deepEqual(notices(), [])
  await fail(1, 'timeout')
  assert.equal(isOn(), false)
  await done()
})

test('turning it on is resuming it, and what the person turned off stays off', async (t) => {
  const one = await opened(t)
  await one.fail(5, 'timeout')
  await one.run('/tools enable get_time')
  await one.done()
  const two = await opened(t, one.home)
  assert.ok(two.isOn())
  await two.fail(5, 'timeout')
  await two.done()
  const three = await opened(t, one.home, '{"disabledTools": ["get_time"]}')
  await three.session.submit(TIME)
  assert.deepEqual(three.answers(), ['The tool `get_time` is off; `/tools enable get_time` turns it on.'])
  assert.equal(
    await three.run('/tools resume get_time'),
    'get_time is no longer paused, but off; `/tools enable get_time` turns it on.',
  )
  assert.equal(three.isOn(), false)
  await three.done()
})
