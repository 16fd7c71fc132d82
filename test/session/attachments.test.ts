import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { attachmentsOf } from '../../source/session/attachments.ts'
import { mentionBefore, mentionsOf, readingsOf, unescaped } from '../../source/session/mentions.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

async function open(t: TestContext, files: { readonly [path: string]: string | Buffer }, options = {}) {
  const workspace = temporaryFolder('attached')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(workspace, path, '..'), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  const opened = await openTestSession({ workspace, ...options })
  t.after(async () => {
    await opened.done()
    rmSync(workspace, { recursive: true, force: true })
  })
  const told = () => opened.engine.asked.at(-1)?.messages.at(-1)?.text
  const codes = () =>
    opened.events.flatMap((event) => (event.type === 'notice' || event.type === 'error' ? [event] : []))
  return { ...opened, workspace, told, codes }
}

test('a file goes with the message, as it is said, and the message stays as it was written', async (t) => {
  const { session, events, told, codes } = await open(t, { 'notes.md': 'The lake is 63 m deep.\n' })
  await session.submit('how deep is it, says @notes.md?')
  assert.equal(
    told(),
    'how deep is it, says @notes.md?\n\nThe file notes.md:\n```\nThe lake is 63 m deep.\n```',
  )
  const started = events.find((event) => event.type === 'turn.started')
  assert.equal(started?.type === 'turn.started' && started.text, 'how deep is it, says @notes.md?')
  assert.deepEqual(
    codes().map(({ code, message }) => `${code}: ${message}`),
    ['attached: @notes.md (23 B) goes with the message.'],
  )
})

test('a file with a blank in its name goes with the message, and is one of those that are shown', async (t) => {
  const { session, told, codes } = await open(t, {
    'my notes.txt': 'The lake is 63 m deep.\n',
    my: 'another\n',
  })
  await session.submit('how deep is it, says @"my notes.txt"?')
  assert.equal(
    told(),
    'how deep is it, says @"my notes.txt"?\n\nThe file my notes.txt:\n```\nThe lake is 63 m deep.\n```',
  )
  assert.deepEqual(
    codes().map(({ message }) => message),
    ['@my notes.txt (23 B) goes with the message.'],
  )
  const { signal } = new AbortController()
  assert.deepEqual(await attachmentsOf('see @"my notes.txt".', session.ports.attachable, signal), [
    '@my notes.txt (23 B)',
  ])
})

test('no tool is sent for a file that is here already', async (t) => {
  const { session, events } = await open(t, { 'notes.md': 'text' })
  await session.submit('explain @notes.md')
  const route = events.find((event) => event.type === 'route')
  assert.equal(route?.type === 'route' && route.tool, null)
})

test('what is too long is cut at a line, and both the person and the model are told', async (t) => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line number ${at} of a long file`)
  const { session, told, codes } = await open(t, { 'long.txt': lines.join('\n') })
  await session.submit('explain @long.txt')
  const text = told() ?? ''
  assert.ok(text.length / 4 < 1_100, `${text.length} characters of a window of 4,096 tokens`)
  const [, last] = /\(lines 1 to (\d+) of 2000\):\n/.exec(text) ?? []
  assert.ok(Number(last) > 80, `${last} lines`)
  assert.ok(text.endsWith(`line number ${Number(last) - 1} of a long file\n\`\`\``))
  assert.match(codes()[0]?.message ?? '', new RegExp(`as far as 1024 tokens reach: ${last} of 2000 lines`))
})

test('two files share the room, one that is named twice goes once, and fences in a file do not end it', async (t) => {
  const { session, told } = await open(t, { 'a.md': '```js\n1\n```\n', 'my notes.txt': 'two', 'e.txt': '' })
  await session.submit('explain @a.md, @"my notes.txt" (and @a.md) and @e.txt.')
  const text = told() ?? ''
  assert.equal(text.split('The file a.md:').length, 2)
  assert.ok(text.includes('The file a.md:\n````\n```js\n1\n```\n````'))
  assert.ok(text.includes('The file my notes.txt:\n```\ntwo\n```'))
  assert.ok(text.endsWith('The file e.txt is empty.'))
})

