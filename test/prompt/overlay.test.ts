import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ManifestEntry } from '../../source/contracts/manifest.ts'
import { loadOverlay, whyNotOptimized } from '../../source/prompt/overlay.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('overlay')
after(() => rmSync(folder, { recursive: true, force: true }))

const entry = (name: string, contentHash: string): ManifestEntry => ({
  name,
  oneLiner: 'As shipped',
  group: 'time',
  priority: 128,
  risk: 'read',
  contentHash,
})
const ENTRIES = [entry('get_date', 'hash-d'), entry('get_time', 'hash-t')]

let files = 0
function load(content: unknown, entries = ENTRIES) {
  const path = join(folder, `model-${files++}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return loadOverlay(path, entries)
}
const row = (contentHash: string, oneLiner = 'Better words') => ({ contentHash, oneLiner })

describe('an overlay', () => {
  test('of the same tools replaces their one-liners', () => {
    const overlay = load({
      tools: { get_time: row('hash-t', 'Tells the time'), get_date: row('hash-d', 'Tells the date') },
    })
    assert.equal(overlay.type, 'valid')
    assert.deepEqual(overlay.type === 'valid' && Object.fromEntries(overlay.oneLiners), {
      get_date: 'Tells the date',
      get_time: 'Tells the time',
    })
  })

  test('that lacks a tool leaves it alone', () => {
    const overlay = load({ tools: { get_time: row('hash-t') } })
    assert.deepEqual(overlay.type === 'valid' && [...overlay.oneLiners.keys()], ['get_time'])
    assert.deepEqual(overlay.type === 'valid' && overlay.stale, [])
  })

  test('of a changed tool is stale for it alone', () => {
    const overlay = load({ tools: { get_time: row('older'), get_date: row('hash-d') } })
    assert.deepEqual(overlay.type === 'valid' && overlay.stale, ['get_time'])
    assert.deepEqual(overlay.type === 'valid' && [...overlay.oneLiners.keys()], ['get_date'])
  })

  test('of which nothing fits any more is none, with the reason', () => {
    for (const tools of [{ get_time: row('older') }, { other_tool: row('hash') }, {}, []]) {
      const overlay = load({ tools })
      assert.match(overlay.type === 'none' ? overlay.reason : '', /other versions of the tools/)
    }
  })

  test('whose rows say only what was tried changes nothing, and that is the reason', () => {
    const tried = { index: { kept: false, reason: 'the same line' } }
    const same = load({ tools: { get_time: { ...row('hash-t', 'As shipped'), tried } } })
    assert.deepEqual(same.type === 'valid' && [same.isChanged, [...same.rows.keys()]], [false, ['get_time']])
    assert.match(whyNotOptimized(same) ?? '', /^nothing that was tried for this model was kept/)
    for (const change of [
      { oneLiner: 'Other' },
      { fewShots: ['a'] },
      { instruction: 'Mind.' },
      { words: ['clock'] },
    ])
      assert.equal(
        whyNotOptimized(load({ tools: { get_time: { contentHash: 'hash-t', tried, ...change } } })),
        undefined,
      )
  })

  test('that cannot be used says what to do', () => {
    const stale = { tools: { get_time: row('older') } }
    const other = load({ ...stale, formatVersion: 2 })
    for (const overlay of [load('{'), load('{}'), load(stale), other])
      assert.match(overlay.type === 'none' ? overlay.reason : '', /; .*`\/optimize_tool_prompts` /)
  })

  test('that is not there is none and needs no repair', () => {
    assert.deepEqual(loadOverlay(join(folder, 'missing.json'), ENTRIES), {
      type: 'none',
      reason: 'no optimized prompts for this model',
    })
  })

  test('that cannot be read is named', () => {
    mkdirSync(join(folder, 'folder.json'))
    assert.match(String(Object.values(loadOverlay(join(folder, 'folder.json'), ENTRIES))), /cannot be read/)
    for (const text of ['', '{', '{"tools": {', 'not json']) {
      const overlay = load(text)
      assert.match(overlay.type === 'none' ? overlay.reason : '', /cannot be read/)
    }
  })

  test('that is something else is named', () => {
    for (const text of ['null', '7', '"x"', '[]', '{}', '{"tools": null}', '{"tools": "x"}']) {
      const overlay = load(text)
      assert.match(overlay.type === 'none' ? overlay.reason : '', /holds no optimized prompts/, text)
    }
  })

  test('a row that is no row counts as missing: one bad row spoils no other', () => {
    const bad = [
      null,
      7,
      'x',
      {},
      { contentHash: 'hash-t' },
      row('hash-t', ''),
      row('hash-t', 'x'.repeat(201)),
      row('hash-t', 'two\nlines'),
      { contentHash: 'hash-t', oneLiner: 7 },
    ]
    for (const one of bad) {
      const overlay = load({ tools: { get_time: one, get_date: row('hash-d') } })
      assert.deepEqual(
        overlay.type === 'valid' && [...overlay.oneLiners.keys()],
        ['get_date'],
        JSON.stringify(one),
      )
      assert.deepEqual(overlay.type === 'valid' && overlay.stale, [])
    }
  })
})
