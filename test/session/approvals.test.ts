import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Risk, Tool } from '../../source/contracts/tool.ts'
import type { ApprovalPolicy } from '../../source/governor/execute.ts'
import { Approvals } from '../../source/session/approvals.ts'

const toolOf = (name: string, risk: Risk): Tool => ({
  name,
  description: '',
  parameters: {},
  risk,
  run: () => null,
  say: () => ({ sentence: '' }),
})

function open(policy: ApprovalPolicy, allowed: readonly string[] = []) {
  const kept = new Set(allowed)
  const changes: (string | undefined)[] = []
  const approvals: Approvals = new Approvals(
    policy,
    { isAllowed: (name) => kept.has(name), keepAllowed: (name) => kept.add(name) },
    () => changes.push(approvals.pending?.call),
  )
  let calls = 0
  const approve = (name = 'write_file', risk: Risk = 'write', signal = new AbortController().signal) =>
    approvals.approve({ id: `1.${++calls}`, tool: toolOf(name, risk), arguments: { path: 'a' } }, signal)
  return { approvals, approve, kept, changes }
}

describe('approvals', () => {
  test('what the policy decides asks nobody', async () => {
    const { approve, changes } = open('read')
    assert.equal((await approve('file_read', 'read')).allowed, true)
    assert.deepEqual(await approve(), {
      allowed: false,
      decision: 'policy',
      reason: 'write tools do not run (--approve read)',
    })
    assert.deepEqual(changes, [])
  })

  test('a refusing policy wins over what was always allowed', async () => {
    assert.equal((await open('none', ['file_read']).approve('file_read', 'read')).allowed, false)
  })

  test('a question stands until it is answered, with the call that it is about', async () => {
    const { approvals, approve, changes } = open('ask')
    const asked = approve()
    const { call, name, risk, arguments: args } = approvals.pending ?? assert.fail('nothing is asked')
    assert.deepEqual(
      { call, name, risk, args },
      { call: '1.1', name: 'write_file', risk: 'write', args: '{"path":"a"}' },
    )
    approvals.decide('1.1', 'once')
    assert.deepEqual(await asked, { allowed: true, decision: 'once', reason: 'allowed by you' })
    assert.equal(approvals.pending, undefined)
    assert.deepEqual(changes, ['1.1', undefined])
  })

  test('an answer to another call is ignored', async () => {
    const { approvals, approve } = open('ask')
    const asked = approve()
    approvals.decide('9.9', 'always')
    assert.equal(approvals.pending?.call, '1.1')
    approvals.decide('1.1', 'denied')
    assert.deepEqual(await asked, { allowed: false, decision: 'denied', reason: 'you did not allow it' })
    approvals.decide('1.1', 'always')
    assert.equal(approvals.pending, undefined)
  })

  test('`once` asks again, `session` asks no more for this tool and asks for others', async () => {
    const { approvals, approve, kept } = open('ask')
    for (const decision of ['once', 'session'] as const) {
      const asked = approve()
      approvals.decide(approvals.pending?.call ?? '', decision)
      assert.equal((await asked).decision, decision)
    }
    assert.deepEqual(await approve(), {
      allowed: true,
      decision: 'session',
      reason: 'allowed for this session',
    })
    const other = approve('delete_file')
    assert.equal(approvals.pending?.name, 'delete_file')
    approvals.decide(approvals.pending?.call ?? '', 'denied')
    assert.equal((await other).allowed, false)
    assert.equal(kept.size, 0)
  })

  test('`always` is kept and asks no more', async () => {
    const { approvals, approve, kept } = open('ask')
    const asked = approve()
    approvals.decide('1.1', 'always')
    await asked
    assert.deepEqual([...kept], ['write_file'])
    assert.deepEqual(await approve(), { allowed: true, decision: 'always', reason: 'always allowed' })
  })

  test('a refusal is not remembered', async () => {
    const { approvals, approve } = open('ask')
    const first = approve()
    approvals.decide('1.1', 'denied')
    await first
    const second = approve()
    approvals.decide('1.2', 'once')
    assert.equal((await second).allowed, true)
  })

  test('an abort takes the question back and rejects', async () => {
    const { approvals, approve, changes } = open('ask')
    const stop = new AbortController()
    const asked = approve('write_file', 'write', stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(asked, /enough/)
    assert.equal(approvals.pending, undefined)
    assert.deepEqual(changes, ['1.1', undefined])
  })
})
