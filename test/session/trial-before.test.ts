// What stood before a trial stands again behind it, and leaks into no arm.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { openCommands as opened } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

type Opened = Awaited<ReturnType<typeof opened>>

/** Conversations begin until one is in this arm. */
async function reach({ session, run }: Opened, arm: 'a' | 'b'): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await run('/clear')
    if (session.view.arm?.startsWith(arm)) return
    await session.submit('hello')
  }
  assert.fail(`no conversation came into arm ${arm}`)
}

const setupOf = ({ session }: Opened) => [
  session.view.persona,
  session.view.state,
  session.view.role?.name,
  session.mode,
]

test('the persona that a session began with, or that was put on before, is on again behind a trial', async () => {
  const home = temporaryFolder('home')
  const before = await opened({ home })
  await before.run('/settings persona tutor')
  await before.done()
  const one = await opened({ home })
  await one.run('/ab start concise home-assistant')
  await reach(one, 'a')
  assert.equal(one.session.view.persona, 'concise')
  await one.run('/ab stop')
  assert.equal(one.session.view.persona, 'concise', 'the conversation goes on as it is')
  await one.run('/clear')
  assert.equal(one.session.view.persona, 'tutor')
  await one.run('/persona default')
  await one.run('/ab start concise home-assistant')
  await reach(one, 'a')
  await reach(one, 'b')
  await one.run('/ab stop')
  await one.run('/clear')
  assert.equal(one.session.view.persona, 'default')
  await one.done()
  rmSync(home, { recursive: true })
})

test('the state that a session began with leaves nothing in the arm of a persona, and is on again behind the trial', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home, flags: { mode: 'fresh' } })
  for (const line of [
    '/role reader',
    '/tools disable get_day',
    '/states save library',
    '/tools enable get_day',
  ])
    assert.equal((await first.run(line)).ok, true, line)
  await first.run('/settings state library')
  await first.done()
  const second = await opened({ home })
  const isOn = () => second.session.ground.tools.isEnabled('get_day')
  assert.deepEqual([...setupOf(second), isOn()], [undefined, 'library', 'reader', 'fresh', false])
  await second.run('/ab start concise tutor')
  await reach(second, 'a')
  assert.deepEqual([...setupOf(second), isOn()], ['concise', undefined, undefined, 'continue', true])
  await second.run('/ab stop')
  await second.run('/clear')
  assert.deepEqual([...setupOf(second), isOn()], [undefined, 'library', 'reader', 'fresh', false])
  await second.run('/states off')
  assert.deepEqual([...setupOf(second), isOn()], [undefined, undefined, undefined, 'continue', true])
  await second.done()
  const third = await opened({ home, flags: { state: 'library', mode: 'fresh' } })
  await third.run('/states off')
  assert.equal(third.session.mode, 'fresh', 'the flag said so')
  await third.done()
  rmSync(home, { recursive: true })
})

test('a role that was put on before a trial is on in the arm of a persona, also behind that of a state', async () => {
  const one = await opened()
  await one.run('/states save plain')
  await one.run('/states off')
  await one.run('/role reader')
  await one.run('/ab start plain tutor')
  await reach(one, 'a')
  assert.deepEqual(setupOf(one), [undefined, 'plain', undefined, 'continue'])
  await reach(one, 'b')
  assert.deepEqual(setupOf(one), ['tutor', undefined, 'reader', 'continue'])
  await reach(one, 'a')
  await one.run('/ab stop')
  await one.run('/clear')
  assert.deepEqual(setupOf(one), [undefined, undefined, 'reader', 'continue'])
  await one.done()
})

test('a winner stays on where it is on, and the other arm is taken off', async () => {
  for (const [arm, persona] of [
    ['a', 'concise'],
    ['b', undefined],
  ] as const) {
    const one = await opened()
    await one.run('/ab start concise tutor')
    await reach(one, arm)
    assert.equal((await one.run('/ab stop keep A')).ok, true)
    await one.run('/clear')
    assert.equal(one.session.view.persona, persona, arm)
    await one.done()
  }
})

test('an arm that cannot be put on leaves nothing of the other one', async () => {
  const one = await opened()
  await one.run('/states save desk')
  await one.run('/states off')
  await one.run('/ab start desk tutor')
  await reach(one, 'b')
  await one.session.submit('hello')
  await one.run('/states delete desk')
  for (let count = 0; count < 40 && one.session.view.arm !== undefined; count++) {
    await one.session.submit('hello')
    await one.run('/clear')
  }
  assert.match(one.notices('trial').join(), /no state `desk` any more.* This conversation is in no trial/)
  assert.deepEqual(setupOf(one), [undefined, undefined, undefined, 'continue'])
  await one.done()
})

test('a conversation is in no arm of a trial that another window has ended', async () => {
  const home = temporaryFolder('home')
  const one = await opened({ home })
  const other = await opened({ home })
  await one.run('/ab start concise tutor')
  await reach(one, 'a')
  await other.run('/ab stop')
  assert.equal(one.session.view.arm, undefined)
  assert.doesNotMatch((await one.run('/status')).text, /a: persona concise/)
  const [a, b] = [{ kind: 'persona', name: 'default' } as const, { kind: 'persona', name: 'tutor' } as const]
  other.session.ports.setup.trials.start({ a, b, share: 0.5, started: '2026-03-13T10:00:00.000Z' })
  assert.match((await one.run('/ab')).text, /^This conversation is in no trial\.$/m)
  await one.done()
  await other.done()
  rmSync(home, { recursive: true })
})
