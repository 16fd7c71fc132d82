import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, sha256, sha256Hex } from '../../source/lib/checksum.ts'

test('CRC-32 gives the published check value', () => {
  // "123456789" is the check input of the CRC catalogue (CRC-32/ISO-HDLC).
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926)
  assert.equal(crc32(new Uint8Array()), 0)
})

test('SHA-256 gives the published value', () => {
  // FIPS 180-2, appendix B.1.
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.equal(sha256Hex(Buffer.from('abc')), expected)
  assert.equal(sha256(Buffer.from('abc')).toString('hex'), expected)
})
