import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  createFileAtomicSync,
  isTemporaryName,
  type Writable,
  writeFileAtomic,
  writeFileAtomicSync,
} from '../../source/lib/atomic-write.ts'

type Mode = { readonly newMode?: number }

const writers: [string, (path: string, data: Writable, mode?: Mode) => Promise<void>][] = [
  ['writeFileAtomic', writeFileAtomic],
  ['writeFileAtomicSync', async (path, data, mode) => writeFileAtomicSync(path, data, mode)],
]

for (const [name, write] of writers) {
  describe(name, () => {
    let folder = ''
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'ethervox-atomic-'))
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    test('makes a file and replaces it, and leaves nothing beside it', async () => {
      const path = join(folder, 'a.bin')
      await write(path, Buffer.from([1, 2, 3]))
      assert.deepEqual([...readFileSync(path)], [1, 2, 3])
      await write(path, 'Größe')
      assert.equal(readFileSync(path, 'utf8'), 'Größe')
      assert.deepEqual(readdirSync(folder), ['a.bin'])
    })

    test('makes a new file each time, so that who reads the old one keeps it', async () => {
      const path = join(folder, 'a.bin')
      await write(path, 'old')
      const before = statSync(path).ino
      await write(path, 'new')
      assert.notEqual(statSync(path).ino, before)
    })

    test('keeps the mode of the file, and gives a new one the mode that is wished', {
      skip: process.platform === 'win32' && 'no modes there',
    }, async () => {
      const path = join(folder, 'a.bin')
      writeFileSync(path, 'old')
      chmodSync(path, 0o600)
      await write(path, 'new', { newMode: 0o640 })
      assert.equal(statSync(path).mode & 0o777, 0o600)
      await write(join(folder, 'b.bin'), 'new', { newMode: 0o600 })
      assert.equal(statSync(join(folder, 'b.bin')).mode & 0o777, 0o600)
    })

    test('writes the file behind a symbolic link', {
      skip: process.platform === 'win32' && 'needs a right there',
    }, async () => {
      writeFileSync(join(folder, 'real'), 'old')
      symlinkSync('real', join(folder, 'link'))
      await write(join(folder, 'link'), 'new')
      assert.equal(readFileSync(join(folder, 'real'), 'utf8'), 'new')
      assert.deepEqual(readdirSync(folder).sort(), ['link', 'real'])
    })

    test('fails without a trace where the folder is missing or a folder is in the way', async () => {
      await assert.rejects(write(join(folder, 'none', 'a.bin'), 'x'), { code: 'ENOENT' })
      mkdirSync(join(folder, 'taken'))
      await assert.rejects(write(join(folder, 'taken'), 'x'))
      assert.deepEqual(readdirSync(folder), ['taken'])
      assert.deepEqual(readdirSync(join(folder, 'taken')), [])
    })

    test('takes names that are almost too long', async () => {
      const path = join(folder, 'n'.repeat(250))
      await write(path, 'x')
      assert.equal(readFileSync(path, 'utf8'), 'x')
    })
  })
}

describe('createFileAtomicSync', () => {
  test('makes a file for the person alone, and never takes a name that is taken', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ethervox-atomic-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'a.json')
    createFileAtomicSync(path, 'first')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.throws(() => createFileAtomicSync(path, 'second'), { code: 'EEXIST' })
    assert.throws(() => createFileAtomicSync(join(folder, 'nosuch', 'a'), 'x'), { code: 'ENOENT' })
    assert.equal(readFileSync(path, 'utf8'), 'first')
    assert.deepEqual(readdirSync(folder), ['a.json'])
  })

  test('what is written meanwhile has a name that is known for a temporary one', () => {
    for (const name of ['.a.json.0123456789ab.tmp', 'settings.json.tmp-53555569005060a2'])
      assert.equal(isTemporaryName(name), true, name)
    for (const name of ['a.json', 'a.tmp', 'a.kv.12.tmp', 'settings.json'])
      assert.equal(isTemporaryName(name), false, name)
  })
})
