import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Token } from 'node-llama-cpp'
import type { Lane } from '../../source/engine/embedded/lane.ts'
import {
  loadState,
  type StateOrigin,
  savedTokens,
  saveState,
  stateKey,
} from '../../source/engine/embedded/state-file.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

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
const TOKENS = [1, 2, 3, 5, 8] as Token[]
const CELLS = randomBytes(4096)

interface StateLane {
  readonly lane: Lane
  readonly done: string[]
}

/** `after`: the tokens that stand in the lane once a file was loaded; an error: loading throws. */
function createLane(tokens: readonly Token[], after: readonly Token[] | Error = TOKENS): StateLane {
  const done: string[] = []
  let standing = tokens
  const lane = {
    get tokens() {
      return standing
    },
    reset: async () => {
      done.push('reset')
      standing = []
    },
    sequence: {
      saveStateToFile: async (path: string) => {
        writeFileSync(path, CELLS)
        return { fileSize: CELLS.length }
      },
      clearHistory: async () => {
        done.push('clear')
        standing = []
      },
      loadStateFromFile: async () => {
        done.push('load')
        if (after instanceof Error) throw after
        standing = after
      },
    },
  }
  return { lane: lane as unknown as Lane, done }
}

let folder = ''
let path = ''
beforeEach(async () => {
  folder = temporaryFolder('state')
  path = join(folder, 'model', 'call-get_time.kv')
  await saveState(createLane(TOKENS).lane, path, ORIGIN)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sidecar = () => `${path}.json`
const edit = (change: (sidecar: Record<string, unknown>) => unknown) =>
  writeFileSync(sidecar(), JSON.stringify(change(JSON.parse(readFileSync(sidecar(), 'utf8')))))
const flip = (at: number) => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

describe('a saved state', () => {
  test('tells how many tokens it has, unless nobody can', async () => {
    assert.equal(await savedTokens(path), TOKENS.length)
    writeFileSync(sidecar(), '{"tokens": 5}')
    assert.equal(await savedTokens(path), 0)
    rmSync(sidecar())
    assert.equal(await savedTokens(path), 0)
  })

  test('is loaded into a lane of the same origin', async () => {
    const { lane, done } = createLane([7 as Token])
    assert.deepEqual(await loadState(lane, path, ORIGIN, TOKENS), { ok: true })
    assert.deepEqual(done, ['clear', 'load'])
  })

  test('is two files that only their owner may read, and leaves no temporary one', () => {
    assert.deepEqual(readdirSync(join(folder, 'model')).sort(), ['call-get_time.kv', 'call-get_time.kv.json'])
    for (const file of [path, sidecar()]) assert.equal(statSync(file).mode & 0o777, 0o600, file)
  })

  test('replaces an older one', async () => {
    const longer = [...TOKENS, 13 as Token]
    await saveState(createLane(longer).lane, path, ORIGIN)
    assert.equal(JSON.parse(readFileSync(sidecar(), 'utf8')).tokens, longer.length)
    assert.equal((await loadState(createLane([]).lane, path, ORIGIN, TOKENS)).ok, false)
  })

  test('that cannot be written leaves nothing behind', async () => {
    const { lane } = createLane(TOKENS)
    const broken = { ...lane, sequence: { saveStateToFile: () => Promise.reject(new Error('disk full')) } }
    const other = join(folder, 'other', 'head.kv')
    await assert.rejects(saveState(broken as unknown as Lane, other, ORIGIN), /disk full/)
    assert.deepEqual(readdirSync(join(folder, 'other')), [])
  })
})

describe('a state that is not believed never reaches native code, and goes away', () => {
  const damages: readonly (readonly [what: string, damage: () => void, reason: RegExp])[] = [
    ['truncated by a byte', () => writeFileSync(path, CELLS.subarray(0, -1)), /4095 bytes where 4096/],
    ['longer by a byte', () => writeFileSync(path, Buffer.concat([CELLS, Buffer.from([0])])), /4097 bytes/],
    ['empty', () => writeFileSync(path, ''), /0 bytes/],
    ['with a flipped bit at its begin', () => flip(0), /checksum/],
    ['with a flipped bit in the middle', () => flip(2048), /checksum/],
    ['with a flipped bit at its end', () => flip(4095), /checksum/],
    ['without cells', () => rmSync(path), /cells are missing/],
    ['with garbage for a sidecar', () => writeFileSync(sidecar(), '{"key": '), /sidecar is damaged/],
    ['with an empty sidecar', () => writeFileSync(sidecar(), ''), /sidecar is damaged/],
    ['with another JSON for a sidecar', () => writeFileSync(sidecar(), '[1, 2]'), /sidecar is not one/],
    ['with null for a sidecar', () => writeFileSync(sidecar(), 'null'), /sidecar is not one/],
    ['whose sidecar lost its origin', () => edit(({ origin: _, ...rest }) => rest), /sidecar is not one/],
    [
      'whose sidecar has a text for its size',
      () => edit((one) => ({ ...one, sizeBytes: '4096' })),
      /sidecar is not one/,
    ],
    ['with another checksum', () => edit((one) => ({ ...one, sha256: 'f'.repeat(64) })), /checksum/],
    ['with a foreign key', () => edit((one) => ({ ...one, key: 'f'.repeat(64) })), /its text changed/],
    [
      'of another model',
      () => edit((one) => ({ ...one, key: 'f', origin: { ...ORIGIN, modelSha256: 'b' } })),
      /another modelSha256/,
    ],
  ]
  for (const [what, damage, reason] of damages) {
    test(what, async () => {
      damage()
      const { lane, done } = createLane([7 as Token])
      const loaded = await loadState(lane, path, ORIGIN, TOKENS)
      assert.equal(loaded.ok, false)
      assert.match((!loaded.ok && loaded.reason) || '', reason)
      assert.deepEqual(done, [])
      assert.deepEqual(readdirSync(join(folder, 'model')), [])
    })
  }

  test('without a sidecar there simply is no state, and the cells stay untouched', async () => {
    rmSync(sidecar())
    const { lane, done } = createLane([])
    assert.deepEqual(await loadState(lane, path, ORIGIN, TOKENS), { ok: false, reason: undefined })
    assert.deepEqual(done, [])
  })

  test('one that was made with an adapter is not one without', async () => {
    const { lane, done } = createLane(TOKENS)
    const tuned = { ...ORIGIN, adapterSha256: 'a'.repeat(64) }
    await saveState(lane, path, tuned)
    const loaded = await loadState(lane, path, ORIGIN, TOKENS)
    assert.deepEqual(loaded, { ok: false, reason: 'made with another adapterSha256' })
    assert.deepEqual(done, [])
  })

  for (const name of Object.keys(ORIGIN) as (keyof StateOrigin)[]) {
    test(`a change of ${name} is named`, async () => {
      const { lane, done } = createLane([])
      const loaded = await loadState(lane, path, { ...ORIGIN, [name]: 'another' }, TOKENS)
      assert.deepEqual(loaded, { ok: false, reason: `made with another ${name}` })
      assert.deepEqual(done, [])
    })
  }

  test('other tokens and another number of them are named', async () => {
    const other = [...TOKENS.slice(0, -1), 9 as Token]
    const { lane } = createLane([])
    assert.deepEqual(await loadState(lane, path, ORIGIN, other), { ok: false, reason: 'its text changed' })
    await saveState(createLane(TOKENS).lane, path, ORIGIN)
    assert.deepEqual(await loadState(lane, path, ORIGIN, TOKENS.slice(1)), {
      ok: false,
      reason: 'it has 5 tokens, not 4',
    })
  })
})

describe('what native code says last', () => {
  test('a refusal empties the lane and removes the file', async () => {
    const { lane, done } = createLane([], new Error('bad magic'))
    const loaded = await loadState(lane, path, ORIGIN, TOKENS)
    assert.equal(loaded.ok, false)
    assert.match((!loaded.ok && loaded.reason) || '', /bad magic/)
    assert.deepEqual(done, ['clear', 'load', 'reset'])
    assert.deepEqual(readdirSync(join(folder, 'model')), [])
  })

  test('other tokens than asked for empty the lane and remove the file', async () => {
    const { lane, done } = createLane([], [1, 2] as Token[])
    assert.deepEqual(await loadState(lane, path, ORIGIN, TOKENS), { ok: false, reason: 'its tokens differ' })
    assert.deepEqual(done, ['clear', 'load', 'reset'])
    assert.deepEqual(readdirSync(join(folder, 'model')), [])
  })
})

describe('the key', () => {
  test('changes with every part of the origin and with every token', () => {
    const keys = [
      stateKey(ORIGIN, TOKENS),
      ...Object.keys(ORIGIN).map((name) => stateKey({ ...ORIGIN, [name]: 'another' }, TOKENS)),
      ...TOKENS.map((_, at) => stateKey(ORIGIN, TOKENS.with(at, 99 as Token))),
      stateKey(ORIGIN, TOKENS.slice(1)),
    ]
    assert.equal(new Set(keys).size, keys.length)
    assert.match(keys[0] ?? '', /^[0-9a-f]{64}$/)
  })
})
