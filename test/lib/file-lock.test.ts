import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockHolder, takeFileLock } from '../../source/lib/file-lock.ts'
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
