import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { UserError } from '../../source/contracts/errors.ts'
import {
  type AcceptedArguments,
  type EvalCase,
  loadCases,
  partOf,
  sampleOf,
} from '../../source/evaluation/cases.ts'
import {
  argumentsMatch,
  callsMatch,
  type Matcher,
  type SameResult,
} from '../../source/evaluation/match-arguments.ts'
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

describe('a sample', () => {
  const named = (id: string, suite?: string): EvalCase => ({
    id,
    turns: [],
    tags: [],
    difficulty: 'easy',
    ...(suite && { suite }),
  })
  const many = Array.from({ length: 30 }, (_, at) => named(`x${at}`, ['one', 'two'][at % 2]))

  test('has so many of each suite, the same ones in whatever order they come', () => {
    const chosen = sampleOf(many, 4)
    assert.deepEqual(
      ['one', 'two'].map((suite) => chosen.filter((one) => one.suite === suite).length),
      [4, 4],
    )
    const ids = (cases: readonly EvalCase[]) => cases.map(({ id }) => id).sort()
    assert.deepEqual(ids(sampleOf(many.toReversed(), 4)), ids(chosen))
    assert.deepEqual(sampleOf(many, Number.POSITIVE_INFINITY), many)
  })

  test('grows by keeping what it had', () => {
    const few = sampleOf(many, 3)
    assert.ok(few.every((one) => sampleOf(many, 5).includes(one)))
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
        turns: [{ input: 'hi', tool: null, arguments: {}, gold: [], fails: false }],
        tags: [],
        difficulty: 'medium',
      },
    ])
  })

  test('keeps what a line says', () => {
    const turn = { input: 'x', tool: 't', arguments: { a: [1, '1'] }, gold: [['x', 'y']], fails: true }
    const about = { id: 'b', tags: ['z'], difficulty: 'hard' }
    assert.deepEqual(load(JSON.stringify({ ...about, ...turn })), [{ ...about, turns: [turn] }])
  })

  test('any arguments are right where the line says so', () => {
    const [one] = load(
      '{"id": "a", "input": "ring in 5 minutes", "tool": "timer_create", "arguments": "any"}',
    )
    assert.deepEqual(one?.turns[0]?.anyOf, ['timer_create'])
  })

  test('a conversation has its messages in order, each with what must come of it', () => {
    const [one] = load(
      '{"id": "c", "turns": [{"input": "weather in Oslo", "tool": "w", "arguments": {"city": ["Oslo"]}}, {"input": "thanks", "tool": null}]}',
    )
    assert.deepEqual(
      one?.turns.map(({ input, tool }) => [input, tool]),
      [
        ['weather in Oslo', 'w'],
        ['thanks', null],
      ],
    )
  })

  test('several calls begin with the first, and keep all of them', () => {
    const calls = [
      { tool: 'a', arguments: { x: [1] } },
      { tool: 'b', arguments: {} },
    ]
    const [one] = load(JSON.stringify({ id: 'd', input: 'both', calls: [calls[0], { tool: 'b' }] }))
    assert.deepEqual(one?.turns[0], {
      input: 'both',
      tool: 'a',
      arguments: { x: [1] },
      calls,
      gold: [],
      fails: false,
    })
  })

  test('what leaves something open says what', () => {
    const [one] = load('{"id": "e", "input": "remind me", "clarify": true, "tool": "r", "missing": ["text"]}')
    assert.deepEqual([one?.turns[0]?.tool, one?.turns[0]?.missing], ['r', ['text']])
    assert.deepEqual(load('{"id": "f", "input": "hm", "clarify": true}')[0]?.turns[0]?.missing, [])
  })

  test('an id that stands twice is told with both places', () => {
    const line = '{"id": "a", "input": "hi", "tool": null}'
    assert.throws(() => load(`${line}\n${line}`), /:2 has the id `a` of .*:1\.$/)
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
    '{"id": "b", "input": " ", "tool": null}',
    '{"id": "b", "input": "x", "tool": 3}',
    '{"id": "b", "input": "x", "tool": "t", "arguments": {"a": 1}}',
    '{"id": "b", "input": "x", "tool": "t", "arguments": {"a": []}}',
    '{"id": "b", "input": "x", "tool": "t", "gold": ["x"]}',
    '{"id": "b", "input": "x", "tool": null, "tags": "x"}',
    '{"id": "b", "turns": []}',
    '{"id": "b", "turns": [{"input": "x", "tool": null}, {"input": "y"}]}',
    '{"id": "b", "turns": [{"input": "x", "tool": "t", "arguments": []}]}',
    '{"id": "b", "input": "x", "calls": []}',
    '{"id": "b", "input": "x", "calls": [{"arguments": {}}]}',
    '{"id": "b", "input": "x", "calls": [{"tool": "t", "arguments": {"a": 1}}]}',
    '{"id": "b", "input": "x", "clarify": true, "missing": "path"}',
  ]) {
    test(`what is no case is told with file and line: ${line}`, () => {
      assert.throws(
        () => load(`{"id": "a", "input": "hi", "tool": null}\n${line}`),
        (error) => error instanceof UserError && error.message.startsWith(`${path}:2 `),
      )
    })
  }

  test('the complaint names the field', () => {
    assert.throws(
      () => load('{"id": "b", "turns": [{"input": "x", "calls": [{"tool": "t", "arguments": {"a": 1}}]}]}'),
      /:1 is no case: `turns\[0\]\.calls\[0\]\.arguments\.a` must be the list of accepted values\.$/,
    )
  })

  test('a file that is not there is told', () => {
    assert.throws(
      () => loadCases([`${path}.missing`], 'all'),
      (error) => error instanceof UserError && /cannot be read/.test(error.message),
    )
  })
})

