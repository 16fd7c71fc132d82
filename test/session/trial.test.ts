import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommands as opened } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('a trial gives each conversation an arm, counts its turns, and keeps the better one', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  assert.match((await first.run('/ab')).text, /^No trial runs/)
  assert.match((await first.run('/ab start tutor nobody')).text, /no state `nobody`.* no persona `nobody`/i)
  assert.equal((await first.run('/ab start tutor concise --share 2')).ok, false)
  assert.equal((await first.run('/ab start tutor concise')).ok, true)
  const seen = new Set<string>()
  for (let count = 0; count < 12; count++) {
    await first.run('/clear')
    await first.session.submit('hello')
    assert.equal(first.session.view.arm?.endsWith(first.session.view.persona ?? '?'), true)
    seen.add(first.session.view.persona ?? '')
  }
  first.session.setup.trial.judge('bad')
  assert.deepEqual([...seen].sort(), ['concise', 'tutor'])
  const status = await first.run('/ab status')
  assert.match(status.text, /^a {2}persona tutor: .* % well .* of \d+ turns succeeded in \d+ conversations/m)
  assert.match(status.text, /1 bad/)
  assert.match(status.text, /^b less a: .* no difference can be told yet$/m)
  const trial = first.session.ports.setup.trials.read()
  assert.equal((trial?.counts.a.turns ?? 0) + (trial?.counts.b.turns ?? 0), 12)
  await first.run('/persona off')
  assert.equal(first.session.view.arm, undefined)
  await first.run('/ab stop keep A')
  await first.done()
  const second = await opened({ home })
  assert.equal(second.session.view.persona, 'tutor')
  await second.done()
  rmSync(home, { recursive: true })
})

test('a trial that was stopped leaves nothing on in the next conversation, and without turns there is no difference', async () => {
  const { session, run, done } = await opened()
  await run('/ab start tutor concise')
  assert.match((await run('/ab status')).text, /^There is nothing to compare yet\.$/m)
  await run('/clear')
  assert.notEqual(session.view.persona, undefined)
  await run('/ab stop')
  await run('/clear')
  assert.deepEqual([session.view.persona, session.view.arm], [undefined, undefined])
  await done()
})

test('an answer whose call is run again with another value counts as corrected, in the arm that gave it', async () => {
  const { session, run, done } = await opened()
  await run('/ab start tutor concise')
  await run('/clear')
  const tool = 'calculator_compute'
  for (const route of [
    { tool, confidence: 1, by: 'classifier', candidates: [] },
    { tool, confidence: 1, by: 'follow-up', candidates: [], arguments: { expression: '2+3' } },
    { tool, confidence: 1, by: 'follow-up', candidates: [] },
  ] as const) {
    await session.submit('hello')
    const { last } = session
    assert.ok(last !== undefined)
    session.setup.trial.ended({ ...last.outcome, route })
  }
  const counts = session.ports.setup.trials.read()?.counts
  assert.equal((counts?.a.corrections ?? 0) + (counts?.b.corrections ?? 0), 1)
  assert.match((await run('/ab status')).text, /1 corrected/)
  await done()
})

test('a person who names a persona, or keeps nothing, is in no trial', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  await first.run('/ab start tutor concise')
  await first.done()
  for (const flags of [{ persona: 'default' }, { secret: true }]) {
    const { session, done } = await opened({ home, flags })
    await session.submit('hello')
    assert.equal(session.view.arm, undefined)
    assert.equal(session.ports.setup.trials.read()?.assigned, 0)
    await done()
  }
  rmSync(home, { recursive: true })
})

test('a pinned tool has a line of its own in the head, and so has one that is used much', async () => {
  const home = temporaryFolder('home')
  const { session, run, system, done } = await opened({ home })
  await session.submit('hello')
  assert.doesNotMatch(system(), /^get_holiday: /m)
  const name = session.ground.tools.entries.find(({ priority }) => priority < 150)?.name ?? ''
  const line = new RegExp(`^${name}: \\w`, 'm')
  assert.doesNotMatch(system(), line)
  assert.match((await run(`/tools pin ${name}`)).text, /is pinned: it has a line of its own/)
  await session.submit('hello')
  assert.match(system(), line)
  await run(`/tools unpin ${name}`)
  await session.submit('hello')
  assert.doesNotMatch(system(), line)
  assert.equal((await run('/tools pin files')).ok, false)
  for (let count = 0; count < 5; count++) session.ports.setup.lines.note(name, true)
  await done()
  const second = await opened({ home })
  await second.session.submit('hello')
  assert.match(second.system(), line)
  await second.done()
  assert.ok(existsSync(join(home, 'tool-uses.json')))
  rmSync(home, { recursive: true })
})

test('a profile keeps role and approvals, is deleted, and one that names a role that is gone changes nothing', async () => {
  const home = temporaryFolder('home')
  const { session, run, done } = await opened({ home })
  await run('/role reader')
  await run('/approvals preset none')
  await run('/tools profile save strict')
  assert.match((await run('/tools profile')).text, /\(role reader, approvals none\)$/)
  await run('/role none')
  await run('/approvals preset read')
  assert.equal((await run('/tools profile strict')).ok, true)
  assert.deepEqual([session.view.role?.name, session.approvals.policy], ['reader', 'none'])
  assert.equal(
    (await run('/tools profile strcit')).text,
    'There is no profile `strcit`; did you mean `strict`?',
  )
  assert.match((await run('/tools profile delete strict')).text, /^The profile `strict` is deleted\. It had /)
  assert.match((await run('/tools profile list')).text, /^There are no profiles/)
  await done()
  rmSync(home, { recursive: true })
})

