import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PasteGate } from '../../source/ui/paste-gate.ts'
import { runScreen } from '../../source/ui/screen.tsx'
import { FakeSession } from './fake-session.ts'
import { FakeTerminal } from './fake-terminal.ts'

const START = '\x1b[200~'
const END = '\x1b[201~'

function gate() {
  const clock = { nowMs: 0 }
  return { clock, gate: new PasteGate(() => clock.nowMs) }
}

test('however a paste is cut up, it comes as it was, and behind its beginning in one piece', () => {
  const whole = `ab${START}one\rtwo ${START}three${END}c\x1b[A${START}${END}${START}x${END}`
  for (let size = 1; size <= whole.length; size++) {
    const { gate: one } = gate()
    const chunks = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    const out = chunks.map((chunk) => one.take(chunk))
    assert.equal(out.join(''), whole, `chunks of ${size}`)
    const inside = out.filter((chunk) => chunk.includes('one') || chunk.includes('three'))
    assert.equal(inside.length, 1, `chunks of ${size}`)
  }
})

test('what is no paste comes at once, an Escape too', () => {
  const { gate: one } = gate()
  for (const key of ['a', '\x1b', '\x1b[A', '\x1b[200', 'x', '\x03', END]) assert.equal(one.take(key), key)
})

test('Ctrl-C ends a paste whose end was lost, and what came of it is not lost', () => {
  for (const key of ['\x03', '\x1b[99;5u']) {
    const { gate: one } = gate()
    assert.equal(one.take(`${START}half a`), START)
    assert.equal(one.take(' paste'), '')
    assert.equal(one.take(key), `half a paste${END}${key}`)
    assert.equal(one.take('b'), 'b')
  }
})

test('a key that comes long after the last of a paste was typed; what comes soon, or is long, was not', () => {
  const { clock, gate: one } = gate()
  one.take(`${START}half`)
  clock.nowMs += 4_000
  assert.equal(one.take('k'), '')
  clock.nowMs += 60_000
  assert.equal(one.take(' and the rest of a line that stalled'), '')
  clock.nowMs += 6_000
  assert.equal(one.take('x'), `halfk and the rest of a line that stalled${END}x`)
  one.take(`${START}half`)
  clock.nowMs += 6_000
  assert.equal(one.take(`${END}y`), `half${END}y`)
})

test('the keyboard lives on behind a paste whose end was lost', { timeout: 20_000 }, async () => {
  const terminal = new FakeTerminal()
  const env = { LANG: 'C.UTF-8', NO_COLOR: '1' }
  const options = { commandNames: [], debug: true, terminal: terminal.streams, env }
  const code = runScreen(new FakeSession(), options)
  await terminal.until('›\n')
  terminal.type(`${START}lost end`)
  await new Promise(setImmediate)
  terminal.type('\x03')
  await terminal.until('ctrl-C again quits')
  terminal.type('\x03')
  assert.equal(await code, 0)
})
