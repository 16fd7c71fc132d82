import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { KEYED, openApprovals, toolOf } from './open-approvals.ts'

describe('permissions', () => {
  test('`once` asks again, `session` asks no more for this tool and asks for others', async () => {
    const { approvals, approve, decide, kept } = openApprovals('ask')
    for (const decision of ['once', 'session'] as const) {
      const asked = approve()
      decide(decision)
      assert.equal((await asked).decision, decision)
    }
    assert.deepEqual(await approve(), {
      allowed: true,
      decision: 'session',
      reason: 'allowed for this session',
    })
    const other = approve({ tool: toolOf('delete_file', 'write') })
    assert.equal(approvals.pending?.name, 'delete_file')
    decide('denied')
    assert.equal((await other).allowed, false)
    assert.deepEqual(kept, [])
  })

  test('`session` falls when other code has the name, and does not come back with the first', async () => {
    const { approvals, approve, decide } = openApprovals('ask')
    const first = toolOf('word', 'execute', { print: 'first' })
    const second = toolOf('word', 'execute', { print: 'second' })
    const asked = approve({ tool: first })
    decide('session')
    await asked
    const kept = approve()
    decide('session')
    await kept
    assert.equal((await approve({ tool: first })).decision, 'session')
    const other = approve({ tool: second })
    assert.equal(approvals.pending?.name, 'word')
    decide('once')
    assert.equal((await other).decision, 'once')
    assert.deepEqual(approvals.rules, [{ tool: 'write_file', lasts: 'session' }])
    const again = approve({ tool: first })
    assert.equal(approvals.pending?.name, 'word')
    decide('denied')
    assert.equal((await again).allowed, false)
  })

  test('`always` falls with the tool from outside that it was given to, which is told once', async () => {
    const { approvals, approve, decide, kept, told } = openApprovals('ask', [{ tool: 'shell_run' }])
    const first = toolOf('word', 'execute', { print: 'first' })
    const second = toolOf('word', 'execute', { print: 'second' })
    const asked = approve({ tool: first })
    decide('always')
    await asked
    const [, rule] = kept
    assert.match(rule?.print ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(approvals.rules[1], { tool: 'word', lasts: 'always' })
    assert.equal((await approve({ tool: first })).decision, 'always')
    for (let count = 0; count < 2; count++) {
      const other = approve({ tool: second })
      assert.equal(approvals.pending?.name, 'word')
      decide('once')
      assert.equal((await other).decision, 'once')
    }
    assert.deepEqual(kept, [{ tool: 'shell_run' }])
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^What you had allowed `word` is taken back/)
    const again = approve({ tool: first })
    assert.equal(approvals.pending?.name, 'word')
    decide('denied')
    assert.equal((await again).allowed, false)
  })

  test('what was allowed to a tool of the program is not for one from outside that takes its name, nor the other way', async () => {
    const own = toolOf('word', 'execute')
    const outside = toolOf('word', 'execute', { print: 'outside' })
    for (const [one, other] of [
      [own, outside],
      [outside, own],
    ] as const) {
      const { approvals, approve, decide, kept } = openApprovals('ask')
      approvals.allow({ tool: 'word' }, one)
      assert.equal((await approve({ tool: one })).decision, 'always')
      const asked = approve({ tool: other })
      assert.ok(approvals.pending)
      decide('denied')
      await asked
      assert.deepEqual(kept, [])
    }
  })

  test('a permission that fell and cannot be taken out of the settings counts for nothing', async () => {
    const rule = { tool: 'word', print: 'f'.repeat(64) }
    const { approvals, approve, decide, told } = openApprovals('ask', [rule], false, false)
    for (let count = 0; count < 2; count++) {
      const asked = approve({ tool: toolOf('word', 'execute', { print: 'now' }) })
      assert.ok(approvals.pending)
      decide('denied')
      await asked
    }
    assert.equal(told.length, 1)
  })

  test('`always` is kept and asks no more', async () => {
    const { approve, decide, kept } = openApprovals('ask')
    const asked = approve()
    decide('always')
    await asked
    assert.deepEqual(kept, [{ tool: 'write_file' }])
    assert.deepEqual(await approve(), { allowed: true, decision: 'always', reason: 'always allowed' })
  })

  test('where nothing can be kept, `always` lasts for the session', async () => {
    const { approvals, approve, decide } = openApprovals('ask', [], false, false)
    const asked = approve()
    decide('always')
    await asked
    assert.deepEqual(approvals.rules, [{ tool: 'write_file', lasts: 'session' }])
    assert.equal((await approve()).decision, 'session')
  })

  test('of a tool that names an argument they are for that value alone, and the question says so', async () => {
    for (const decision of ['session', 'always'] as const) {
      const { approvals, approve, decide } = openApprovals('ask')
      const asked = approve({ tool: KEYED })
      assert.deepEqual(approvals.pending?.scope, { name: 'path', value: 'a' })
      decide(decision)
      await asked
      assert.deepEqual(approvals.rules, [{ tool: 'write_file', value: 'a', lasts: decision }])
      const what = decision === 'always' ? 'always allowed' : 'allowed for this session'
      assert.deepEqual(await approve({ tool: KEYED, args: { path: 'a', content: 'other' } }), {
        allowed: true,
        decision,
        reason: `${what}: \`a\``,
      })
      const others: readonly JsonObject[] = [
        { path: 'b' },
        { path: './a' },
        { path: 'A' },
        {},
        { path: ['a'] },
      ]
      for (const args of others) {
        const other = approve({ tool: KEYED, args })
        assert.ok(approvals.pending !== undefined, JSON.stringify(args))
        decide('denied')
        await other
      }
    }
  })

  test('an argument that was left out is a value of its own', async () => {
    const { approvals, approve, decide, kept } = openApprovals('ask')
    const asked = approve({ tool: KEYED, args: {} })
    decide('always')
    await asked
    assert.deepEqual(kept, [{ tool: 'write_file', value: '' }])
    assert.equal((await approve({ tool: KEYED, args: {} })).allowed, true)
    void approve({ tool: KEYED, args: { path: 'a' } })
    assert.ok(approvals.pending)
    decide('denied')
  })

  test('a pattern allows what fits it, and a rule for another tool nothing', async () => {
    const rules = [
      { tool: 'write_file', pattern: 'docs/*.md' },
      { tool: 'delete_file', pattern: '**' },
    ]
    const { approvals, approve, decide } = openApprovals('ask', rules)
    assert.deepEqual(await approve({ tool: KEYED, args: { path: 'docs/a.md' } }), {
      allowed: true,
      decision: 'always',
      reason: 'always allowed: `docs/*.md`',
    })
    for (const path of ['docs/x/a.md', 'docs/../a.md', 'a.md']) {
      const asked = approve({ tool: KEYED, args: { path } })
      assert.ok(approvals.pending, path)
      decide('denied')
      await asked
    }
  })

  test('a rule with a value is not for a tool that names no argument', async () => {
    const { approvals, approve, decide } = openApprovals('ask', [{ tool: 'write_file', value: '' }])
    void approve()
    assert.ok(approvals.pending)
    decide('denied')
  })

  test('are taken back one by one or all of a tool', () => {
    const rules = [{ tool: 'x' }, { tool: 'x', value: 'a' }, { tool: 'y', pattern: 'a*' }]
    const { approvals, kept } = openApprovals('ask', rules)
    assert.equal(
      approvals.remove((rule) => rule.value === 'a'),
      1,
    )
    assert.deepEqual(kept, [{ tool: 'x' }, { tool: 'y', pattern: 'a*' }])
    assert.equal(
      approvals.remove(({ tool }) => tool === 'z'),
      0,
    )
    approvals.allow({ tool: 'x' }, { name: 'x' })
    assert.equal(approvals.rules.length, 2)
  })
})