test('/good and /bad count in the trial, once a turn, and only for turns of this trial that seemed to go well', async () => {
  const { session, run, done } = await opened({ script: { answers: { hello: 'Hi.' } } })
  const counts = () => {
    const { a, b } = session.ports.setup.trials.read()?.counts ?? {}
    return [(a?.good ?? 0) + (b?.good ?? 0), (a?.bad ?? 0) + (b?.bad ?? 0)]
  }
  await run('/ab start tutor concise')
  await run('/clear')
  await run('/good')
  assert.deepEqual(counts(), [0, 0])
  await session.submit('hello')
  await run('/good')
  await run('/good')
  assert.deepEqual(counts(), [1, 0])
  for (const refused of ['/bad nope', '/bad none']) await run(refused)
  assert.deepEqual(counts(), [1, 0], 'what is refused says nothing')
  await run('/bad')
  await run('/bad get_time')
  assert.deepEqual(counts(), [0, 1])
  await session.submit('read all of nowhere.txt')
  await run('/bad file_find')
  assert.deepEqual(counts(), [0, 1], 'that one failed by itself')
  await session.submit('hello')
  await run('/call get_time {}')
  await run('/bad')
  assert.deepEqual(counts(), [0, 1], 'it was of the call')
  await session.submit('hello')
  const { trials } = session.ports.setup
  trials.stop('2026-03-12T11:00:00Z', undefined)
  const [a, b] = [{ kind: 'persona', name: 'tutor' } as const, { kind: 'persona', name: 'concise' } as const]
  trials.start({ a, b, share: 0.5, started: '2026-03-12T11:00:01Z' })
  await run('/good')
  await session.submit('hello')
  assert.deepEqual(counts(), [0, 0], 'another program ended it and began one')
  assert.equal(trials.read()?.counts.a.turns, 0)
  await done()
})

test('a trial goes on where its winner cannot be kept', async () => {
  const { session, run, done } = await opened()
  await run('/ab start tutor concise')
  const { setSetting } = session.ports
  Object.assign(session.ports, { setSetting: () => 'The settings cannot be written.' })
  const refused = await run('/ab stop keep A')
  assert.deepEqual([refused.ok, refused.text], [false, 'The settings cannot be written.'])
  assert.ok(session.ports.setup.trials.read() !== undefined)
  Object.assign(session.ports, { setSetting })
  assert.equal((await run('/ab stop keep A')).ok, true)
  assert.equal(session.ports.setup.trials.read(), undefined)
  await done()
})

test('a winner that is gone is refused by its name, and the trial goes on', async () => {
  const { session, home, run, done } = await opened()
  await run('/states save kitchen')
  await run('/ab start tutor kitchen')
  await run('/states delete kitchen')
  const refused = await run('/ab stop keep B')
  assert.equal(refused.ok, false)
  assert.match(
    refused.text,
    /^There is no state `kitchen` any more; .* The trial goes on; `\/ab stop` alone ends it/,
  )
  assert.equal(session.ports.setup.trials.read()?.b.name, 'kitchen')
  assert.equal(session.ports.settings().find(({ name }) => name === 'state')?.value, '')
  assert.equal(existsSync(join(home, 'trials.json')), true)
  assert.equal((await run('/ab stop keep A')).ok, true)
  await done()
})

test('trials that cannot be read are said at the start and by /ab, and are no "No trial runs"', async () => {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'trials.json'), '{"running": ')
  const { run, notices, done } = await opened({ home })
  const said = /^The trials in `.*trials\.json` cannot be read; mend that file, or move it away/
  assert.equal(notices('trial').length, 1)
  assert.match(notices('trial')[0] ?? '', said)
  for (const line of ['/ab', '/ab status', '/ab stop']) {
    const { ok, text } = await run(line)
    assert.equal(ok, false, line)
    assert.match(text, said, line)
  }
  await run('/clear')
  assert.equal(notices('trial').length, 1)
  await done()
  rmSync(home, { recursive: true })
})

test('a pinned tool for whose line the budget has no room is told so, with what makes room', async () => {
  const { session, run, system, done } = await opened()
  const said = new Map<string, string>()
  for (const { name } of session.ground.tools.enabled) said.set(name, (await run(`/tools pin ${name}`)).text)
  await session.submit('hello')
  const lineless = [...said].filter(([, text]) =>
    /no line now; `\/tools unpin NAME` makes room \(pinned before: /.test(text),
  )
  assert.ok(lineless.length > 0, [...said.values()].join('\n'))
  const [last, text] = [...said].at(-1) ?? ['', '']
  assert.equal(new RegExp(`^${last}: \\w`, 'm').test(system()), /a line of its own; the head/.test(text))
  await run('/tools disable get_time')
  await run('/tools unpin get_time')
  assert.match((await run('/tools pin get_time')).text, /it is off: `\/tools enable get_time`/)
  await done()
})

test('a tool that is off and not there at the moment stays off when others are turned on and off', async () => {
  const home = temporaryFolder('home')
  const path = join(home, 'settings.json')
  writeFileSync(path, '{"disabledTools": ["far_tool"]}')
  const { run, done } = await opened({ home })
  const kept = () =>
    (JSON.parse(readFileSync(path, 'utf8')) as { disabledTools: readonly string[] }).disabledTools
  await run('/tools disable get_time')
  assert.deepEqual(kept(), ['far_tool', 'get_time'])
  await run('/tools enable get_time')
  assert.deepEqual(kept(), ['far_tool'])
  await done()
  rmSync(home, { recursive: true })
})
