import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { crc32 } from '../../source/lib/checksum.ts'
import { ENTRY_FIXED_BYTES, HEADER, HEADER_BYTES } from '../../source/manifest/layout.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { writeManifest } from '../../source/manifest/writer.ts'
import { BUILT_AT, expectManifest, placesOf, resealed, sampleTool } from './sample-tools.ts'

const tools = [sampleTool('alarm'), sampleTool('weather')]
const router = Buffer.from('weights')
const plain = writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32' })
const whole = writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'crc32' })
const variants = [
  plain,
  whole,
  writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'sha256' }),
  writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'crc32', byteOrder: 'big' }),
]
const FLIPS = [0x01, 0x80, 0xff]

function codeOf(bytes: Uint8Array): string {
  const result = readManifest(bytes)
  return isManifestProblem(result) ? result.code : 'read'
}

function codeAfter(change: (copy: Buffer) => void, bytes = whole): string {
  return codeOf(resealed(bytes, change))
}

/** Reads everything that can be read; throws only if the reader does. */
function readEverything(bytes: Uint8Array): void {
  const result = readManifest(bytes)
  if (isManifestProblem(result)) return
  for (const entry of result.entries) result.detail(entry.name)
  result.router()
  assert.match(result.contentHash, /^[0-9a-f]{64}$/)
}

/** One detail's bytes changed with its own checksum and the footer made right again; the code of reading it. */
function detailCodeAfter(change: (detail: Buffer) => void, name = 'alarm'): string {
  const { entries } = placesOf(whole)
  const entry = entries[name === 'alarm' ? 0 : 1]
  assert.ok(entry)
  const bytes = resealed(whole, (copy) => {
    const detail = copy.subarray(entry.detailOffset, entry.detailOffset + entry.detailBytes)
    change(detail)
    copy.writeUInt32LE(crc32(detail), entry.at + 12)
  })
  const detail = expectManifest(readManifest(bytes)).detail(name)
  return isManifestProblem(detail) ? detail.code : 'read'
}

describe('a truncated or lengthened manifest', () => {
  test('is refused at every length', () => {
    for (const bytes of variants) {
      for (let length = 0; length < bytes.length; length++) {
        const result = readManifest(bytes.subarray(0, length))
        assert.ok(isManifestProblem(result), `${length} bytes`)
        assert.equal(result.code, 'truncated', `${length} bytes`)
      }
    }
  })

  test('is refused with bytes behind its end', () => {
    assert.equal(codeOf(Buffer.concat([whole, Buffer.alloc(1)])), 'bad_size')
    assert.equal(codeOf(Buffer.concat([whole, whole])), 'bad_size')
  })
})

describe('a manifest with one wrong byte', () => {
  test('is refused wherever the byte is', () => {
    for (const bytes of variants) {
      for (let offset = 0; offset < bytes.length; offset++) {
        for (const flip of FLIPS) {
          const copy = Buffer.from(bytes)
          copy[offset] = (copy[offset] ?? 0) ^ flip
          assert.notEqual(codeOf(copy), 'read', `byte ${offset} flipped by ${flip}`)
        }
      }
    }
  })

  test('never makes the reader throw, even with a right checksum', () => {
    for (let offset = 0; offset < whole.length; offset++) {
      for (const flip of FLIPS) {
        readEverything(
          resealed(whole, (copy) => {
            copy[offset] = (copy[offset] ?? 0) ^ flip
          }),
        )
      }
    }
  })

  test('never makes the reader of a detail throw, even with both checksums right', () => {
    const size = placesOf(whole).entries[0]?.detailBytes ?? 0
    let refused = 0
    for (let offset = 0; offset < size; offset++) {
      for (const flip of FLIPS) {
        const code = detailCodeAfter((detail) => {
          detail[offset] = (detail[offset] ?? 0) ^ flip
        })
        if (code === 'bad_detail') refused++
        else assert.equal(code, 'read')
      }
    }
    assert.ok(refused > size / 2, `${refused} of ${size * FLIPS.length} were refused`)
  })
})

