import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { likeness } from '../../source/contracts/meaning.ts'
import { createMeaning, type SentenceModel } from '../../source/meaning/meaning.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('meaning')
after(() => rmSync(folder, { recursive: true, force: true }))

interface Fake extends SentenceModel {
  readonly asked: string[]
}

function fakeModel(file: string | undefined, over: Partial<SentenceModel> = {}): Fake {
  const asked: string[] = []
  return {
    id: 'tiny',
    sha256: 'a',
    file,
    asked,
    embed: async (texts) => {
      asked.push(...texts)
      return texts.map((text) => Float32Array.of(text.length, 1))
    },
    ...over,
  }
}

test('vectors are made once, and nothing is started before the first text', async () => {
  const model = fakeModel(undefined)
  let loads = 0
  let closes = 0
  const meaning = createMeaning({
    load: async () => {
      loads += 1
      return model
    },
    close: async () => {
      closes += 1
    },
  })
  assert.deepEqual([meaning.state, loads], [{ type: 'unused' }, 0])
  await Promise.all([meaning.prepare(['one', 'two', 'one', '']), meaning.prepare(['two', 'three'])])
  await meaning.prepare(['three'])
  assert.deepEqual([model.asked, loads], [['one', 'two', 'three'], 1])
  assert.deepEqual(meaning.vectorOf('one'), Float32Array.of(3, 1))
  assert.equal(meaning.vectorOf('four'), undefined)
  assert.deepEqual(meaning.state, { type: 'ready', model: 'tiny' })
  await meaning.close()
  assert.equal(closes, 1)
  await meaning.prepare(['five'])
  assert.deepEqual([meaning.vectorOf('five'), loads], [undefined, 1])
})

describe('what is kept on disk', () => {
  const file = join(folder, 'states', 'vectors.json')
  const opened = (over: Partial<SentenceModel> = {}) => {
    const model = fakeModel(file, over)
    return { model, meaning: createMeaning({ load: async () => model }) }
  }

  test('is there at the next start; what a person said is not', async () => {
    const first = opened()
    await first.meaning.prepare(['what a tool says'], true)
    await first.meaning.prepare(['what a person said'])
    assert.doesNotMatch(readFileSync(file, 'utf8'), /person/)
    const next = opened()
    await next.meaning.prepare(['hello'])
    await next.meaning.prepare(['what a tool says'], true)
    assert.deepEqual(next.model.asked, ['hello'])
    assert.deepEqual(next.meaning.vectorOf('what a tool says'), Float32Array.of(16, 1))
  })

  test('is of no use to another model, nor when it is damaged at any length', async () => {
    const other = opened({ sha256: 'b' })
    await other.meaning.prepare(['x', 'what a tool says'])
    assert.deepEqual(other.model.asked, ['x', 'what a tool says'])
    const whole = readFileSync(file)
    for (const length of [0, 1, 20, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      const { meaning, model } = opened()
      await meaning.prepare(['x', 'what a tool says'])
      assert.equal(model.asked.length, 2, `${length} bytes`)
    }
  })

  test('costs nothing but time where the disk takes nothing', async () => {
    const model = fakeModel(join(folder, 'states', 'vectors.json', 'below-a-file.json'))
    const meaning = createMeaning({ load: async () => model })
    await meaning.prepare(['x'], true)
    assert.ok(meaning.vectorOf('x'))
    assert.equal(meaning.newProblem(), undefined)
  })
})

describe('without vectors', () => {
  test('a model that fails is told once, and nothing waits for it any more', async () => {
    const meaning = createMeaning({
      load: async () => {
        throw new Error('its process ended')
      },
    })
    await meaning.prepare(['x'])
    await meaning.prepare(['y'])
    assert.deepEqual(meaning.state, { type: 'failed', reason: 'its process ended' })
    assert.deepEqual(meaning.newProblem(), { of: 'all', reason: 'its process ended' })
    assert.equal(meaning.newProblem(), undefined)
    assert.equal(meaning.vectorOf('x'), undefined)
  })

  test('as it was tuned is another model, told of once', async () => {
    const [plain, tuned] = [fakeModel(undefined), fakeModel(undefined, { id: 'tiny+1' })]
    const meaning = createMeaning({ load: async () => plain, loadTuned: async () => tuned })
    await meaning.tuned?.prepare(['x'])
    assert.deepEqual([plain.asked, tuned.asked], [[], ['x']])
    assert.deepEqual(meaning.tuned?.state, { type: 'ready', model: 'tiny+1' })
    assert.deepEqual([meaning.state.type, meaning.vectorOf('x')], ['unused', undefined])
    await meaning.prepare(['y'])
    assert.ok(meaning.vectorOf('y'))
    const failing = createMeaning({
      load: async () => fakeModel(undefined),
      loadTuned: async () => {
        throw new Error('the disk is full')
      },
    })
    await failing.tuned?.prepare(['x'])
    await failing.prepare(['x'])
    assert.ok(failing.vectorOf('x'), 'the other one goes on')
    assert.deepEqual(failing.newProblem(), { of: 'tools', reason: 'the disk is full' })
    assert.equal(failing.newProblem(), undefined)
  })

  test('closed before its first use it is never started', async () => {
    const meaning = createMeaning({ load: async () => assert.fail('it was started') })
    const made = meaning.prepare(['x'])
    await meaning.close()
    await made
    assert.equal(meaning.newProblem(), undefined)
  })

  test('a machine without the model, and a person who wants none, have words', async () => {
    const absent = createMeaning({ load: async () => undefined })
    await absent.prepare(['x'])
    assert.deepEqual([absent.state.type, absent.newProblem()], ['absent', undefined])
    const off = createMeaning({ load: async () => assert.fail('it was started'), isOn: () => false })
    await off.prepare(['x'])
    assert.equal(off.state.type, 'off')
  })

  test('a message waits no longer than it should; the vector is there for the next one', async () => {
    const held = Promise.withResolvers<void>()
    const model = fakeModel(undefined, {
      embed: async (texts) => {
        await held.promise
        return texts.map(() => Float32Array.of(1))
      },
    })
    const meaning = createMeaning({ load: async () => model, patienceMs: 5, startMs: 5 })
    await meaning.prepare(['x'])
    assert.equal(meaning.vectorOf('x'), undefined)
    held.resolve()
    await meaning.prepare(['x', 'y'])
    assert.ok(meaning.vectorOf('x') && meaning.vectorOf('y'))
  })

  test('one that starts is waited for, and once it is there a message has its own patience', async () => {
    const [started, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const load = async () => {
      await started.promise
      return fakeModel(undefined, {
        embed: async (texts) => {
          if (texts.includes('y')) await made.promise
          return texts.map(() => Float32Array.of(1))
        },
      })
    }
    const meaning = createMeaning({ load, patienceMs: 5 })
    setTimeout(started.resolve, 50)
    await meaning.prepare(['x'])
    assert.ok(meaning.vectorOf('x'))
    await meaning.prepare(['y'])
    assert.equal(meaning.vectorOf('y'), undefined)
    made.resolve()
  })
})

test('likeness is the cosine of vectors of length 1', () => {
  assert.equal(likeness(Float32Array.of(1, 0), Float32Array.of(1, 0)), 1)
  assert.equal(likeness(Float32Array.of(1, 0), Float32Array.of(0, 1)), 0)
})
