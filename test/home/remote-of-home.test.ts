import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { type RemoteSetting, remoteOfHome } from '../../source/home/remote-of-home.ts'
import { homePaths } from '../../source/paths.ts'
import { DONE, delta, serveRaw } from '../engine/remote/raw-server.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'
import { openScriptedServer, type ServerScript } from '../helpers/scripted-server.ts'

async function chatWith(t: TestContext, script: ServerScript, more: Partial<RemoteSetting> = {}) {
  const server = await openScriptedServer(script)
  const home = temporaryFolder('remote')
  const remote = remoteOfHome({
    home: homePaths(home, {}),
    env: {},
    limits: { connectMs: 1_000, silenceMs: 500 },
    ...more,
    flags: { engine: server.url, ...more.flags },
  })
  assert.ok(remote)
  const opened = await openTestSession({ home, engine: remote.load })
  t.after(async () => {
    await opened.done()
    await server.close()
    rmSync(home, { recursive: true, force: true })
  })
  return { ...opened, server, home, remote }
}

describe('a chat with a server', () => {
  test('says where answers come from, and answers', async (t) => {
    const { session, events, server } = await chatWith(t, {
      answer: () => 'Hello from the server.',
      guides: 'json_schema',
    })
    await session.submit('good morning to you')
    const notice = events.find((event) => event.type === 'notice' && event.code === 'engine_server')
    assert.ok(notice?.type === 'notice')
    assert.equal(
      notice.message,
      `Answers come from \`tiny\` at \`${server.host}\` (server), calls reliable (json_schema).`,
    )
    const ready = events.find((event) => event.type === 'model.ready')
    assert.ok(ready?.type === 'model.ready' && ready.model === 'tiny@server')
    assert.match(JSON.stringify(events), /"Hello from the server\."/)
  })

  test('says what the server does not tell', async (t) => {
    const { events } = await chatWith(t, { guides: 'json_schema', refuses: ['logprobs'], hidesReuse: true })
    const notice = events.find((event) => event.type === 'notice' && event.code === 'engine_server')
    assert.ok(notice?.type === 'notice')
    assert.match(
      notice.message,
      /calls reliable \(json_schema\), tells not how sure it is nor what it has in its cache\.$/,
    )
  })

  test('that dies in the middle of an answer ends the turn with an error, and the next message is answered', async (t) => {
    const { session, events } = await chatWith(t, {
      answer: (message) => `Well, ${message} is a fine thing to say.`,
      mode: (n) => (n === 0 ? 'dies' : 'good'),
      pieceMs: 5,
    })
    await session.submit('good morning to you')
    const error = events.find((event) => event.type === 'error')
    assert.match(JSON.stringify(error), /ended the connection/)
    await session.submit('and good evening')
    assert.match(JSON.stringify(events.slice(-2)), /and good evening is a fine thing to say\."/)
  })

  test('that was away at the start is loaded once it is there', async (t) => {
    const gone = await openScriptedServer()
    await gone.close()
    const home = temporaryFolder('away')
    const remote = remoteOfHome({ home: homePaths(home, {}), env: {}, flags: { engine: gone.url } })
    assert.ok(remote)
    const { session, done } = await openTestSession({ home, engine: remote.load })
    t.after(done)
    assert.equal(session.view.modelState, 'failed')
    assert.match(
      session.view.modelReason ?? '',
      /\(ECONNREFUSED\)\. Is it running, and is this its address\?$/,
    )
    const back = await openScriptedServer({ models: ['tiny', 'small'] }, Number(new URL(gone.url).port))
    t.after(() => back.close())
    assert.equal(await remote.ports.whyNotLoadable('small'), undefined)
    assert.deepEqual(await remote.ports.models(), [])
    await session.slot.load('small')
    assert.equal(session.slot.model, 'small@server')
    const rows = await remote.ports.models()
    assert.deepEqual(
      rows.map(({ id, current }) => [id, current]),
      [
        ['tiny', false],
        ['small', true],
      ],
    )
    assert.match((await remote.ports.whyNotLoadable('huge')) ?? '', /No server has a model `huge`/)
  })

  test('that was away at the start is asked again by a message, and not for the model of a file', async (t) => {
    const gone = await openScriptedServer()
    await gone.close()
    const home = temporaryFolder('away')
    writeFileSync(join(home, 'settings.json'), '{"model":"smollm2-135m"}')
    const remote = remoteOfHome({ home: homePaths(home, {}), env: {}, flags: { engine: gone.url } })
    assert.ok(remote)
    const { session, events, done } = await openTestSession({ home, engine: remote.load })
    t.after(done)
    await session.submit('why is the sky blue?')
    const refused = events.find((event) => event.type === 'error')
    assert.ok(refused?.type === 'error' && refused.code === 'no_model')
    assert.match(refused.message, /cannot be reached/)
    const port = Number(new URL(gone.url).port)
    const back = await openScriptedServer({ answer: () => 'Because of the air.' }, port)
    t.after(() => back.close())
    await session.submit('why is the sky blue?')
    assert.match(JSON.stringify(events), /"Because of the air\."/)
  })

  test('that has several models and was asked for none lists them', async (t) => {
    const { remote, session } = await chatWith(t, { models: ['big', 'small'] })
    assert.equal(session.view.modelState, 'failed')
    assert.deepEqual(
      (await remote.ports.models()).map(({ id, current }) => [id, current]),
      [
        ['big', false],
        ['small', false],
      ],
    )
    await session.slot.load('small')
    assert.equal(session.slot.model, 'small@server')
  })

  test('names its models as Ollama does, with `:latest` or without', async (t) => {
    const models = ['llama3.2:latest', 'qwen3:8b']
    const { remote, session } = await chatWith(t, { models }, { flags: { model: 'qwen3:8b' } })
    assert.equal(await remote.ports.whyNotLoadable('llama3.2'), undefined)
    assert.match((await remote.ports.whyNotLoadable('llama')) ?? '', /No server has a model/)
    await session.slot.load('llama3.2')
    assert.equal(session.slot.model, 'llama3.2_latest@server')
  })

  test('with a smaller window than anybody knew is not stuck: the next message is made to fit', async (t) => {
    const size = (body: JsonObject) =>
      (body.messages as readonly { content: string }[]).reduce((sum, one) => sum + one.content.length, 0) / 4
    const words = "This model's maximum context length is 1200 tokens."
    const long = 'The sky, as one may well imagine, is made of air and light. '.repeat(12)
    const server = await serveRaw(t, (response, _n, body) => {
      if (size(body) > 1200) response.writeHead(400).end(JSON.stringify({ error: { message: words } }))
      else response.end(`${delta({ content: long })}${delta({}, 'stop')}${DONE}`)
    })
    const home = temporaryFolder('window')
    const remote = remoteOfHome({ home: homePaths(home, {}), env: {}, flags: { engine: server.url } })
    assert.ok(remote)
    const { session, events, done } = await openTestSession({ home, engine: remote.load })
    t.after(done)
    for (let at = 1; at <= 12; at++) await session.submit(`and why is that so, number ${at}?`)
    const failed = events.flatMap((event) => (event.type === 'error' ? [event] : []))
    assert.equal(failed.length, 1, JSON.stringify(failed))
    assert.equal(failed[0]?.code, 'window')
    assert.match(failed[0]?.message ?? '', /send the message again.*`\/clear`.*`--context N`/)
    assert.match(JSON.stringify(events), /window is taken as 1200 tokens from now on/)
    assert.equal(session.view.tokens.window, 1200)
  })

  test('keeps what it found out about the server, and not the key', async (t) => {
    const { home } = await chatWith(t, { guides: 'tool', key: 'sk-loopback' }, {
      env: { ETHERVOX_ENGINE_KEY: ' sk-loopback\n' },
    } as Partial<RemoteSetting>)
    const kept = readFileSync(join(home, 'cache', 'servers.json'), 'utf8')
    assert.match(kept, /"guidance": "tool"/)
    assert.doesNotMatch(kept, /sk-loopback/)
  })
})

describe('the flags of a server', () => {
  const read = (flags: RemoteSetting['flags'], env: NodeJS.ProcessEnv = {}) =>
    remoteOfHome({ home: homePaths('/nowhere', {}), flags, env })

  test('without `--engine` there is none', () => {
    assert.equal(read({}), undefined)
  })

  const wrong: { readonly [engine: string]: RegExp } = {
    'ftp://box': /`ftp:\/\/box` is not the address of a server; write it like `http:\/\/localhost:8080`\./,
    'http://a,,http://b': /`` is not the address/,
    'http://me:secret@box': /holds a name or password; leave it out/,
    'http://box/v1?key=1': /has more behind its path/,
    'http://': /is not the address/,
  }
  for (const [engine, message] of Object.entries(wrong)) {
    test(`\`${engine}\` is refused in one sentence`, () => {
      assert.throws(
        () => read({ engine }),
        (error: Error) => {
          assert.match(error.message, message)
          assert.doesNotMatch(error.message, /secret/)
          return true
        },
      )
    })
  }

  test('a key file that is away or empty, and a key with a line break in it, are refused', (t) => {
    const folder = temporaryFolder('key')
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'key')
    const engine = 'localhost:8080'
    assert.throws(() => read({ engine, engineKeyFile: file }), /cannot be read \(ENOENT\)/)
    writeFileSync(file, '\n')
    assert.throws(() => read({ engine, engineKeyFile: file }), /is empty/)
    writeFileSync(file, 'two\nlines\n')
    assert.throws(() => read({ engine, engineKeyFile: file }), /is no key/)
    writeFileSync(file, 'sk-1234\n')
    assert.ok(read({ engine, engineKeyFile: file }))
  })
})
