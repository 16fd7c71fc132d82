import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

type CommandEvent = Extract<SessionEvent, { type: 'command' }>

async function opened(options: OpenOptions = {}) {
  const test = await openTestSession(options)
  const run = async (line: string): Promise<CommandEvent> => {
    await test.session.submit(line)
    const last = test.events.findLast((event) => event.type === 'command')
    assert.ok(last !== undefined)
    return last
  }
  return { ...test, run }
}

const rowOf = (event: CommandEvent, name: string) =>
  (event.data as readonly JsonObject[]).find((row) => row.name === name)

test('the list tells how often a tool was called, and what went wrong last', async () => {
  const { run, session, done } = await opened()
  await session.submit('/call get_time {}')
  await session.submit('/call file_read {"path": "nosuch.txt"}')
  const listed = await run('/tools')
  assert.match(listed.text, /get_time .* Current time {2}\(called once\)$/m)
  assert.match(listed.text, /file_read .*\(called once, last error not_found\)$/m)
  assert.deepEqual(rowOf(listed, 'get_time')?.calls, 1)
  assert.deepEqual(rowOf(listed, 'file_read')?.failures, 1)
  const shown = await run('/tools info file_read')
  assert.match(
    shown.text,
    /^called once in this session, 1 of them failed\n {2}last error not_found: .*nosuch\.txt/m,
  )
  await done()
})

test('a saved state is told with its size, in the list and for one', async () => {
  const home = temporaryFolder('home')
  const states = join(home, 'states', 'fake-model')
  mkdirSync(states, { recursive: true })
  writeFileSync(join(states, 'call-file_read.kv'), 'cells')
  writeFileSync(join(states, 'call-file_read.kv.json'), '{"tokens": 812, "sizeBytes": 9700000}')
  writeFileSync(join(states, 'call-file_list.kv'), 'cells without a sidecar')
  const { run, done } = await opened({ home })
  const listed = await run('/tools')
  assert.match(listed.text, /file_read .*\(state 812 tokens\)$/m)
  assert.match(listed.text, /file_list .*\(state 0 tokens\)$/m)
  assert.match(
    (await run('/tools info file_read')).text,
    /^file_read .*, state ready \(812 tokens, 9\.7 MB\)$/m,
  )
  await done()
  rmSync(home, { recursive: true })
})

test('one tool is shown with its tests, triggers and content hash', async () => {
  const { run, session, done } = await opened()
  const shown = await run('/tools info get_time')
  const hash = session.ground.tools.entries.find(({ name }) => name === 'get_time')?.contentHash ?? ''
  assert.match(shown.text, /^triggers \(\d+\): /m)
  assert.match(shown.text, /^tests \(\d+\): .+ · /m)
  assert.match(shown.text, new RegExp(`^content hash ${hash.slice(0, 16)}, ethervox `, 'm'))
  assert.match(shown.text, /^not called in this session$/m)
  await done()
})

test('a whole group is turned off and on', async () => {
  const { run, session, done } = await opened()
  const isOn = (name: string) => session.ground.tools.isEnabled(name)
  await run('/tools disable file_list')
  assert.match(
    (await run('/tools disable files')).text,
    /^files is off \((?:file_\w+, )*file_search(?:, file_\w+)*\); the head is made anew once\.$/,
  )
  assert.deepEqual([isOn('file_list'), isOn('file_read'), isOn('get_time')], [false, false, true])
  assert.equal((await run('/tools disable files')).text, 'All of files is off already.')
  await run('/tools enable files')
  assert.deepEqual([isOn('file_list'), isOn('file_read')], [true, true])
  assert.equal((await run('/tools info files')).ok, false)
  await done()
})

test('a priority is kept for the next session, and taken back', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  const own = first.session.ground.tools.entries.find(({ name }) => name === 'get_day')?.priority
  assert.equal(
    (await first.run('/tools priority get_day 255')).text,
    'get_day has the priority 255; the head is made anew once.',
  )
  for (const wrong of ['256', '-1', '1.5', 'high', ''])
    assert.equal((await first.run(`/tools priority get_day ${wrong}`)).ok, false, wrong)
  assert.match((await first.run('/tools priority get_dya 3')).text, /did you mean `get_day`\?$/)
  await first.done()
  const second = await opened({ home })
  assert.equal(rowOf(await second.run('/tools'), 'get_day')?.priority, 255)
  await second.run('/tools priority get_day own')
  assert.equal(rowOf(await second.run('/tools'), 'get_day')?.priority, own)
  await second.done()
  assert.deepEqual(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).toolPriorities, {})
  rmSync(home, { recursive: true })
})

