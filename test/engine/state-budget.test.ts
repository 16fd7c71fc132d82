import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  keepBudget,
  listStates,
  markUsed,
  sweepHalfWritten,
} from '../../source/engine/embedded/state-budget.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder('states')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A state of `kilobytes`, last used `hours` ago. */
function save(name: string, kilobytes: number, hours: number) {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.alloc(kilobytes * 1000))
  writeFileSync(`${path}.json`, '{}')
  const used = new Date(Date.UTC(2026, 0, 2) - hours * 3_600_000)
  utimesSync(path, used, used)
}

const left = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.kv'))
    .sort()

test('what a killed program left half-written goes after an hour, and nothing else', async () => {
  save('m/call-a.kv', 1, 5)
  save('m/call-a.kv.71.tmp', 1, 5)
  save('m/call-b.kv.72.tmp', 1, 0)
  await sweepHalfWritten(folder, Date.UTC(2026, 0, 2))
  const names = readdirSync(join(folder, 'm')).sort()
  assert.ok(names.includes('call-a.kv') && names.includes('call-b.kv.72.tmp'))
  assert.ok(!names.includes('call-a.kv.71.tmp'))
})

describe('the budget of saved states', () => {
  test('the least recently used goes first, over all models', async () => {
    save('a/call-one.kv', 10, 3)
    save('a/call-two.kv', 10, 1)
    save('b/call-one.kv', 10, 2)
    await keepBudget(folder, 20_000)
    assert.deepEqual(left(), ['a/call-two.kv', 'b/call-one.kv'])
    assert.equal(existsSync(join(folder, 'a/call-one.kv.json')), false)
  })

  test('nothing goes while it holds, up to the byte', async () => {
    save('a/call-one.kv', 10, 3)
    save('a/call-two.kv', 10, 1)
    await keepBudget(folder, 20_000)
    assert.equal(left().length, 2)
  })

  test('heads go after all others, the least recently used first', async () => {
    save('a/head.kv', 10, 9)
    save('b/head.kv', 10, 8)
    save('a/call-one.kv', 10, 1)
    await keepBudget(folder, 20_000)
    assert.deepEqual(left(), ['a/head.kv', 'b/head.kv'])
    await keepBudget(folder, 10_000)
    assert.deepEqual(left(), ['b/head.kv'])
  })

  test('a tool whose name ends in head is no head', async () => {
    save('a/call-get_head.kv', 10, 9)
    save('a/head.kv', 10, 10)
    await keepBudget(folder, 10_000)
    assert.deepEqual(left(), ['a/head.kv'])
  })

  test('a use makes a state young', async () => {
    save('a/call-one.kv', 10, 3)
    save('a/call-two.kv', 10, 1)
    await markUsed(join(folder, 'a/call-one.kv'))
    await keepBudget(folder, 10_000)
    assert.deepEqual(left(), ['a/call-one.kv'])
  })

  test('other files are neither counted nor removed', async () => {
    save('a/call-one.kv', 10, 1)
    writeFileSync(join(folder, 'a/profile.json'), Buffer.alloc(90_000))
    await keepBudget(folder, 10_000)
    assert.deepEqual(left(), ['a/call-one.kv'])
    assert.equal(statSync(join(folder, 'a/profile.json')).size, 90_000)
    assert.deepEqual(
      (await listStates(folder)).map((state) => state.sizeBytes),
      [10_000],
    )
  })

  test('a folder that is not there has no states, and a use of a missing one does nothing', async () => {
    assert.deepEqual(await listStates(join(folder, 'missing')), [])
    await keepBudget(join(folder, 'missing'), 0)
    await markUsed(join(folder, 'missing.kv'))
    assert.equal(existsSync(join(folder, 'missing.kv')), false)
  })
})
