import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import fileFind from '../../tools/file_find/tool.ts'
import fileList from '../../tools/file_list/tool.ts'
import fileSearch from '../../tools/file_search/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'

function project(t: TestContext): string {
  return temporaryFolder(t, {
    '.gitignore': 'build/\n*.log\n!keep.log\n',
    'src/app.py': 'needle',
    'src/app.test.py': 'needle',
    'src/.gitignore': 'local.*\n',
    'src/local.cfg': 'needle',
    'docs/Application Form.pdf': 'x',
    'docs/pdf-notes.txt': 'needle',
    'build/app.js': 'needle',
    'debug.log': 'needle',
    'keep.log': 'needle',
    '.git/app': 'needle',
    'node_modules/app/app.js': 'needle',
  })
}

async function pathsOf(workspace: string, args: JsonObject): Promise<readonly string[]> {
  const outcome = await call(fileFind, args, { workspace })
  assert.ok(outcome.type === 'said', JSON.stringify(outcome))
  return (outcome.result as { paths: readonly string[] }).paths
}

test('a part of a name finds files and folders, whatever the letter case, exact names first', async (t) => {
  const workspace = temporaryFolder(t, {
    'a/plan.md': '',
    'plan/x.txt': '',
    'My Plan.txt': '',
    'other.txt': '',
  })
  assert.deepEqual(await pathsOf(workspace, { name: 'plan' }), ['plan/', 'a/plan.md', 'My Plan.txt'])
  assert.equal(
    await sentenceOf(fileFind, { name: '"PLAN"' }, { workspace }),
    '3 names fit "PLAN": plan/, a/plan.md, My Plan.txt.',
  )
})

test('an ending comes before names that only hold it', async (t) => {
  assert.deepEqual(await pathsOf(project(t), { name: 'pdf' }), [
    'docs/Application Form.pdf',
    'docs/pdf-notes.txt',
  ])
})

test('patterns are for names, or with a slash for paths', async (t) => {
  const workspace = project(t)
  assert.deepEqual(await pathsOf(workspace, { name: '*.py' }), ['src/app.py', 'src/app.test.py'])
  assert.deepEqual(await pathsOf(workspace, { name: 'src/*.{py,cfg}' }), ['src/app.py', 'src/app.test.py'])
  assert.deepEqual(await pathsOf(workspace, { name: '**/app.??' }), ['src/app.py'])
  assert.deepEqual(await pathsOf(workspace, { name: 'src/app' }), ['src/app.py', 'src/app.test.py'])
})

test('what .gitignore names is not found, searched or listed, unless it is asked for by name', async (t) => {
  const workspace = project(t)
  assert.deepEqual(await pathsOf(workspace, { name: 'app' }), [
    'docs/Application Form.pdf',
    'src/app.py',
    'src/app.test.py',
  ])
  assert.deepEqual(await pathsOf(workspace, { name: 'log' }), ['keep.log'])
  assert.deepEqual(await pathsOf(workspace, { name: 'app', directory: 'build' }), ['build/app.js'])
  assert.deepEqual(await pathsOf(workspace, { name: 'local', directory: 'src' }), [])
  const found = async (directory: string) => {
    const outcome = await call(fileSearch, { directory, pattern: 'needle' }, { workspace })
    assert.ok(outcome.type === 'said')
    return (outcome.result as { matches: { file: string }[] }).matches.map(({ file }) => file)
  }
  assert.deepEqual(await found('.'), ['docs/pdf-notes.txt', 'keep.log', 'src/app.py', 'src/app.test.py'])
  assert.deepEqual(await found('build'), ['build/app.js'])
  assert.deepEqual(await found('debug.log'), ['debug.log'])
  assert.equal(
    await sentenceOf(fileList, { directory: 'src', recursive: true }, { workspace }),
    'src has 2 entries, subfolders included (2 hidden): app.py, app.test.py.',
  )
  assert.equal(
    await sentenceOf(fileList, { directory: 'src' }, { workspace }),
    'src has 3 entries (1 hidden): app.py, app.test.py, local.cfg.',
  )
})

