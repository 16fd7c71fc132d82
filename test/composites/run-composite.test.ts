// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// What a composite does with its steps: conditions, failures, fallbacks, taking back, side by side.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Composite, parseComposite } from '../../source/composites/composite-file.ts'
import { saidOf, toolOfComposite } from '../../source/composites/composite-tool.ts'
import { runComposite } from '../../source/composites/run-composite.ts'
import { testComposite } from '../../source/composites/test-composite.ts'
import type { StepOutcome } from '../../source/contracts/composites.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { ToolDetail } from '../../source/contracts/manifest.ts'
import { type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'

function composite(steps: string, more = ''): Composite {
  const parameters = 'parameters:\n  n: { type: integer, description: n }\n'
  const text = `title: t\ndescription: d\n${parameters}steps:\n${steps}\n${more}`
  const read = parseComposite(text, 'c.yaml', 'c')
  assert.ok('groups' in read, JSON.stringify(read))
  return read
}

/** Steps that give what stands here, or fail with a text. */
function fake(outcomes: { readonly [step: string]: JsonObject | string }) {
  const made: string[] = []
  const run = async (step: string, tool: string, args: JsonObject): Promise<StepOutcome> => {
    made.push(`${step} ${tool} ${JSON.stringify(args)}`)
    const given = outcomes[step] ?? {}
    if (typeof given !== 'string') return { ok: true, result: given, said: { sentence: `${step} is well.` } }
    const [code = '', message = ''] = given.split('|')
    return { ok: false, error: { code, message }, said: { sentence: message } }
  }
  return { made, run }
}

test('values go from step to step, and a condition skips', async () => {
  const one = composite(
    [
      '  - { id: a, tool: look, arguments: { n: "${args.n}" } }',
      '  - { id: b, tool: put, when: a.count > 5, arguments: { text: "${a.count} found" } }',
      '  - { id: c, tool: put, when: a.count < 5 and not done.b, arguments: { text: "few: ${said.a}" } }',
    ].join('\n'),
    'say: "There are ${a.count}."',
  )
  const steps = fake({ a: { count: 3 } })
  const result = await runComposite(one, { n: 7 }, steps)
  assert.deepEqual(steps.made, ['a look {"n":7}', 'c put {"text":"few: a is well."}'])
  assert.deepEqual(
    result.steps.map(({ state }) => state),
    ['done', 'skipped', 'done'],
  )
  assert.deepEqual(saidOf(one, result), {
    sentence: 'c: 2 of 3 steps done, 1 skipped.',
    detail: 'a: a is well.\nc: c is well.',
  })
})

test('a text that was cut is handed to no other step: a copy would be a part', async () => {
  const one = composite(
    [
      '  - { id: read, tool: file_read }',
      '  - { id: write, tool: file_write, arguments: { content: "${read.text}" } }',
    ].join('\n'),
  )
  const text = 'first\n[... 2820 lines, 95002 characters left out ...]\nlast'
  const cut = fake({ read: { text, truncated: true } })
  await assert.rejects(runComposite(one, {}, cut), /file_write was not called: what `read` gave is too long/)
  assert.deepEqual(cut.made, ['read file_read {}'])
  // Also where nothing says so but the mark, and deep in a value.
  const marked = fake({ read: { text, parts: [{ text }] } })
  await assert.rejects(runComposite(one, {}, marked), /what `read` gave is too long/)
  const whole = fake({ read: { text, truncated: false } })
  await runComposite(one, {}, whole)
  assert.equal(whole.made.length, 2)
})

test('a failing step stops: what was done is said and taken back, the last first', async () => {
  const one = composite(
    [
      '  - { id: a, tool: make, undo: { tool: unmake, arguments: { id: "${a.id}" } } }',
      '  - { id: b, tool: make, undo: { tool: unmake, arguments: { id: "${b.id}" } } }',
      '  - { id: c, tool: send }',
      '  - { id: d, tool: send }',
    ].join('\n'),
  )
  const steps = fake({
    a: { id: 1 },
    b: { id: 2 },
    c: 'no_network|The network is down.',
    'a.undo': 'gone|It is gone.',
  })
  await assert.rejects(runComposite(one, { n: 1 }, steps), (error) => {
    assert.ok(error instanceof ToolFailure)
    assert.equal(error.code, 'step_failed')
    assert.equal(
      error.message,
      'c stopped at its step `c`: The network is down. Done before it: `a`, `b`. `b` was taken back. `a` could not be taken back: It is gone.',
    )
    return true
  })
  assert.deepEqual(steps.made, [
    'a make {}',
    'b make {}',
    'c send {}',
    'b.undo unmake {"id":2}',
    'a.undo unmake {"id":1}',
  ])
})

test('a step may fail and the rest goes on; its failure is told even where the composite has words of its own', async () => {
  const one = composite(
    [
      '  - { id: a, tool: look, on_error: continue }',
      '  - { id: b, tool: put, when: not done.a, arguments: { text: "${error.a}" } }',
    ].join('\n'),
    'say: All is well.',
  )
  const steps = fake({ a: 'gone|It is gone.' })
  const said = saidOf(one, await runComposite(one, { n: 1 }, steps))
  assert.deepEqual(steps.made, ['a look {}', 'b put {"text":"It is gone."}'])
  assert.equal(said.sentence, 'All is well. (1 failed.)')
  assert.match(said.detail ?? '', /^a failed: It is gone\./)
})

test('a fallback gives the result in the place of its step; where it fails too, both are told', async () => {
  const text =
    '  - { id: a, tool: look, fallback: { tool: guess, arguments: { why: "${error.a}" } } }\n  - { id: b, tool: put, arguments: { text: "${a.x}" } }'
  const well = fake({ a: 'gone|It is gone.', 'a.fallback': { x: 'y' } })
  const result = await runComposite(composite(text), { n: 1 }, well)
  assert.deepEqual(well.made, ['a look {}', 'a.fallback guess {"why":"It is gone."}', 'b put {"text":"y"}'])
  assert.equal(result.steps[0]?.state, 'instead')
  const bad = fake({ a: 'gone|It is gone.', 'a.fallback': 'no|Nor this.' })
  await assert.rejects(
    runComposite(composite(text), { n: 1 }, bad),
    /It is gone\. In its place: Nor this\. Nothing was done/,
  )
})

test('a place without a value, and values without an order, fail their step and not the program', async () => {
  const empty = composite(
    '  - { id: a, tool: look }\n  - { id: b, tool: put, arguments: { text: "${a.missing}" } }',
  )
  await assert.rejects(
    runComposite(empty, { n: 1 }, fake({ a: { x: 1 } })),
    /step `b`: put was not called: `\$\{a.missing\}` has no value\. Done before it: `a`\./,
  )
  const unordered = composite("  - { id: a, tool: look }\n  - { id: b, tool: put, when: a.x > 'z' }")
  await assert.rejects(
    runComposite(unordered, { n: 1 }, fake({ a: { x: 1 } })),
    /its condition cannot be decided/,
  )
})

test('in a dry run it stops at the first step that was only told, and takes nothing back', async () => {
  const one = composite(
    '  - { id: a, tool: make, undo: { tool: unmake } }\n  - { id: b, tool: make, on_error: continue }\n  - { id: c, tool: make }',
  )
  const steps = fake({ b: 'dry_run|dry run: make was not run.' })
  await assert.rejects(runComposite(one, { n: 1 }, steps), (error) => {
    assert.ok(error instanceof ToolFailure)
    assert.equal(error.code, 'dry_run')
    return true
  })
  assert.deepEqual(steps.made, ['a make {}', 'b make {}'])
})

test('steps side by side begin together', async () => {
  const one = composite('  - parallel:\n      - { id: a, tool: look }\n      - { id: b, tool: look }')
  const began: string[] = []
  const both = Promise.withResolvers<void>()
  await runComposite(
    one,
    { n: 1 },
    {
      run: async (step) => {
        began.push(step)
        if (began.length === 2) both.resolve()
        await both.promise
        return { ok: true, result: {}, said: { sentence: 'x' } }
      },
    },
  )
  assert.deepEqual(began, ['a', 'b'])
})

test('a test of the file passes, and says what is not as it wants', async () => {
  const one = composite(
    '  - { id: a, tool: look, arguments: { n: "${args.n}" } }\n  - { id: b, tool: put, arguments: { t: "${a.x}" } }',
  )
  const fault = async (test: Parameters<typeof testComposite>[1]) => (await testComposite(one, test)).fault
  const results = { a: { x: 'y' } }
  const calls: readonly { readonly tool: string; readonly arguments: JsonObject }[] = [
    { tool: 'look', arguments: { n: 4 } },
    { tool: 'put', arguments: { t: 'y' } },
  ]
  assert.equal(await fault({ arguments: { n: 4 }, results, calls, contains: ['2 of 2'] }), undefined)
  assert.match(
    (await fault({ arguments: { n: 5 }, results, calls })) ?? '',
    /its calls must be .*"n":4.*"n":5/,
  )
  assert.match(
    (await fault({ arguments: { n: 4 }, results, calls: calls.slice(0, 1) })) ?? '',
    /its calls must be/,
  )
  assert.match(
    (await fault({ arguments: { n: 4 }, results, contains: ['nothing'] })) ?? '',
    /must have `nothing`/,
  )
  assert.equal(await fault({ arguments: { n: 4 } }), 'it fails')
  assert.equal(await fault({ arguments: { n: 4 }, failures: { a: 'gone' }, fails: 'step_failed' }), undefined)
  assert.match(
    (await fault({ arguments: { n: 4 }, results, fails: 'step_failed' })) ?? '',
    /it does not fail/,
  )
  assert.equal(await fault({ arguments: { n: 'x' }, fails: 'bad_arguments' }), undefined)
})

test('what the composite would say is said only where no step was skipped', async () => {
  const one = composite(
    '  - { id: a, tool: look }\n  - { id: b, tool: put, when: a.text != "" }',
    'say: It stands there too.',
  )
  const saidWith = async (text: string) =>
    saidOf(one, await runComposite(one, { n: 1 }, fake({ a: { text } }))).sentence
  assert.equal(await saidWith('x'), 'It stands there too.')
  assert.equal(await saidWith(''), 'c: 1 of 2 steps done, 1 skipped.')
})

test('a composite whose time is up begins no other step', async () => {
  const one = composite('  - { id: a, tool: look }\n  - { id: b, tool: look }')
  const parameters = { type: 'object', properties: {} } as const
  const detail = { name: 'look', description: 'd', parameters, fewShots: [] } as unknown as ToolDetail
  const made = toolOfComposite(one, () => ({ risk: 'read', detail }))
  assert.ok('tool' in made, JSON.stringify(made))
  const limit = new AbortController()
  const begun: string[] = []
  const run = async (step: string): Promise<StepOutcome> => {
    begun.push(step)
    limit.abort()
    return { ok: true, result: {}, said: { sentence: 'well' } }
  }
  const context = { signal: limit.signal, services: { steps: { run } } } as unknown as ToolContext
  await assert.rejects(async () => made.tool.run({ n: 1 }, context), { name: 'AbortError' })
  assert.deepEqual(begun, ['a'])
})

test('a step and an argument may be called as what every object has', async () => {
  const one = composite('  - { id: constructor, tool: look, arguments: { n: 1 } }')
  assert.equal((await testComposite(one, { arguments: { n: 4 } })).fault, undefined)
  const detail = {
    description: '',
    parameters: { type: 'object', properties: { n: {} } },
  } as unknown as ToolDetail
  const two = composite('  - { id: a, tool: look, arguments: { valueOf: 1 } }')
  assert.match(
    JSON.stringify(toolOfComposite(two, () => ({ risk: 'read', detail }))),
    /`look` takes no `valueOf`/,
  )
})

test('a test compares arguments by value, in whatever order their names stand', async () => {
  const one = composite('  - { id: a, tool: put, arguments: { to: { x: 1, y: [2] }, text: hi } }')
  const wants = async (args: JsonObject) => {
    const calls = [{ tool: 'put', arguments: args }]
    return (await testComposite(one, { arguments: { n: 4 }, calls })).fault
  }
  assert.equal(await wants({ text: 'hi', to: { y: [2], x: 1 } }), undefined)
  assert.match((await wants({ text: 'hi', to: { y: ['2'], x: 1 } })) ?? '', /its calls must be/)
})
