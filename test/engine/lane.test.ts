import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LlamaContext, LlamaModel, Token } from 'node-llama-cpp'
import { Lane } from '../../source/engine/embedded/lane.ts'

interface Cache {
  /** Tokens with cells. */
  standing: number[]
  cuts: number
  sequences: number
}

/** A context whose cache cuts as `cut` says: gives what stands after a wish to keep `keep` tokens. */
function openLane(options: {
  readonly needsCheckpoints?: boolean
  readonly cut?: (standing: readonly number[], keep: number) => readonly number[]
}) {
  const cache: Cache = { standing: [], cuts: 0, sequences: 0 }
  const cut = options.cut ?? ((standing, keep) => standing.slice(0, keep))
  const getSequence = () => {
    cache.sequences++
    cache.standing = []
    return {
      needsCheckpoints: options.needsCheckpoints ?? false,
      get nextTokenIndex() {
        return cache.standing.length
      },
      get contextTokens() {
        return cache.standing
      },
      eraseContextTokenRanges: async ([range]: readonly { start: number }[]) => {
        cache.cuts++
        cache.standing = [...cut(cache.standing, range?.start ?? 0)]
      },
      clearHistory: async () => {
        cache.standing = [...cut(cache.standing, 0)]
      },
      evaluateWithoutGeneratingNewTokens: async (tokens: readonly number[]) => {
        cache.standing.push(...tokens)
      },
      dispose: () => undefined,
    }
  }
  const context = { contextSize: 100, getSequence } as unknown as LlamaContext
  return { lane: new Lane({} as LlamaModel, context, 4), cache }
}

const tokens = (...numbers: number[]) => numbers as Token[]
const signal = new AbortController().signal

async function make(lane: Lane, wanted: readonly Token[]): Promise<number> {
  const kept = await lane.keepPrefix(wanted)
  await lane.append(wanted.slice(kept), signal)
  assert.deepEqual([...lane.tokens], [...wanted])
  return kept
}

describe('a lane', () => {
  test('keeps what two prompts share and cuts the rest', async () => {
    const { lane, cache } = openLane({})
    assert.equal(await make(lane, tokens(1, 2, 3, 4, 5)), 0)
    assert.equal(lane.mustReload(tokens(1, 2, 9)), false)
    assert.equal(await make(lane, tokens(1, 2, 9)), 2)
    assert.equal(await make(lane, tokens(1, 2, 9, 10)), 3)
    assert.equal(cache.cuts, 1)
  })

  test('that cannot be cut is emptied where prompts part, and only there', async () => {
    const { lane, cache } = openLane({ needsCheckpoints: true })
    await make(lane, tokens(1, 2, 3))
    assert.equal(lane.mustReload(tokens(1, 2, 3, 4)), false)
    assert.equal(await make(lane, tokens(1, 2, 3, 4)), 3)
    assert.equal(lane.mustReload(tokens(1, 2, 3)), true)
    assert.equal(await make(lane, tokens(1, 2, 7)), 0)
    assert.equal(cache.cuts, 0)
  })

  test('whose cut leaves another position behind evaluates again, and never cuts from then on', async () => {
    for (const cut of [
      (standing: readonly number[], keep: number) => (keep === 0 ? [] : standing.slice(0, keep - 1)),
      (standing: readonly number[], keep: number) => (keep === 0 ? [] : standing),
    ]) {
      const { lane, cache } = openLane({ cut })
      await make(lane, tokens(1, 2, 3, 4))
      assert.equal(lane.canCut, true)
      assert.equal(await make(lane, tokens(1, 2, 9)), 0)
      assert.equal(lane.canCut, false)
      assert.equal(lane.mustReload(tokens(1, 2, 3)), true)
      assert.equal(await make(lane, tokens(1, 2, 3)), 0)
      assert.equal(cache.cuts, 1)
    }
  })

  test('takes its last token back, also where the cut goes too far', async () => {
    const cuts = [
      undefined,
      (standing: readonly number[], keep: number) => standing.slice(0, Math.max(0, keep - 2)),
    ]
    for (const cut of cuts) {
      const { lane } = openLane({ cut })
      await make(lane, tokens(1, 2, 3, 4))
      await lane.dropLast()
      assert.deepEqual([...lane.tokens], [1, 2, 3])
    }
  })

  test('that cannot even be emptied gets a new sequence', async () => {
    const { lane, cache } = openLane({ cut: (standing) => standing })
    await make(lane, tokens(1, 2, 3))
    assert.equal(await make(lane, tokens(4, 5)), 0)
    assert.equal(cache.sequences, 2)
  })
})