describe('each field of the header', () => {
  const cases: [string, (copy: Buffer) => void, string][] = [
    ['magic', (copy) => copy.write('ETOM'), 'bad_magic'],
    ['magic in lower case', (copy) => copy.write('etol'), 'bad_magic'],
    ['byte-order mark', (copy) => copy.writeUInt16LE(0, HEADER.orderMark), 'bad_byte_order'],
    [
      'byte-order mark of the other order',
      (copy) => copy.writeUInt16BE(0xfeff, HEADER.orderMark),
      'bad_version',
    ],
    ['version 0', (copy) => copy.writeUInt16LE(0, HEADER.version), 'bad_version'],
    ['version 2', (copy) => copy.writeUInt16LE(2, HEADER.version), 'bad_version'],
    ['an unknown flag', (copy) => copy.writeUInt32LE(3, HEADER.flags), 'bad_header'],
    ['no router flag with a router', (copy) => copy.writeUInt32LE(0, HEADER.flags), 'bad_header'],
    ['one tool more', (copy) => copy.writeUInt32LE(3, HEADER.toolCount), 'bad_entry'],
    ['one tool less', (copy) => copy.writeUInt32LE(1, HEADER.toolCount), 'bad_entry'],
    ['four billion tools', (copy) => copy.writeUInt32LE(0xffffffff, HEADER.toolCount), 'bad_entry'],
    ['index offset', (copy) => copy.writeUInt32LE(65, HEADER.indexOffset), 'bad_header'],
    ['index offset 0', (copy) => copy.writeUInt32LE(0, HEADER.indexOffset), 'bad_header'],
    ['index size', (copy) => add(copy, HEADER.indexBytes, 1), 'bad_header'],
    ['details offset', (copy) => add(copy, HEADER.detailsOffset, -1), 'bad_header'],
    ['details size', (copy) => add(copy, HEADER.detailsBytes, 1), 'bad_header'],
    ['router offset', (copy) => add(copy, HEADER.routerOffset, 1), 'bad_header'],
    ['router size 0', (copy) => copy.writeUInt32LE(0, HEADER.routerBytes), 'bad_header'],
    ['router size', (copy) => add(copy, HEADER.routerBytes, -1), 'bad_footer'],
    ['router size beyond the file', (copy) => add(copy, HEADER.routerBytes, 5), 'bad_header'],
    [
      'router size beyond the limit',
      (copy) => copy.writeUInt32LE(1_572_865, HEADER.routerBytes),
      'bad_header',
    ],
    ['reserved field', (copy) => copy.writeUInt32LE(1, HEADER.reserved), 'bad_header'],
    ['build time', (copy) => copy.fill(0xff, HEADER.builtAt, HEADER.builtAt + 8), 'bad_header'],
    ['file size one more', (copy) => add(copy, HEADER.fileSize, 1), 'truncated'],
    ['file size one less', (copy) => add(copy, HEADER.fileSize, -1), 'bad_size'],
    ['file size', (copy) => copy.fill(0xff, HEADER.fileSize, HEADER_BYTES), 'bad_header'],
  ]
  for (const [name, change, code] of cases) {
    test(`${name}: ${code}`, () => assert.equal(codeAfter(change), code))
  }

  test('without a router, router fields that are not zero', () => {
    const set = (offset: number) => codeAfter((copy) => copy.writeUInt32LE(1, offset), plain)
    assert.deepEqual(
      [HEADER.routerOffset, HEADER.routerBytes, HEADER.routerCrc].map(set),
      Array(3).fill('bad_header'),
    )
    assert.equal(set(HEADER.flags), 'bad_header')
  })
})

describe('each field of an index entry', () => {
  const at = placesOf(whole).entries[1]?.at ?? 0
  const cases: [string, (copy: Buffer) => void][] = [
    ['length one more', (copy) => add(copy, at, 1)],
    ['length one less', (copy) => add(copy, at, -1)],
    ['length of four billion', (copy) => copy.writeUInt32LE(0xffffffff, at)],
    ['detail offset', (copy) => add(copy, at + 4, 1)],
    [
      'detail offset of the other tool',
      (copy) => copy.writeUInt32LE(placesOf(whole).entries[0]?.detailOffset ?? 0, at + 4),
    ],
    ['detail offset beyond the file', (copy) => copy.writeUInt32LE(0xffffffff, at + 4)],
    ['detail size one more', (copy) => add(copy, at + 8, 1)],
    ['detail size one less', (copy) => add(copy, at + 8, -1)],
    ['detail size of four billion', (copy) => copy.writeUInt32LE(0xffffffff, at + 8)],
    ['risk', (copy) => copy.writeUInt8(4, at + 17)],
    ['name size', (copy) => copy.writeUInt16LE(8, at + 18)],
    ['name size beyond the index', (copy) => copy.writeUInt16LE(0xffff, at + 18)],
    ['one-liner size', (copy) => copy.writeUInt16LE(1, at + 20)],
    ['group size', (copy) => copy.writeUInt16LE(0xffff, at + 22)],
    ['name that is not UTF-8', (copy) => copy.writeUInt8(0xff, at + ENTRY_FIXED_BYTES)],
    ['name out of order', (copy) => copy.write('aaa', at + ENTRY_FIXED_BYTES)],
    [
      'sizes that fit together with an empty name',
      (copy) => {
        copy.writeUInt16LE(0, at + 18)
        add16(copy, at + 20, 'weather'.length)
      },
    ],
  ]
  for (const [name, change] of cases) {
    test(`${name} is refused`, () => assert.equal(codeAfter(change), 'bad_entry'))
  }

  test('a name that stands twice is refused', () => {
    const twins = writeManifest({ tools: [sampleTool('aa'), sampleTool('ab')], builtAt: 1, footer: 'crc32' })
    const second = (placesOf(twins).entries[1]?.at ?? 0) + ENTRY_FIXED_BYTES
    assert.equal(
      codeAfter((copy) => copy.write('aa', second), twins),
      'bad_entry',
    )
  })

  test('a wrong detail checksum costs this tool and no other', () => {
    const manifest = expectManifest(readManifest(resealed(whole, (copy) => add(copy, at + 12, 1))))
    const damaged = manifest.detail('weather')
    assert.ok(isManifestProblem(damaged))
    assert.equal(damaged.code, 'bad_detail')
    assert.match(damaged.message, /`weather`/)
    assert.ok(!isManifestProblem(manifest.detail('alarm')))
  })
})

