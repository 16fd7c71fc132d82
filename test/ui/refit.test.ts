import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { WriteStream } from 'node:tty'
import { addedAbove, refitOnResize, wrapsAnew } from '../../source/ui/refit.ts'

const row = (text: string, mark = '') => ({ key: '', mark, text, look: 'plain' as const })
const drawn = {
  rows: [
    row('x'.repeat(80)),
    row('日本語'.repeat(10)),
    row('\x1b[1mshort\x1b[0m'),
    row('draft', '› '),
    row('x'.repeat(80)),
  ],
  cursor: { x: 45, y: 3 },
  scroll: { end: 0, page: 0 },
}

test('what a narrower window adds above the cursor is counted in columns, without sequences', () => {
  assert.equal(addedAbove(drawn, 80), 0)
  // One row of 80 and one of 60 columns become two each; the cursor stands in the second row of its own.
  assert.equal(addedAbove(drawn, 40), 1 + 1 + 1)
  assert.equal(addedAbove({ ...drawn, cursor: { x: 2, y: 0 } }, 40), 0)
})

test('the cursor goes up before anybody else hears of a narrower window, and not at a wider one', () => {
  const written: string[] = []
  const stdout = Object.assign(new EventEmitter(), {
    columns: 80,
    write: (text: string) => written.push(text) > 0,
  }) as unknown as WriteStream
  stdout.on('resize', () => written.push('ink'))
  const undo = refitOnResize(stdout, {}, () => drawn)
  for (const columns of [40, 120, 90]) {
    stdout.columns = columns
    stdout.emit('resize')
  }
  assert.deepEqual(written, ['\x1b[3A', 'ink', 'ink', 'ink'])
  undo()
  assert.equal(stdout.listenerCount('resize'), 1)
})

test('a terminal that cuts its rows is left alone', () => {
  assert.equal(wrapsAnew({ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }), false)
  assert.equal(wrapsAnew({ TERM: 'screen' }), false)
  assert.equal(wrapsAnew({ TERM: 'screen-256color', TMUX: '/tmp/x' }), true)
  assert.equal(wrapsAnew({ TERM: 'xterm-256color' }), true)
})