test('where nothing is found, it is said what was left out, and how it is looked at', async (t) => {
  const workspace = project(t)
  const say = (args: JsonObject) => sentenceOf(fileFind, args, { workspace })
  assert.equal(
    await say({ name: 'app.js' }),
    'No file or folder is called "app.js"; hidden and ignored folders were left out (build/, node_modules/): name one to look in it.',
  )
  assert.equal(
    await say({ name: 'app.js', directory: 'build' }),
    '1 name fits "app.js" in build: build/app.js.',
  )
  assert.equal(
    await say({ name: 'app.js', directory: 'node_modules' }),
    '1 name fits "app.js" in node_modules: node_modules/app/app.js.',
  )
  assert.equal(
    await say({ name: 'debug' }),
    'No file or folder is called "debug", but for what a .gitignore leaves out: debug.log.',
  )
  assert.equal(
    await say({ name: 'app.js', directory: 'docs' }),
    'No file or folder is called "app.js" in docs.',
  )
  const many = Object.fromEntries(['.a', '.b', '.c', '.d', '.e'].map((name) => [`sub/${name}/x`, '']))
  assert.equal(
    await sentenceOf(fileFind, { name: 'b.txt', directory: 'sub' }, { workspace: temporaryFolder(t, many) }),
    'No file or folder is called "b.txt" in sub; hidden and ignored folders were left out (sub/.a/, sub/.b/, sub/.c/, …): name one to look in it.',
  )
})

test('a pattern with many stars in .gitignore takes no time', async (t) => {
  const workspace = temporaryFolder(t, {
    '.gitignore': `${'*a'.repeat(40)}b\n`,
    [`${'a'.repeat(200)}.txt`]: '',
  })
  const startedMs = performance.now()
  assert.equal((await pathsOf(workspace, { name: 'aaa' })).length, 1)
  assert.ok(performance.now() - startedMs < 60_000)
})

test('links are found and not followed; a folder outside is refused', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': '' })
  const elsewhere = temporaryFolder(t, { 'inner-a.txt': '' })
  symlinkSync(elsewhere, join(workspace, 'link-a'))
  assert.deepEqual(await pathsOf(workspace, { name: 'a' }), ['a.txt', 'link-a'])
  assert.match(
    await sentenceOf(fileFind, { name: 'a', directory: 'link-a' }, { workspace }),
    /^outside_workspace: /,
  )
  assert.match(
    await sentenceOf(fileFind, { name: 'a', directory: 'a.txt' }, { workspace }),
    /^not_a_folder: /,
  )
})

test('nothing found, and names that fit everything, are said', async (t) => {
  const workspace = temporaryFolder(t, { 'docs/a.txt': '' })
  const say = (args: JsonObject) => sentenceOf(fileFind, args, { workspace })
  assert.equal(await say({ name: 'zeppelin' }), 'No file or folder is called "zeppelin".')
  assert.equal(
    await say({ name: 'zeppelin', directory: 'docs' }),
    'No file or folder is called "zeppelin" in docs.',
  )
  for (const name of ['*', '', ' ', '.', '**/*', '*.*'])
    assert.match(await say({ name }), /^bad_name: /, name)
})

test('at most 100 names are given, and time is a limit', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f${at}.txt`, '']))
  const workspace = temporaryFolder(t, files)
  const outcome = await call(fileFind, { name: 'txt' }, { workspace })
  assert.ok(outcome.type === 'said')
  assert.equal(outcome.said.sentence, 'More than 100 names fit "txt":')
  assert.equal(outcome.said.detail?.split('\n').length, 100)
  let ms = 0
  const clock = {
    ...someContext.clock,
    monotonicMs: () => {
      ms += 2000
      return ms
    },
  }
  assert.equal(
    await sentenceOf(fileFind, { name: 'f0' }, { workspace, clock }),
    '1 name fits "f0"; there was too much to look at all of it: f0.txt.',
  )
})
