import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fileSearch from '../../tools/file_search/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'

async function saidIn(workspace: string, directory: string, pattern: string, context = {}) {
  const outcome = await call(fileSearch, { directory, pattern }, { workspace, ...context })
  assert.ok(outcome.type === 'said', JSON.stringify(outcome))
  return outcome.said
}

function project(t: TestContext): string {
  return temporaryFolder(t, {
    'src/app.py': 'import os\n\n    # TODO: write\n',
    'src/util.js': '// todo: read\r\n// TODO TODO\r\n',
    'todo.md': 'nothing here',
    'logo.png': Uint8Array.from([84, 79, 68, 79, 0]),
    '.git/TODO': 'TODO',
    'node_modules/x/index.js': 'TODO',
    '.env': 'KEY=TODO',
    '.cache/big.txt': 'TODO',
  })
}

test('matches come with file, line number and line, once per line, whatever the letter case', async (t) => {
  assert.deepEqual(await saidIn(project(t), '.', 'TODO'), {
    sentence: '4 matches for "TODO" in .:',
    detail: [
      '.env:1: KEY=TODO',
      'src/app.py:3: # TODO: write',
      'src/util.js:1: // todo: read',
      'src/util.js:2: // TODO TODO',
    ].join('\n'),
    key: ['.env', 'src/app.py', 'src/util.js'],
  })
})

test('the result counts what was searched and what was skipped', async (t) => {
  const outcome = await call(fileSearch, { directory: '.', pattern: 'import' }, { workspace: project(t) })
  assert.ok(outcome.type === 'said')
  assert.deepEqual(outcome.result, {
    directory: '.',
    pattern: 'import',
    matches: [{ file: 'src/app.py', line: 1, text: 'import os' }],
    filesSearched: 4,
    filesSkipped: 1,
    stopped: null,
  })
  assert.equal(outcome.said.sentence, '1 match for "import" in .:')
})

test('a subfolder is searched alone and its paths start at the workspace', async (t) => {
  assert.deepEqual(await saidIn(project(t), 'src/', 'import'), {
    sentence: '1 match for "import" in src:',
    detail: 'src/app.py:1: import os',
    key: ['src/app.py'],
  })
})

test('a single file can be searched', async (t) => {
  assert.deepEqual(await saidIn(project(t), 'src/app.py', 'write'), {
    sentence: '1 match for "write" in src/app.py:',
    detail: 'src/app.py:3: # TODO: write',
    key: ['src/app.py'],
  })
})

test('no match is said', async (t) => {
  assert.deepEqual(await saidIn(project(t), 'src', 'zeppelin'), {
    sentence: 'No match for "zeppelin" in src.',
  })
})

test('the text is plain text and no pattern', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'a.c\nabc\n(x)*\n' })
  assert.equal((await saidIn(workspace, '.', 'a.c')).detail, 'a.txt:1: a.c')
  assert.equal((await saidIn(workspace, '.', '(x)*')).detail, 'a.txt:3: (x)*')
})

test('accents match however they are written', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'Mu\u0308ller' })
  assert.equal((await saidIn(workspace, '.', 'm\u00fcller')).sentence, '1 match for "müller" in .:')
})

test('50 matches are given, and a 51st is announced', async (t) => {
  const exact = temporaryFolder(t, { 'a.txt': 'hit\n'.repeat(50), 'b.txt': 'miss\n' })
  assert.equal((await saidIn(exact, '.', 'hit')).sentence, '50 matches for "hit" in .:')
  const more = temporaryFolder(t, { 'a.txt': 'hit\n'.repeat(30), 'b.txt': 'hit\n'.repeat(21) })
  const said = await saidIn(more, '.', 'hit')
  assert.equal(said.sentence, 'The first 50 matches for "hit" in .:')
  assert.equal(said.detail?.split('\n').length, 50)
})

test('a long line is cut around the match', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': `${'x'.repeat(500)}needle${'y'.repeat(500)}` })
  const outcome = await call(fileSearch, { directory: '.', pattern: 'NEEDLE' }, { workspace })
  assert.ok(outcome.type === 'said')
  const line = outcome.said.detail?.replace('a.txt:1: ', '') ?? ''
  assert.match(line, /^…x+needley+…$/)
  assert.ok(line.length <= 160, `${line.length}`)
})

