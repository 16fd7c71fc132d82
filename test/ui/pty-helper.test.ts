import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pty } from '../helpers/pty.ts'

const SCRIPT = `
process.stdin.setRawMode(true)
process.stdout.write('size ' + process.stdout.columns + 'x' + process.stdout.rows + '\\r\\n')
process.stdout.write('gone\\x1b[2K\\rdrawn\\r\\n')
process.stdout.on('resize', () => process.stdout.write('now ' + process.stdout.columns + 'x' + process.stdout.rows))
process.stdin.on('data', (data) => {
  if (String(data) === 'q') process.exit(3)
  process.stdout.write(JSON.stringify(String(data)))
})
`

test('a program in a pseudo-terminal is seen as a person sees it, hears keys and size, and ends', async () => {
  const pty = new Pty(process.execPath, ['-e', SCRIPT], { columns: 40, rows: 6 })
  try {
    await pty.until('drawn')
    assert.deepEqual(pty.rows.slice(0, 2), ['size 40x6', 'drawn'])
    assert.deepEqual(pty.cursor, { x: 0, y: 2 })
    pty.type('\r')
    await pty.until('"\\r"')
    pty.resize(30, 5)
    await pty.until('now 30x5')
    await assert.rejects(pty.until('never', 50), /does not show `never`; the screen:\nsize 40x6/)
    pty.type('q')
    assert.deepEqual(await pty.exit, { code: 3, signal: undefined })
    await assert.rejects(pty.until('never'), /the program ended \(3\)/)
  } finally {
    await pty.close()
  }
})
