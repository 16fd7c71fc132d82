import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findUnread } from '../../source/script/unread-input.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const PARENT = process.ppid

function fileOf(t: TestContext, text: string): number {
  const folder = temporaryFolder('stdin')
  writeFileSync(join(folder, 'error.log'), text)
  const descriptor = openSync(join(folder, 'error.log'), 'r')
  t.after(() => {
    closeSync(descriptor)
    rmSync(folder, { recursive: true })
  })
  return descriptor
}

/** What a program says whose stdin is a pipe of a shell; `line` has it as `$SEE`. */
function inShell(line: string, isWatched = true): string {
  const module = join(import.meta.dirname, '../../source/script/unread-input.ts')
  const code = `import { findUnread } from ${JSON.stringify(module)}
    console.log(findUnread({ descriptor: 0, parent: process.ppid, isWatched: ${isWatched} }) ?? "nothing")`
  const SEE = `${process.execPath} --input-type=module --eval '${code}'`
  const { stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll('$SEE', SEE)], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout
}

test('a file on stdin that is not read is told, wherever that is; an empty one, nothing and what is closed are not', (t) => {
  const text = findUnread({ descriptor: fileOf(t, 'x'), parent: PARENT, isWatched: false })
  assert.match(text ?? '', /^What comes in on stdin is not read beside `-p`: .*`@error\.log`/)
  assert.equal(findUnread({ descriptor: fileOf(t, ''), parent: PARENT, isWatched: true }), undefined)
  const nothing = openSync('/dev/null', 'r')
  assert.equal(findUnread({ descriptor: nothing, parent: PARENT, isWatched: true }), undefined)
  closeSync(nothing)
  assert.equal(findUnread({ descriptor: nothing, parent: PARENT, isWatched: true }), undefined)
})

test('a pipe is told to a person, and to nobody where a job may have an empty one', () => {
  assert.match(inShell('echo x | $SEE; true'), /^What comes in/)
  assert.equal(inShell('echo x | $SEE; true', false), 'nothing\n')
})

test('what a loop around it reads is not told, and none of it is lost; what a program in between hands on is told', {
  skip: process.platform !== 'linux' && 'there is no /proc',
}, () => {
  assert.match(inShell('echo x | timeout 60 $SEE; true'), /^What comes in/)
  assert.equal(
    inShell('printf "a\\nb\\n" | while read -r line; do echo "$line"; $SEE; done'),
    'a\nnothing\nb\nnothing\n',
  )
})