test('what is no file stays text, and an escaped @ is an @', async (t) => {
  const { session, events, told, codes } = await open(t, { 'notes.md': 'x', 'source/main.ts': 'y' })
  for (const [typed, heard] of [
    ['mail tim@notes.md', 'mail tim@notes.md'],
    ['ask @everyone and @source', 'ask @everyone and @source'],
    ['hello \\@notes.md', 'hello @notes.md'],
    ['hello @../nothing-there', 'hello @../nothing-there'],
  ] as const) {
    await session.submit(typed)
    const turns = events.filter((event) => event.type === 'turn.started')
    assert.equal(turns.at(-1)?.text, heard)
    assert.ok(!told()?.includes('The file'))
  }
  assert.ok(!codes().some(({ code }) => code === 'attached' || code === 'not_attached'))
})

test('what may not go along is refused with a sentence, and the message is not sent', async (t) => {
  const { session, engine, workspace, codes, home } = await open(t, {
    '.env': 'KEY=1',
    '.env.example': 'KEY=',
    id_ed25519: 'x',
    'kept.txt': '-----BEGIN OPENSSH PRIVATE KEY-----\nx',
    'pgp.txt': 'mine:\n-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n',
    'ssh2.txt': '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nx\n',
    'age.txt': `# created: today\nAGE-SECRET-KEY-1${'Q'.repeat(58)}\n`,
    'putty.txt': 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n',
    'k.ppk': 'x',
    'about.txt':
      'A file with -----BEGIN PGP PUBLIC KEY BLOCK----- may be shown; one with AGE-SECRET-KEY-1… not.',
    'picture.png': Buffer.from([0x89, 0x50, 0, 1]),
    'broken.txt': Buffer.from([0xff, 0xfe, 0x41]),
  })
  const outside = temporaryFolder('outside')
  t.after(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'plan.txt'), 'x')
  symlinkSync(join(outside, 'plan.txt'), join(workspace, 'link.txt'))
  writeFileSync(join(home, 'own.txt'), 'x')
  const refused: readonly (readonly [string, RegExp])[] = [
    ['.env', /`\.env` is there to keep secrets/],
    ['id_ed25519', /keep secrets/],
    ['kept.txt', /holds a private key/],
    ['pgp.txt', /holds a private key/],
    ['ssh2.txt', /holds a private key/],
    ['age.txt', /holds a private key/],
    ['putty.txt', /holds a private key/],
    ['k.ppk', /keep secrets/],
    ['picture.png', /is not a text file/],
    ['broken.txt', /is not a text file/],
    [join(outside, 'plan.txt'), /is outside the workspace/],
    ['link.txt', /is outside the workspace/],
    [join(home, 'own.txt'), /is outside the workspace|keep secrets/],
  ]
  for (const [path, reason] of refused) {
    await session.submit(`read @${path} please`)
    const last = codes().at(-1)
    assert.deepEqual([last?.type, last?.code], ['error', 'not_attached'], path)
    assert.match(last?.message ?? '', reason)
  }
  assert.equal(engine.asked.length, 0)
  await session.submit('explain @.env.example')
  assert.equal(engine.asked.length, 1)
  await session.submit('explain @about.txt')
  assert.equal(engine.asked.length, 2)
})

test('the file is there again when the conversation goes on', async (t) => {
  const home = temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const first = await open(t, { 'notes.md': 'The lake is 63 m deep.' }, { home })
  await first.session.submit('how deep is it, says @notes.md?')
  const before = first.told()
  await first.session.close()
  const { workspace } = first
  const { session, engine, done } = await openTestSession({ home, workspace, flags: { continue: true } })
  await session.submit('hello')
  assert.ok(engine.asked.at(-1)?.messages.some(({ role, text }) => role === 'user' && text === before))
  await done()
})

