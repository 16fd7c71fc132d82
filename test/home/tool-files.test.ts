// Tools of the person's own in a session: they become tools like any, and those of a workspace only once they were seen.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { findProgram } from '../../source/paths.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, type OpenOptions, temporaryFolder } from '../helpers/open-session.ts'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/celsius.md')

const file = (name: string, block: string, more = '') => `---
name: ${name}
title: The tool ${name}
description: Does what ${name} does
group: own
parameters:
  - { name: text, type: string, description: any text, default: none }
${more}---

${block}
`

/** A home and a workspace with these files. */
async function opened(
  files: {
    readonly home?: { readonly [name: string]: string }
    readonly workspace?: { readonly [name: string]: string }
  },
  options: OpenOptions = {},
) {
  const home = temporaryFolder('home')
  const workspace = copyWorkspace()
  const write = (folder: string, given: { readonly [name: string]: string } = {}) => {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, `${name}.md`), text)
  }
  write(join(home, 'tools'), files.home)
  write(join(workspace, '.ethervox', 'tools'), files.workspace)
  const opened = await openCommands({ ...options, home, workspace })
  const called = async (line: string) => {
    await opened.session.submit(line)
    const last = opened.events.findLast((event) => event.type === 'tool.finished')
    return last?.type === 'tool.finished' ? last : undefined
  }
  return {
    ...opened,
    workspace,
    called,
    done: async () => {
      await opened.done()
      for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('the example of the page is copied and works: listed, found, called, tested', async () => {
  const { run, called, session, home, done } = await opened({
    home: { celsius: readFileSync(EXAMPLE, 'utf8') },
  })
  assert.match((await run('/tools')).text, /own\n {2}on {3}celsius .*Fahrenheit to Celsius/)
  assert.match((await run('/tool')).text, /^used +celsius {2}home, js, read, version 1.0.0$/)
  assert.match(
    (await run('/tool check celsius')).text,
    /is well: the tool `celsius` \(js, read\) with 2 tests/,
  )
  assert.match((await run('/tool test celsius')).text, /All 2 tests are passed\.$/)
  const finished = await called('/call celsius {"fahrenheit": 212}')
  assert.match(JSON.stringify(finished), /212 °F is 100 °C\./)
  const { router, tools } = session.ground
  const allowed = new Set(tools.enabled.map(({ name }) => name))
  assert.equal(router.route('98.6 °F in °C', allowed).tool, 'celsius')
  assert.equal(router.route('how warm is 61 fahrenheit in celsius', allowed).tool, 'celsius')
  assert.equal(
    router.route('what time is it?', allowed).tool,
    router.route('what time is it?', new Set(allowed)).tool,
  )
  const shipped = readFileSync(findProgram().shippedManifest)
  assert.ok(
    shipped.equals(readFileSync(join(home, 'tools', 'tools.bin'))),
    'the manifest of the home is the shipped one',
  )
  await done()
})

test('a tool of a workspace is listed and never run until its very text is trusted', async () => {
  const text = file(
    'greeting',
    '```js\nreturn "Hello, " + args.text + "!"\n```',
    'tests:\n  - { arguments: { text: you }, contains: [ Hello ] }\n',
  )
  const { run, called, notices, workspace, session, done } = await opened({ workspace: { greeting: text } })
  assert.match(notices('ground').join(), /not seen them yet: `greeting`; `\/tool trust greeting`/)
  assert.match((await run('/tool')).text, /^not trusted {2}greeting/)
  assert.ok(!session.ground.tools.has('greeting'))
  assert.equal(await called('/call greeting {"text":"you"}'), undefined)
  assert.match((await run('/tool test greeting')).text, /was not run/)
  const shown = await run('/tool trust greeting')
  assert.match(shown.text, /return "Hello, "/)
  const hash = /trust greeting ([0-9a-f]{12})/.exec(shown.text)?.[1] ?? ''
  assert.equal((await run('/tool trust greeting 000000000000')).ok, false)
  assert.equal((await run(`/tool trust greeting ${hash}`)).ok, true)
  assert.match(JSON.stringify(await called('/call greeting {"text":"you"}')), /Hello, you!/)
  writeFileSync(join(workspace, '.ethervox', 'tools', 'greeting.md'), text.replace('Hello, ', 'Bye, '))
  await run('/tools reload')
  assert.ok(!session.ground.tools.has('greeting'), 'another text has to be seen again')
  await done()
})

test('what is not used is said once, and again where a person reloads', async () => {
  const text = file('greeting', '```js\nreturn ""\n```')
  const { run, notices, done } = await opened({ workspace: { greeting: text } })
  assert.equal((await run('/tool new dice')).ok, true)
  assert.equal(notices('ground').filter((one) => one.includes('`greeting`')).length, 1)
  assert.equal(notices('ground').filter((one) => one.includes('`FILL IN`')).length, 1)
  await run('/tools reload')
  assert.equal(notices('ground').filter((one) => one.includes('`greeting`')).length, 2)
  await done()
})

test('no file of a workspace is parsed before it was asked about or is trusted', async () => {
  const text = file('odd', '```js\nreturn ""\n```', 'few_shots: &x\n  - { user: hello, arguments: *x }\n')
  const { run, notices, done } = await opened({ workspace: { odd: text } })
  assert.doesNotMatch(notices('ground').join(), /line \d/)
  assert.match((await run('/tool')).text, /^not trusted {2}odd {2}workspace\n/)
  assert.match((await run('/tool trust odd')).text, /an alias leads into itself/)
  await done()
})

test('what would hide in a file of a workspace is seen where it is shown', async () => {
  const text = file('greeting', '```js\nreturn "a" // \u202e\u200b\u001b[2J\n```')
  const { run, done } = await opened({ workspace: { greeting: text } })
  assert.match((await run('/tool trust greeting')).text, /return "a" \/\/ <U\+202E><U\+200B>\u241b\[2J\n/)
  await done()
})

test('a built-in tool wins unless `shadowing` is set, and both is said', async () => {
  const text = file('get_time', '```js\nreturn "Half past own."\n```')
  const { run, called, notices, done } = await opened({ home: { get_time: text } })
  assert.match(notices('ground').join(), /The tool `get_time` of `own` is not used: the program has one/)
  assert.match((await run('/tool')).text, /^hidden +get_time/)
  assert.doesNotMatch(JSON.stringify(await called('/call get_time {}')), /Half past own/)
  await run('/settings shadowing true')
  await run('/tools reload')
  assert.match(
    notices('ground').join(),
    /The tool `get_time` of the program gives way to `.*get_time\.md` \(setting `shadowing`\)/,
  )
  assert.match(JSON.stringify(await called('/call get_time {}')), /Half past own/)
  await done()
})

test('arguments of a script are values of variables and never a part of it', async () => {
  const home = { echo_it: file('echo_it', '```sh\nprintf "%s|%s" "$ARG_TEXT" "$SECRET_KEY"\n```') }
  process.env.SECRET_KEY = 'hidden'
  const { called, done } = await opened({ home }, { flags: { approve: 'all' } })
  for (const text of ['$(touch broken)', '"; touch broken; "', '`id`', "'$HOME'", '-n --help', 'a\nb']) {
    const finished = await called(`/call echo_it ${JSON.stringify({ text })}`)
    const said = JSON.stringify(finished)
    assert.ok(said.includes(JSON.stringify(`${text}|`).slice(1, -1).replace('\\n', '\\n')), said)
    assert.doesNotMatch(said, /hidden|uid=/)
  }
  assert.match(JSON.stringify(await called('/call echo_it {"text":"a\\u0000b"}')), /bad_argument/)
  await done()
})

test('a script asks as a command does: in a script of lines it is refused', async () => {
  const { called, events, done } = await opened({
    home: { echo_it: file('echo_it', '```sh\necho yes\n```') },
  })
  await called('/call echo_it {}')
  const approval = events.find((event) => event.type === 'approval')
  assert.ok(approval?.type === 'approval' && approval.decision === 'denied', JSON.stringify(approval))
  await done()
})

test('a template fetches its address with the arguments encoded, and refuses a private one that is not allowed', async () => {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    answer.setHeader('content-type', 'application/json')
    answer.end('{"rate": 1.25}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const home = { rate: file('rate', `\`\`\`http\nGET http://127.0.0.1:${port}/v1?of={{text}}\n\`\`\``) }
  const { called, run, done } = await opened({ home }, { flags: { approve: 'all' } })
  assert.match(JSON.stringify(await called('/call rate {"text":"a&b=../c#d"}')), /private/)
  assert.deepEqual(asked, [])
  await run(`/settings webAllowPrivate ["127.0.0.1:${port}"]`)
  assert.match(JSON.stringify(await called('/call rate {"text":"a&b=../c#d"}')), /1\.25/)
  assert.deepEqual(asked, ['/v1?of=a%26b%3D..%2Fc%23d'])
  server.close()
  await done()
})

test('a broken file is said with its place and costs no other tool', async () => {
  const { run, notices, session, done } = await opened({
    home: { celsius: readFileSync(EXAMPLE, 'utf8'), other: 'no tool at all\n' },
  })
  assert.match(notices('ground').join(), /other\.md` line 1, column 1: the file must begin with/)
  assert.ok(session.ground.tools.has('celsius'))
  assert.match((await run('/tool')).text, /^broken +other/m)
  assert.equal((await run('/tool check other')).ok, false)
  assert.match((await run('/tool test nosuch')).text, /There is no file of a tool `nosuch`/)
  await done()
})

test('a draft has blanks and is not used; what the model writes of it is marked', async () => {
  const words = {
    does: 'Throw dice',
    request_1: 'throw two dice',
    request_2: 'roll a die',
    request_3: 'throw two dice',
    request_4: '6',
  }
  const none = async () => ({ type: 'none', model: undefined, reason: 'There is none.' }) as const
  const bare = await opened({}, { engine: none })
  const drafted = await bare.run('/tool new dice')
  assert.equal(drafted.ok, true, drafted.text)
  assert.match(drafted.text, /To do: line \d+, `FILL IN` must be filled in/)
  assert.ok(!bare.session.ground.tools.has('dice'))
  assert.match((await bare.run('/tool new dice')).text, /is there already/)
  assert.match((await bare.run('/tool new get_time')).text, /The program has a tool `get_time` already/)
  assert.match((await bare.run('/tool new Dice!')).text, /`Dice!` is no name of a tool/)
  assert.match(
    readFileSync(join(bare.home, 'tools', 'dice.md'), 'utf8'),
    /^---\nname: dice\ntitle: FILL IN\n/,
  )
  await bare.done()
  const { run, home, done } = await opened(
    {},
    { script: { calls: { 'dice (value)': JSON.stringify(words) } } },
  )
  assert.match((await run('/tool new dice')).text, /The model wrote 2 requests; look at them\./)
  const text = readFileSync(join(home, 'tools', 'dice.md'), 'utf8')
  assert.match(text, /\ntitle: Throw dice\n/)
  assert.match(
    text,
    /# Written by the model; .*\nmodel_examples:\n {2}- throw two dice\n {2}- roll a die\n---/,
  )
  await done()
})
