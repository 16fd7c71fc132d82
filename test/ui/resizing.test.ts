import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Pty } from '../helpers/pty.ts'

const PROGRAM = join(import.meta.dirname, 'resizing-program.ts')
const JSX = join(import.meta.dirname, '../helpers/jsx.mjs')

/** Each is seen by the program before the next. */
const CHANGES: Readonly<Record<string, readonly (readonly [columns: number, rows: number])[]>> = {
  'its width': [50, 100, 64, 90, 40, 80, 120, 70].map((columns) => [columns, 24]),
  'its height': [12, 30, 8, 24, 10, 40, 16].map((rows) => [80, rows]),
  both: [
    [60, 40],
    [120, 24],
    [70, 30],
    [100, 20],
    [50, 40],
    [130, 30],
  ],
}

for (const [what, sizes] of Object.entries(CHANGES)) {
  test(`a window that changes ${what} while an answer is written keeps every row once`, {
    timeout: 120_000,
  }, async () => {
    const pty = new Pty(process.execPath, ['--import', JSX, PROGRAM], { columns: 80, rows: 24 })
    const flat = () => pty.all.replaceAll(/\s+/g, ' ')
    /** The frame with this sentence is drawn. */
    const until = (at: number) => pty.until(() => flat().includes(`is over at ${at}.`))
    try {
      await until(1)
      for (const [at, [columns, rows]] of sizes.entries()) {
        pty.resize(columns, rows)
        await until(at + 2)
      }
      const sentences = Array.from({ length: sizes.length + 1 }, (_, at) => at + 1).map(
        (at) => `Sentence ${at} begins here, sails over the wide and wild sea, and is over at ${at}.`,
      )
      const [, written = ''] = flat().split('show me ')
      assert.equal(written.slice(0, written.indexOf(' ›')), sentences.join(' '), pty.all)
      assert.equal(pty.all.match(/^›/gm)?.length, 2, pty.all)
      assert.ok(!/\n\n\n/.test(pty.all), `a blank row was left behind:\n${pty.all}`)
    } finally {
      await pty.close()
    }
  })
}
