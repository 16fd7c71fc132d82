import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LockBusy, lockHolder, takeFileLock, withFileLock } from '../../source/lib/file-lock.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('a lock is held until it is released, leaves nothing, and says who has it', (t) => {
  const folder = temporaryFolder('lock')
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.lock')
  assert.equal(lockHolder(path), undefined)
  const lock = takeFileLock(path)
  assert.ok(lock.ok)
  assert.deepEqual(takeFileLock(path), { ok: false, pid: process.pid })
  assert.equal(lockHolder(path), process.pid)
  lock.release()
  assert.deepEqual(readdirSync(folder), [])
})

test('the lock of a living process is respected, that of one that is gone is taken over', async (t) => {
  const folder = temporaryFolder('lock')
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.lock')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  writeFileSync(path, JSON.stringify({ pid: child.pid }))
  assert.deepEqual(takeFileLock(path), { ok: false, pid: child.pid })
  assert.equal(lockHolder(path), child.pid)
  child.kill('SIGKILL')
  await ended
  assert.equal(lockHolder(path), undefined)
  const lock = takeFileLock(path)
  assert.ok(lock.ok)
  lock.release()
})

test('where no file can be written the system says why', () => {
  assert.throws(() => takeFileLock(join(import.meta.dirname, 'nosuch', 'a.lock')), { code: 'ENOENT' })
})

test('short work is done behind the lock, which is free afterwards, also when the work fails', (t) => {
  const folder = temporaryFolder('lock')
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.lock')
  const work = () => {
    assert.equal(lockHolder(path), process.pid)
    return 7
  }
  assert.equal(withFileLock(path, 0, work), 7)
  const fail = () => {
    throw new RangeError('no')
  }
  assert.throws(() => withFileLock(path, 0, fail), RangeError)
  assert.deepEqual(readdirSync(folder), [])
})

test('a lock that stays held is waited for no longer than was said', (t) => {
  const folder = temporaryFolder('lock')
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.lock')
  const lock = takeFileLock(path)
  assert.ok(lock.ok)
  assert.throws(
    () => withFileLock(path, 30, () => assert.fail()),
    (error) => error instanceof LockBusy && error.message === `process ${process.pid} is writing it`,
  )
  lock.release()
})
