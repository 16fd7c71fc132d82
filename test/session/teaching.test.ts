import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type OpenedSession, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const JARGON = 'spiggle the frobnard before noon'

function lastCommand({ events }: OpenedSession) {
  const event = events.findLast(({ type }) => type === 'command')
  return event?.type === 'command' ? event : assert.fail('no command')
}

function routed({ session }: OpenedSession, text = JARGON) {
  return session.ground.router.route(text, new Set(session.ground.tools.enabled.map(({ name }) => name)))
}

test('/bad TOOL is learned at once, outlasts the session, and is undone exactly', async () => {
  const home = temporaryFolder('home')
  const first = await openTestSession({ home, script: { answers: { [JARGON]: 'Fine.' } } })
  try {
    const before = routed(first)
    assert.equal(before.tool, null)
    await first.session.submit('/bad get_time')
    assert.match(lastCommand(first).text, /no last message/)
    await first.session.submit(JARGON)
    await first.session.submit('/bad')
    assert.match(lastCommand(first).text, /^Which tool did it need: `\/bad \w+`/)
    await first.session.submit('/bad get_tme')
    assert.match(lastCommand(first).text, /There is no tool `get_tme`; did you mean `get_time`\?/)
    await first.session.submit('/bad get_time')
    assert.match(lastCommand(first).text, /Learned as t1/)
    await first.session.submit('/why')
    assert.match(
      lastCommand(first).text,
      /^you said {3}t1: it needs `get_time`, by `\/bad`; `\/forget-teaching t1` takes it back$/m,
    )
    assert.deepEqual(
      [routed(first).tool, routed(first).by, routed(first).taught],
      ['get_time', 'taught', JARGON],
    )
    assert.equal(routed(first, 'please spiggle the frobnard').tool, 'get_time')
    await first.done()
    const second = await openTestSession({ home })
    assert.equal(routed(second).tool, 'get_time')
    await second.session.submit(JARGON)
    await second.session.submit('/why')
    assert.match(lastCommand(second).text, /by taught\ntaught +"spiggle the frobnard before noon"/)
    await second.session.submit('/forget-teaching t1')
    assert.deepEqual(routed(second), before)
    await second.session.submit('/forget-teaching undo')
    assert.equal(routed(second).tool, 'get_time')
    await second.done()
  } finally {
    rmSync(home, { recursive: true })
  }
})

test('/teach checks arguments, and they stand beside the call as a worked example', async () => {
  const call = 'break out the slop list plan.md'
  const opened = await openTestSession({ script: { calls: { [call]: '{"path":"plan.md"}' } } })
  try {
    await opened.session.submit('/teach file_read "break out the slop list notes.txt" {"pth": "notes.txt"}')
    assert.match(lastCommand(opened).text, /These are no arguments of `file_read`/)
    await opened.session.submit('/teach file_read "break out the slop list notes.txt" {"foo": "x"}')
    assert.match(
      lastCommand(opened).text,
      /needs `path`, which is missing\. `file_read` takes no `foo`; it takes `path`/,
    )
    await opened.session.submit('/teach file_read "break out x" {"path": "x", "foo": "x"}')
    assert.match(
      lastCommand(opened).text,
      /^These are no arguments of `file_read`: `file_read` takes no `foo`/,
    )
    await opened.session.submit('/teach file_read "break out the slop list notes.txt" {"path": "notes.txt"}')
    assert.equal(lastCommand(opened).ok, true)
    await opened.session.submit(call)
    await opened.session.submit('/why prompts')
    assert.match(lastCommand(opened).text, /break out the slop list notes\.txt/)
    await opened.session.submit('/teach none "avast ye all"')
    assert.equal(routed(opened, 'avast ye all').by, 'taught')
    await opened.session.submit('/teach')
    assert.match(lastCommand(opened).text, /t1 {2}file_read .*\nt2 {2}none {2}"avast ye all"/)
    const { text } = lastCommand(opened)
    await opened.session.submit('/teach list')
    assert.equal(lastCommand(opened).text, text)
  } finally {
    await opened.done()
  }
})

