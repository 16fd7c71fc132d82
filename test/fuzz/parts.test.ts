// The parts of the harness by themselves.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keep, readCorpus } from './corpus.ts'
import { crashOf } from './finding.ts'
import { nextInput } from './generate.ts'
import { addHours, readHours, sumUp } from './hours.ts'
import { minimize } from './minimize.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateJson, parsed } from './mutate-json.ts'
import { mutateText } from './mutate-text.ts'
import { Random } from './random.ts'

const text = mutateText(['word'])
const target = {
  seeds: [Buffer.from('{"a": [1, {"b": "c"}]}'), Buffer.from('x = 1\ny = 2')],
  mutators: [text, mutateBytes, mutateJson(['name'], text)],
  mostBytes: 2_000,
  run: () => undefined,
}

test('the same seed gives the same inputs, another one others, and none is too long', () => {
  const inputs = (seed: number) => {
    const random = new Random(seed)
    return Array.from({ length: 300 }, () => nextInput(target, target.seeds, random))
  }
  assert.deepEqual(inputs(1), inputs(1))
  assert.notDeepEqual(inputs(1), inputs(2))
  assert.ok(inputs(3).every(({ length }) => length <= 2_000))
  assert.ok(new Set(inputs(4).map(String)).size > 200, 'most are different')
})

test('a change of JSON gives JSON', () => {
  const random = new Random(5)
  const change = mutateJson(['name'], () => assert.fail('it is JSON'))
  for (let round = 0; round < 200; round++)
    assert.notEqual(
      parsed(change(target.seeds[0] as Buffer, random, Buffer.from('[1]')).toString()),
      undefined,
    )
})

test('what finds the same is made smaller until nothing can be left out', async () => {
  const small = await minimize(Buffer.from('some (text) with [brackets] in it'), async (input) =>
    /\(.*\[/.test(input.toString()),
  )
  assert.equal(small.toString(), '([')
})

test('two inputs with the same fault have the same signature, two faults have not', () => {
  const thrown = (input: string, value: unknown) => crashOf(value, Buffer.from(input))
  const fail = (name: string) => new TypeError(`\`${name}\` is broken`)
  const errors = ['a', 'b'].map(fail)
  assert.equal(thrown('a', errors[0]).signature, thrown('b', errors[1]).signature)
  assert.notEqual(thrown('a', errors[0]).signature, thrown('a', new RangeError('too deep')).signature)
  assert.match(thrown('a', 'a text').what, /a text/)
})

test('kept inputs are read again by name, and hours are added up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-parts-'))
  try {
    assert.deepEqual(readCorpus('t', folder), [])
    keep('t', 'crash', Buffer.from([0, 255, 10]), folder)
    const [kept] = readCorpus('t', folder)
    assert.match(kept?.name ?? '', /^crash-[0-9a-f]{12}$/)
    assert.deepEqual(kept?.input, Buffer.from([0, 255, 10]))
    const file = join(folder, 'hours.json')
    const row = {
      target: 't',
      seed: 1,
      minutes: 1.5,
      cpuMinutes: 1,
      executions: 10,
      findings: 1,
      commit: 'c',
    }
    addHours(row, file)
    addHours({ ...row, seed: 2 }, file)
    assert.equal(readHours(file).length, 2)
    assert.match(sumUp(['t', 'u'], readHours(file)), /^t +3\.0 +2\.0 +20 +2$/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
