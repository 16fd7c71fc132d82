import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Token } from 'node-llama-cpp'
import type { Lane } from '../../../source/engine/embedded/lane.ts'
import { loadState, type StateOrigin, saveState } from '../../../source/engine/embedded/state-file.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

const ORIGIN: StateOrigin = {
  modelSha256: 'a'.repeat(64),
  build: 'llama.cpp@b1 cpu',
  flashAttention: false,
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  swaTokens: 0,
  chunkTokens: 64,
}
/** States of a run that are written again and again; the first half only once. */
const NAMES = 16

export const writer: Writer = {
  write: async (folder, run, tell) => {
    for (let step = 0; ; step++) {
      const name = step < NAMES ? step : NAMES / 2 + (step % (NAMES / 2))
      tell(`! ${run}.${name} ${step}`)
      await saveState(laneOf(tokensOf(step)), join(folder, `${run}.${name}.kv`), ORIGIN)
      tell(`${run}.${name} ${step}`)
    }
  },
  check: async (folder, told) => {
    let found = 0
    for (const [name, { done, begun }] of lastDone(told)) {
      const path = join(folder, `${name}.kv`)
      const read = async (step: string) =>
        loadState(laneOf([], tokensOf(Number(step))), path, ORIGIN, tokensOf(Number(step)))
      if (begun.length > 0) {
        // A state is made anew where it is not there; a part of one is never believed, nor told as damaged.
        const state = await read(begun.at(-1) ?? '')
        const reason = state.ok ? undefined : state.reason
        assert.ok(reason === undefined || reason === 'its text changed', `${name}: ${reason}`)
      } else if (done !== undefined)
        assertLast(name, (await read(done)).ok ? done : 'not there', { done, begun })
      found++
    }
    return found
  },
}

function tokensOf(step: number): Token[] {
  return [1, 2, 3, step] as Token[]
}

/** A lane with these tokens, in which `after` stands once a file was loaded. */
function laneOf(tokens: readonly Token[], after = tokens): Lane {
  let standing = tokens
  const lane = {
    get tokens() {
      return standing
    },
    reset: async () => {
      standing = []
    },
    sequence: {
      saveStateToFile: async (path: string) => {
        const cells = randomBytes(200_000)
        writeFileSync(path, cells)
        return { fileSize: cells.length }
      },
      clearHistory: async () => {
        standing = []
      },
      loadStateFromFile: async () => {
        standing = after
      },
    },
  }
  return lane as unknown as Lane
}
