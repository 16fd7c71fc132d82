import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BaselineResult } from '../../source/evaluation/baseline.ts'
import { formatReport } from '../../source/evaluation/format-report.ts'
import { makeReport } from '../../source/evaluation/report.ts'
import type { CaseResult } from '../../source/evaluation/run.ts'

function result(changes: Partial<CaseResult> = {}): CaseResult {
  const expected = changes.expected === undefined ? 'get_time' : changes.expected
  return {
    id: 'a',
    conversation: undefined,
    wanted: expected === null ? [] : [expected],
    calls: [],
    argumentsJudged: true,
    suite: undefined,
    isOpen: false,
    askedBack: false,
    unwritten: false,
    dropped: undefined,
    input: 'x',
    expected: 'get_time',
    routed: 'get_time',
    called: 'get_time',
    arguments: {},
    gate: undefined,
    rightTool: true,
    rightArguments: true,
    answer: 'It is 10:24.',
    source: 'model',
    faithful: undefined,
    unfaithfulBecause: undefined,
    confidence: 1,
    evidence: [],
    timings: { routeMs: 1, callMs: 10, firstTokenMs: 20, totalMs: 100 },
    tokens: { evaluated: 10, reused: 100, generated: 5, context: 0 },
    hasParameters: true,
    tags: [],
    difficulty: 'easy',
    ...changes,
  }
}
const baseline = (changes: Partial<BaselineResult> = {}): BaselineResult => ({
  id: 'a',
  called: 'get_time',
  rightTool: true,
  rightArguments: true,
  unread: false,
  callMs: 50,
  hasParameters: true,
  ...changes,
})