test('a search that runs out of time says so', async (t) => {
  let ms = 0
  const clock = {
    ...someContext.clock,
    monotonicMs: () => {
      ms += 2000
      return ms
    },
  }
  const said = await saidIn(project(t), '.', 'zeppelin', { clock })
  assert.equal(said.sentence, 'No match for "zeppelin" in the current folder (stopped after 1 file).')
})

test('links are not followed, a folder outside is refused', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'x' })
  const elsewhere = temporaryFolder(t, { 'secret.txt': 'needle' })
  symlinkSync(elsewhere, join(workspace, 'way-out'))
  symlinkSync(join(elsewhere, 'secret.txt'), join(workspace, 'secret.txt'))
  assert.equal(
    (await saidIn(workspace, '.', 'needle')).sentence,
    'No match for "needle" in the current folder.',
  )
  for (const directory of ['way-out', 'secret.txt', '..', '/', elsewhere]) {
    assert.match(
      await sentenceOf(fileSearch, { directory, pattern: 'needle' }, { workspace }),
      /^outside_workspace: /,
      directory,
    )
  }
})

test('no text, several lines and a missing folder are refused', async (t) => {
  const workspace = temporaryFolder(t, { 'docs/a.md': '' })
  const sentence = (directory: string, pattern: string) =>
    sentenceOf(fileSearch, { directory, pattern }, { workspace })
  assert.match(await sentence('.', ' '), /^bad_pattern: There is no text to find/)
  assert.match(await sentence('.', 'a\nb'), /^bad_pattern: /)
  assert.match(await sentence('dcos', 'a'), /^not_found: .*did you mean docs\?$/)
})

test('a file that cannot be searched is refused by its name, and named where its folder is searched', async (t) => {
  const workspace = temporaryFolder(t, {
    'docs/big.log': `needle\n${'y'.repeat(11 * 1024 * 1024)}`,
    'docs/latin.txt': Buffer.from('caf\xe9 needle\n', 'latin1'),
    'docs/wide.txt': Buffer.from('\ufeffthe needle\n', 'utf16le'),
    'docs/logo.png': Uint8Array.from([137, 80, 78, 71, 0]),
    'docs/plain.txt': 'a pin',
  })
  const say = (directory: string, pattern: string) =>
    sentenceOf(fileSearch, { directory, pattern }, { workspace })
  assert.match(await say('docs/big.log', 'needle'), /^too_large: `docs\/big\.log` has 11\.0 MB/)
  assert.match(await say('docs/latin.txt', 'needle'), /^binary: .*Latin-1.*`iconv -f windows-1252 -t utf-8`/)
  assert.match(await say('docs/wide.txt', 'needle'), /^binary: .*`iconv -f utf-16 -t utf-8`/)
  assert.match(await say('docs/logo.png', 'needle'), /^binary: .* cannot be read as text\.$/)
  const but = '(3 files could not be searched: docs/big.log, docs/latin.txt, docs/wide.txt)'
  assert.equal(await say('.', 'needle'), `No match for "needle" in the current folder ${but}.`)
  assert.equal(await say('docs', 'pin'), `1 match for "pin" in docs ${but}:`)
})

test('where nothing matches, it is said what was hidden or ignored, and how it is searched', async (t) => {
  const workspace = temporaryFolder(t, {
    '.gitignore': '*.log\n',
    'src/.cache/x.txt': 'needle',
    'src/.git/x': 'needle',
    'src/debug.log': 'needle',
    'src/node_modules/a.js': 'needle',
    'src/a.ts': 'pin',
  })
  assert.equal(
    (await saidIn(workspace, 'src', 'needle')).sentence,
    'No match for "needle" in src; what is hidden or ignored was left out (src/.cache/, src/debug.log, src/node_modules/): name one to search it.',
  )
  assert.equal((await saidIn(workspace, 'src', 'pin')).sentence, '1 match for "pin" in src:')
  assert.equal(
    (await saidIn(workspace, 'src/.cache', 'needle')).sentence,
    '1 match for "needle" in src/.cache:',
  )
})
