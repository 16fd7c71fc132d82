import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { openCommands as opened } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const CHEF = 'role: a cook\ndescription: Recipes\nstyle: Be kind.\n'

function homeWith(files: { readonly [path: string]: string }): string {
  const home = temporaryFolder('home')
  mkdirSync(join(home, 'personas'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(home, path), text)
  return home
}

test('a persona changes the head, and ends as it began', async () => {
  const { session, run, system, done } = await opened()
  await session.submit('hello')
  const before = system()
  assert.match(before, /^You are ethervox, a helpful assistant in a terminal\./)
  assert.match(
    (await run('/persona use tutor')).text,
    /^The persona `tutor` is on; the head is made anew once/,
  )
  await session.submit('hello')
  assert.match(system(), /^You are ethervox, a patient tutor\. Explain .*\nWhen a message ends with Facts/)
  assert.equal(session.view.persona, 'tutor')
  assert.match((await run('/status')).text, /^persona {2}tutor$/m)
  await run('/persona off')
  await session.submit('hello')
  assert.equal(system(), before)
  await done()
})

test('every shipped persona fits the head', async () => {
  const { run, notices, done } = await opened()
  for (const name of ['default', 'concise', 'tutor', 'home-assistant'])
    assert.equal((await run(`/persona ${name}`)).ok, true, name)
  assert.deepEqual(notices('persona_refused'), [])
  await done()
})

test('a persona that is too long is refused with its tokens, by hand and at the start', async () => {
  const home = homeWith({
    'personas/long.yaml': `${CHEF}constraints:\n  - ${'Always mind it. '.repeat(50)}\n`,
  })
  const { session, run, done } = await opened({ home })
  const refused = await run('/persona long')
  assert.match(
    refused.text,
    /^The persona `long` is too long: it has \d+ tokens, and .* shorten it by \d+\.$/,
  )
  assert.equal(session.view.persona, undefined)
  await done()
  const second = await opened({ home, flags: { persona: 'long' } })
  assert.match(second.notices('persona_refused')[0] ?? '', /too long: .* The session goes on without it\.$/)
  assert.equal(second.session.view.persona, undefined)
  await second.done()
  rmSync(home, { recursive: true })
})

test('an unknown persona or state is refused with the nearest name; a setting that names one is said', async () => {
  const home = homeWith({ 'personas/chef.yaml': CHEF })
  const { run, done } = await opened({ home })
  assert.equal((await run('/persona chfe')).text, 'There is no persona `chfe`; did you mean `chef`?')
  await run('/states save garden')
  for (const [line, said] of [
    ['persona chfe', 'There is no persona `chfe`; did you mean `chef`?'],
    ['state gardn', 'There is no state `gardn`; did you mean `garden`?'],
    ['role raeder', 'There is no role `raeder`; did you mean `reader`?'],
  ] as const) {
    const { ok, text } = await run(`/settings ${line}`)
    assert.deepEqual([ok, text], [false, said])
  }
  for (const line of ['persona chef', 'state none', 'role reader', 'role none', 'state garden', 'state none'])
    assert.equal((await run(`/settings ${line}`)).ok, true, line)
  rmSync(join(home, 'personas', 'chef.yaml'))
  await done()
  writeFileSync(join(home, 'personas', 'chef.yaml'), CHEF)
  writeFileSync(join(home, 'settings.json'), '{"persona": "chfe"}')
  await assert.rejects(opened({ home, flags: { persona: 'chfe' } }), /did you mean `chef`\?$/)
  await assert.rejects(opened({ home, flags: { state: 'gardn' } }), /did you mean `garden`\?$/)
  await assert.rejects(opened({ home, flags: { state: 'garden', persona: 'chef' } }), /leave one of/)
  await (await opened({ home, flags: { state: 'none', persona: 'chef' } })).done()
  const second = await opened({ home })
  assert.match(second.notices('ground').join(), /`chfe`; did you mean `chef`\? The session begins without it/)
  await second.done()
  rmSync(home, { recursive: true })
})

test('at level 4 a state or persona that a flag names is said to be left out', async () => {
  const home = homeWith({ 'settings.json': '{"disabledTools": ["get_time"' })
  for (const [flags, said] of [
    [{ state: 'foo' }, ['`--state foo` is left out: at level 4 no states are read.']],
    [{ persona: 'tutor' }, ['`--persona tutor` is left out: at level 4 no personas are read.']],
    [{ state: 'none' }, []],
    [{}, []],
  ] as const) {
    const { session, notices, done } = await opened({ home, flags })
    assert.equal(session.view.level, 4)
    assert.deepEqual(notices('ground'), said)
    await done()
  }
  rmSync(home, { recursive: true })
})

test('a state brings back persona, role, tools, priorities and mode in one step, for the session alone', async () => {
  const home = homeWith({ 'personas/chef.yaml': CHEF })
  const first = await opened({ home, flags: { mode: 'fresh' } })
  for (const line of [
    '/persona chef',
    '/role planner',
    '/tools disable get_day',
    '/tools priority get_date 7',
  ])
    assert.equal((await first.run(line)).ok, true, line)
  assert.match((await first.run('/states save kitchen for cooking')).text, /^The state `kitchen` is kept/)
  await first.run('/tools enable get_day')
  await first.run('/tools priority get_date own')
  await first.done()
  const settings = () => readFileSync(join(home, 'settings.json'), 'utf8')
  const before = settings()
  rmSync(join(home, 'personas', 'chef.yaml'))
  const { session, run, system, done } = await opened({ home })
  const isOn = (name: string) => session.ground.tools.isEnabled(name)
  assert.deepEqual([isOn('get_day'), session.mode], [true, 'continue'])
  assert.match(
    (await run('/states load kitchen')).text,
    /^The state `kitchen` is on \(persona chef, role planner,/,
  )
  const priority = session.ground.tools.entries.find(({ name }) => name === 'get_date')?.priority
  assert.deepEqual([isOn('get_day'), priority, session.mode], [false, 7, 'fresh'])
  assert.deepEqual(
    [session.view.persona, session.view.role?.name, session.view.state],
    ['chef', 'planner', 'kitchen'],
  )
  await session.submit('hello')
  assert.match(system(), /^You are ethervox, a cook\. Be kind\./)
  await run('/states off')
  assert.deepEqual([isOn('get_day'), session.mode, session.view.persona], [true, 'continue', undefined])
  assert.equal(settings(), before)
  await done()
  rmSync(home, { recursive: true })
})

test('a tool that is turned off while a state is on leaves the state, and only that is kept', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  await first.run('/tools disable time')
  await first.run('/states save still')
  await first.run('/tools enable time')
  await first.done()
  const { session, run, done } = await opened({ home, flags: { state: 'still' } })
  assert.equal(session.view.state, 'still')
  await run('/tools disable file_read')
  assert.equal(session.view.state, undefined)
  assert.equal(session.ground.tools.isEnabled('get_time'), false)
  assert.deepEqual(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).disabledTools, ['file_read'])
  await done()
  rmSync(home, { recursive: true })
})

