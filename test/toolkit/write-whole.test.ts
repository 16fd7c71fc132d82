import assert from 'node:assert/strict'
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { locateToWrite } from '../../source/toolkit/writable-path.ts'
import { writeFailure, writeWhole } from '../../source/toolkit/write-whole.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal
const bytes = Buffer.from('new')

function coded(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('a disk that is full in the middle leaves the old file whole and nothing beside it', {
  skip: process.platform !== 'linux' && 'only Linux has /dev/full',
}, async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'old' })
  const place = await locateToWrite(workspace, 'a.txt', { guarded: undefined })
  const fill = async (file: FileHandle) => {
    await file.writeFile('ne')
    const full = await open('/dev/full', 'w')
    try {
      await full.writeFile('w')
    } finally {
      await full.close()
    }
  }
  await assert.rejects(writeWhole({ place, bytes, before: statSync(place.real), signal }, fill), (error) => {
    assert.ok(error instanceof ToolFailure)
    assert.equal(
      error.message,
      '`a.txt` was not written: the disk is full; make room and try again. What was there is unchanged.',
    )
    return error.code === 'disk_full'
  })
  assert.equal(readFileSync(place.real, 'utf8'), 'old')
  assert.deepEqual(readdirSync(workspace), ['a.txt'])
})

test('what a disk refuses is said in a sentence, and anything else stays what it is', () => {
  for (const [code, short] of [
    ['EROFS', 'read_only'],
    ['EDQUOT', 'disk_full'],
    ['EACCES', 'no_access'],
    ['EIO', 'disk_failed'],
    ['ENAMETOOLONG', 'bad_path'],
  ] as const) {
    const failure = writeFailure('a.txt', coded(code))
    assert.ok(failure instanceof ToolFailure)
    assert.equal(failure.code, short)
    assert.match(failure.message, /^`a\.txt` was not written: .*\. What was there is unchanged\.$/)
  }
  const other = coded('ESOMETHING')
  assert.equal(writeFailure('a.txt', other), other)
})

test('a file that somebody else changed or made meanwhile is not replaced', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'old' })
  const old = await locateToWrite(workspace, 'a.txt', { guarded: undefined })
  const fresh = await locateToWrite(workspace, 'b.txt', { guarded: undefined })
  const before = statSync(old.real)
  writeFileSync(old.real, 'changed by another')
  writeFileSync(fresh.real, 'made by another')
  for (const [place, facts] of [
    [old, before],
    [fresh, undefined],
  ] as const)
    await assert.rejects(
      writeWhole({ place, bytes, before: facts, signal }),
      (error) => error instanceof ToolFailure && error.code === 'changed',
    )
  assert.equal(readFileSync(old.real, 'utf8'), 'changed by another')
  assert.equal(readFileSync(fresh.real, 'utf8'), 'made by another')
  assert.deepEqual(readdirSync(workspace).sort(), ['a.txt', 'b.txt'])
})

test('two that make the same folders at once both succeed', async (t) => {
  const workspace = temporaryFolder(t)
  const places = await Promise.all(
    ['x/y/a.txt', 'x/y/b.txt'].map((path) => locateToWrite(workspace, path, { guarded: undefined })),
  )
  await Promise.all(places.map((place) => writeWhole({ place, bytes, before: undefined, signal })))
  assert.deepEqual(readdirSync(join(workspace, 'x/y')).sort(), ['a.txt', 'b.txt'])
})

test('a file that was replaced on a disk that cannot sync folders is no failure', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'old' })
  const place = await locateToWrite(workspace, 'a.txt', { guarded: undefined })
  const fill = async (file: FileHandle, all: Uint8Array) => {
    await file.writeFile(all)
    const handles = Object.getPrototypeOf(file) as FileHandle
    const { sync } = handles
    t.mock.method(handles, 'sync', async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) throw coded('EINVAL')
      return sync.call(this)
    })
  }
  await writeWhole({ place, bytes, before: statSync(place.real), signal }, fill)
  assert.equal(readFileSync(place.real, 'utf8'), 'new')
})

test('a file of somebody else stays theirs where root writes it', {
  skip: process.getuid?.() !== 0 && 'only root gives files away',
}, async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'old' })
  const place = await locateToWrite(workspace, 'a.txt', { guarded: undefined })
  chownSync(place.real, 1234, 2345)
  await writeWhole({ place, bytes, before: statSync(place.real), signal })
  const { uid, gid } = statSync(place.real)
  assert.deepEqual([uid, gid, readFileSync(place.real, 'utf8')], [1234, 2345, 'new'])
})
