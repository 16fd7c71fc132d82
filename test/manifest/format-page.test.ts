import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  ENTRY_FIXED_BYTES,
  FOOTERS,
  HEADER,
  NAMES,
  RISKS,
  ROUTER_LIMIT_BYTES,
  TAG,
} from '../../source/manifest/layout.ts'

const page = readFileSync(new URL('../../source/manifest/FORMAT.md', import.meta.url), 'utf8')

test('the page gives every header field the offset that the code uses', () => {
  const section = page.split('## Header')[1]?.split('## Index')[0] ?? ''
  const offsets = [...section.matchAll(/^\| (\d+) \|/gm)].map((row) => Number(row[1]))
  assert.deepEqual(offsets, Object.values(HEADER))
})

test('the page gives every name the code that the code uses', () => {
  for (const [index, name] of NAMES.entries())
    assert.ok(page.includes(`| ${index + 1} | \`${name}\` |`), name)
  assert.equal(new Set(NAMES).size, NAMES.length)
  assert.ok(NAMES.length < 256)
})

test('the page gives every tag, footer, risk and limit of the code', () => {
  const section = page.split('## Values')[1]?.split('A member is')[0] ?? ''
  const tags = [...section.matchAll(/^\| (\d) \|/gm)].map((row) => Number(row[1]))
  assert.deepEqual(tags, Object.values(TAG))
  assert.match(
    page,
    new RegExp(`\\| ${FOOTERS.crc32.code} \\| CRC-32 .*\\| ${1 + FOOTERS.crc32.digestBytes} \\|`),
  )
  assert.match(
    page,
    new RegExp(`\\| ${FOOTERS.sha256.code} \\| SHA-256.*\\| ${1 + FOOTERS.sha256.digestBytes} \\|`),
  )
  assert.ok(page.includes(RISKS.map((risk, code) => `${code} ${risk}`).join(', ')))
  assert.ok(page.includes(`${ENTRY_FIXED_BYTES - 4} + the three text sizes`))
  assert.ok(page.includes(ROUTER_LIMIT_BYTES.toLocaleString('en')))
})
