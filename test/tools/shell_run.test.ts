import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanEnvironment } from '../../source/toolkit/shell.ts'
import shellRun from '../../tools/shell_run/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, type Outcome, sentenceOf } from './tool-context.ts'

const skip = process.platform === 'win32' ? 'the shell of Windows is another one' : false

async function run(t: TestContext, command: string, limitMs = 10_000) {
  const workspace = temporaryFolder(t)
  const outcome = await call(shellRun, { command }, { workspace, services: { shell: { limitMs } } })
  return { workspace, ...said(outcome) }
}

function said(outcome: Outcome) {
  assert.ok(outcome.type === 'said')
  return { sentence: outcome.said.sentence, detail: outcome.said.detail ?? '', result: outcome.result }
}

test('a command runs in the workspace, and what it writes is shown', { skip }, async (t) => {
  const { workspace, sentence, detail } = await run(t, 'pwd; echo "a  b"')
  assert.equal(sentence, '`pwd; echo "a  b"` ended well:')
  assert.equal(detail, `${workspace}\na  b`)
})

test('of a long output it is said how much is left out of all of it', { skip }, async (t) => {
  const { detail } = await run(t, 'seq 1 50000')
  const [, lines = '', characters = ''] =
    /^\[\.\.\. (\d+) lines, (\d+) characters left out \.\.\.\]$/m.exec(detail) ?? []
  const shown = detail.split('\n').filter((line) => /^\d+$/.test(line))
  assert.equal(Number(lines) + shown.length, 50_000)
  assert.equal(Number(characters) + shown.join('\n').length + 1, 288_894)
})

test('a result says whether something of it was cut, so that no part is taken for all of it', {
  skip,
}, async (t) => {
  const truncated = async (command: string) => {
    const { result } = await run(t, command)
    return (result as { readonly truncated?: boolean }).truncated
  }
  assert.equal(await truncated('seq 1 3000'), true)
  assert.equal(await truncated('seq 1 1000 >&2'), true)
  assert.equal(await truncated('echo "[... 3 characters left out ...]"'), false)
})

test('exit codes, errors and silence are told in words', { skip }, async (t) => {
  const failed = await run(t, 'echo out; echo oops >&2; exit 3')
  assert.equal(failed.sentence, '`echo out; echo oops >&2; exit 3` failed with exit code 3:')
  assert.equal(failed.detail, 'out\nIt wrote as errors:\noops')
  assert.equal((await run(t, 'true')).sentence, '`true` ended well and wrote nothing.')
  assert.match(
    (await run(t, 'no-such-command-here')).sentence,
    /exit code 127 \(there is no such command\):$/,
  )
  assert.match((await run(t, 'kill -9 $$')).sentence, /was ended by the signal SIGKILL and wrote nothing\.$/)
})

test('a command in backticks is run without them, and shown so before', { skip }, async (t) => {
  assert.equal((await run(t, '`echo rm`')).detail, 'rm')
  assert.equal((await run(t, '$ echo rm')).detail, 'rm')
  assert.equal((await run(t, '```sh\necho rm\n```')).detail, 'rm')
  const preview = await shellRun.preview?.({ command: '`echo rm`' }, { workspace: '/w' } as never)
  assert.equal(preview, 'in /w:\n$ echo rm')
})

test('no secret of the environment is handed on', { skip }, async (t) => {
  process.env.ETHERVOX_TEST_SECRET = 'hunter2'
  t.after(() => delete process.env.ETHERVOX_TEST_SECRET)
  const { detail } = await run(t, 'env')
  assert.doesNotMatch(detail, /hunter2/)
  assert.match(detail, /^TERM=dumb$/m)
  assert.match(detail, /^PATH=/m)
  assert.deepEqual(cleanEnvironment({ AWS_SECRET: 'x', PATH: '/bin', SystemRoot: 'C:' }, 'win32'), {
    PATH: '/bin',
    SystemRoot: 'C:',
    TERM: 'dumb',
  })
})

test('of endless output head and tail are kept', { skip }, async (t) => {
  const { detail, result } = await run(
    t,
    'echo first; head -c 5000000 /dev/zero | tr "\\0" x; echo; echo last',
  )
  assert.match(detail, /^first\n[\s\S]*left out[\s\S]*last$/)
  assert.ok(JSON.stringify(result).length < 10_000)
})

test('it reads nothing, so it does not wait for a person', { skip }, async (t) => {
  assert.match((await run(t, 'cat')).sentence, /ended well and wrote nothing/)
})

test('at its time limit the whole group is ended, what ignores that too', { skip }, async (t) => {
  const { workspace, sentence, detail } = await run(
    t,
    'trap "" TERM; (trap "" TERM; sleep 30; touch survived) & echo begun; sleep 30',
    200,
  )
  assert.match(sentence, /was ended after 0\.2 seconds, which is its time limit \(setting `shellSeconds`\):$/)
  assert.equal(detail, 'begun')
  assert.equal(existsSync(join(workspace, 'survived')), false)
})

test('what a command leaves in the background ends with it', { skip }, async (t) => {
  const { workspace, sentence } = await run(t, 'sleep 60 & echo $! > pid; echo done')
  assert.match(sentence, /ended well/)
  await gone(Number(readFileSync(join(workspace, 'pid'), 'utf8')))
})

test('a cancelled call ends the group', { skip }, async (t) => {
  const workspace = temporaryFolder(t)
  const controller = new AbortController()
  const context = { workspace, services: { shell: { limitMs: 60_000 } }, signal: controller.signal }
  const running = call(shellRun, { command: 'echo $$ > pid; sleep 60' }, context)
  while (!existsSync(join(workspace, 'pid')) || readFileSync(join(workspace, 'pid'), 'utf8') === '')
    await delay(10)
  const pid = Number(readFileSync(join(workspace, 'pid'), 'utf8'))
  controller.abort(new Error('enough'))
  await assert.rejects(running, { message: 'enough' })
  await gone(pid)
})

test('without a shell, and without a command, that is said', async () => {
  assert.match(await sentenceOf(shellRun, { command: 'ls' }), /^no_shell: `ls` was not run/)
  const services = { shell: { limitMs: 1_000 } }
  assert.match(await sentenceOf(shellRun, { command: '  ' }, { services }), /^no_command: /)
  assert.match(await sentenceOf(shellRun, { command: 'a\0b' }, { services }), /^bad_command: /)
  const nowhere = { services, workspace: '/no/such/folder' }
  assert.match(await sentenceOf(shellRun, { command: 'ls' }, nowhere), /^no_shell: `ls` could not be started/)
})

/** Waits until a process has ended; the test's own time limit is the end of patience. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    // One that has ended but was not asked for yet is still there by its number.
    if (isZombie(pid)) return
    await delay(20)
  }
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
