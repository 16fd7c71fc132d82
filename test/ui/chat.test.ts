import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, delta, finished, started } from './fake-session.ts'
import { ASK, openChat } from './open-chat.ts'

test('Enter sends the draft and empties it, white space alone is not sent', () => {
  const { session, chat, draft, enter } = openChat()
  chat.key('   ', {})
  enter()
  assert.deepEqual(session.submitted, [])
  chat.key('hi there  ', {})
  enter()
  assert.deepEqual(session.submitted, ['   hi there'])
  assert.equal(draft(), '')
})

test('a backslash at the end and Enter make a new line, and several lines go as one message', () => {
  const { session, chat, enter } = openChat()
  chat.key('one\\', {})
  enter()
  chat.key('two', {})
  enter()
  assert.deepEqual(session.submitted, ['one\ntwo'])
})

test('a paste of many lines lands in the draft and is not sent', () => {
  const { session, chat, draft } = openChat()
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`)
  chat.paste(`${lines.join('\r')}\r`)
  chat.key('', { tab: true })
  assert.equal(draft(), `${lines.join('\n')}\n`)
  assert.deepEqual(session.submitted, [])
})

test('lines sent while one runs wait, and go one by one', async () => {
  const { session, chat, enter } = openChat()
  for (const line of ['one', 'two', 'three']) {
    chat.key(line, {})
    enter()
  }
  assert.deepEqual(session.submitted, ['one'])
  assert.deepEqual(chat.state().queue, ['two', 'three'])
  await session.endLine()
  assert.deepEqual(session.submitted, ['one', 'two'])
  await session.endLine()
  await session.endLine()
  assert.deepEqual(session.submitted, ['one', 'two', 'three'])
  assert.equal(chat.state().running, false)
})

test('text and Enter in one chunk are sent before anything is drawn', () => {
  const { session, chat } = openChat()
  chat.key('fast\r', {})
  assert.deepEqual(session.submitted, ['fast'])
})

test('Escape and ctrl-C interrupt, and what waits goes back into the draft', () => {
  for (const stop of ['escape', 'c']) {
    const { session, chat, draft, ctrl, enter, clock } = openChat()
    chat.key('one', {})
    enter()
    chat.key('two', {})
    enter()
    chat.key('three', {})
    if (stop === 'escape') chat.key('', { escape: true })
    else ctrl(stop)
    assert.equal(session.interrupts, 1)
    assert.equal(draft(), 'two\nthree')
    assert.equal(clock.quits, 0)
  }
})

test('ctrl-C twice quits, once it only clears the draft, and any other key lets it begin anew', () => {
  const { session, chat, draft, ctrl, clock } = openChat()
  chat.key('text', {})
  ctrl('c')
  assert.equal(draft(), '')
  assert.equal(chat.state().quitArmed, true)
  chat.key('x', {})
  assert.equal(chat.state().quitArmed, false)
  ctrl('c')
  ctrl('c')
  ctrl('c')
  assert.equal(clock.quits, 1)
  assert.equal(session.interrupts, 0)
})

test('Escape when idle leaves the draft alone', () => {
  const { session, chat, draft } = openChat()
  chat.key('text', {})
  chat.key('', { escape: true })
  assert.equal(draft(), 'text')
  assert.equal(session.interrupts, 0)
})

test('ctrl-D quits on an empty line and deletes on another', () => {
  const { chat, draft, ctrl, clock } = openChat()
  chat.key('ab', {})
  ctrl('a')
  ctrl('d')
  assert.equal(draft(), 'b')
  ctrl('d')
  ctrl('d')
  assert.equal(clock.quits, 1)
})

test('a session that ended with its line ends the screen, and nothing more is sent', async () => {
  const { session, chat, clock } = openChat()
  chat.key('/quit\r', {})
  chat.key('late\r', {})
  session.ended = true
  await session.endLine()
  assert.equal(clock.quits, 1)
  assert.deepEqual(session.submitted, ['/quit'])
})

test('Enter does not send while a question is open', () => {
  const { session, chat, enter } = openChat()
  chat.key('text', {})
  session.change({ busy: true, pending: ASK })
  enter()
  assert.deepEqual(session.submitted, [])
})

test('what is counted up in idle time is drawn together, the last of it too', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { session, chat } = openChat()
  const drawn: (string | undefined)[] = []
  chat.redraw.subscribe(() => drawn.push(chat.state().view.model))
  for (let at = 1; at <= 37; at++) {
    session.view = { ...session.view, model: `state-${at}` }
    session.say({ type: 'view', often: true })
  }
  assert.deepEqual(drawn, [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(drawn, ['state-37'])
  chat.close()
})

test('deltas are drawn together, and everything else at once', async () => {
  const { session, chat } = openChat()
  let draws = 0
  const drawn = new Promise<void>((resolve) => {
    chat.redraw.subscribe(() => {
      draws++
      resolve()
    })
  })
  for (let part = 0; part < 100; part++) session.say(delta('x'))
  assert.equal(draws, 0)
  await drawn
  assert.equal(draws, 1)
  assert.equal(chat.state().transcript.flow.streamed.length, 100)
  session.say(started(2, 'x'), answer('y', 2), finished('success', 2))
  assert.equal(draws, 4)
  chat.close()
  assert.equal(session.listeners, 0)
})

test('each line that begins is told apart from the one before, also where none lies between them', async () => {
  const { session, chat, enter } = openChat()
  const begun = [chat.state().begun]
  for (const line of ['one', 'two']) {
    chat.key(line, {})
    enter()
  }
  begun.push(chat.state().begun)
  await session.endLine()
  begun.push(chat.state().begun)
  assert.deepEqual(begun, [0, 1, 2])
  assert.equal(chat.state().running, true)
})
