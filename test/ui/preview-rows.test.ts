import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PendingApproval } from '../../source/contracts/session.ts'
import { diffRows, previewRows } from '../../source/ui/dialog/preview-rows.ts'
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

test('of a long diff the beginning is shown and the rest is counted', () => {
  const long = `${DIFF}\n${Array.from({ length: 40 }, (_, at) => `+line ${at}`).join('\n')}`
  const look = { glyphs, palette: UNSTYLED }
  const rows = previewRows(asking(long), 80, 10, look)
  assert.equal(rows.length, 10)
  assert.equal(rows[8], '+line 2')
  assert.equal(rows.at(-1), '… 37 more rows: v shows all')
  assert.deepEqual(previewRows(asking(DIFF), 80, 6, look), DIFF.split('\n'))
  assert.deepEqual(previewRows(asking(DIFF), 80, 2, look), [])
  assert.deepEqual(previewRows(asking(undefined), 80, 9, look), [])
})