test('a profile brings back what was on, and the priorities', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  assert.match((await first.run('/tools profile list')).text, /^There are no profiles/)
  await first.run('/tools disable time')
  await first.run('/tools priority file_read 7')
  assert.match(
    (await first.run('/tools profile save reader')).text,
    /^The profile `reader` is kept with \d+ tools\.$/,
  )
  await first.run('/tools enable time')
  await first.run('/tools disable files')
  await first.run('/tools priority file_read own')
  await first.done()
  const { run, session, done } = await opened({ home })
  assert.match((await run('/tools profile reader')).text, /^The profile `reader` is on: /)
  const { tools } = session.ground
  assert.deepEqual([tools.isEnabled('file_read'), tools.isEnabled('get_time')], [true, false])
  assert.equal(tools.entries.find(({ name }) => name === 'file_read')?.priority, 7)
  assert.match((await run('/tools profile')).text, /^ {2}reader {2}calculator_compute, /)
  assert.match((await run('/tools profile save reader')).text, / It had calculator_compute, .* before\.$/)
  await done()
  rmSync(home, { recursive: true })
})

test('a profile brings its approvals back, also those that every session begins with, and says so', async () => {
  const home = temporaryFolder('home')
  const older = { tools: ['get_time'], priorities: {} }
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ toolProfiles: { older } }))
  const first = await opened({ home })
  await first.run('/tools profile save calm')
  assert.match((await first.run('/tools profile')).text, /^ {2}calm .*\(approvals read\)$/m)
  assert.doesNotMatch((await first.run('/tools profile calm')).text, /pprovals/)
  await first.done()
  const { run, session, done } = await opened({ home, flags: { approve: 'all' } })
  assert.doesNotMatch((await run('/tools profile older')).text, /pprovals/)
  assert.equal(session.approvals.policy, 'all')
  assert.match((await run('/tools profile calm')).text, / Approvals are `read` now, they were `all`\.$/)
  assert.equal(session.approvals.policy, 'read')
  await done()
  const asking = await opened({ home, interactive: true })
  await asking.run('/tools profile save asks')
  await asking.done()
  const script = await opened({ home, flags: { approve: 'none' } })
  assert.match((await script.run('/tools profile asks')).text, / `ask`, which needs a terminal; they stay/)
  assert.equal(script.session.approvals.policy, 'none')
  await script.done()
  rmSync(home, { recursive: true })
})

test('a call that a dry run only shows is neither a call nor an error', async () => {
  const { run, session, done } = await opened({ flags: { approve: 'all' } })
  let counted = 0
  Object.assign(session.ports.setup.lines, { note: () => counted++ })
  await run('/dryrun on')
  await session.submit('/call file_write {"path": "plan.txt", "content": "Paint."}')
  const listed = await run('/tools')
  assert.doesNotMatch(listed.text, /called once|dry_run/)
  assert.deepEqual([rowOf(listed, 'file_write')?.calls, rowOf(listed, 'file_write')?.lastError], [0, null])
  await session.submit('/call get_time {}')
  assert.match((await run('/tools')).text, /get_time .*\(called once\)$/m)
  assert.equal(counted, 1)
  await done()
})

test('a profile with tools that are gone says so; unknown and bad names are refused', async () => {
  const home = temporaryFolder('home')
  const profile = { tools: ['get_time', 'old_tool'], priorities: {} }
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ toolProfiles: { small: profile } }))
  const { run, session, done } = await opened({ home })
  assert.match((await run('/tools profile small')).text, /There are no tools `old_tool` any more\.$/)
  assert.deepEqual(
    session.ground.tools.enabled.map(({ name }) => name),
    ['get_time'],
  )
  assert.equal((await run('/tools profile large')).text, 'There is no profile `large`; there are `small`.')
  for (const line of ['save', 'save list', 'save a b', 'save ../x', 'a b'])
    assert.equal((await run(`/tools profile ${line}`)).ok, false, line)
  await done()
  rmSync(home, { recursive: true })
})

test('a deprecated tool works, is told once a session, and is marked', async () => {
  const { run, session, events, done } = await opened()
  const { tools } = session.ground
  const detail = tools.detail('get_day')
  assert.ok(detail !== undefined)
  const deprecated = { since: '0.2', use: 'get_date' }
  const real = tools.detail.bind(tools)
  tools.detail = (name) => (name === 'get_day' ? { ...detail, deprecated } : real(name))
  await session.submit('/call get_day {}')
  await session.submit('/call get_day {}')
  const notices = events.filter((event) => event.type === 'notice' && event.code === 'tool_deprecated')
  assert.deepEqual(
    notices.map((event) => event.type === 'notice' && event.message),
    ['The tool `get_day` is deprecated since 0.2; `get_date` takes its place.'],
  )
  assert.equal(events.filter((event) => event.type === 'tool.finished' && event.ok).length, 2)
  assert.match((await run('/tools')).text, /get_day .*\(deprecated: use get_date, called 2 times\)$/m)
  assert.match(
    (await run('/tools info get_day')).text,
    /^deprecated since 0\.2; `get_date` takes its place$/m,
  )
  await done()
})
