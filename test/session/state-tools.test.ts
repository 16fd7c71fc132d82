// Tools under named states and profiles: priorities that a person sets meanwhile, tools that are paused, and the end of a state.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { homePaths } from '../../source/paths.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { type OpenOptions, temporaryFolder } from '../helpers/open-session.ts'

function homeOf(t: TestContext): string {
  const home = temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

async function opened(options: OpenOptions = {}) {
  const test = await openCommands(options)
  const { tools } = test.session.ground
  const priority = (name: string) =>
    test.session.ground.tools.entries.find((entry) => entry.name === name)?.priority
  const isOn = (name: string) => test.session.ground.tools.isEnabled(name)
  const renewGround = () => test.session.takeGround(test.session.ports.reopenGround())
  return { ...test, tools, priority, isOn, renewGround }
}

function pause(home: string, ...names: readonly string[]): void {
  const path = homePaths(home, {}).toolHealth
  mkdirSync(dirname(path), { recursive: true })
  const row = { failures: 5, code: 'timeout', paused: '2026-03-11T00:00:00.000Z' }
  writeFileSync(path, JSON.stringify(Object.fromEntries(names.map((name) => [name, row]))))
}

test('a priority that is set after a state was saved stays when the ground is opened anew, and is saved', async () => {
  const { run, priority, renewGround, done } = await opened()
  await run('/states save kitchen')
  await run('/tools priority get_date 250')
  renewGround()
  assert.equal(priority('get_date'), 250)
  await run('/states save later')
  assert.match((await run('/states info later')).text, /^priorities {4}get_date 250$/m)
  await run('/tools priority get_date own')
  renewGround()
  assert.notEqual(priority('get_date'), 250)
  await run('/states save last')
  assert.match((await run('/states info last')).text, /^priorities {4}their own$/m)
  await done()
})

test('a priority of the state’s own stays beside one that is set, and is not written to the settings', async () => {
  const { run, session, priority, renewGround, done } = await opened()
  await run('/tools priority get_day 7')
  await run('/states save kitchen')
  await run('/states off')
  await run('/tools priority get_day own')
  await run('/states load kitchen')
  await run('/tools priority get_date 250')
  renewGround()
  assert.deepEqual([priority('get_day'), priority('get_date')], [7, 250])
  assert.deepEqual(session.ports.choices.priorities(), { get_date: 250 })
  await done()
})

test('a profile that is put on over a state brings its priorities for good', async () => {
  const { run, priority, renewGround, done } = await opened()
  await run('/tools priority get_date 250')
  await run('/tools profile save high')
  await run('/tools priority get_date own')
  await run('/states save kitchen')
  await run('/tools profile high')
  renewGround()
  assert.equal(priority('get_date'), 250)
  await run('/states save later')
  assert.match((await run('/states info later')).text, /^profile {7}high$/m)
  assert.match((await run('/states info later')).text, /^priorities {4}get_date 250$/m)
  await done()
})

test('a paused tool stays off under a state and a profile, which is said, until it is resumed', async (t) => {
  const home = homeOf(t)
  const first = await opened({ home })
  await first.run('/states save x')
  await first.run('/tools profile save p')
  await first.done()
  pause(home, 'web_fetch')
  const { run, isOn, notices, renewGround, session, done } = await opened({ home, flags: { state: 'x' } })
  const paused = '`web_fetch` is paused and stays off; `/tools resume web_fetch` turns it on.'
  assert.equal(isOn('web_fetch'), false)
  assert.deepEqual(notices('ground'), [paused])
  assert.match((await run('/tools')).text, /^ {2}off {2}web_fetch .*\(paused after 5 failures\)$/m)
  assert.ok((await run('/states load x')).text.endsWith(paused))
  assert.ok((await run('/tools profile p')).text.endsWith(paused))
  assert.equal(isOn('web_fetch'), false)
  assert.deepEqual([...session.ports.toolHealth.paused().keys()], ['web_fetch'])
  renewGround()
  await run('/states off')
  assert.equal(isOn('web_fetch'), false)
  await run('/states load x')
  assert.match((await run('/tools resume web_fetch')).text, /^web_fetch is on again/)
  assert.deepEqual([isOn('web_fetch'), session.view.state], [true, 'x'])
  await done()
})

test('a state and a profile that are saved while a tool is paused have it on', async (t) => {
  const home = homeOf(t)
  pause(home, 'web_fetch', 'get_day')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ disabledTools: ['get_day'] }))
  const { run, isOn, session, done } = await opened({ home })
  await run('/tools profile save p')
  await run('/states save x')
  await run('/tools resume web_fetch')
  assert.match((await run('/tools resume get_day')).text, /no longer paused, but off/)
  await run('/states load x')
  assert.deepEqual([isOn('web_fetch'), isOn('get_day')], [true, false])
  await run('/tools profile p')
  assert.deepEqual([isOn('web_fetch'), isOn('get_day')], [true, false])
  assert.deepEqual(session.ports.choices.disabled(), ['get_day'])
  await done()
})

