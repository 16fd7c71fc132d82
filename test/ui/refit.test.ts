import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { WriteStream } from 'node:tty'
import { addedAbove, movesCursor, refitOnResize, wrapsAnew } from '../../source/ui/refit.ts'

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

/** What is written and done at each of these sizes, one after the other, from 80×24 on. */
function doneAt(env: NodeJS.ProcessEnv, sizes: readonly (readonly [columns: number, rows: number])[]) {
  const done: string[] = []
  const stdout = Object.assign(new EventEmitter(), {
    columns: 80,
    rows: 24,
    write: (text: string) => done.push(text) > 0,
  }) as unknown as WriteStream
  stdout.on('resize', () => done.push('ink'))
  const frame = { erase: () => done.push('erase'), draw: () => done.push('draw') }
  const undo = refitOnResize(stdout, env, () => drawn, frame)
  for (const [columns, rows] of sizes) {
    Object.assign(stdout, { columns, rows })
    stdout.emit('resize')
  }
  undo()
  assert.equal(stdout.listenerCount('resize'), 1)
  return done
}

test('the frame is erased and laid out anew before Ink draws at another size; at a narrower one the cursor goes up first', () => {
  const each = ['erase', 'draw', 'ink']
  const sizes = [
    [40, 24],
    [120, 24],
    [90, 12],
  ] as const
  assert.deepEqual(doneAt({}, sizes), ['\x1b[3A', ...each, ...each, ...each])
})

test('where rows that are added below the cursor move it, they count, but not in a window that is lower, too', () => {
  const env = { TERM_PROGRAM: 'vscode' }
  assert.equal(movesCursor(env), true)
  assert.equal(movesCursor({ ...env, TMUX: '/tmp/x' }), false)
  assert.equal(doneAt(env, [[40, 24]])[0], '\x1b[4A')
  assert.equal(doneAt(env, [[40, 20]])[0], '\x1b[3A')
})

test('a terminal that cuts its rows is left alone', () => {
  assert.equal(wrapsAnew({ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }), false)
  assert.equal(wrapsAnew({ TERM: 'screen' }), false)
  assert.equal(wrapsAnew({ TERM: 'screen-256color', TMUX: '/tmp/x' }), true)
  assert.equal(wrapsAnew({ TERM: 'xterm-256color' }), true)
})
