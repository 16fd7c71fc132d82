import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { runRoute } from '../../source/command-line/route-command.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { runProgramLines } from '../helpers/run-program.ts'

type Tools = Parameters<typeof runRoute>[1]

const ground = {
  tools: { enabled: [{ name: 'get_time' }, { name: 'get_date' }] },
  router: {
    route: (text: string, allowed: ReadonlySet<string>) =>
      text === 'late?' && allowed.has('get_time')
        ? {
            tool: 'get_time',
            confidence: 0.913,
            by: 'classifier',
            candidates: [
              { tool: 'get_time', score: 0.913 },
              { tool: 'get_date', score: 0.04 },
            ],
          }
        : { tool: null, confidence: 0.7, by: 'none', candidates: [] },
  },
} as unknown as Tools

async function route(lines: readonly string[], json: boolean): Promise<string[]> {
  const written: string[] = []
  await runRoute(
    (async function* () {
      yield* lines
    })(),
    ground,
    { json, write: (text) => written.push(text) },
  )
  return written
}

test('a line of words for each line that is not empty', async () => {
  assert.deepEqual(await route(['late?', '', '  hello '], false), [
    'get_time, 91 % sure, by classifier (get_date 4 %): late?\n',
    'no tool, 70 % sure, by none: hello\n',
  ])
})

test('what is wrong with the ground is said once, and a trigger that was ended after its line', async () => {
  const said: string[] = []
  const problems = [[], ['The trigger of `slow` was ended.']]
  const router = { ...ground.router, newProblems: () => problems.shift() ?? [] }
  await runRoute(
    (async function* () {
      yield* ['late?', 'hello', 'bye']
    })(),
    { ...ground, router, notices: ['The composite `x` is not used.'] },
    {
      json: false,
      write: (text) => said.push(text.trim().split(': ')[1] ?? ''),
      warn: (text) => said.push(text),
    },
  )
  assert.deepEqual(said, [
    'The composite `x` is not used.\n',
    'late?',
    'The trigger of `slow` was ended.\n',
    'hello',
    'bye',
  ])
})

test('an object a line with --json', async () => {
  const [first = '', second = ''] = await route(['late?', 'hello'], true)
  assert.deepEqual(JSON.parse(second), {
    text: 'hello',
    tool: null,
    confidence: 0.7,
    by: 'none',
    candidates: [],
  })
  assert.equal(JSON.parse(first).tool, 'get_time')
})

const COMPOSITE = `title: Count the harbour masters
description: Looks up the harbour master and says the time
examples:
  - who is the harbour master today and how late is it
  - harbour master and clock please
  - tell me the harbour master with the time
steps:
  - { id: time, tool: get_time, arguments: {} }
`
const SKILL =
  '---\nname: commit\ndescription: Write commit messages in our style\n---\nImperative, 60 characters.\n'
const BOATS = '---\nname: boats\ndescription: Paint red boats at night\n---\nTwo coats.\n'

test('composites and skills of the home take part as in a session, those of a workspace that nobody saw do not', async () => {
  const [home, workspace] = [temporaryFolder('route-home'), temporaryFolder('route-work')]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  write(join(home, 'composites', 'harbour_master.yaml'), COMPOSITE)
  write(join(home, 'skills', 'commit', 'SKILL.md'), SKILL)
  write(join(workspace, '.ethervox', 'composites', 'harbour_thief.yaml'), COMPOSITE)
  write(join(workspace, '.ethervox', 'skills', 'boats', 'SKILL.md'), BOATS)
  const lines = [
    'who is the harbour master today and how late is it',
    'write a commit message in our style',
    'paint the red boats at night',
  ]
  const { code, out, err } = await runProgramLines(home, lines, { workspace, args: ['route', '--json'] })
  assert.equal(code, 0, err)
  assert.match(err, /^Composites of this workspace are not used, .*`harbour_thief`/m)
  const said = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(said[0].tool, 'harbour_master')
  assert.equal(said[0].skill, undefined)
  assert.deepEqual(
    said.map(({ skill }) => skill),
    [undefined, 'commit', undefined],
  )
})
