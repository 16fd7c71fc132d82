import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readTar, readTgz, TarRefused } from '../../source/lib/tar.ts'
import { entry, tar } from '../helpers/write-tar.ts'

const LIMITS = { bytes: 1_000_000, fileBytes: 100_000, entries: 50 }
const read = (bytes: Buffer) => readTar(bytes, LIMITS)
const names = (bytes: Buffer) => read(bytes).map(({ path }) => path)

test('an archive gives back every file, folders and long names', () => {
  const long = `${'folder/'.repeat(20)}file.txt`
  const archive = tar([
    entry({ path: './' }, 'folder'),
    entry({ path: './a.txt', text: 'one' }),
    entry({ path: 'docs', prefix: 'deep' }, 'folder'),
    entry({ path: 'docs/b.txt', prefix: 'deep', text: 'x'.repeat(1000) }),
    entry({ path: 'PaxHeader', text: `${long.length + 10} path=${long}\n` }, 'x'),
    entry({ path: 'short', text: 'long' }),
    entry({ path: '././@LongLink', text: `${long}2\0` }, 'L'),
    entry({ path: 'short', text: 'long too' }),
  ])
  assert.deepEqual(
    readTgz(gzipSync(archive), LIMITS).map(({ path, bytes }) => [path, bytes.length]),
    [
      ['a.txt', 3],
      ['deep/docs/b.txt', 1000],
      [long, 4],
      [`${long}2`, 8],
    ],
  )
})

const REFUSED: { readonly [name: string]: readonly [archive: () => Buffer, why: RegExp] } = {
  'an absolute path': [() => tar([entry({ path: '/etc/passwd', text: 'x' })]), /absolute/],
  'a drive': [() => tar([entry({ path: 'C:/x', text: 'x' })]), /absolute/],
  'a path that leads out': [() => tar([entry({ path: 'a/../../x', text: 'x' })]), /leads out/],
  'a path of dots alone': [() => tar([entry({ path: '..', text: 'x' })]), /leads out/],
  'a path that leads out in a pax header': [
    () => tar([entry({ path: 'p', text: '16 path=../../x\n' }, 'x'), entry({ path: 'x', text: 'x' })]),
    /leads out/,
  ],
  'a path that leads out in a prefix': [
    () => tar([entry({ path: 'x', prefix: '../..', text: 'x' })]),
    /leads out/,
  ],
  'a backslash': [() => tar([entry({ path: 'a\\..\\x', text: 'x' })]), /backslash/],
  'a control character': [() => tar([entry({ path: 'a\nb', text: 'x' })]), /control/],
  'an empty part': [() => tar([entry({ path: 'a//b', text: 'x' })]), /not plain/],
  'a dot at the end': [() => tar([entry({ path: 'a./b', text: 'x' })]), /dot/],
  'a symbolic link': [() => tar([entry({ path: 'a', link: '/etc' }, '2')]), /symbolic link/],
  'a hard link': [() => tar([entry({ path: 'a', link: 'b' }, '1')]), /link/],
  'a device': [() => tar([entry({ path: 'a' }, '3')]), /device/],
  'a pipe': [() => tar([entry({ path: 'a' }, '6')]), /pipe/],
  'a sparse file of pax': [
    () => tar([entry({ path: 'p', text: '22 GNU.sparse.major=1\n' }, 'x'), entry({ path: 'x', text: 'x' })]),
    /sparse/,
  ],
  'a kind that nobody knows': [() => tar([entry({ path: 'a' }, 'Z')]), /unknown kind/],
  'the same name twice': [
    () => tar([entry({ path: 'a', text: '1' }), entry({ path: 'a', text: '2' })]),
    /twice/,
  ],
  'the same name in another case': [
    () => tar([entry({ path: 'a', text: '1' }), entry({ path: 'A', text: '2' })]),
    /twice/,
  ],
  'a file that is a folder too': [
    () => tar([entry({ path: 'a', text: '1' }), entry({ path: 'a/b', text: '2' })]),
    /twice/,
  ],
  'a file that is too big': [() => tar([entry({ path: 'a', text: 'x'.repeat(100_001) })]), /more than/],
  'a size that lies': [() => tar([entry({ path: 'a', text: 'x', size: 99_999 })]), /middle/],
  'a size that is no number': [
    () => tar([entry({ path: 'a', text: 'x', sizeField: 'ffffffffffff' })]),
    /number/,
  ],
  'too many entries': [
    () => tar(Array.from({ length: 51 }, (_, at) => entry({ path: `f${at}`, text: '' }))),
    /entries/,
  ],
  'a damaged header': [
    () => {
      const bytes = tar([entry({ path: 'a', text: 'x' })])
      bytes[0] = 98
      return bytes
    },
    /damaged/,
  ],
  'no end': [() => tar([entry({ path: 'a', text: 'x' })]).subarray(0, 1024), /middle/],
  'something behind its end': [() => Buffer.concat([tar([]), tar([entry({ path: 'a' })])]), /behind its end/],
}

for (const [name, [archive, why]] of Object.entries(REFUSED))
  test(`${name} is refused`, () => {
    assert.throws(
      () => read(archive()),
      (error: unknown) => error instanceof TarRefused && why.test(error.message),
    )
  })

test('what is no gzip file, or unpacks to too much, is refused before it fills the memory', () => {
  assert.throws(() => readTgz(Buffer.from('no'), LIMITS), /no whole gzip file/)
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  assert.throws(() => readTgz(bomb, LIMITS), /unpacks to more than/)
  assert.throws(() => readTgz(bomb.subarray(0, 1000), LIMITS), TarRefused)
})

test('thousands of damaged archives are read or refused, never anything else, and no name leads out', () => {
  const random = seeded(11)
  const whole = tar([
    entry({ path: 'plugin.json', text: '{}' }),
    entry({ path: 'PaxHeader', text: '18 path=a/b/c.txt\n' }, 'x'),
    entry({ path: 'short', text: 'long' }),
    entry({ path: 'tools', prefix: '' }, 'folder'),
    entry({ path: 'tools/tool.js', text: 'x'.repeat(700) }),
  ])
  let refused = 0
  for (let round = 0; round < 5_000; round++) {
    const bytes = Buffer.from(
      whole.subarray(0, random() < 0.2 ? Math.floor(random() * whole.length) : whole.length),
    )
    for (let count = Math.floor(random() * 6); count >= 0 && bytes.length > 0; count--) {
      const at = Math.floor(random() * bytes.length)
      bytes[at] = Math.floor(random() * 256)
      // A header whose sum is right again gets further.
      if (random() < 0.8) mend(bytes, at)
    }
    try {
      for (const path of names(bytes)) assert.ok(!/^\/|(?:^|\/)\.\.(?:\/|$)|\\|\0/.test(path), path)
    } catch (error) {
      assert.ok(error instanceof TarRefused, String(error))
      refused++
    }
  }
  assert.ok(refused > 500 && refused < 5_000, String(refused))
})

function mend(bytes: Buffer, at: number): void {
  const from = at - (at % 512)
  const block = bytes.subarray(from, from + 512)
  if (block.length < 512) return
  block.fill(32, 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
}

/** Numbers from 0 to 1, the same each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
