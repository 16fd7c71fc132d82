import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { MAX_FILE_BYTES, readText, splitLines } from '../../source/toolkit/read-text.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal

function readIn(folder: string, name: string) {
  return readText({ real: join(folder, name), shown: name }, signal)
}

async function codeOf(folder: string, name: string): Promise<string> {
  try {
    await readIn(folder, name)
  } catch (error) {
    assert.ok(error instanceof ToolFailure, String(error))
    assert.ok(error.message.includes(`\`${name}\``), error.message)
    return error.code
  }
  return 'read'
}

function folderWith(t: TestContext, content: string | Uint8Array): string {
  return temporaryFolder(t, { x: content })
}

test('UTF-8 is read, without its byte order mark', async (t) => {
  const file = await readIn(folderWith(t, Buffer.from('\ufeffGrüße 😀\n')), 'x')
  assert.deepEqual(file, { text: 'Grüße 😀\n', bytes: 16 })
})

test('an empty file has an empty text', async (t) => {
  assert.deepEqual(await readIn(folderWith(t, ''), 'x'), { text: '', bytes: 0 })
})

test('a zero byte and broken UTF-8 are binary', async (t) => {
  const broken = [[0x61, 0, 0x62], [0xff, 0xfe, 0x61], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x80]]
  for (const bytes of broken) assert.equal(await codeOf(folderWith(t, Uint8Array.from(bytes)), 'x'), 'binary')
})

test('a text in another encoding is told how it becomes one in UTF-8; a picture is not', async (t) => {
  const folder = temporaryFolder(t, {
    le: Buffer.from('\ufeffnotes\n', 'utf16le'),
    be: Buffer.from('\ufeffnotes\n', 'utf16le').swap16(),
    latin: Buffer.from('caf\xe9\n\x1b[31m', 'latin1'),
    picture: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]),
    frames: Uint8Array.from([0xff, 0xfe, 0, 0, 1, 0]),
  })
  const ends = {
    le: 'it may be in UTF-16: save it as UTF-8, in an editor or with `iconv -f utf-16 -t utf-8`.',
    be: 'it may be in UTF-16: save it as UTF-8, in an editor or with `iconv -f utf-16 -t utf-8`.',
    latin:
      'it may be in an older encoding such as Latin-1: save it as UTF-8, in an editor or with `iconv -f windows-1252 -t utf-8`.',
    picture: undefined,
    frames: undefined,
  }
  for (const [name, end] of Object.entries(ends))
    await assert.rejects(readIn(folder, name), {
      code: 'binary',
      message: `\`${name}\` is not a text file in UTF-8, so it cannot be read as text${end ? `; ${end}` : '.'}`,
    })
})

test('a folder, a missing file and a file in a text file are refused', async (t) => {
  const folder = temporaryFolder(t, { 'sub/a.txt': 'a' })
  assert.equal(await codeOf(folder, 'sub'), 'is_folder')
  assert.equal(await codeOf(folder, 'gone.txt'), 'not_found')
})

test('a file over 10 MB is refused, one of exactly 10 MB is not', async (t) => {
  const folder = folderWith(t, 'a')
  truncateSync(join(folder, 'x'), MAX_FILE_BYTES + 1)
  assert.equal(await codeOf(folder, 'x'), 'too_large')
  truncateSync(join(folder, 'x'), MAX_FILE_BYTES)
  assert.equal(await codeOf(folder, 'x'), 'binary')
})

test('a pipe is refused and does not block', {
  skip: process.platform === 'win32' && 'Windows has no mkfifo',
}, async (t) => {
  const folder = temporaryFolder(t)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  assert.equal(await codeOf(folder, 'pipe'), 'not_a_file')
})

test('an aborted read ends', async (t) => {
  const folder = folderWith(t, 'text')
  const aborted = AbortSignal.abort()
  await assert.rejects(readText({ real: join(folder, 'x'), shown: 'x' }, aborted), { name: 'AbortError' })
})

test('lines are counted the way people count them', () => {
  assert.deepEqual(splitLines(''), [])
  assert.deepEqual(splitLines('a'), ['a'])
  assert.deepEqual(splitLines('a\n'), ['a'])
  assert.deepEqual(splitLines('a\r\nb\rc\n'), ['a', 'b', 'c'])
  assert.deepEqual(splitLines('\n'), [''])
  assert.deepEqual(splitLines('a\n\nb'), ['a', '', 'b'])
})
