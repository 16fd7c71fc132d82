import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { looksSecret, openInputHistory } from '../../source/command-line/input-history.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const OPEN = { isOn: () => false }

function place(t: TestContext): string {
  const folder = temporaryFolder('history')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'input-history.jsonl')
}

test('lines come back in the next session, several lines as one, in a file of the owner alone', (t) => {
  const path = place(t)
  const history = openInputHistory(path, OPEN)
  for (const line of ['one', 'two\nlines 日本', 'two\nlines 日本', '  ']) history.keep(line)
  assert.deepEqual(openInputHistory(path, OPEN).lines, ['one', 'two\nlines 日本'])
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('what is said in secret stays out of the file, and is there until the session ends', (t) => {
  const path = place(t)
  let isOn = false
  const history = openInputHistory(path, { isOn: () => isOn })
  history.keep('before')
  isOn = true
  history.keep('hidden')
  isOn = false
  history.keep('after')
  assert.deepEqual(history.lines, ['before', 'hidden', 'after'])
  assert.ok(!readFileSync(path, 'utf8').includes('hidden'))
  assert.deepEqual(openInputHistory(path, OPEN).lines, ['before', 'after'])
})

test('a line that looks like a secret is not written', (t) => {
  const path = place(t)
  const secrets = [
    'my password: hunter2hunter2',
    'the password is hunter2',
    'the password of the router is hunter2',
    'my passwords are hunter2 and swordfish',
    'MYSQL_PASSWORD is hunter2',
    'passwd: hunter2',
    'use sk-proj-abcdefghijklmnopqrstuv please',
    'token=ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'AKIAIOSFODNN7EXAMPLE',
    'curl -H "Authorization: Bearer abcdefghijklmnop1234"',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF',
    `what is AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
    'what is this:\nPuTTY-User-Key-File-2: ssh-rsa',
    'postgres://tim:pw@db/x',
    ' a blank in front says so',
  ]
  const history = openInputHistory(path, OPEN)
  for (const line of [...secrets, 'plain']) history.keep(line)
  assert.deepEqual(openInputHistory(path, OPEN).lines, ['plain'])
  const plain = [
    'what is a token?',
    'spin the pinwheel',
    'list the tokens of this text',
    'https://example.org/a:b@c',
    'passwords in general',
    'what is a PuTTY-User-Key-File, and what is AGE-SECRET-KEY-1?',
  ]
  assert.deepEqual(plain.filter(looksSecret), [])
})

test('two processes append to one file and no line is lost or torn', async (t) => {
  const path = place(t)
  const module = join(import.meta.dirname, '../../source/command-line/input-history.ts')
  const write = (who: string) =>
    spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { openInputHistory } from ${JSON.stringify(module)}
       const history = openInputHistory(${JSON.stringify(path)}, { isOn: () => false })
       for (let at = 0; at < 200; at++) history.keep(${JSON.stringify(who)} + ' ' + at)`,
    ])
  const exits = await Promise.all(['a', 'b'].map((who) => once(write(who), 'exit')))
  assert.deepEqual(
    exits.map(([code]) => code),
    [0, 0],
  )
  const { lines } = openInputHistory(path, OPEN)
  for (const who of ['a', 'b'])
    assert.deepEqual(
      lines.filter((line) => line.startsWith(who)),
      Array.from({ length: 200 }, (_, at) => `${who} ${at}`),
    )
})

test('a damaged line costs itself alone, and an unfinished one does not swallow the next', (t) => {
  const path = place(t)
  writeFileSync(path, '"good"\nbroken\n{"not":"text"}\n"cut o')
  openInputHistory(path, OPEN).keep('next')
  assert.deepEqual(openInputHistory(path, OPEN).lines, ['good', 'next'])
})

test('the file is bounded, and its last lines stay', (t) => {
  const path = place(t)
  appendFileSync(path, Array.from({ length: 2_500 }, (_, at) => `"line ${at}"\n`).join(''))
  const { lines } = openInputHistory(path, OPEN)
  assert.deepEqual([lines.length, lines.at(-1)], [1_000, 'line 2499'])
  assert.equal(readFileSync(path, 'utf8').split('\n').length, 1_001)
  appendFileSync(path, `${JSON.stringify('x'.repeat(9_000))}\n`.repeat(120))
  openInputHistory(path, OPEN)
  assert.ok(statSync(path).size < 1_000_000)
})

test('a place that cannot be read or written is an empty history', (t) => {
  const path = place(t)
  mkdirSync(path)
  const history = openInputHistory(path, OPEN)
  history.keep('one')
  assert.deepEqual(history.lines, ['one'])
})
