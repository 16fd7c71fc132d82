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
