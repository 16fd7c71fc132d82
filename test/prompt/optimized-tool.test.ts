import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ToolDetail } from '../../source/contracts/manifest.ts'
import { buildCallState } from '../../source/prompt/call-state.ts'
import { nearestShots } from '../../source/prompt/nearest-shots.ts'
import { readOptimizedTool, withDraft } from '../../source/prompt/optimized-tool.ts'
import { isForAnother, loadOverlay } from '../../source/prompt/overlay.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('optimized-tool')
after(() => rmSync(folder, { recursive: true, force: true }))

const detail: ToolDetail = {
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  examples: [],
  fewShots: ['add one and two', 'the sum of four and five', 'plus seven for eight'].map((user, at) => ({
    user,
    arguments: { a: at, b: at },
  })),
  triggers: [],
}
const users = (drafted: ToolDetail) =>
  buildCallState('sum', drafted)
    .messages.filter(({ role }) => role === 'user')
    .map(({ text }) => text)

describe('a row', () => {
  test('is read part by part: what is broken counts as missing', () => {
    const row = readOptimizedTool({
      contentHash: 'c',
      oneLiner: 7,
      fewShots: ['a', 7],
      nearest: 'yes',
      instruction: 'Mind the sign.',
      stateTokens: { before: -1, after: 2 },
      examples: 'x',
      tried: { index: { kept: 'no' }, shots: { kept: true, reason: 'r', before: { right: 1 } }, nosuch: 1 },
    })
    assert.deepEqual(row, {
      contentHash: 'c',
      instruction: 'Mind the sign.',
      tried: { shots: { kept: true, reason: 'r' } },
    })
  })

  test('without a hash or with nothing in it is none', () => {
    for (const value of [
      null,
      [],
      'x',
      {},
      { oneLiner: 'x' },
      { contentHash: 'c' },
      { contentHash: 'c', instruction: '' },
    ])
      assert.equal(readOptimizedTool(value), undefined, JSON.stringify(value))
  })
})

describe('a state', () => {
  test('has the chosen examples in the tool’s order, and the sentence behind the description', () => {
    const drafted = withDraft(detail, {
      fewShots: ['plus seven for eight', 'add one and two'],
      instruction: 'Mind the sign.',
    })
    assert.deepEqual(users(drafted), ['add one and two', 'plus seven for eight'])
    assert.match(buildCallState('sum', drafted).messages[0]?.text ?? '', /Adds two numbers Mind the sign\.\n/)
    assert.equal(users(detail).length, 3)
  })

  test('has all of them where the chosen ones are of another tool', () => {
    assert.equal(users(withDraft(detail, { fewShots: ['nosuch'] })).length, 3)
  })

  test('gets those that were left out before a message that is like them, only where the row says so', () => {
    const draft = { fewShots: ['add one and two'] }
    const message = 'what is the sum of four and five'
    assert.deepEqual(nearestShots(message, withDraft(detail, draft)), [])
    const near = nearestShots(message, withDraft(detail, { ...draft, nearest: true }))
    assert.ok(near.some(({ text }) => text === 'the sum of four and five'))
    assert.ok(near.every(({ text }) => text !== 'add one and two'))
  })
})

describe('the file of another model', () => {
  const entry = {
    name: 'sum',
    oneLiner: 'Sum',
    group: 'math',
    priority: 128,
    risk: 'read' as const,
    contentHash: 'c',
  }
  const load = (content: object, model: { id?: string; sha256?: string }) => {
    const path = join(folder, 'm.json')
    writeFileSync(path, JSON.stringify(content))
    return loadOverlay(path, [entry], model)
  }
  const tools = { sum: { contentHash: 'c', instruction: 'Mind.' } }
  const made = { formatVersion: 1, model: { id: 'm', sha256: 'aa' }, tools }

  test('is named and ignored, by id or by checksum, as soon as they are known', () => {
    for (const model of [{ id: 'other' }, { id: 'm', sha256: 'bb' }]) {
      const overlay = load(made, model)
      assert.match(
        overlay.type === 'none' ? overlay.reason : '',
        /are for another model; .* sets that file aside/,
      )
    }
    const overlay = load(made, { id: 'm' })
    assert.equal(overlay.type, 'valid')
    assert.deepEqual([isForAnother(overlay, 'aa'), isForAnother(overlay, 'bb')], [false, true])
    assert.equal(load({ tools }, { id: 'm', sha256: 'bb' }).type, 'valid')
  })

  test('of a newer format is named, and one without tools is none', () => {
    const newer = load({ ...made, formatVersion: 2 }, { id: 'm' })
    assert.match(
      newer.type === 'none' ? newer.reason : '',
      /have the format `2`, this program reads 1; take the newer/,
    )
    assert.deepEqual(load({ ...made, tools: {} }, { id: 'm' }), {
      type: 'none',
      reason: 'no optimized prompts for this model',
    })
  })
})
