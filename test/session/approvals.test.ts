import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { KEYED, openApprovals, toolOf } from './open-approvals.ts'

describe('approvals', () => {
  test('what the policy decides asks nobody', async () => {
    const { approve, changes } = openApprovals('read')
    assert.equal((await approve({ tool: toolOf('file_read', 'read') })).allowed, true)
    assert.deepEqual(await approve(), {
      allowed: false,
      decision: 'policy',
      reason: 'write tools do not run (--approve read)',
    })
    assert.deepEqual(changes, [])
  })

  test('a refusing policy wins over what was always allowed', async () => {
    const asked = openApprovals('none', [{ tool: 'write_file' }]).approve()
    assert.equal((await asked).allowed, false)
  })

  test('a call that is not sure enough is asked about, whatever was allowed', async () => {
    for (const policy of ['all', 'write', 'ask'] as const) {
      const { approvals, approve, decide } = openApprovals(policy, [{ tool: 'write_file' }])
      const asked = approve({ confidence: 0.84 })
      assert.equal(approvals.pending?.name, 'write_file', policy)
      decide('once')
      assert.equal((await asked).decision, 'once')
      assert.equal((await approve({ confidence: 0.85 })).allowed, true)
    }
    const { approve } = openApprovals('all')
    assert.equal((await approve({ tool: toolOf('file_read', 'read'), confidence: 0.5 })).allowed, true)
  })

  test('where nobody can be asked it does not run', async () => {
    const { approve } = openApprovals('all', [], false, true, false)
    const refused = (sure: number) => ({
      allowed: false,
      decision: 'policy',
      reason: `only ${sure} % sure that this is what you mean`,
      isUnsure: true,
    })
    assert.deepEqual(await approve({ confidence: 0.496 }), refused(49))
    // Under a narrower policy it has to be surer.
    const { approve: narrow } = openApprovals('write', [], false, true, false)
    assert.deepEqual(await narrow({ confidence: 0.726 }), refused(72))
  })

  test('where nobody can be asked and all was allowed it runs if it is likelier right than not', async () => {
    const { approve } = openApprovals('all', [], false, true, false)
    assert.equal((await approve({ confidence: 0.5 })).allowed, true)
  })

  test('a question stands until it is answered, with the call that it is about', async () => {
    const { approvals, approve, decide, changes } = openApprovals('ask')
    const asked = approve()
    assert.deepEqual(approvals.pending, {
      call: '1.1',
      name: 'write_file',
      risk: 'write',
      arguments: '{"path":"a"}',
    })
    decide('once')
    assert.deepEqual(await asked, { allowed: true, decision: 'once', reason: 'allowed by you' })
    assert.equal(approvals.pending, undefined)
    assert.deepEqual(changes, ['1.1', undefined])
  })

  test('an answer to another call is ignored, whatever it is', async () => {
    const { approvals, approve, decide } = openApprovals('ask')
    const asked = approve()
    approvals.decide('9.9', { decision: 'always' })
    assert.equal(approvals.decide('9.9', { decision: 'edited', arguments: '{' }), undefined)
    assert.equal(approvals.pending?.call, '1.1')
    decide('denied')
    assert.deepEqual(await asked, { allowed: false, decision: 'denied', reason: 'you did not allow it' })
    approvals.decide('1.1', { decision: 'always' })
    assert.equal(approvals.pending, undefined)
  })

  test('of two answers the first counts', async () => {
    const { approve, decide, kept } = openApprovals('ask')
    const asked = approve()
    decide('denied')
    decide('always')
    assert.equal((await asked).allowed, false)
    assert.deepEqual(kept, [])
  })

  test('a refusal is not remembered, and its reason is told in one line', async () => {
    const { approvals, approve, decide } = openApprovals('ask')
    const first = approve()
    approvals.decide('1.1', { decision: 'denied', reason: ' not there,\n  take notes.txt ' })
    assert.equal((await first).reason, 'you said: not there, take notes.txt')
    const blank = approve()
    approvals.decide('1.2', { decision: 'denied', reason: ' \n' })
    assert.equal((await blank).reason, 'you did not allow it')
    const last = approve()
    decide('once')
    assert.equal((await last).allowed, true)
  })

  test('an abort takes the question back and rejects', async () => {
    const { approvals, approve, changes } = openApprovals('ask')
    const stop = new AbortController()
    const asked = approve({ signal: stop.signal })
    stop.abort(new Error('enough'))
    await assert.rejects(asked, /enough/)
    assert.equal(approvals.pending, undefined)
    assert.deepEqual(changes, ['1.1', undefined])
    await assert.rejects(approve({ signal: stop.signal }), /enough/)
    assert.equal(approvals.pending, undefined)
  })

  test('a second question waits for the first, and neither takes the other away', async () => {
    const { approvals, approve, decide, changes } = openApprovals('ask')
    const stop = new AbortController()
    const asked = [approve(), approve({ signal: stop.signal }), approve({ args: { path: 'c' } })]
    assert.equal(approvals.pending?.call, '1.1')
    stop.abort(new Error('enough'))
    await assert.rejects(asked[1] ?? assert.fail(), /enough/)
    assert.equal(approvals.pending?.call, '1.1')
    decide('denied')
    assert.equal((await asked[0])?.allowed, false)
    await new Promise(setImmediate)
    assert.equal(approvals.pending?.arguments, '{"path":"c"}')
    decide('once')
    assert.equal((await asked[2])?.allowed, true)
    assert.deepEqual(changes, ['1.1', undefined, '1.3', undefined])
  })
})

