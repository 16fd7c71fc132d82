// The role of a tool profile lasts over sessions, as its tools and priorities do.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const READER = { tools: ['file_read', 'get_time'], priorities: {}, role: 'reader' }
const PLAIN = { tools: ['get_time'], priorities: {}, role: '' }
const OLDER = { tools: ['get_time'], priorities: {} }

/** A home with profiles of these kinds; `begun` runs lines in a new session of it and gives the role at its start and all that was said. */
function homeWith(settings: object = {}) {
  const home = temporaryFolder('home')
  const path = join(home, 'settings.json')
  writeFileSync(
    path,
    JSON.stringify({ toolProfiles: { reading: READER, plain: PLAIN, older: OLDER }, ...settings }),
  )
  const begun = async (lines: readonly string[] = [], options: OpenOptions = {}) => {
    const { session, events, done } = await openTestSession({ home, ...options })
    const role = session.view.role?.name
    for (const line of lines) await session.submit(line)
    await done()
    const said = events.flatMap((event) => (event.type === 'command' ? event.text : []))
    const notices = events.flatMap((event) => (event.type === 'notice' ? event.message : []))
    return { role, said, notices, after: session.view.role?.name }
  }
  const kept = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  return { path, begun, kept, [Symbol.dispose]: () => rmSync(home, { recursive: true }) }
}

test('the role that a profile brings is on at the next start, and that is said when it is put on', async () => {
  using home = homeWith()
  const { begun } = home
  const first = await begun(['/tools profile reading'])
  assert.equal(first.role, undefined)
  assert.match(
    first.said.join(),
    / Its role `reader` is on at the next start, too; `\/role none` ends it\.(?: |$)/,
  )
  const second = await begun(['/status'])
  assert.equal(second.role, 'reader')
  assert.match(second.said.join(), /^role {5}reader: .*, 1 of 50 tools$/m)
  assert.deepEqual(second.notices, [])
})

test('the flag wins over it for one start, and another role for one session', async () => {
  using home = homeWith()
  const { begun } = home
  await begun(['/tools profile reading'])
  assert.equal((await begun([], { flags: { role: 'none' } })).role, undefined)
  assert.equal((await begun([], { flags: { role: 'math' } })).role, 'math')
  assert.equal((await begun(['/role math'])).after, 'math')
  assert.equal((await begun()).role, 'reader')
})

test('`/role none`, a profile without a role and a setting of one’s own end it', async () => {
  using home = homeWith()
  const { begun, kept } = home
  for (const [line, role] of [
    ['/role none', undefined],
    ['/tools profile plain', undefined],
    ['/settings role math', 'math'],
    ['/settings role none', undefined],
    ['/settings reset role', undefined],
    ['/settings reset all', undefined],
  ] as const) {
    await begun(['/tools profile reading'])
    assert.equal((await begun([line])).role, 'reader', line)
    assert.equal((await begun()).role, role, line)
    assert.equal(kept().profileRole ?? '', '', line)
  }
  await begun(['/tools profile reading', '/tools profile older', '/tools profile delete reading'])
  assert.equal((await begun()).role, 'reader', 'an older profile says nothing of it')
})

test('a profile without a role wins over the setting, and says so', async () => {
  using home = homeWith({ role: 'reader' })
  const { begun } = home
  const { role, said } = await begun(['/tools profile plain'])
  assert.equal(role, 'reader')
  assert.match(said.join(), / No role is on at the next start, either; `\/settings role reader` ends that\.$/)
  assert.equal((await begun(['/settings role reader'])).role, undefined)
  assert.equal((await begun()).role, 'reader')
})

test('a role that is gone by the next start means no tools, and `/role none` ends that for good', async () => {
  using home = homeWith({ profileRole: 'dredger' })
  const { begun } = home
  const { role, notices } = await begun(['/role none'])
  assert.equal(role, 'dredger')
  assert.match(notices.join(), /^There is no role `dredger`; .* No tool is used while it is wanted; /)
  assert.equal((await begun()).role, undefined)
  assert.match(
    (await begun(['/settings profileRole dredger'])).said.join(),
    /^There is no role `dredger`; there are /,
  )
})

test('settings that cannot be written are said, and what lasts is told as it is', async () => {
  using home = homeWith()
  const { session, events, done } = await openTestSession({ home: join(home.path, '..') })
  const run = async (line: string) => {
    await session.submit(line)
    const last = events.findLast((event) => event.type === 'command')
    return last?.type === 'command' ? last : undefined
  }
  const whole = readFileSync(home.path)
  await run('/tools profile plain')
  writeFileSync(home.path, 'somebody broke it')
  const put = await run('/tools profile reading')
  assert.match(put?.text ?? '', / The settings cannot be written, so what it says of the role holds until/)
  assert.equal(session.view.role?.name, 'reader')
  writeFileSync(home.path, whole)
  await run('/tools profile reading')
  await run('/settings profileRole')
  writeFileSync(home.path, 'somebody broke it')
  const ended = await run('/role none')
  assert.equal(ended?.ok, false)
  assert.match(
    ended?.text ?? '',
    /^The settings cannot be written, so the next start begins with .* `reader`\.$/,
  )
  assert.equal(session.view.role, undefined)
  await done()
})
