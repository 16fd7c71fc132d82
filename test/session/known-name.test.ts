// Names that are written as tools' are, and are of none, are not asked of the tool that tells about tools.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { ofKnownName } from '../../source/session/known-name.ts'

const NAMES = ['get_time', 'file_read', 'memory_store', 'github_create_issue', 'about']
const shelf = {
  entries: NAMES.map((name) => ({ name })),
  detail: (name: string) => ({
    parameters: { properties: { name: name === 'about' ? { type: 'string', 'x-kind': 'tool' } : {} } },
  }),
} as unknown as Parameters<typeof ofKnownName>[2]

const about: RouteDecision = {
  tool: 'about',
  confidence: 0.99,
  by: 'classifier',
  candidates: [
    { tool: 'about', score: 0.99 },
    { tool: 'file_read', score: 0.004 },
  ],
}

describe('a tool that tells about tools', () => {
  test('is not wanted for names that no tool has; others may still be', () => {
    for (const request of [
      'what does sshd_config do',
      'explain LD_PRELOAD',
      'what are methods like __len__ for',
      'segfault in my_list_free, how would I debug that',
    ])
      assert.deepEqual(
        ofKnownName(request, about, shelf),
        { tool: null, confidence: 0.8, by: 'none', candidates: [{ tool: 'file_read', score: 0.004 }] },
        request,
      )
  })

  test('is wanted for names of tools, mistyped or turned ones too, and where a tool is spoken of', () => {
    for (const request of [
      'what does get_time do',
      'what does GET_TIEM do',
      'what does read_file take',
      'explain create_issue',
      'does memory_store take what time_t holds',
      'what does the tool fetch_page do',
      'what does your timer thing take',
    ])
      assert.equal(ofKnownName(request, about, shelf), about, request)
  })

  test('is not said to be off for them', () => {
    const off: RouteDecision = { ...about, tool: null, off: 'about' }
    assert.equal(ofKnownName('explain LD_PRELOAD', off, shelf).off, undefined)
    assert.equal(ofKnownName('explain get_time', off, shelf), off)
  })

  test('other tools get such names', () => {
    const other: RouteDecision = { ...about, tool: 'file_read' }
    assert.equal(ofKnownName('find LD_PRELOAD in notes.txt', other, shelf), other)
  })
})