test('turns are collected only where it was turned on, and those that failed are offered for labelling', async () => {
  const opened = await openTestSession({ script: { answers: { hello: 'Hi.' } } })
  try {
    await opened.session.submit('hello')
    await opened.session.submit('/collect')
    assert.match(lastCommand(opened).text, /^Collecting is off; 0 turns/)
    await opened.session.submit('/collect on')
    await opened.session.submit('hello')
    await opened.session.submit('read the file nowhere.txt')
    await opened.session.submit('/collect list')
    assert.match(lastCommand(opened).text, /c1 {2}none {2}"hello"\nc2 .*"read the file nowhere.txt" \(/)
    await opened.session.submit('/collect label')
    assert.match(lastCommand(opened).text, /Which tool did it need\? `\/collect label c2 TOOL`/)
    await opened.session.submit('/collect label c2 file_find')
    assert.match(lastCommand(opened).text, /Learned as t1: .*`file_find`[\s\S]*Nothing is left to label/)
    const file = join(opened.home, 'cases.jsonl')
    await opened.session.submit(`/collect export ${file}`)
    assert.match(lastCommand(opened).text, /cases? (?:is|are) in `.*cases\.jsonl`\./)
    await opened.session.submit(`/collect export ${join(opened.home, 'my cases.jsonl')}`)
    assert.match(lastCommand(opened).text, /2 cases are in `.*\/my cases\.jsonl`\./)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    assert.deepEqual(JSON.parse(lines[1] ?? ''), {
      id: 'c2',
      input: 'read the file nowhere.txt',
      tool: 'file_find',
      anyOf: ['file_find'],
    })
    await opened.session.submit('/secret on')
    await opened.session.submit('hello')
    await opened.session.submit('/secret off')
    await opened.session.submit('/collect')
    assert.match(lastCommand(opened).text, /^Collecting is on; 2 turns/)
  } finally {
    await opened.done()
  }
})

test('a message that leaned on the turn before is neither taught by /good nor collected; one that is a request by itself is', async () => {
  const opened = await openTestSession({ flags: { approve: 'all' } })
  try {
    const { session } = opened
    const cases = () => session.ports.teaching.book.read().cases.map(({ text }) => text)
    await session.submit('/collect on')
    await session.submit('set a timer for 10 minutes')
    await session.submit('make that 12')
    const called = opened.events.flatMap((event) => (event.type === 'tool.called' ? [event.arguments] : []))
    assert.deepEqual(called.slice(0, 2), [{ duration: '10 minutes' }, { duration: '12 minutes' }])
    await session.submit('/good')
    assert.match(lastCommand(opened).text, /^That message leaned on what stood before it/)
    assert.deepEqual([lastCommand(opened).ok, cases()], [false, []])
    assert.notEqual(routed(opened, 'make that 12').tool, 'timer_create')
    await session.submit('what is 15 % of 80?')
    await session.submit('/good')
    assert.deepEqual(cases(), ['what is 15 % of 80?'])
    await session.submit('/collect list')
    assert.match(
      lastCommand(opened).text,
      /^c1 {2}timer_create {2}"set a timer for 10 minutes"\nc2 .*"what is 15 % of 80\?" \(labelled\)$/,
    )
  } finally {
    await opened.done()
  }
})

test('arguments that somebody wrote into the file and that the tool does not take are named', async () => {
  const opened = await openTestSession()
  try {
    const folder = join(opened.home, 'teaching')
    mkdirSync(folder, { recursive: true })
    const entry =
      '- id: a1\n  request: break out the slop list\n  tool: file_read\n  arguments: {pth: list.txt}\n'
    writeFileSync(join(folder, 'cases.yaml'), entry)
    await opened.session.submit('/teach')
    assert.match(
      lastCommand(opened).text,
      /^a1 leads to `file_read`, and its arguments are not used: The value needs `path`, which is missing\./m,
    )
    assert.equal(routed(opened, 'break out the slop list').tool, 'file_read')
  } finally {
    await opened.done()
  }
})

test('arguments of what stood before a message are not taught with it', async () => {
  const calls = { 'and in metres?': '{"value":5,"from":"km","to":"m"}' }
  const opened = await openTestSession({ script: { calls } })
  try {
    const { session } = opened
    await session.submit('/collect on')
    await session.submit('convert 5 km to miles')
    await session.submit('and in metres?')
    assert.equal(session.last?.outcome.route?.by, 'follow-up')
    await session.submit('/good')
    const { cases } = session.ports.teaching.book.read()
    assert.deepEqual(cases, [{ id: 't1', text: 'and in metres?', tool: 'unit_convert', from: 'good' }])
    const kept = session.ports.teaching.collection.list()
    assert.deepEqual(
      kept.map(({ text, arguments: args }) => [text, args !== undefined]),
      [
        ['convert 5 km to miles', true],
        ['and in metres?', false],
      ],
    )
  } finally {
    await opened.done()
  }
})

test('what was taught for a tool that is gone takes nothing from the tools that there are, and is named', async () => {
  const opened = await openTestSession()
  try {
    const text = 'do you happen to know what time we have by now'
    const { tool, by } = routed(opened, text)
    assert.deepEqual([tool, by], ['get_time', 'classifier'])
    const folder = join(opened.home, 'teaching')
    mkdirSync(folder, { recursive: true })
    const rows = [`${text} now then|clock_tell`, `${text}|clock_tell`, 'avast|none', 'Avast|get_time']
    const yaml = rows.map((row, at) => `- id: x${at}\n  request: ${row.replace('|', '\n  tool: ')}\n`)
    writeFileSync(join(folder, 'cases.yaml'), yaml.join(''))
    assert.equal(routed(opened, text).tool, 'get_time')
    await opened.session.submit('/teach')
    const said = lastCommand(opened).text
    assert.match(
      said,
      /x1 is not learned: there is no tool `clock_tell`; `\/forget-teaching x1` takes it back/,
    )
    assert.match(said, /x2 is not followed: "Avast" was taught, too, and goes to `get_time`\./)
    assert.doesNotMatch(said, /x3 is not/)
    await opened.session.submit('/teach none "broach 4 casks"')
    assert.doesNotMatch(lastCommand(opened).text, /overrules/)
    await opened.session.submit('/teach get_time "broach 7 casks"')
    assert.match(lastCommand(opened).text, / It overrules t1 \("broach 4 casks"\)\./)
  } finally {
    await opened.done()
  }
})

test('a turn that cannot be marked as taught is taught all the same, and that is said', async () => {
  const opened = await openTestSession()
  try {
    mkdirSync(join(opened.home, 'teaching', 'collected.jsonl'), { recursive: true })
    await opened.session.submit('/teach none "avast ye all"')
    assert.equal(lastCommand(opened).ok, true)
    assert.match(lastCommand(opened).text, /^Learned as t1: .* could not be marked: EISDIR/)
  } finally {
    await opened.done()
  }
})

test('arguments that were taught for another version of a tool are shown to nobody, and that is said', async () => {
  const home = temporaryFolder('home')
  const example = readFileSync(join(import.meta.dirname, '../../docs/examples/celsius.md'), 'utf8')
  const write = (version: string) => {
    mkdirSync(join(home, 'tools'), { recursive: true })
    writeFileSync(join(home, 'tools', 'celsius.md'), example.replace('version: 1', `version: ${version}`))
  }
  write('1.0.0')
  const [taught, asked] = ['spiggle 70 on the oven', 'spiggle 50 on the oven']
  const opened = await openTestSession({ home, script: { calls: { [asked]: '{"fahrenheit":50}' } } })
  const shown = async () => {
    await opened.session.submit(asked)
    await opened.session.submit('/why prompts')
    return lastCommand(opened).text.includes(`<user>${taught}`)
  }
  const reloaded = async (version: string) => {
    write(version)
    await opened.session.submit('/tools reload')
    const isShown = await shown()
    await opened.session.submit('/teach')
    return [
      isShown,
      /arguments are not used: they were taught for 1\.0\.0, and it is (\S+) now/.exec(
        lastCommand(opened).text,
      )?.[1],
    ]
  }
  try {
    await opened.session.submit(`/teach celsius "${taught}" {"fahrenheit": 70}`)
    assert.equal(lastCommand(opened).ok, true)
    assert.match(readFileSync(join(home, 'teaching', 'cases.yaml'), 'utf8'), /version: "1\.0\.0"/)
    assert.equal(await shown(), true)
    assert.deepEqual(await reloaded('1.4.0'), [true, undefined])
    assert.deepEqual(await reloaded('2.0.0'), [false, '2.0.0'])
    await opened.session.submit(`/teach celsius "${taught}" {"fahrenheit": 70}`)
    assert.equal(await shown(), true)
    await opened.session.submit('/tools info celsius')
    assert.match(lastCommand(opened).text, /^version 2\.0\.0$/m)
  } finally {
    await opened.done()
    rmSync(home, { recursive: true, force: true })
  }
})

test('/bad none is refused for a turn that called no tool', async () => {
  const opened = await openTestSession({ script: { answers: { hello: 'Hi.' } } })
  try {
    const { session } = opened
    await session.submit('hello')
    await session.submit('/bad none')
    assert.equal(lastCommand(opened).ok, false)
    assert.match(lastCommand(opened).text, /^No tool was called, .*`\/bad TOOL`.*`\/good`/)
    assert.deepEqual(session.ports.teaching.book.read().cases, [])
    await session.submit('what time is it?')
    await session.submit('/bad none')
    assert.match(lastCommand(opened).text, /^Learned as t1/)
  } finally {
    await opened.done()
  }
})
