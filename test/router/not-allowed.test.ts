// A tool that is off and wanted is named; nothing else changes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { decodeRouter } from '../../source/router/model-bytes.ts'
import { nameOff } from '../../source/router/not-allowed.ts'
import { createRouter } from '../../source/router/router.ts'
import { trainRouter } from '../../source/router/train.ts'
import { easyNames, easyTools } from './samples.ts'

const decoded = decodeRouter(trainRouter(easyTools).bytes)
assert.ok(!isManifestProblem(decoded))
const examplesOf = (name: string) => easyTools.tools.find((tool) => tool.name === name)?.examples ?? []
const router = createRouter({ model: decoded, triggers: [], words: [], notAllowed: 'none', examplesOf })
const off = new Set(['get_time'])
const on = new Set([...easyNames].filter((name) => name !== 'get_time'))

describe('a message', () => {
  test('for a tool that is off names it, as sure as if it were on', () => {
    const wanted = router.route('what is the time?', on, undefined, off)
    const all = router.route('what is the time?', easyNames)
    assert.equal(wanted.tool, null)
    assert.equal(wanted.off, 'get_time')
    assert.deepEqual([wanted.confidence, wanted.by], [all.confidence, all.by])
    assert.ok(wanted.candidates.every(({ tool }) => on.has(tool)))
    assert.equal(wanted.border, undefined)
  })

  test('for a tool that is on, or for none, is routed as it was', () => {
    for (const message of ['Show me the file ideas.txt', 'how much is 77 * 6', 'a joke about cats', ''])
      assert.deepEqual(router.route(message, on, undefined, off), router.route(message, on))
  })

  test('names a tool that is off even if all are', () => {
    const wanted = router.route('what is the time?', new Set(), undefined, easyNames)
    assert.equal(wanted.off, 'get_time')
    assert.deepEqual(wanted.candidates, [])
  })

  test('is as ever where nothing is said of tools that are off', () => {
    assert.equal(router.route('what is the time?', on).off, undefined)
    assert.deepEqual(router.route('what is the time?', new Set()), {
      tool: null,
      confidence: 1,
      by: 'none',
      candidates: [],
    })
  })

  test('that fits a pattern of a tool that is off names it', () => {
    const triggers = [{ tool: 'get_time', trigger: { pattern: 'now' } }]
    const byPattern = createRouter({ model: decoded, triggers, words: [], notAllowed: 'none' })
    const { tool, off: named, by } = byPattern.route('now', on, undefined, off)
    assert.deepEqual([tool, named, by], [null, 'get_time', 'pattern'])
  })

  test('that fits an allowed tool half as well names none', () => {
    const none: RouteDecision = { tool: null, confidence: 0.5, by: 'none', candidates: [] }
    const all = (score: number): RouteDecision => ({
      tool: 'get_time',
      confidence: 0.6,
      by: 'classifier',
      candidates: [
        { tool: 'get_time', score: 0.6 },
        { tool: 'file_read', score },
      ],
    })
    assert.equal(nameOff(none, all(0.29), on).off, 'get_time')
    assert.equal(nameOff(none, all(0.31), on), none)
  })
})

describe('several requests in a message', () => {
  const message = 'what is the time? show me the file ideas.txt'

  test('are cut where one of them wants a tool that is off', () => {
    const parts = ['what is the time?', 'show me the file ideas.txt']
    assert.deepEqual(router.split(message, easyNames), parts)
    assert.deepEqual(router.split(message, on), [message])
    assert.deepEqual(router.split(message, on, off), parts)
  })

  test('are cut as ever where none does', () => {
    const sums = 'show me the file a.txt and how much is 77 * 6'
    assert.deepEqual(router.split(sums, on, off), router.split(sums, on))
  })
})