describe('what a question shows', () => {
  test('is what will run: nothing in it turns the reading direction or moves a cursor, and the same data comes back from an edit', async () => {
    const hostile = 'rm \u202etxt.a\u001b[2K\u009b1A'
    const preview = async () => `+${hostile}\r-b`
    const tool = { ...KEYED, preview: () => '' }
    const { approvals, approve, decide, edit } = openApprovals('ask')
    const asked = approve({ tool, args: { path: hostile }, preview })
    await Promise.resolve()
    await Promise.resolve()
    const { arguments: args, scope, preview: shown } = approvals.pending ?? assert.fail('nothing is asked')
    assert.equal(args, '{"path":"rm \\u202etxt.a\\u001b[2K\\u009b1A"}')
    assert.deepEqual(JSON.parse(args), { path: hostile })
    assert.equal(scope?.value, 'rm <U+202E>txt.a')
    assert.equal(shown?.text, '+rm <U+202E>txt.a\n-b')
    edit(args)
    decide('session')
    assert.equal((await asked).arguments, undefined)
  })
})

describe('edited arguments', () => {
  test('replace what is asked about, and are what is allowed and remembered', async () => {
    const { approvals, approve, decide, edit, kept, changes } = openApprovals('ask')
    const asked = approve({ tool: KEYED })
    assert.equal(edit('{"path": "b"}'), undefined)
    const { call, arguments: args, scope } = approvals.pending ?? assert.fail('the question is gone')
    assert.deepEqual([call, args, scope?.value], ['1.1', '{"path":"b"}', 'b'])
    decide('always')
    assert.deepEqual(await asked, {
      allowed: true,
      decision: 'always',
      reason: 'allowed by you',
      arguments: { path: 'b' },
    })
    assert.deepEqual(kept, [{ tool: 'write_file', value: 'b' }])
    assert.deepEqual(changes, ['1.1', '1.1', undefined])
  })

  test('that are no object or break the schema are told, and the question stays as it was', async () => {
    const { approvals, approve, decide, edit } = openApprovals('ask')
    const asked = approve()
    for (const text of ['', '{', '{"path": "b"', '[]', '"b"', 'null', "{'path': 'b'}"])
      assert.equal(edit(text), 'The arguments must be a JSON object, with names in double quotes.', text)
    assert.equal(edit('{"path": 7}'), '`path` must be text.')
    assert.equal(approvals.pending?.arguments, '{"path":"a"}')
    decide('once')
    assert.equal((await asked).arguments, undefined)
  })

  test('that come to the same are none', async () => {
    const { approve, decide, edit } = openApprovals('ask')
    const asked = approve()
    edit('{ "path": "a" }')
    decide('once')
    assert.equal((await asked).arguments, undefined)
  })

  test('may be refused, and then they are what was refused', async () => {
    const { approve, decide, edit } = openApprovals('ask')
    const asked = approve()
    edit('{"path": "b"}')
    decide('denied')
    assert.deepEqual((await asked).arguments, { path: 'b' })
  })
})