/** Which tokens each decode got, over a lane that is empty at first. */
function chunksOf(lane: Lane, cache: Cache): { readonly decodes: string[] } {
  const decodes: string[] = []
  const evaluate = lane.sequence.evaluateWithoutGeneratingNewTokens.bind(lane.sequence)
  lane.sequence.evaluateWithoutGeneratingNewTokens = async (chunk) => {
    const at = cache.standing.length
    await evaluate(chunk)
    decodes.push(`${at}:${chunk.join(',')}`)
  }
  return { decodes }
}

describe('what is evaluated ahead', () => {
  const prompt = Array.from({ length: 23 }, (_, at) => at + 10)
  /** The decodes by which the cells of `wanted` came to stand: later ones replace earlier ones at their place. */
  const partition = (decodes: readonly string[]) => {
    const byPlace = new Map<number, string>()
    for (const one of decodes) {
      const at = Number(one.split(':')[0])
      for (const place of byPlace.keys()) if (place >= at) byPlace.delete(place)
      byPlace.set(at, one)
    }
    return [...byPlace.values()]
  }

  test('leaves every later decode as it would be without, wherever the draft was changed', async () => {
    const plain = openLane({})
    const expected = chunksOf(plain.lane, plain.cache)
    await make(plain.lane, tokens(1, 2, 3))
    await make(plain.lane, tokens(1, 2, 3, ...prompt))
    for (let first = 1; first <= prompt.length; first++) {
      for (const isWhole of [false, true]) {
        const { lane, cache } = openLane({})
        const { decodes } = chunksOf(lane, cache)
        await make(lane, tokens(1, 2, 3))
        await lane.appendAhead(tokens(1, 2, 3, ...prompt.slice(0, first)), isWhole, signal)
        // Half of it is typed anew, with something else and then as it was.
        const half = prompt.slice(0, Math.floor(first / 2))
        await lane.appendAhead(tokens(1, 2, 3, ...half, 99, 98, 97, 96, 95), isWhole, signal)
        await lane.appendAhead(tokens(1, 2, 3, ...prompt.slice(0, first)), isWhole, signal)
        await make(lane, tokens(1, 2, 3, ...prompt))
        assert.deepEqual(partition(decodes), partition(expected.decodes), `${first} ${isWhole}`)
      }
    }
  })

  test('saves whole chunks, and all of a prompt that was finished', async () => {
    const { lane } = openLane({})
    await make(lane, tokens(1, 2, 3))
    await lane.appendAhead(tokens(1, 2, 3, ...prompt.slice(0, 10)), false, signal)
    assert.equal(await lane.keepPrefix(tokens(1, 2, 3, ...prompt)), 11)
    await lane.appendAhead(tokens(1, 2, 3, ...prompt), true, signal)
    assert.equal(await lane.keepPrefix(tokens(1, 2, 3, ...prompt)), 3 + prompt.length)
  })

  test('does not reach into the last chunk of a call, which is decoded by itself', async () => {
    const { lane } = openLane({})
    await make(lane, tokens(1, 2, 3))
    await lane.appendAhead(tokens(1, 2, 3, ...prompt), false, signal)
    assert.equal(await lane.keepPrefix(tokens(1, 2, 3, ...prompt), 4), 3 + 16)
  })

  test('ends within one chunk of an abort, and what stands then is used', async () => {
    const { lane, cache } = openLane({})
    await make(lane, tokens(1, 2, 3))
    const stop = new AbortController()
    const evaluate = lane.sequence.evaluateWithoutGeneratingNewTokens.bind(lane.sequence)
    lane.sequence.evaluateWithoutGeneratingNewTokens = async (chunk) => {
      await evaluate(chunk)
      stop.abort()
    }
    await assert.rejects(lane.appendAhead(tokens(1, 2, 3, ...prompt), true, stop.signal))
    assert.equal(cache.standing.length, 7)
    assert.equal(await lane.keepPrefix(tokens(1, 2, 3, ...prompt)), 7)
  })
})
