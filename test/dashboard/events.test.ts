import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepIn } from '../../source/command-line/dashboard-of-session.ts'
import { BoundedRing } from '../../source/lib/bounded-ring.ts'
import { openPage, openStream, readFrames } from './open-page.ts'

const hasAnswer = (times: number) => (text: string) => text.split('"type":"turn.finished"').length > times

test('a reader gets what was said before, what comes, and the view', async () => {
  const page = await openPage({ script: { answers: { Hi: 'Hello there.', 'Once more': 'And again.' } } })
  await page.session.submit('Hi')
  const stream = openStream(`${page.own}/api/events`, { cookie: page.cookie })
  await stream.until(hasAnswer(1))
  await page.session.submit('Once more')
  const frames = readFrames(await stream.until(hasAnswer(2)))
  stream.close()
  assert.equal(frames[0]?.name, 'anew')
  const answers = frames.filter(({ data }) => data.type === 'answer').map(({ data }) => data.text)
  assert.deepEqual(answers, ['Hello there.', 'And again.'])
  assert.ok(frames.some(({ name, data }) => name === 'view' && data.modelState === 'ready'))
  await page.done()
})

test('one that comes back gets only what it missed; one of another session begins anew', async () => {
  const page = await openPage({ script: { answers: { First: 'One.', Second: 'Two.' } } })
  const stream = openStream(`${page.own}/api/events`, { cookie: page.cookie })
  await page.session.submit('First')
  const first = readFrames(await stream.until(hasAnswer(1)))
  stream.close()
  const last = first.findLast(({ id }) => id !== '')?.id ?? ''
  await page.session.submit('Second')
  const back = openStream(`${page.own}/api/events`, { cookie: page.cookie, 'last-event-id': last })
  const missed = readFrames(await back.until(hasAnswer(1)))
  back.close()
  assert.ok(missed.every(({ name }) => name !== 'anew'))
  assert.deepEqual(
    missed.filter(({ data }) => data.type === 'answer').map(({ data }) => data.text),
    ['Two.'],
  )
  const foreign = openStream(`${page.own}/api/events`, { cookie: page.cookie, 'last-event-id': 'other-1' })
  const all = readFrames(await foreign.until(hasAnswer(2)))
  foreign.close()
  assert.equal(all[0]?.name, 'anew')
  assert.equal(all.filter(({ data }) => data.type === 'answer').length, 2)
  await page.done()
})

test('too many streams are refused, and one that ends makes room', async () => {
  const page = await openPage()
  const streams = Array.from({ length: 5 }, () =>
    openStream(`${page.own}/api/events`, { cookie: page.cookie }),
  )
  await Promise.all(streams.map((stream) => stream.until((text) => text.includes('event: view'))))
  assert.equal((await page.ask('/api/events')).status, 503)
  for (const stream of streams) stream.close()
  // The server hears of their end a little later.
  let status = 503
  while (status === 503) {
    const again = openStream(`${page.own}/api/events`, { cookie: page.cookie })
    status = await again.status
    again.close()
  }
  assert.equal(status, 200)
  await page.done()
})

test('to ask for the head of the stream takes no place', async () => {
  const page = await openPage()
  for (let asked = 0; asked < 10; asked++) {
    const { status, headers } = await page.ask('/api/events', { method: 'HEAD' })
    assert.equal(status, 200)
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/)
  }
  const stream = openStream(`${page.own}/api/events`, { cookie: page.cookie })
  assert.equal(await stream.status, 200)
  stream.close()
  await page.done()
})

test('the ring is bounded in number and size, and says when something is gone', () => {
  const ring = new BoundedRing('e', 3, 10)
  for (const text of ['aa', 'bb', 'cc', 'dd']) ring.push(text)
  assert.deepEqual(
    ring.all().map(({ id, text }) => `${id}${text}`),
    ['2bb', '3cc', '4dd'],
  )
  assert.equal(ring.since(0), undefined, '1 is gone')
  assert.equal(ring.since(1)?.length, 3)
  assert.deepEqual(ring.since(4), [])
  assert.equal(ring.since(5), undefined, 'nobody can have seen it')
  ring.push('eeeeeeeeee')
  assert.deepEqual(
    ring.all().map(({ id }) => id),
    [5],
  )
})

test('pieces of an answer leave the ring once the answer is there, and nobody has to begin anew for that', () => {
  const ring = new BoundedRing('e', 100, 10_000)
  const keep = keepIn(ring)
  keep({ type: 'turn.started', turn: 1, text: 'Hi', origin: 'message' })
  for (let count = 0; count < 50; count++) keep({ type: 'answer.delta', turn: 1, text: 'x' })
  assert.equal(ring.all().length, 51)
  keep({ type: 'answer', turn: 1, text: 'xx', status: 'success', confidence: 1, source: 'model' })
  assert.equal(ring.all().length, 2)
  assert.equal(ring.since(20)?.length, 1)
})

test('a result of megabytes does not push everything else out', () => {
  const ring = new BoundedRing('e', 100, 1_000_000)
  const keep = keepIn(ring)
  keep({ type: 'notice', code: 'ground', message: 'first' })
  const huge = 'x'.repeat(5_000_000)
  keep({ type: 'tool.finished', turn: 1, call: 'c1', name: 't', ok: true, result: huge, say: huge, ms: 1 })
  keep({ type: 'tool.called', turn: 1, round: 1, call: 'c2', name: 't', arguments: { text: huge } })
  assert.equal(ring.all().length, 3)
  assert.ok(JSON.parse(ring.all()[1]?.text ?? '').say.length < 100_000)
})
