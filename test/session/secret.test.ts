import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addFileWrite } from '../helpers/file-write.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const WORD = 'xyzzy'
const SCRIPT = {
  calls: {
    'save xyzzy': '{"path":"xyzzy.txt","content":"xyzzy"}',
    'read xyzzy.txt': '{"path":"xyzzy.txt"}',
    'what is 17 * 23?': '{"expression":"17 * 23"}',
  },
  answers: { 'my word is xyzzy': 'xyzzy is a fine word.', hello: 'Hello!' },
}

function openHome(t: TestContext): string {
  const home = temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** Files below the folder with the word in their bytes or their name. */
function filesWith(folder: string, word: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(word) || readFileSync(path).includes(word))
}

test('no byte of the home has what was said while secret was on, whatever was done meanwhile', async (t) => {
  const home = openHome(t)
  const workspace = copyWorkspace()
  t.after(() => rmSync(workspace, { recursive: true }))
  const { session, done } = await openTestSession({
    home,
    workspace,
    script: SCRIPT,
    interactive: true,
    flags: { approve: 'ask', temperature: 0 },
  })
  addFileWrite(session)
  session.subscribe((event) => {
    const { pending } = session.view
    if (event.type === 'view' && pending !== undefined) session.decide(pending.call, { decision: 'always' })
  })
  const lines = [
    'hello',
    '/secret on',
    'my word is xyzzy',
    'save xyzzy',
    'read xyzzy.txt',
    '/call file_read {"path":"xyzzy.txt"}',
    '/memory export xyzzy.json',
    '/call memory_export {"filepath":"xyzzy.md","format":"markdown"}',
    '/rename xyzzy',
    '/approvals allow file_write xyzzy.txt',
    '/compact keep xyzzy',
    '/why prompts',
    '/sessions',
    '/xyzzy',
    '/secret off',
    'hello',
    'what is 17 * 23?',
    '/why prompts',
    '/compact',
  ]
  for (const line of lines) await session.submit(line)
  assert.ok(
    readFileSync(join(workspace, 'xyzzy.txt'), 'utf8').includes(WORD),
    'what a tool is asked to write is written',
  )
  for (const file of ['xyzzy.json', 'xyzzy.md']) assert.ok(existsSync(join(workspace, file)), file)
  await done()
  assert.deepEqual(filesWith(home, WORD), [])
  const [file = ''] = readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.jsonl'))
  assert.ok(readFileSync(join(home, 'sessions', file), 'utf8').includes('17 * 23'), 'the rest is kept')
})

test('tools keep nothing of it either: earlier versions, timers, names of folders, the startup prompt, memories', async (t) => {
  const home = openHome(t)
  const workspace = copyWorkspace()
  t.after(() => rmSync(workspace, { recursive: true }))
  const { session, events, done } = await openTestSession({
    home,
    workspace,
    flags: { approve: 'all', secret: true },
  })
  const said = async (line: string) => {
    const from = events.length
    await session.submit(line)
    return events
      .slice(from)
      .flatMap((event) => (event.type === 'answer' || event.type === 'command' ? [event.text] : []))
      .filter((text) => text !== '')
      .join()
  }
  assert.match(
    await said('/call file_write {"path":"xyzzy.txt","content":"xyzzy"}'),
    /was made \(5 bytes\)\. As secret is on, `\/undo` can take it back only until the program ends\.$/,
  )
  assert.match(
    await said('/call timer_create {"duration":"10 minutes","label":"xyzzy"}'),
    /As secret is on, it rings only if the program is still open then\.$/,
  )
  assert.equal(
    await said('/call path_set {"path":".","label":"xyzzy"}'),
    "A folder's name is written to disk; `/secret off` comes first.",
  )
  const prompt = 'A startup prompt is written to disk; `/secret off` comes first.'
  assert.equal(await said('/call startup_prompt_update {"prompt_text":"xyzzy"}'), prompt)
  assert.equal(await said('/startup edit xyzzy'), prompt)
  assert.match(await said('/call memory_store {"text":"xyzzy"}'), /paused while secret is on/)
  session.ports.services.weather?.keep('xyzzy', 0, 'rain')
  assert.match(await said('/undo'), /xyzzy\.txt is no longer there\.$/)
  await session.submit('/secret off')
  assert.match(await said('/call timer_list'), /timer 1: /)
  await done()
  assert.deepEqual(filesWith(home, WORD), [])
})

test('no name of a state or a profile is written while it is on', async (t) => {
  const home = openHome(t)
  const { run, done } = await openCommands({ home })
  await run('/states save kitchen')
  await run(`/states export kitchen ${home}/kitchen.json`)
  await run('/secret on')
  const said = async (line: string) => {
    const { ok, text } = await run(line)
    assert.equal(ok, false, line)
    return text
  }
  const state = 'A state is written to disk under its name; `/secret off` comes first.'
  assert.equal(await said('/states save xyzzy for cooking'), state)
  assert.equal(await said(`/states import ${home}/kitchen.json xyzzy`), state)
  assert.equal(
    await said('/tools profile save xyzzy'),
    'A profile is written to disk under its name; `/secret off` comes first.',
  )
  await run('/secret off')
  assert.equal((await run('/tools profile save plugh')).ok, true)
  await done()
  assert.deepEqual(filesWith(home, WORD), [])
})

