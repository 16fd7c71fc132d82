import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PendingApproval } from '../../source/contracts/session.ts'
import { diffRows, NO_SCROLL, previewRows, scrolled } from '../../source/ui/dialog/preview-rows.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { type Palette, UNSTYLED } from '../../source/ui/theme/paint.ts'

const DARK: Palette = { styled: true, depth: 16, background: 'dark', links: false }
const glyphs = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
const DIFF = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new'
const asking = (text: string | undefined): PendingApproval => ({
  call: 'c1',
  name: 'file_write',
  risk: 'write',
  arguments: '{}',
  preview: { text },
})

test('a diff has the colours of one, and any other text has none', () => {
  assert.deepEqual(diffRows(DIFF, 80, DARK), [
    '\x1b[90m--- a/x\x1b[0m',
    '\x1b[90m+++ b/x\x1b[0m',
    '\x1b[96m@@ -1,2 +1,2 @@\x1b[0m',
    ' same',
    '\x1b[91m-old\x1b[0m',
    '\x1b[92m+new\x1b[0m',
  ])
  assert.deepEqual(diffRows('- item\n+ 1', 80, DARK), ['- item', '+ 1'])
  assert.deepEqual(diffRows('@@ x\n+a\x1b[2J', 3, UNSTYLED), ['@@ ', 'x', '+a'])
})

test('of a long diff a window is shown, with where it stands, and keys move it no further than its ends', () => {
  const long = `${DIFF}\n${Array.from({ length: 40 }, (_, at) => `+line ${at}`).join('\n')}`
  const look = { glyphs, palette: UNSTYLED }
  const at = (from: number) => previewRows(asking(long), 80, 10, look, from)
  const { rows, scroll } = at(0)
  assert.equal(rows.length, 10)
  assert.equal(rows[8], '+line 2')
  assert.equal(rows.at(-1), '… rows 1 to 9 of 46 · up, down, PgUp, PgDn · v shows all')
  assert.deepEqual(scroll, { end: 37, page: 9 })
  assert.deepEqual([at(37).rows[0], at(37).rows[8]], ['+line 31', '+line 39'])
  // A smaller window may have stood further down.
  assert.deepEqual(at(99), at(37))
  const keys = [
    ['older', 0],
    ['newer', 1],
  ] as const
  for (const [type, to] of keys) assert.equal(scrolled(0, { type }, scroll), to)
  assert.equal(scrolled(0, { type: 'page', by: 1 }, scroll), 9)
  assert.equal(scrolled(36, { type: 'page', by: 1 }, scroll), 37)
  assert.equal(scrolled(99, { type: 'older' }, scroll), 36)
  assert.equal(scrolled(4, { type: 'page', by: -1 }, scroll), 0)
  assert.equal(scrolled(4, { type: 'tab' }, scroll), undefined)
  assert.equal(scrolled(0, { type: 'newer' }, NO_SCROLL), undefined)
})

test('a diff that fits is whole, and one without room is not begun', () => {
  const look = { glyphs, palette: UNSTYLED }
  assert.deepEqual(previewRows(asking(DIFF), 80, 6, look), { rows: DIFF.split('\n'), scroll: NO_SCROLL })
  for (const [preview, most] of [
    [DIFF, 2],
    [undefined, 9],
  ] as const)
    assert.deepEqual(previewRows(asking(preview), 80, most, look), { rows: [], scroll: NO_SCROLL })
})
