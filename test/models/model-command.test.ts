import assert from 'node:assert/strict'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ModelCommandContext, runModelCommand } from '../../source/models/model-command.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'
import { hfSource, modelBytes, modelRow, sha256, temporaryFolder } from './model-bytes.ts'
import { serveModel } from './model-server.ts'

const bytes = modelBytes(100_000)

async function setUp(t: TestContext) {
  const server = await serveModel(bytes)
  t.after(() => server.close())
  const modelsDir = temporaryFolder(t)
  const models = [
    modelRow(bytes, [hfSource]),
    modelRow(bytes, [hfSource], {
      id: 'wild',
      sha256: undefined,
      verified: false,
      note: 'not verified here',
    }),
  ]
  const run = async (args: readonly string[], over: Partial<ModelCommandContext> = {}) => {
    const out: string[] = []
    const err: string[] = []
    const code = await runModelCommand(args, {
      catalogue: { type: 'catalogue', file: 'c', models },
      modelsDir,
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
      signal: new AbortController().signal,
      env: { HF_ENDPOINT: server.endpoint },
      json: false,
      limits: { retryMs: 1 },
      ...over,
    })
    return { code, out: out.join(''), err: err.join('') }
  }
  return { server, modelsDir, run, file: join(modelsDir, 'tiny-1m.gguf') }
}

test('list, pull, list, path, info, remove: the life of a model', async (t) => {
  const { run, file } = await setUp(t)
  const before = await run(['list'])
  assert.equal(
    before.out,
    'tiny-1m    100 kB  MIT         not here\nwild       100 kB  MIT         not here; not verified here\n',
  )
  const pulled = await run(['pull', 'tiny'])
  assert.deepEqual([pulled.code, pulled.out], [0, `\`tiny-1m\` is here; its sha256 is right.\n${file}\n`])
  assert.match(pulled.err, /^tiny-1m {2}100 \/ 100 kB {2}100 %/m)
  assert.match((await run([])).out, /^tiny-1m +100 kB {2}MIT +installed$/m)
  assert.deepEqual(await run(['path', 'tiny-1m']), { code: 0, out: `${file}\n`, err: '' })
  assert.match(
    (await run(['info', 'tiny'])).out,
    new RegExp(`state +installed[^]+sha256 +${sha256(bytes)}[^]+hf:me/tiny`),
  )
  assert.match((await run(['pull', 'tiny'])).out, /is here already/)
  assert.deepEqual(await run(['remove', 'tiny']), {
    code: 0,
    out: '`tiny-1m` is removed; 100 kB are free again.\n',
    err: '',
  })
  assert.ok(!existsSync(file))
})

test('behind a chat model it is told once that a sentence model is there to be had', async (t) => {
  const { run } = await setUp(t)
  const chat = modelRow(bytes, [hfSource])
  const more = modelRow(bytes, [hfSource], { id: 'means', kind: 'meaning' })
  const over = { catalogue: { type: 'catalogue', file: 'c', models: [chat, more] } } as const
  const hint = /`ethervox model pull means` \(100 kB\) adds a sentence model/
  assert.match((await run(['pull', 'tiny'], over)).err, hint)
  assert.doesNotMatch((await run(['pull', 'tiny'], over)).err, hint, 'nothing was fetched')
  assert.doesNotMatch((await run(['pull', 'means'], over)).err, hint)
  await run(['remove', 'tiny'], over)
  assert.doesNotMatch((await run(['pull', 'tiny'], over)).err, hint, 'it is here')
})

test('with --json stdout holds one object and nothing else', async (t) => {
  const { run, file } = await setUp(t)
  const json = async (...args: string[]) => JSON.parse((await run(args, { json: true })).out)
  assert.deepEqual(await json('pull', 'tiny'), {
    id: 'tiny-1m',
    path: file,
    sha256: sha256(bytes),
    verified: true,
    sizeBytes: bytes.length,
    fetched: true,
  })
  assert.equal((await json('list'))[0].state, 'installed')
  assert.equal((await json('info', 'tiny')).installed.state, 'installed')
  assert.equal((await json('path', 'tiny')).path, file)
  assert.equal((await json('path', 'wild')).error.code, 'not_installed')
  assert.equal((await json('nonsense')).error.code, 'usage')
  assert.equal((await json('remove', 'tiny')).freedBytes, bytes.length)
})

for (const [args, pattern] of [
  [['nonsense'], /There is no `model nonsense`/],
  [['pull'], /`model pull` needs the id of a model/],
  [['pull', 'a', 'b'], /takes one id, not `a b`/],
  [['pull', '--fast'], /takes one id, not `--fast`/],
  [['list', 'all'], /`list` takes nothing behind it/],
  [['constructor', 'tiny'], /There is no `model constructor`/],
] as const) {
  test(`\`model ${args.join(' ')}\` is wrong usage`, async (t) => {
    const { run } = await setUp(t)
    const { code, out, err } = await run(args)
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /^Usage: ethervox model/)
    assert.match(err, pattern)
  })
}

test('an unknown model ends with 2 and the nearest name', async (t) => {
  const { code, err } = await (await setUp(t)).run(['pull', 'tinny-1m'])
  assert.deepEqual([code, err], [2, 'There is no model `tinny-1m`; did you mean `tiny-1m`?\n'])
})