test('a memory is noted with the conversation in which it was stored', async (t) => {
  const home = openHome(t)
  const { session, done } = await openTestSession({ home, flags: { approve: 'all' } })
  await session.submit('/call memory_store {"text":"the shed is green"}')
  const memory = await session.ports.services.memory?.open()
  assert.ok(session.store.current)
  assert.equal(memory?.find(1)?.session, session.store.current)
  const first = session.store.current
  await session.submit('/clear')
  await session.submit('/call memory_store {"text":"the fence is red"}')
  assert.notEqual(session.store.current, first)
  assert.equal(memory?.find(2)?.session, session.store.current)
  await done()
})

test('with --secret nothing of the whole session is kept', async (t) => {
  const home = openHome(t)
  const { session, done } = await openTestSession({ home, script: SCRIPT, flags: { secret: true } })
  assert.equal(session.view.secret, true)
  for (const line of ['my word is xyzzy', '/call get_time', '/clear', 'my word is xyzzy'])
    await session.submit(line)
  await done()
  assert.deepEqual(filesWith(home, WORD), [])
  assert.ok(!readdirSync(home).includes('sessions'))
})

test('when secret ends the model has forgotten it, and goes on from where it was', async (t) => {
  const home = openHome(t)
  const { session, engine, done } = await openTestSession({ home, script: SCRIPT })
  await session.submit('hello')
  const before = session.conversation.messages
  await session.submit('/secret on')
  await session.submit('my word is xyzzy')
  assert.ok(session.conversation.messages.length > before.length, 'meanwhile it knows')
  await session.submit('/secret off')
  assert.deepEqual(session.conversation.messages, before)
  assert.equal(session.last, undefined)
  await session.submit('hello')
  assert.ok(!JSON.stringify(engine.asked.at(-1)?.messages).includes(WORD))
  await done()
})

test('a conversation that was emptied or brought back while secret was on stays so when it ends', async (t) => {
  const home = openHome(t)
  const first = await openTestSession({ home, script: SCRIPT })
  for (const line of ['hello', 'hello']) await first.session.submit(line)
  await first.done()
  const { session, done } = await openTestSession({ home, script: SCRIPT })
  for (const line of ['hello', '/secret on', '/clear', 'my word is xyzzy', '/secret off'])
    await session.submit(line)
  assert.deepEqual(session.conversation.messages, [])
  for (const line of ['/secret on', '/resume last', 'my word is xyzzy', '/secret off'])
    await session.submit(line)
  assert.ok(session.conversation.messages.length > 0)
  assert.ok(!JSON.stringify(session.conversation.messages).includes(WORD))
  await done()
  assert.deepEqual(filesWith(home, WORD), [])
})

test('others hear the switch, until they do not want to any more', async (t) => {
  const { session, done } = await openTestSession({ home: openHome(t) })
  const heard: boolean[] = []
  const stop = session.ports.secret.onChange((isOn) => heard.push(isOn))
  for (const line of ['/secret on', '/secret on', '/secret off']) await session.submit(line)
  stop()
  await session.submit('/secret on')
  assert.deepEqual(heard, [true, false])
  assert.equal(session.ports.services.secret?.isOn(), true, 'tools ask the same switch')
  await done()
})

test('the log of `--debug` leaves it out too, and ETHERVOX_SECRET is the flag', (t) => {
  const home = openHome(t)
  const root = join(import.meta.dirname, '../..')
  const cli = (env: NodeJS.ProcessEnv, input: string) =>
    spawnSync(
      process.execPath,
      [
        ...['--import', join(root, 'test/helpers/jsx.mjs'), join(root, 'source/cli.ts')],
        ...['--home', home, '--model', 'nosuch', '--debug', join(home, 'debug.log')],
      ],
      { input, encoding: 'utf8', env: { ...process.env, ...env } },
    )
  const { stdout } = cli(
    { ETHERVOX_SECRET: '1' },
    '/call file_list {"directory":"xyzzy"}\n/secret off\n/call get_time\n',
  )
  assert.match(stdout, /xyzzy/)
  assert.deepEqual(filesWith(home, WORD), [])
  const log = readFileSync(join(home, 'debug.log'), 'utf8')
  assert.match(log, /get_time/)
})

test('a conversation that is secret from its beginning has nothing to export, rename or put away, and that says why', async () => {
  const { run, session, done } = await openCommands({ flags: { secret: true } })
  const why = 'Nothing of this conversation is kept while secret is on; `/secret off` ends that.'
  await session.submit('hello')
  for (const line of ['/export chat.md', '/rename boat', '/archive'])
    assert.equal((await run(line)).text, why, line)
  await run('/secret off')
  assert.match((await run('/export chat.md')).text, /is kept yet: it begins with your first message\.$/)
  await done()
})
