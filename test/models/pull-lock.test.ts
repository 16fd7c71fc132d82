import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { takeLock } from '../../source/models/pull-lock.ts'
import { temporaryFolder } from './model-bytes.ts'

test('a lock is held until it is released, and leaves nothing', async (t) => {
  const folder = temporaryFolder(t)
  const lock = await takeLock(folder, 'a')
  await assert.rejects(takeLock(folder, 'a'), { code: 'busy' })
  const other = await takeLock(folder, 'b')
  await other.release()
  await lock.release()
  await (await takeLock(folder, 'a')).release()
  assert.deepEqual(readdirSync(folder), [])
})

test('the lock of a living process is respected and named', async (t) => {
  const folder = temporaryFolder(t)
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  t.after(() => child.kill('SIGKILL'))
  writeFileSync(join(folder, 'a.lock'), JSON.stringify({ pid: child.pid }))
  await assert.rejects(takeLock(folder, 'a'), {
    code: 'busy',
    message: new RegExp(`process ${child.pid}.+a\\.lock`),
  })
})

test('the lock of a dead process is taken over', async (t) => {
  const folder = temporaryFolder(t)
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(join(folder, 'a.lock'), JSON.stringify({ pid: child.pid }))
  await (await takeLock(folder, 'a')).release()
  assert.ok(!existsSync(join(folder, 'a.lock')))
})

test('a lock with our own number that we do not hold is an old one', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'a.lock'), JSON.stringify({ pid: process.pid, started: '1' }))
  await (await takeLock(folder, 'a')).release()
})

test('a number that another process has got since is no lock', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'a.lock'), JSON.stringify({ pid: process.ppid, started: 'long ago' }))
  await (await takeLock(folder, 'a')).release()
})

for (const text of ['', '{', '[]', '{"pid":"1"}', 'null']) {
  test(`a lock file with \`${text}\` in it is stale`, async (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'a.lock'), text)
    await (await takeLock(folder, 'a')).release()
  })
}

test('of many who find a stale lock, one gets it', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'a.lock'), '')
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder, 'a')))
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
})