describe('arguments', () => {
  const never: SameResult = async () => assert.fail('no result is compared')
  const caseOf = (args: AcceptedArguments, tool = 'x') => ({ tool, arguments: args })
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
    [{ a: [['x y']] }, { a: ['The x, y'] }, true],
    [{ a: [['x']] }, { a: ['x', 'y'] }, false],
    [{ text: ['buy milk'] }, { text: 'Buy the milk!' }, true],
    [{ text: ["don't panic"] }, { text: 'Don’t panic.' }, true],
    [{ text: ['well-known song'] }, { text: 'a well known song' }, true],
    [{ text: ['call Jürgen at 10:30'] }, { text: 'Call Jürgen at 10:30.' }, true],
    [{ text: ['call Jürgen at 10:30'] }, { text: 'call Jürgen at 1030' }, false],
    [{ text: ['pay 1.50'] }, { text: 'pay 150' }, false],
    [{ text: ['pay -5'] }, { text: 'pay 5' }, false],
    [{ text: ['buy milk'] }, { text: 'buy milk and bread' }, false],
    [{ text: ['C++'] }, { text: 'C' }, false],
    [{ text: ['the'] }, { text: 'a' }, false],
    [{ text: ['!'] }, { text: '?' }, false],
    [{ path: ['my notes.txt'] }, { path: 'the my notes.txt' }, false],
    [{ path: ['a/b'] }, { path: 'a b' }, false],
    [{ path: ['.env'] }, { path: 'env' }, false],
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

  test('several calls match one to one, in any order', async () => {
    const exactly: Matcher = (expected, args) => argumentsMatch(expected, args, never)
    const expected = [
      { tool: 'x', arguments: { n: [1, 2] } },
      { tool: 'x', arguments: { n: [1] } },
    ]
    const made = (...numbers: number[]) => numbers.map((n) => ({ name: 'x', arguments: { n } }))
    assert.equal(await callsMatch(expected, made(1, 2), exactly), true)
    assert.equal(await callsMatch(expected, made(2, 1), exactly), true)
    assert.equal(await callsMatch(expected, made(2, 2), exactly), false)
    assert.equal(await callsMatch(expected, made(1), exactly), false)
    assert.equal(await callsMatch(expected, made(1, 2, 1), exactly), false)
    assert.equal(await callsMatch([], [], exactly), true)
  })
})