describe('a detail with right checksums', () => {
  const detailSize = placesOf(whole).entries[0]?.detailBytes ?? 0
  const description = Buffer.from(tools[0]?.description ?? '', 'utf8').length
  const afterDescription = 4 + 5 + description
  const cases: [string, (detail: Buffer) => void][] = [
    ['length one less', (detail) => detail.writeUInt32LE(detailSize - 5)],
    ['length one more', (detail) => detail.writeUInt32LE(detailSize - 3)],
    ['an unknown tag', (detail) => detail.writeUInt8(9, 4)],
    ['a text beyond the detail', (detail) => detail.writeUInt32LE(0xffffffff, 5)],
    ['UTF-16 units beyond the detail', (detail) => detail.set([6, 0xff, 0xff, 0xff, 0x7f], 4)],
    ['a text that is not UTF-8', (detail) => detail.writeUInt8(0xff, 9)],
    ['a description that is a number', (detail) => detail.fill(3, 4, 5)],
    ['four billion members', (detail) => detail.writeUInt32LE(0xffffffff, afterDescription + 1)],
    ['an array of four billion', (detail) => detail.set([7, 0xff, 0xff, 0xff, 0xff], afterDescription)],
    ['an unknown code of a name', (detail) => detail.writeUInt8(200, afterDescription + 5)],
    ['parameters that are null, and bytes left over', (detail) => detail.writeUInt8(0, afterDescription)],
    ['parameters nested without end', (detail) => detail.fill(7, afterDescription)],
  ]
  for (const [name, change] of cases) {
    test(`${name} is refused`, () => assert.equal(detailCodeAfter(change), 'bad_detail'))
  }

  test('values nested too deep are refused before the stack ends', () => {
    const deep = Buffer.alloc(5 * 100_000)
    for (let offset = 0; offset < deep.length; offset += 5) deep.set([7, 1, 0, 0, 0], offset)
    const bytes = writeManifest({
      tools: [sampleTool('deep', { description: 'x'.repeat(deep.length) })],
      builtAt: 1,
      footer: 'crc32',
    })
    const [entry] = placesOf(bytes).entries
    assert.ok(entry)
    const changed = resealed(bytes, (copy) => {
      deep.copy(copy, entry.detailOffset + 4)
      copy.writeUInt32LE(
        crc32(copy.subarray(entry.detailOffset, entry.detailOffset + entry.detailBytes)),
        entry.at + 12,
      )
    })
    const detail = expectManifest(readManifest(changed)).detail('deep')
    assert.ok(isManifestProblem(detail))
    assert.match(detail.message, /deeper than 128/)
  })
})

describe('the router chunk', () => {
  test('is refused when first asked for, and the tools stay', () => {
    const { routerOffset } = placesOf(whole)
    for (const change of [
      (copy: Buffer) => add(copy, HEADER.routerCrc, 1),
      (copy: Buffer) => copy.writeUInt8(0, routerOffset),
    ]) {
      const manifest = expectManifest(readManifest(resealed(whole, change)))
      for (const answer of [manifest.router(), manifest.router()]) {
        assert.ok(isManifestProblem(answer))
        assert.equal(answer.code, 'bad_router')
      }
      assert.ok(!isManifestProblem(manifest.detail('alarm')))
    }
  })
})

describe('the footer', () => {
  const at = placesOf(whole).footerOffset

  test('of an unknown type is refused', () => {
    for (const type of [0, 3, 255])
      assert.equal(
        codeAfter((copy) => copy.writeUInt8(type, at)),
        'bad_footer',
      )
  })

  test('of the other type is refused for its size', () => {
    assert.equal(
      codeAfter((copy) => copy.writeUInt8(2, at)),
      'bad_footer',
    )
  })

  test('that does not match is refused', () => {
    const copy = Buffer.from(whole)
    copy.writeUInt32LE(0, at + 1)
    assert.equal(codeOf(copy), 'bad_checksum')
  })
})

test('other kinds of files are refused by name', () => {
  assert.equal(codeOf(new Uint8Array()), 'truncated')
  for (const text of ['{"tools": []}', 'ELF', '\0'.repeat(500), 'x'])
    assert.equal(codeOf(Buffer.from(text)), 'bad_magic')
  const result = readManifest(Buffer.from('GGUF and more'))
  assert.ok(isManifestProblem(result))
  assert.match(result.message, /begins with `GGUF` instead of `ETOL`/)
})

function add(copy: Buffer, offset: number, by: number): void {
  copy.writeUInt32LE(copy.readUInt32LE(offset) + by, offset)
}

function add16(copy: Buffer, offset: number, by: number): void {
  copy.writeUInt16LE(copy.readUInt16LE(offset) + by, offset)
}