test('what a draft would attach is told without reading it', async (t) => {
  const { session } = await open(t, { 'notes.md': 'x'.repeat(2_100), '.env': 'x' })
  const shown = await attachmentsOf(
    '@notes.md and @.env, @none',
    session.ports.attachable,
    new AbortController().signal,
  )
  assert.deepEqual(shown, [
    '@notes.md (2.1 KB)',
    '`.env` is there to keep secrets, so it goes with no message.',
  ])
})

test('a page of code or of marks is looked through at once, each path once, and not without an end', async (t) => {
  const { session, codes } = await open(t, { 'notes.md': 'The lake is 63 m deep.', Override: 'x' })
  const { attachable } = session.ports
  const looked: string[] = []
  const files = {
    ...attachable,
    look: (path: string, signal: AbortSignal) => {
      looked.push(path)
      return attachable.look(path, signal)
    },
  }
  const { signal } = new AbortController()
  const lookFor = async (text: string) => {
    looked.length = 0
    return attachmentsOf(text, files, signal)
  }
  assert.deepEqual(await lookFor('  @Override\n'.repeat(5_000)), ['@Override (1 B)'])
  assert.deepEqual(looked, ['Override'])
  assert.deepEqual(await lookFor(`see @notes.md${'!'.repeat(20_000)} or @${'.'.repeat(4_000)}`), [
    '@notes.md (22 B)',
  ])
  assert.ok(looked.length < 12, `${looked.length}`)
  const many = Array.from({ length: 300 }, (_, at) => `@scope/package-${at}`).join('\n')
  await lookFor(many)
  assert.equal(looked.length, 100)
  await session.submit(`${many}\nexplain @notes.md`)
  assert.deepEqual(
    codes().flatMap(({ code, message }) => (code === 'attached' ? [message] : [])),
    [
      'The message has more than 100 different words with an @; only the first and the last 50 were looked for as files.',
      '@notes.md (22 B) goes with the message.',
    ],
  )
})

test('a message that is too long is refused before a file is looked for', async (t) => {
  const { session, codes } = await open(t, {})
  let looks = 0
  Object.assign(session.ports.attachable, { look: async () => ({ type: 'none', looks: ++looks }) })
  await session.submit('@a '.repeat(150_000))
  assert.equal(codes().at(-1)?.code, 'too_long')
  assert.equal(looks, 0)
})

test('where the cut is within a line, the share is told: a line may be the whole file', async (t) => {
  const { session, told, codes } = await open(t, {
    'data.json': `[${'"word",'.repeat(300_000)}0]`,
    'two.txt': `first\n${'more and '.repeat(2_000)}`,
  })
  await session.submit('explain @data.json')
  assert.match(codes()[0]?.message ?? '', /as far as 1024 tokens reach: the first 0\.\d %\. The rest/)
  assert.match(told() ?? '', /The file data\.json \(the first 0\.\d % of it\):\n/)
  await session.submit('explain @two.txt')
  const twoLines = codes().find(({ message }) => message.startsWith('@two.txt'))
  assert.match(twoLines?.message ?? '', /reach: the first \d\d %\. The rest/)
})

test('a mention begins a word and may end a sentence', () => {
  assert.deepEqual(
    mentionsOf('see @a.md, (@b/c.txt) "@d" x@e \\@f').map(({ path }) => path),
    ['a.md,', 'b/c.txt)', 'd'],
  )
  assert.deepEqual(readingsOf('c.txt)?'), ['c.txt)?', 'c.txt)', 'c.txt'])
  assert.deepEqual(readingsOf('who?!?!?!'), ['who?!?!?!', 'who?!?!?', 'who?!?!', 'who?!?', 'who?!', 'who'])
  assert.deepEqual(readingsOf('a'.repeat(5_000)), [])
  assert.equal(unescaped('\\@a and b\\@c'), '@a and b\\@c')
  assert.deepEqual(mentionBefore('see @so'), { from: 4, to: 7, path: 'so' })
  assert.deepEqual(mentionBefore('see @"my n'), { from: 4, to: 10, path: 'my n' })
  assert.equal(mentionBefore('see @a b'), undefined)
})
