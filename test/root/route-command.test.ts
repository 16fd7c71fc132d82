import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runRoute } from '../../source/route-command.ts'

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