describe('a preview', () => {
  test('comes to the question in a moment, anew after an edit, and never from older arguments', async () => {
    const tool = toolOf('write_file', 'write', { preview: () => '' })
    const waiting = new Map<string, (text: string) => void>()
    const preview = ({ path }: JsonObject) =>
      new Promise<string>((resolve) => waiting.set(String(path), resolve))
    const { approvals, approve, decide, edit } = openApprovals('ask')
    const asked = approve({ tool, preview })
    await new Promise(setImmediate)
    assert.deepEqual(approvals.pending?.preview, { text: undefined })
    edit('{"path": "b"}')
    waiting.get('a')?.('of a')
    await new Promise(setImmediate)
    assert.deepEqual(approvals.pending?.preview, { text: undefined })
    waiting.get('b')?.('of b')
    await new Promise(setImmediate)
    assert.deepEqual(approvals.pending?.preview, { text: 'of b' })
    decide('denied')
    await asked
  })
})

describe('a call that is bound to fail', () => {
  test('is no question: its failure is the result', async () => {
    const tool = toolOf('write_file', 'write', { preview: () => '' })
    const failure = new ToolFailure('not_found', 'There is no file `a`.')
    const { approve, changes } = openApprovals('ask')
    assert.deepEqual(await approve({ tool, failure }), {
      allowed: false,
      decision: 'policy',
      reason: 'not asked about, as it would fail',
      failure: { code: 'not_found', message: 'There is no file `a`.' },
    })
    assert.deepEqual(changes, [], 'nothing was ever pending')
  })

  test('is refused by the policy as any other', async () => {
    const tool = toolOf('write_file', 'write', { preview: () => '' })
    const failure = new ToolFailure('not_found', 'There is no file `a`.')
    assert.equal((await openApprovals('read').approve({ tool, failure })).failure, undefined)
  })
})

describe('a call that opens something to others', () => {
  const widens = 'it opens `/data` to every tool that reads files'

  test('is a question where its risk alone would run, and runs where everything does', async () => {
    const { approvals, approve, decide } = openApprovals('write')
    const asked = approve({ widens })
    await new Promise(setImmediate)
    assert.equal(approvals.pending?.name, 'write_file')
    decide('once')
    assert.deepEqual(await asked, { allowed: true, decision: 'once', reason: 'allowed by you' })
    assert.equal((await openApprovals('all').approve({ widens })).decision, 'policy')
    assert.equal((await openApprovals('write').approve()).decision, 'policy')
  })

  test('is refused with the reason where nobody can be asked, whatever was allowed once', async () => {
    const { approve } = openApprovals('write', [{ tool: 'write_file' }], false, true, false)
    assert.deepEqual(await approve({ widens }), {
      allowed: false,
      decision: 'policy',
      reason:
        'it opens `/data` to every tool that reads files, which needs a yes of yours or `--approve all`; `--approve write` is not enough',
    })
    assert.match((await openApprovals('read').approve({ widens })).reason, /^write tools do not run/)
  })

  test('runs unasked in a terminal where you allowed it for always', async () => {
    const { approve } = openApprovals('write', [{ tool: 'write_file' }])
    assert.equal((await approve({ widens })).decision, 'always')
  })
})

describe('a dry run', () => {
  test('asks nobody and refuses nothing, whatever the policy and the permissions say', async () => {
    for (const policy of ['ask', 'none', 'read', 'write', 'all'] as const) {
      const { approve, changes } = openApprovals(policy, [{ tool: 'write_file' }], true)
      assert.deepEqual(await approve(), {
        allowed: false,
        decision: 'policy',
        reason: 'dry run',
        isDryRun: true,
      })
      assert.deepEqual(changes, [])
    }
  })

  test('is none for what reads', async () => {
    const { approve } = openApprovals('ask', [], true)
    assert.equal((await approve({ tool: toolOf('file_read', 'read') })).allowed, true)
  })
})
