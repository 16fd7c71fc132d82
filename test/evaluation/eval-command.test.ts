// What a person gets of a whole run of `ethervox eval`: files, sentences, and nothing lost on the way.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readBaseline } from '../../source/evaluation/baseline-file.ts'
import { partOf } from '../../source/evaluation/cases.ts'
import { runEvalCommand } from '../../source/evaluation/eval-command.ts'
import type { CaseResult } from '../../source/evaluation/run.ts'
import { composeMeasured } from '../../source/measured/compose-measured.ts'
import { taughtCases } from '../../source/measured/taught-cases.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

const CELSIUS = `---
name: celsius
title: Fahrenheit to Celsius
description: Convert a temperature from Fahrenheit to Celsius
group: own
version: 1
parameters:
  - name: fahrenheit
    type: number
    description: degrees Fahrenheit
examples:
  - how warm is 70 fahrenheit in celsius?
---

\`\`\`js
return { sentence: \`\${args.fahrenheit} is warm.\` }
\`\`\`
`

function setUp(t: TestContext) {
  const folder = temporaryFolder('eval')
  t.after(() => rmSync(folder, { recursive: true }))
  const [home, output] = [homePaths(join(folder, 'home'), {}), join(folder, 'run.json')]
  mkdirSync(home.home)
  const engine = createFakeEngine({ calls: { 'frob the oven': '{"fahrenheit":70}' } })
  let said = ''
  const run = async (...args: string[]) => {
    const hear = (stream: NodeJS.WriteStream) => {
      const write = stream.write.bind(stream)
      return t.mock.method(stream, 'write', (piece: string | Uint8Array) => {
        // The test runner's own are bytes.
        if (typeof piece !== 'string') return write(piece)
        said += piece
        return true
      })
    }
    const heard = [hear(process.stdout), hear(process.stderr)]
    try {
      return await runEvalCommand(
        [...args, '--output', output],
        ({ taught, ownTools }) =>
          composeMeasured({
            ...{ program: findProgram(), home, workspace: WORKSPACE, ownTools, taught, tools: undefined },
            clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
            ...{ model: undefined, answers: 'tool', maxTokens: undefined },
            engine: async () => ({ type: 'ready', engine, answers: 'auto' }),
          }),
        () => [],
        (_, tell) => taughtCases(home, tell),
      )
    } finally {
      for (const one of heard) one.mock.restore()
    }
  }
  const results = () => JSON.parse(readFileSync(output, 'utf8')).results as readonly CaseResult[]
  const writeCases = (ids: readonly string[], tool: string | null) => {
    const path = join(folder, 'cases.jsonl')
    const lines = ids.map((id) => JSON.stringify({ id, input: 'what time is it?', tool }))
    writeFileSync(path, lines.join('\n'))
    return path
  }
  return { folder, home, engine, output, run, results, writeCases, said: () => said }
}

test('what was measured of ours is kept where the baseline fails', async (t) => {
  const { engine, run, results, output, writeCases } = setUp(t)
  const path = writeCases(['a'], 'get_time')
  t.mock.method(engine, 'prepareHead', async () => {
    throw new Error('too long')
  })
  await assert.rejects(run('--cases', path, '--part', 'all', '--baseline', 'full-schemas'), /too long/)
  assert.ok(existsSync(output))
  assert.equal(results().length, 1)
})

test('a file without schemas is refused in one sentence, before a model is loaded', (t) => {
  const { folder } = setUp(t)
  const path = join(folder, 'base.json')
  assert.throws(() => readBaseline(path), { name: 'UserError', message: /cannot be read/ })
  for (const [text, why] of [
    ['{"tools": []}', /must be a JSON array/],
    ['["a"]', /entry 1 is none/],
    ['[{"name": "a", "description": "b", "parameters": {}}, {"name": "c"}]', /entry 2 is none/],
    ['[', /is no JSON/],
  ] as const) {
    writeFileSync(path, text)
    assert.throws(() => readBaseline(path), { name: 'UserError', message: why })
  }
  assert.equal(readBaseline('full-schemas').tools, undefined)
  assert.ok((readBaseline('test/cases/schemas31.json').tools ?? []).length > 30)
})

test("what was taught for a tool of one's own is measured with it, and for one that is gone it is named", async (t) => {
  const { home, run, results, said } = setUp(t)
  mkdirSync(home.toolFiles)
  mkdirSync(home.teaching)
  writeFileSync(join(home.toolFiles, 'celsius.md'), CELSIUS)
  writeFileSync(
    join(home.teaching, 'cases.yaml'),
    `- {id: t1, request: frob the oven, tool: celsius}
- {id: t2, request: launch it, tool: gone, arguments: {to: staging}}
- {id: t3, request: wibble, tool: none}
`,
  )
  assert.equal(await run('--cases', 'mine'), 0)
  assert.deepEqual(
    results().map(({ id, rightTool }) => [id, rightTool]),
    [
      ['t1', true],
      ['t3', true],
    ],
  )
  assert.match(said(), /^t2 is left out: `gone` is not here or not on$/m)
})

test('failures of the part report are not printed, also where all parts are run', async (t) => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const { run, said, writeCases } = setUp(t)
  const isReport = (id: string) => partOf(id) === 'report'
  assert.ok(ids.some(isReport) && !ids.every(isReport))
  await run('--cases', writeCases(ids, null), '--part', 'all', '--failures')
  for (const id of ids) assert.equal(said().includes(`TOOL  ${id} `), !isReport(id), id)
  assert.match(said(), /`--failures` prints nothing of the part report/)
})
