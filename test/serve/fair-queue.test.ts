import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue, QueueFull } from '../../source/serve/fair-queue.ts'

const never = new AbortController().signal

/** A queue with its first place taken until `open` is called; what ran is noted in order. */
function heldQueue(limits = { most: 100, mostOfOne: 100 }) {
  const queue = new FairQueue(limits)
  const ran: string[] = []
  const gate = Promise.withResolvers<void>()
  const all: Promise<unknown>[] = [queue.run('held', never, () => gate.promise)]
  const add = (line: string, name: string) => {
    all.push(
      queue.run(line, never, async () => {
        ran.push(name)
      }),
    )
  }
  const finish = async () => {
    gate.resolve()
    await Promise.all(all)
    return ran.join(' ')
  }
  return { queue, add, finish, gate }
}

test('one line with much to do does not hold up another with little', async () => {
  const { add, finish } = heldQueue()
  for (const at of [1, 2, 3, 4]) add('a', `a${at}`)
  add('b', 'b1')
  add('c', 'c1')
  add('b', 'b2')
  assert.equal(await finish(), 'a1 b1 c1 a2 b2 a3 a4')
})

test('who comes while a line is served goes before what that line has left', async () => {
  const queue = new FairQueue({ most: 10, mostOfOne: 10 })
  const ran: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (name: string, at?: number) => async () => {
    ran.push(name)
    if (at !== undefined) await gates[at]?.promise
  }
  const all = [queue.run('a', never, work('a1', 0)), queue.run('a', never, work('a2'))]
  all.push(queue.run('b', never, work('b1')))
  gates[0]?.resolve()
  await Promise.all(all)
  assert.deepEqual(ran, ['a1', 'b1', 'a2'])
})

test('never two at a time, and a failure holds nobody up', async () => {
  const queue = new FairQueue({ most: 100, mostOfOne: 100 })
  let running = 0
  const work = async () => {
    assert.equal(++running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    throw new Error('it failed')
  }
  const all = Array.from({ length: 20 }, (_, at) => queue.run(`line ${at % 3}`, never, work))
  const ended = await Promise.allSettled(all)
  assert.ok(ended.every((one) => one.status === 'rejected' && one.reason.message === 'it failed'))
})

test('who goes away while it waits is not run, and leaves its place', async () => {
  const { queue, add, finish } = heldQueue({ most: 2, mostOfOne: 2 })
  const gone = new AbortController()
  const left = queue.run('a', gone.signal, async () => assert.fail('it ran'))
  add('b', 'b1')
  await assert.rejects(
    queue.run('c', never, async () => undefined),
    QueueFull,
  )
  gone.abort(new Error('went away'))
  await assert.rejects(left, /went away/)
  add('c', 'c1')
  assert.equal(queue.waiting, 2)
  assert.equal(await finish(), 'b1 c1')
})

test('one line cannot take all the places', async () => {
  const { queue, add, finish } = heldQueue({ most: 10, mostOfOne: 1 })
  add('a', 'a1')
  await assert.rejects(
    queue.run('a', never, async () => undefined),
    /1 turns of this conversation wait/,
  )
  add('b', 'b1')
  assert.equal(await finish(), 'a1 b1')
})
