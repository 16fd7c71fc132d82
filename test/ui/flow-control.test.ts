import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FlowControl } from '../../source/ui/flow-control.ts'

const QUESTION = '\x1b[5n'
const ANSWER = '\x1b[0n'

function open() {
  const clock = { nowMs: 1_000 }
  let written = ''
  const flow = new FlowControl(
    {
      write: (text: string | Uint8Array) => {
        written += String(text)
        return true
      },
    },
    () => clock.nowMs,
  )
  const frees: boolean[] = []
  flow.onFree = () => frees.push(flow.isFull)
  const frame = (bytes = 100) => {
    flow.follow()
    written += 'frame'
    flow.written(bytes)
  }
  /** Draws a frame that the line carries in so long. */
  const carry = (bytes: number, ms: number) => {
    frame(bytes)
    clock.nowMs += ms
    assert.equal(flow.take(ANSWER), '')
  }
  return { clock, flow, frees, frame, carry, written: () => written }
}

test('behind a frame the terminal is asked, one question at a time, and not behind frames while nothing runs', () => {
  const { flow, frame, written } = open()
  frame()
  frame()
  assert.equal(written(), `frame${QUESTION}frame`)
  flow.take(ANSWER)
  flow.written(100)
  assert.equal(written(), `frame${QUESTION}frame`)
  frame()
  assert.ok(written().endsWith(`frame${QUESTION}`))
})

test('a line is full when an answer takes long, and on a slow line until each answer', () => {
  const { clock, flow, frees, frame, carry } = open()
  carry(100, 80)
  frame()
  clock.nowMs += 499
  assert.equal(flow.isFull, false)
  clock.nowMs += 1
  assert.equal(flow.isFull, true)
  assert.equal(flow.isSlow, false)
  flow.take(ANSWER)
  assert.deepEqual([flow.isFull, ...frees], [false, false, false])
  carry(700, 730)
  assert.equal(flow.isSlow, true)
  frame()
  assert.equal(flow.isFull, true)
})

test('a line is slow by two late answers in a row, and quick by how much it carries at once', () => {
  const { flow, carry } = open()
  const isSlow = (bytes: number, ms: number) => {
    carry(bytes, ms)
    return flow.isSlow
  }
  assert.equal(isSlow(100, 300), false, 'far away is not slow')
  assert.equal(isSlow(100, 900), false, 'the machine was busy')
  assert.equal(isSlow(100, 30), false)
  assert.equal(isSlow(100, 900), false)
  assert.equal(isSlow(700, 730), true)
  assert.equal(isSlow(80, 5), true, 'a small frame is quick on any line')
  assert.equal(isSlow(400, 416), true)
  assert.equal(isSlow(400, 40), false)
})

test('the answer is taken out of what is typed, however it is cut', () => {
  for (const [chunks, left] of [
    [['ab\x1b[0ncd'], 'abcd'],
    [['\x1b\x1b[0n'], '\x1b'],
    [['\x1b[A\x1b[0n\x1b[B'], '\x1b[A\x1b[B'],
    // Ink drops these, because they are no key.
    [['x\x1b[', '0ny'], 'x\x1b[0ny'],
    [['\x1b', '[', '0', 'n'], '\x1b[0n'],
  ] as const) {
    const { flow, frame, frees } = open()
    frame()
    assert.equal(chunks.map((chunk) => flow.take(chunk)).join(''), left)
    assert.equal(frees.length, 1, JSON.stringify(chunks))
    assert.equal(flow.take('\x1b[0n'), '', 'one that comes late is none of the keys either')
  }
})

test('a terminal that never answers is asked once, and nothing is held back from it', () => {
  const { clock, flow, frame, written } = open()
  for (let at = 0; at < 100; at++) {
    frame()
    assert.deepEqual([flow.isFull, flow.isSlow], [false, false])
    assert.equal(flow.take('key'), 'key')
    clock.nowMs += 200
  }
  assert.equal(written().split(QUESTION).length, 2)
})

test('an answer that got lost is not waited for for ever', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { clock, flow, frees, frame, carry, written } = open()
  carry(100, 600)
  carry(100, 600)
  frame()
  assert.equal(flow.isFull, true)
  clock.nowMs += 10_000
  t.mock.timers.tick(10_000)
  assert.deepEqual([flow.isFull, flow.isSlow, frees.length], [false, false, 3])
  frame()
  frame()
  assert.equal(flow.isFull, false)
  assert.equal(written().split(QUESTION).length, 5)
})

test('who gets the terminal gets no answer typed into it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const ends of ['by the answer', 'by time']) {
    const { clock, flow, frame, carry, written } = open()
    carry(100, 80)
    frame()
    const before = written()
    let isAway = false
    const done = flow.quietly(async () => {
      isAway = true
      frame()
    })
    await Promise.resolve()
    assert.equal(isAway, false)
    if (ends === 'by the answer') flow.take(ANSWER)
    clock.nowMs += 2_000
    t.mock.timers.tick(2_000)
    await done
    assert.equal(isAway, true)
    assert.equal(written(), `${before}frame`, 'nothing is asked meanwhile')
    assert.equal(flow.isFull, false)
    frame()
    assert.ok(written().endsWith(QUESTION))
  }
})
