import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { END_SIGNALS } from '../../source/lib/end-signals.ts'
import { runScript } from '../../source/script/script.ts'
import { watchScript } from '../../source/script/watch-script.ts'
import { FakeSession } from '../ui/fake-session.ts'

class Session extends FakeSession {
  /** As a turn ends that is interrupted. */
  override interrupt(): boolean {
    void this.endLine()
    return super.interrupt()
  }

  quit(): void {
    this.ended = true
  }

  emit(event: SessionEvent): void {
    this.say(event)
  }
}

/** Runs one line that does not end by itself. */
function open() {
  const session = new Session()
  const stdout = new EventEmitter()
  const stderr = new EventEmitter()
  const signal = watchScript(session, { stdout, stderr })
  const write = () => true
  const lines = [{ type: 'line', text: 'sleep' } as const, { type: 'line', text: 'next' } as const]
  const done = runScript(session, lines, {
    ...{ json: false, deltas: false, signal },
    ...{ stdout: { write }, stderr: { write } },
  })
  return { session, stdout, stderr, done }
}

async function begun(session: Session): Promise<void> {
  while (session.submitted.length === 0) await new Promise(setImmediate)
}

test('`kill` and a closed terminal end a script as Ctrl-C does: what runs is stopped, and the session closed', {
  timeout: 20_000,
}, async () => {
  // Those of the test runner, which would end at a signal.
  const others = END_SIGNALS.map((name) => [name, process.listeners(name)] as const)
  for (const name of END_SIGNALS) {
    for (const one of END_SIGNALS) process.removeAllListeners(one)
    const { session, done } = open()
    await begun(session)
    assert.ok(process.emit(name), `${name} would end the program on the spot`)
    await done
    assert.deepEqual([session.interrupts, session.closes, session.raised], [1, 1, 130], name)
    assert.deepEqual(session.submitted, ['sleep'], name)
  }
  for (const name of END_SIGNALS) process.removeAllListeners(name)
  for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener)
})

test('a reader that goes away ends a script with 1, and what runs is not left to run', {
  timeout: 20_000,
}, async () => {
  const { session, stdout, stderr, done } = open()
  await begun(session)
  stderr.emit('error', new Error('write EIO'))
  assert.equal(session.interrupts, 0)
  stdout.emit('error', new Error('write EPIPE'))
  await done
  assert.deepEqual([session.interrupts, session.closes, session.raised], [1, 1, 1])
})
