import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Pty } from '../helpers/pty.ts'
import { DOCUMENTS } from './markdown/documents.ts'

const PROGRAM = join(import.meta.dirname, 'streaming-program.ts')
const JSX = join(import.meta.dirname, '../helpers/jsx.mjs')
const STEPS = Array.from({ length: 60 }, (_, at) => `${at + 1}. step number ${at + 1} of the list`).join('\n')
const TEXT = [DOCUMENTS.longCode, STEPS, DOCUMENTS.table, DOCUMENTS.lists].join('\n\n')

for (const [columns, rows] of [
  [80, 24],
  [40, 12],
] as const) {
  test(`a long answer at ${columns}×${rows} never clears the screen, and all of it is above in its order`, {
    timeout: 120_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ethervox-streaming-'))
    const file = join(folder, 'answer.md')
    writeFileSync(file, TEXT)
    const pty = new Pty(process.execPath, ['--import', JSX, PROGRAM, file], { columns, rows })
    try {
      await pty.until('the-end')
      const { written, all } = pty
      // What stands below the cursor (`\\x1b[J`) is erased where a piece goes above it: that is the frame alone.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences that would flicker
      const clears = written.match(/\x1b\[[23]J|\x1b\[(?:1;1)?H|\x1bc/g) ?? []
      assert.deepEqual(clears, [], 'the screen is never cleared')
      // Only rows that changed are drawn again, so a frame shows in how far the cursor goes up to its top.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the way up, and rows that are erased on it
      const heights = [...written.matchAll(/\x1b\[(\d+)A|(?:\x1b\[2K(?:\x1b\[1A)?)+/g)].map(([run, up]) =>
        up === undefined ? run.split('\x1b[2K').length - 1 : Number(up) + 1,
      )
      // How often depends on the machine: redraws are a tenth of a second apart or more.
      assert.ok(heights.length > 2, `it was drawn again ${heights.length} times`)
      assert.ok(Math.max(...heights) < rows, `a frame had ${Math.max(...heights)} rows`)
      const steps = [...all.matchAll(/(\d+)\. step number (\d+)/g)].map(([, , number]) => Number(number))
      assert.deepEqual(
        steps,
        Array.from({ length: 60 }, (_, at) => at + 1),
        'every step once',
      )
      assert.equal(all.split('def total(values):').length, 2)
      assert.equal(all.split('That is all.').length, 2)
    } finally {
      await pty.close()
      rmSync(folder, { recursive: true })
    }
  })
}