test('a model that cannot be fetched ends with 4 and the reason', async (t) => {
  const { run, server } = await setUp(t)
  server.state.status = 404
  const { code, out, err } = await run(['pull', 'tiny'])
  assert.deepEqual([code, out], [4, ''])
  assert.match(err, /`tiny-1m` could not be fetched \(.+404.+\); try again later, or put the file at/)
})

test('an interrupted pull ends with 130', async (t) => {
  const { run } = await setUp(t)
  const { code, err } = await run(['pull', 'tiny'], { signal: AbortSignal.abort() })
  assert.equal(code, 130)
  assert.match(err, /was stopped/)
})

test('what is not here has no path and cannot be removed', async (t) => {
  const { run } = await setUp(t)
  assert.deepEqual(await run(['path', 'tiny']), {
    code: 1,
    out: '',
    err: '`tiny-1m` is not here; `ethervox model pull tiny-1m` fetches it.\n',
  })
  assert.equal((await run(['remove', 'tiny'])).code, 1)
})

test('an own file has a path and facts, needs no pull, and is removed only from the models folder', async (t) => {
  const { run, modelsDir } = await setUp(t)
  const elsewhere = join(temporaryFolder(t), 'own.gguf')
  writeFileSync(elsewhere, 'GGUFown')
  writeFileSync(join(modelsDir, 'mine.gguf'), 'GGUFmine')
  assert.match((await run(['list'])).out, /^mine +8 B {2}unknown +your own file$/m)
  assert.equal((await run(['path', elsewhere])).out, `${elsewhere}\n`)
  assert.match((await run(['info', elsewhere])).out, /a file of your own, 7 B/)
  assert.match((await run(['pull', elsewhere])).out, /is here already/)
  const refused = await run(['remove', elsewhere])
  assert.deepEqual([refused.code, existsSync(elsewhere)], [2, true])
  assert.equal((await run(['remove', 'mine'])).code, 0)
  assert.ok(!existsSync(join(modelsDir, 'mine.gguf')))
})

test('what lies in the models folder and cannot be loaded is removed by its name, an empty file and a link too', async (t) => {
  const { run, modelsDir } = await setUp(t)
  const target = join(temporaryFolder(t), 'target.gguf')
  writeFileSync(target, 'GGUF of another folder')
  const pathOf = (name: string) => join(modelsDir, `${name}.gguf`)
  writeFileSync(pathOf('broken'), '<html>')
  for (const name of ['empty', 'tiny-1m']) writeFileSync(pathOf(name), '')
  symlinkSync(join(modelsDir, 'taken-away'), pathOf('gone'))
  symlinkSync(target, pathOf('link'))
  assert.match((await run(['list'])).out, /^broken +6 B {2}unknown +damaged: it is not a GGUF file$/m)
  for (const [asked, sentence] of [
    ['broken', '`broken` is removed; 6 B are free again.'],
    ['empty.gguf', '`empty` is removed.'],
    ['tiny-1m', '`tiny-1m` is removed.'],
    [pathOf('gone'), '`gone` is removed.'],
    ['link', '`link` is removed.'],
  ] as const)
    assert.deepEqual(await run(['remove', asked]), { code: 0, out: `${sentence}\n`, err: '' })
  assert.deepEqual(readdirSync(modelsDir), [])
  assert.ok(existsSync(target), 'of a link, the link alone goes')
  const elsewhere = join(target, '..', 'none.gguf')
  assert.equal((await run(['remove', elsewhere])).code, 2)
})

test('a folder in which nothing can be deleted is not said to be unreadable', {
  skip: whyNoDisk() ?? false,
}, async (t) => {
  const { run } = await setUp(t)
  const disk = mountDisk(t, 1)
  writeFileSync(join(disk.path, 'mine.gguf'), 'GGUF')
  disk.makeReadOnly()
  const { code, err } = await run(['remove', 'mine'], { modelsDir: disk.path })
  assert.equal(code, 1)
  assert.match(err, /^The models in `.+` cannot be changed: the disk can only be read\.$/m)
})

test('an interrupt while files are summed is told, and ends with 130', async (t) => {
  const { run, file } = await setUp(t)
  writeFileSync(file, bytes)
  for (const args of [['list'], ['info', 'tiny'], ['path', 'tiny']]) {
    const { code, err } = await run(args, { signal: AbortSignal.abort() })
    assert.deepEqual([code, err], [130, 'Interrupted; nothing was changed.\n'], args.join(' '))
  }
})

test('a folder that cannot be read is a sentence', async (t) => {
  const { run, modelsDir } = await setUp(t)
  const loop = join(modelsDir, 'loop')
  symlinkSync(loop, loop)
  const listed = await run(['list'], { modelsDir: loop })
  assert.equal(listed.code, 1)
  assert.match(listed.err, /^The models in `.*loop` cannot be read: ELOOP/)
  assert.equal((await run(['pull', 'tiny'], { modelsDir: loop })).code, 4)
})

test("a file's name that moves the cursor is written so that it is seen", {
  skip: process.platform === 'win32' && 'no such names',
}, async (t) => {
  const { run, modelsDir } = await setUp(t)
  writeFileSync(join(modelsDir, 'a\x1b[2Jb\u202ec\x07.gguf'), modelBytes(1_000))
  for (const args of [['list'], ['info', 'ab']]) {
    const { out, err } = await run(args)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is written is the point
    assert.doesNotMatch(out + err, /[\x1b\x07\u202e]/)
  }
  assert.match((await run(['list'])).out, /ab<U\+202E>c\^G/)
})