describe('the figures', () => {
  const results = [
    result(),
    result({ rightArguments: false }),
    result({ called: 'get_date', rightTool: false, rightArguments: false }),
    result({ called: null, rightTool: false, rightArguments: false, faithful: undefined }),
    result({ expected: null, called: null }),
    result({ expected: null, called: 'get_time', rightTool: false, rightArguments: false }),
    result({ faithful: true }),
    result({ faithful: false, source: 'tool' }),
  ]
  const report = makeReport(results, undefined)

  test('count every request once, where it belongs', () => {
    assert.equal(report.cases, 8)
    assert.deepEqual([report.rightTool.share, report.rightTool.of], [4 / 6, 6])
    assert.deepEqual([report.rightArguments.share, report.rightArguments.of], [3 / 4, 4])
    assert.deepEqual([report.endToEnd.share, report.endToEnd.of], [3 / 6, 6])
    assert.deepEqual([report.noTool.share, report.noTool.of], [1 / 2, 2])
    assert.deepEqual([report.faithful.share, report.faithful.of], [1 / 2, 2])
    assert.deepEqual([report.modelWritten.share, report.modelWritten.of], [1 / 2, 2])
  })

  test('name the confusions, the most frequent first', () => {
    assert.deepEqual(report.confusions, [
      ['get_time → get_date', 1],
      ['get_time → none', 1],
      ['none → get_time', 1],
    ])
  })

  test('say where it went wrong, tool by tool and tag by tag', () => {
    const wrong = makeReport(
      [
        result({ gate: 'arguments', rightArguments: false, tags: ['typo'] }),
        result({ gate: 'arguments', rightArguments: false, expected: 'file_read' }),
        result({ gate: 'route', rightTool: false, rightArguments: false, expected: 'file_read' }),
      ],
      undefined,
    )
    assert.deepEqual(wrong.gates, { arguments: 2, route: 1 })
    assert.deepEqual(
      [wrong.byTool.file_read?.rightTool.share, wrong.byTool.file_read?.endToEnd.share],
      [0.5, 0],
    )
    assert.equal(wrong.byTag.typo?.rightTool.of, 1)
  })

  test('the score weighs its parts, and a part without cases counts as full', () => {
    assert.equal(makeReport([result()], undefined).score, 100)
    const half = [result(), result({ rightArguments: false }), result({ expected: null, called: null })]
    assert.equal(makeReport(half, undefined).score, 80)
  })

  test('conversations are right as a whole, and message by message', () => {
    const said = (conversation: string, ...right: boolean[]) =>
      right.map((one, at) => result({ id: `${conversation}#${at}`, conversation, rightArguments: one }))
    const all = [...said('a', true, true), ...said('b', true, false, true), result()]
    const { conversations, byTurn, cases } = makeReport(all, undefined)
    assert.deepEqual([cases, conversations.share, conversations.of], [6, 0.5, 2])
    assert.deepEqual(
      byTurn.map(({ share, of }) => [share, of]),
      [
        [1, 2],
        [0.5, 2],
        [1, 1],
      ],
    )
  })

  test('requests that leave something open count for themselves alone', () => {
    const open = { isOpen: true, wanted: [], called: null }
    const all = [
      result(),
      result({ expected: null, called: null, askedBack: true }),
      result({ ...open, askedBack: true }),
      result({ ...open, askedBack: false, rightTool: false, rightArguments: false, gate: 'clarify' }),
    ]
    const report = makeReport(all, undefined)
    assert.deepEqual([report.clarify.share, report.clarify.of], [0.5, 2])
    assert.deepEqual([report.askedBack.share, report.askedBack.of], [0.5, 2])
    assert.deepEqual([report.endToEnd.of, report.noTool.of, report.gates.clarify], [1, 1, 1])
    assert.deepEqual(report.confusions, [])
    assert.match(formatReport(report), /asked back where something is open +50\.0 % .* of 2/)
  })

  test('several calls count for each of their tools', () => {
    const both = { expected: 'a + b', wanted: ['a', 'b'] }
    const report = makeReport([result(both), result({ ...both, rightArguments: false })], undefined)
    assert.deepEqual([report.severalCalls.share, report.severalCalls.of], [0.5, 2])
    assert.deepEqual([report.byTool.a?.endToEnd.share, report.byTool.b?.endToEnd.of], [0.5, 2])
  })

  test('arguments that were not written are a share of the turns with a tool', () => {
    const all = [
      result(),
      result({ called: null, unwritten: true }),
      result({ expected: null, called: null }),
    ]
    assert.deepEqual(makeReport(all, undefined).unwritten.share, 0.5)
  })

  test('average the tokens', () =>
    assert.deepEqual(report.tokens, { evaluated: 10, reused: 100, generated: 5 }))

  test('time calls only where the tool has parameters and was called', () => {
    const timed = makeReport(
      [result(), result({ hasParameters: false }), result({ called: null, rightTool: false })],
      undefined,
    )
    assert.deepEqual(timed.callMs, { p50: 10, p95: 10, of: 1 })
  })

  test('time first tokens only where the model answered', () => {
    assert.equal(makeReport([result(), result({ source: 'tool' })], undefined).firstTokenMs.of, 1)
  })

  test('the percentiles are values that were measured', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      result({ timings: { routeMs: 100 - at, callMs: at, firstTokenMs: 0, totalMs: 0 } }),
    )
    const { callMs, routeMs } = makeReport(many, undefined)
    assert.deepEqual(callMs, { p50: 50, p95: 95, of: 100 })
    assert.deepEqual(routeMs, { p50: 51, p95: 96, of: 100 })
  })

  test('the interval is that of Wilson', () => {
    const { endToEnd } = makeReport(
      Array.from({ length: 10 }, (_, at) => result({ rightArguments: at < 8 })),
      undefined,
    )
    assert.equal(endToEnd.share, 0.8)
    assert.ok(Math.abs(endToEnd.low - 0.4902) < 0.0005, String(endToEnd.low))
    assert.ok(Math.abs(endToEnd.high - 0.9433) < 0.0005, String(endToEnd.high))
  })

  test('the interval stays within 0 and 1', () => {
    for (const right of [true, false]) {
      const { endToEnd } = makeReport([result({ rightArguments: right })], undefined)
      assert.ok(endToEnd.low >= 0 && endToEnd.high <= 1 && endToEnd.low < endToEnd.high)
    }
  })

  test('public sets have figures of their own', () => {
    const all = [
      result({ suite: 'x' }),
      result({ suite: 'x', rightArguments: false }),
      result({ suite: 'x2', expected: null, called: null }),
      result(),
    ]
    const { bySuite } = makeReport(all, undefined)
    assert.deepEqual(Object.keys(bySuite), ['x', 'x2'])
    assert.deepEqual([bySuite.x?.endToEnd.share, bySuite.x?.noTool.of, bySuite.x2?.noTool.share], [0.5, 0, 1])
  })

  test('where only the tool is known, arguments are not counted', () => {
    const { rightTool, endToEnd } = makeReport([result(), result({ argumentsJudged: false })], undefined)
    assert.deepEqual([rightTool.of, endToEnd.of], [2, 1])
  })

  test('nothing measured is no figure', () => {
    const empty = makeReport([], undefined)
    assert.deepEqual(empty.endToEnd, { share: 0, of: 0, low: 0, high: 1 })
    assert.match(formatReport(empty), /end to end +no cases/)
  })
})

