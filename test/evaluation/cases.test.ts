import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { UserError } from '../../source/contracts/errors.ts'
import { type EvalCase, loadCases, partOf } from '../../source/evaluation/cases.ts'
import { argumentsMatch, type SameResult } from '../../source/evaluation/match-arguments.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const path = join(temporaryFolder('cases'), 'some.jsonl')
after(() => rmSync(dirname(path), { recursive: true, force: true }))

describe('the part of a case', () => {
  test('is the hash of its id modulo 3, for any id', () => {
    for (let at = 0; at < 300; at++) {
      const id = `case-${at}`
      // The digit sum keeps a number modulo 3, and 16 is 1 modulo 3: the hex digits may be added up.
      const sum = [...createHash('sha256').update(id).digest('hex')].reduce(
        (all, digit) => all + Number.parseInt(digit, 16),
        0,
      )
      assert.equal(partOf(id), (['train', 'accept', 'report'] as const)[sum % 3], id)
    }
  })

  test('falls on every part about equally', () => {
    const counts = { train: 0, accept: 0, report: 0 }
    for (let at = 0; at < 3_000; at++) counts[partOf(`x${at}`)]++
    for (const count of Object.values(counts)) assert.ok(count > 900 && count < 1_100, JSON.stringify(counts))
  })
})

describe('reading cases', () => {
  const load = (text: string, part: Parameters<typeof loadCases>[1] = 'all') => {
    writeFileSync(path, text)
    return loadCases([path], part)
  }

  test('fills in what a line leaves out, and skips empty lines', () => {
    assert.deepEqual(load('\n{"id": "a", "input": "hi", "tool": null}\n  \n'), [
      {
        id: 'a',
        input: 'hi',
        tool: null,
        arguments: {},
        gold: [],
        fails: false,
        tags: [],
        difficulty: 'medium',
      },
    ])
  })

  test('keeps what a line says', () => {
    const row = {
      id: 'b',
      input: 'x',
      tool: 't',
      arguments: { a: [1, '1'] },
      gold: [['x', 'y']],
      fails: true,
      tags: ['z'],
      difficulty: 'hard',
    }
    assert.deepEqual(load(JSON.stringify(row)), [row])
  })

  test('gives only the cases of the part', () => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      JSON.stringify({ id: `c${at}`, input: 'x', tool: null }),
    ).join('\n')
    const parts = (['train', 'accept', 'report'] as const).map((part) => load(rows, part))
    assert.equal(parts.flat().length, 30)
    for (const [at, part] of (['train', 'accept', 'report'] as const).entries()) {
      assert.ok(parts[at]?.every((one) => partOf(one.id) === part))
    }
  })

  for (const line of [
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '{"id": 1, "input": "x", "tool": null}',
    '{"id": "a", "tool": null}',
    '{"id": "a", "input": "x"}',
  ]) {
    test(`what is no case is told with file and line: ${line}`, () => {
      assert.throws(
        () => load(`{"id": "a", "input": "hi", "tool": null}\n${line}`),
        (error) => error instanceof UserError && error.message.startsWith(`${path}:2 `),
      )
    })
  }

  test('a file that is not there is told', () => {
    assert.throws(
      () => loadCases([`${path}.missing`], 'all'),
      (error) => error instanceof UserError && /cannot be read/.test(error.message),
    )
  })
})

describe('arguments', () => {
  const never: SameResult = async () => assert.fail('no result is compared')
  const caseOf = (args: EvalCase['arguments'], tool = 'x'): EvalCase => ({
    id: 'a',
    input: '',
    tool,
    arguments: args,
    gold: [],
    fails: false,
    tags: [],
    difficulty: 'easy',
  })
  const rows = [
    [{}, {}, true],
    [{ path: ['notes.txt'] }, { path: 'notes.txt' }, true],
    [{ path: ['notes.txt'] }, { path: './Notes.txt' }, true],
    [{ path: ['src'] }, { path: 'src/' }, true],
    [{ path: ['.'] }, { path: '.' }, true],
    [{ path: ['a  b'] }, { path: ' "a b" ' }, true],
    [{ path: ['notes.txt'] }, { path: 'note.txt' }, false],
    [{ path: ['notes.txt'] }, {}, false],
    [{ path: ['.', ''] }, {}, true],
    [{ path: ['.', ''] }, { path: 'src' }, false],
    [{}, { path: 'x' }, false],
    [{ n: [5] }, { n: 5 }, true],
    [{ n: [5] }, { n: '5.0' }, true],
    [{ n: ['5'] }, { n: 5 }, true],
    [{ n: [0] }, { n: '' }, false],
    [{ n: [0] }, { n: null }, false],
    [{ n: [1] }, { n: true }, false],
    [{ n: [5, 6] }, { n: 6 }, true],
    [{ on: [true] }, { on: true }, true],
    [{ on: [true] }, { on: 'true' }, false],
    [{ a: [[1, 2]] }, { a: [1, 2] }, true],
  ] as const
  for (const [accepted, args, isRight] of rows) {
    test(`${JSON.stringify(args)} for ${JSON.stringify(accepted)} are ${isRight ? 'right' : 'wrong'}`, async () => {
      assert.equal(await argumentsMatch(caseOf(accepted), args, never), isRight)
    })
  }

  test('two spellings of an expression are right when their results are the same', async () => {
    const asked: unknown[] = []
    const same: SameResult = async (tool, args, accepted) => {
      asked.push([tool, args, accepted])
      return accepted.expression === '2*3'
    }
    assert.equal(
      await argumentsMatch(caseOf({ expression: ['6', '2*3'] }, 'calc'), { expression: '3 * 2' }, same),
      true,
    )
    assert.deepEqual(asked[1], ['calc', { expression: '3 * 2' }, { expression: '2*3' }])
    assert.equal(
      await argumentsMatch(caseOf({ expression: ['6'] }, 'calc'), { expression: '3 * 2' }, same),
      false,
    )
  })
})