test('a paused tool that the state has off is off, not paused, and resuming does not turn it on', async (t) => {
  const home = homeOf(t)
  const first = await opened({ home })
  await first.run('/tools disable web_fetch')
  await first.run('/states save x')
  await first.run('/tools enable web_fetch')
  await first.done()
  pause(home, 'web_fetch')
  const { run, isOn, notices, done } = await opened({ home, flags: { state: 'x' } })
  assert.deepEqual(notices('ground'), [])
  assert.match((await run('/tools resume web_fetch')).text, /^web_fetch is no longer paused, but off;/)
  assert.equal(isOn('web_fetch'), false)
  await done()
})

test('`/states off` also ends what is left of a state, and says so', async () => {
  const { run, session, isOn, done } = await opened({ flags: { mode: 'fresh' } })
  await run('/role reader')
  await run('/tools disable get_day')
  await run('/states save kitchen')
  assert.equal(
    (await run('/states off')).text,
    'The state `kitchen` is off: tools as the settings say, no persona, no role; the head is made anew once.',
  )
  assert.equal((await run('/states off')).text, 'No state is on.')
  await run('/states load kitchen')
  await run('/tools enable get_day')
  await run('/tools disable get_date')
  await run('/persona tutor')
  assert.equal(session.view.state, undefined)
  assert.equal(
    (await run('/states off')).text,
    'What was left of a state is off: tools as the settings say, no persona, no role; the head is made anew once.',
  )
  assert.deepEqual(
    [session.view.persona, session.view.role, session.view.state],
    [undefined, undefined, undefined],
  )
  assert.deepEqual([isOn('get_day'), isOn('get_date')], [true, false])
  await run('/persona tutor')
  assert.equal((await run('/states off')).text, 'No state is on.')
  assert.equal(session.view.persona, 'tutor')
  await done()
})

test('lines by use go to tools that are on', async (t) => {
  const home = homeOf(t)
  const off = ['get_day', 'get_date', 'path_get', 'path_list', 'unit_convert']
  const used = ['file_append', 'file_edit']
  const row = (successes: number) => ({ calls: successes, successes })
  const counts = Object.fromEntries([
    ...[...off, 'gone_tool'].map((name) => [name, row(100)]),
    ...used.map((name) => [name, row(60)]),
  ])
  writeFileSync(homePaths(home, {}).toolUses, JSON.stringify({ counts, lines: off }))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ disabledTools: off }))
  const { session, system, run, done } = await opened({ home })
  await session.submit('hello')
  for (const name of used) assert.match(system(), new RegExp(`^${name}: `, 'm'))
  await run('/tools enable get_day')
  await session.submit('hello')
  assert.match(system(), /^get_day: /m)
  await done()
})