test('the head of a state is restored at the next start, and what changed since is said', async () => {
  const home = temporaryFolder('home')
  const script = { keepsHeads: true }
  const first = await opened({ home, script })
  await first.run('/persona tutor')
  assert.match((await first.run('/states save x')).text, /^The state `x` is kept with its head\.$/)
  await first.done()
  const ready = (events: readonly SessionEvent[]) => events.find((event) => event.type === 'model.ready')
  const second = await opened({ home, script, flags: { state: 'x' } })
  const event = ready(second.events)
  assert.equal(event?.type === 'model.ready' && event.headRestored, true)
  assert.deepEqual(second.notices('state_stale'), [])
  await second.done()
  const config = join(home, 'states', 'named', 'x', 'config.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('patient', 'strict'))
  const third = await opened({ home, script, flags: { state: 'x' } })
  assert.deepEqual(third.notices('state_stale'), [
    'The state `x` was made with another `config.yaml`; its head was made anew.',
  ])
  await third.done()
  const fourth = await opened({ home, script, flags: { state: 'x' } })
  assert.deepEqual(fourth.notices('state_stale'), [])
  assert.match((await fourth.run('/states info x')).text, /^made with {5}fake-model, fake$/m)
  await fourth.done()
  rmSync(home, { recursive: true })
})

test('a state that names tools that are gone says so, and one with a role that is gone is not put on', async () => {
  const home = temporaryFolder('home')
  const first = await opened({ home })
  await first.run('/states save x')
  const config = join(home, 'states', 'named', 'x', 'config.yaml')
  const text = readFileSync(config, 'utf8')
  writeFileSync(config, text.replace('tools:\n', 'tools:\n  - old_tool\n'))
  assert.match((await first.run('/states load x')).text, / names tools that are not there: old_tool\./)
  writeFileSync(config, text.replace('role: null', 'role: readre'))
  assert.match((await first.run('/states load x')).text, /cannot be put on: .* did you mean `reader`\?$/)
  await first.done()
  rmSync(home, { recursive: true })
})

test('best ranks what was measured, compare shows what differs', async () => {
  const home = temporaryFolder('home')
  const { session, run, done } = await opened({ home })
  await run('/states save one')
  await run('/tools disable get_day')
  await run('/states save two')
  assert.match((await run('/states best score')).text, /^No state was measured yet/)
  const figures = {
    accuracy: 0.9,
    callMs: 400,
    tokens: 80,
    score: 88,
    date: '2026-03-12',
    cases: 9,
    model: 'm',
  }
  session.ports.setup.states.record('one', figures)
  session.ports.setup.states.record('two', { ...figures, accuracy: 0.8, callMs: 300 })
  const names = async (metric: string) =>
    (await run(`/states best ${metric}`)).text.split('\n').map((line) => line.slice(0, 3))
  assert.deepEqual(await names('accuracy'), ['one', 'two'])
  assert.deepEqual(await names('latency'), ['two', 'one'])
  assert.equal((await run('/states best speed')).ok, false)
  const [none, lone] = [await run('/states best'), await run('/states compare one')]
  assert.equal(none.text, '`/states best` takes one of accuracy, latency, tokens, score.')
  assert.equal(lone.text, '`/states compare` takes the names of two states, not `one`.')
  const compared = await run('/states compare one two')
  assert.match(compared.text, /^tools {9}-get_day\none {2}90\.0 % right.*\ntwo {2}80\.0 % right/m)
  await run('/persona tutor')
  await run('/states save three')
  await run('/states save four')
  assert.match((await run('/states compare three four')).text, /^They set the same\./)
  const config = join(dirname(session.ports.setup.states.headFile('four')), 'config.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace(/^( +style: ).*$/m, '$1Be loud.'))
  assert.match((await run('/states compare three four')).text, /^persona {7}tutor, in other words\nthree /)
  await done()
  rmSync(home, { recursive: true })
})

test('a state whose persona is too long for the model is not said to be on with it', async () => {
  const { session, run, home, notices, done } = await opened()
  await run('/persona tutor')
  await run('/states save lessons')
  const config = join(home, 'states/named/lessons/config.yaml')
  const text = readFileSync(config, 'utf8')
  assert.match(text, /^ +style: .*$/m)
  writeFileSync(config, text.replace(/^( +)style: .*$/m, `$1style: "${'Mind it. '.repeat(100)}"`))
  await run('/states off')
  const { ok, text: said } = await run('/states load lessons')
  assert.equal(ok, false)
  assert.match(said, /^The persona of the state `lessons` is too long .* its persona is not\.$/)
  assert.match(notices('persona_refused').join(), /The persona `tutor` is too long/)
  assert.deepEqual([session.view.state, session.view.persona], [undefined, undefined])
  await done()
})
