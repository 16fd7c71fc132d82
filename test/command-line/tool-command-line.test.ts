// `ethervox tool` as a program: what it checks, tests and drafts, with a model and without one.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { draftWords } from '../../source/command-line/tool-command-line.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { openScriptedServer } from '../helpers/scripted-server.ts'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/celsius.md')

test('the command line checks, tests and drafts', () => {
  const home = temporaryFolder('home')
  mkdirSync(join(home, 'tools'))
  cpSync(EXAMPLE, join(home, 'tools', 'celsius.md'))
  const cli = join(import.meta.dirname, '../../source/cli.ts')
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'tool', ...args, '--home', home], {
      encoding: 'utf8',
      cwd: home,
    })
    return { status, text: stdout + stderr }
  }
  assert.deepEqual(run('test', 'celsius').status, 0)
  writeFileSync(join(home, 'bad.md'), '---\nname: bad\n---\n')
  const bad = run('check', 'bad.md')
  assert.equal(bad.status, 1)
  assert.match(bad.text, /bad\.md` line 4, column 1: there must be one block/)
  const drafted = run('new', 'sorted', '--help-of', 'sort')
  assert.equal(drafted.status, 0, drafted.text)
  assert.match(readFileSync(join(home, 'tools', 'sorted.md'), 'utf8'), /sort "\$@"/)
  assert.equal(run('new', 'x1', '--help-of', 'sort; id').status, 1)
  assert.equal(run('nonsense', 'x').status, 2)
  writeFileSync(
    join(home, 'api.yaml'),
    'openapi: 3.0.0\npaths: { /a: { delete: { operationId: remove_a } } }\n',
  )
  const unsent = run('new', 'remove_a', '--from-docs', 'api.yaml')
  assert.equal(unsent.status, 1)
  assert.match(unsent.text, /`remove_a` is a DELETE/)
  const late = spawnSync(process.execPath, [cli, '--home', home, 'tool', 'test', 'celsius'], {
    encoding: 'utf8',
  })
  assert.equal(late.status, 2)
  assert.match(late.stderr, /^`tool` comes first, its flags behind it: `ethervox tool …`\.$/m)
  rmSync(home, { recursive: true })
})

test('the command line has a draft worded by the model that it names', async () => {
  const words = { does: 'Put lines in order', request_1: 'sort these lines', request_2: 'put a.txt in order' }
  const server = await openScriptedServer({
    guides: 'json_schema',
    answer: () => JSON.stringify({ ...words, request_3: '-', request_4: '-' }),
  })
  const home = temporaryFolder('home')
  const cli = join(import.meta.dirname, '../../source/cli.ts')
  const given = ['tool', 'new', 'sorted', '--engine', server.url, '--help-of=sort', '--home', home]
  const child = spawn(process.execPath, [cli, ...given], { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const piece of child.stdout) text += String(piece)
  assert.match(text, /The model wrote 2 requests; look at them\./)
  const file = readFileSync(join(home, 'tools', 'sorted.md'), 'utf8')
  assert.match(file, /\nmodel_examples:\n {2}- sort these lines\n {2}- put a\.txt in order\n---/)
  assert.match(file, /sort "\$@"/)
  await server.close()
  rmSync(home, { recursive: true })
})

test('what a draft is made of and the flags of the program are told apart', () => {
  assert.equal(draftWords(['new', 'x', '--help-of', 'git log', '--home', 'H']), undefined)
  assert.equal(draftWords(['check', '--model', 'm']), undefined)
  assert.equal(draftWords(['new', '--model', 'm']), undefined)
  assert.deepEqual(draftWords(['new', 'x', '--model', 'm', '--help-of', 'git log', '--home=H']), {
    line: '/tool new x --help-of git log',
    others: ['--model', 'm', '--home', 'H'],
  })
})
