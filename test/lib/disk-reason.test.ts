import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { diskReason, isDiskError } from '../../source/lib/disk-reason.ts'

const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: in the system's words, ${syscall} '/x/.y.tmp'`), { code, syscall })

test('what the disk refuses is told in plain words, with what to do where that helps', () => {
  for (const [code, reason] of [
    ['ENOSPC', 'the disk is full; make room and try again'],
    ['EDQUOT', 'the disk is full; make room and try again'],
    ['EROFS', 'the disk can only be read'],
    ['EACCES', 'permission denied'],
  ] as const)
    assert.equal(diskReason(systemError(code, 'open')), reason)
  assert.equal(diskReason(systemError('ENOENT', 'mkdir')), 'no folder can be made there')
})

test('what is not known here keeps the words that it came with', () => {
  assert.equal(diskReason(new Error('the moon is wrong.')), 'the moon is wrong')
  assert.equal(diskReason('no error'), 'no error')
  assert.match(diskReason(systemError('EMFILE', 'open')), /^EMFILE: /)
})

test('an error of the system is told from one of what was asked', () => {
  assert.equal(isDiskError(systemError('EMFILE', 'open')), true)
  assert.equal(isDiskError(new RangeError('too many')), false)
  assert.equal(isDiskError(undefined), false)
  try {
    readFileSync('/nosuch/file')
    assert.fail()
  } catch (error) {
    assert.equal(isDiskError(error), true)
  }
})