describe('the baseline', () => {
  test('is measured over the same requests, and the ratio is ours over theirs', () => {
    const results = [
      result(),
      result({ id: 'b', expected: null, called: null }),
      result({
        id: 'c',
        conversation: 'c',
        timings: { routeMs: 1, callMs: 999, firstTokenMs: 1, totalMs: 1 },
      }),
    ]
    const report = makeReport(results, [
      baseline(),
      baseline({ id: 'b', called: null, hasParameters: false }),
    ])
    assert.equal(report.baseline?.rightTool.share, 1)
    assert.equal(report.baseline?.noTool.share, 1)
    assert.deepEqual(report.baseline?.callMs, { p50: 50, p95: 50, of: 1 })
    assert.equal(report.baseline?.ratioP50, 0.2)
  })

  test('is held against ours only where both called something', () => {
    const slow = { routeMs: 1, callMs: 400, firstTokenMs: 1, totalMs: 1 }
    const results = [
      result(),
      result({ id: 'b', called: null, timings: slow }),
      result({ id: 'c', timings: slow }),
    ]
    const report = makeReport(results, [
      baseline(),
      baseline({ id: 'b', callMs: 70 }),
      baseline({ id: 'c', called: null, callMs: 9_000 }),
    ])
    assert.deepEqual(report.baseline?.callMs, { p50: 70, p95: 70, of: 2 })
    assert.deepEqual([report.baseline?.ratioP50, report.baseline?.ratioP95], [0.2, 0.2])
    assert.match(
      formatReport(report),
      /^ours \/ baseline, P50 \/ P95 +0\.20 \/ 0\.20 of 1 that both called$/m,
    )
  })
})

describe('the table', () => {
  test('gives the interval below 150 cases, and none from there on', () => {
    const few = formatReport(makeReport([result()], undefined))
    assert.match(few, /right tool +100\.0 % \(\d+ to 100\) of 1/)
    const many = formatReport(
      makeReport(
        Array.from({ length: 150 }, () => result()),
        undefined,
      ),
    )
    assert.match(many, /right tool +100\.0 % of 150/)
  })

  test('has a line each, aligned, the baseline only where it was run', () => {
    const lines = formatReport(makeReport([result()], undefined)).split('\n')
    assert.ok(!lines.some((line) => line.startsWith('baseline')))
    const column = lines[0]?.search(/\d/)
    assert.ok(lines.every((line) => line.slice(0, column).endsWith('  ')))
    assert.match(
      formatReport(makeReport([result()], [baseline()])),
      /ours \/ baseline, P50 \/ P95 +0\.20 \/ 0\.20/,
    )
  })
})
