import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { composeSession } from '../../source/compose.ts'
import { composeDeclared, readDeclared } from '../../source/composing/declared-tools.ts'
import { type GivenTools, openGround } from '../../source/composing/ground.ts'
import { askSession } from '../../source/evaluation/measure.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

const schema = (name: string, parameter: string, description = 'Does it') => ({
  name,
  description,
  risk: 'execute',
  parameters: {
    type: 'object',
    properties: { [parameter]: { type: 'string', description: 'which' } },
    required: [parameter],
  },
})
const words = (line: string, verb: string, things: readonly string[], parameter: string) =>
  [
    `one_liner: ${line}`,
    'group: house',
    'examples:',
    ...things.flatMap((thing) => [`  - ${verb} the ${thing}`, `  - please ${verb} my ${thing} now`]),
    'few_shots:',
    `  - user: ${verb} the attic`,
    `    arguments: { ${parameter}: attic }`,
    'tests:',
    `  - { id: ${verb}-1, input: ${verb} the cellar, arguments: { ${parameter}: [cellar] } }`,
  ].join('\n')
const NONE = ['how are you', 'write me a poem', 'what is love', 'who was Goethe', 'tell me a joke', 'thanks']

/** Two tools in a folder, and a program that has none of its own. */
function prepare() {
  const root = temporaryFolder('declared')
  const dir = join(root, 'declared')
  for (const [name, parameter, verb] of [
    ['lamp_switch', 'lamp', 'illuminate'],
    ['floor_clean', 'room', 'vacuum'],
  ] as const) {
    mkdirSync(join(dir, name), { recursive: true })
    writeFileSync(join(dir, name, 'schema.json'), JSON.stringify(schema(name, parameter)))
    writeFileSync(
      join(dir, name, 'config.yaml'),
      words(`To ${verb}`, verb, ['kitchen', 'hall', 'porch', 'bathroom'], parameter),
    )
  }
  writeFileSync(join(dir, 'none-requests.txt'), `# none\n${NONE.join('\n')}\n`)
  mkdirSync(join(root, 'tools'))
  const program = {
    ...findProgram(),
    toolsDir: join(root, 'tools'),
    noneRequests: join(root, 'absent.txt'),
    mistakenRequests: join(root, 'absent.txt'),
  }
  return { root, dir, program, home: homePaths(join(root, 'home'), {}) }
}

describe('declared tools of a folder', () => {
  const { dir, program, home } = prepare()
  const said: string[] = []
  let tools: GivenTools
  before(async () => {
    tools = await composeDeclared(program, home, [dir], (text) => said.push(text))
  })

  test('are routed to by their examples, and the requests that need none are learned', () => {
    const ground = openGround({ program, home, systemText: 'x', modelId: () => '', tools: () => tools })
    assert.equal(ground.level, 2)
    assert.deepEqual(
      ground.tools.enabled.map((entry) => [entry.name, entry.risk]),
      [
        ['floor_clean', 'execute'],
        ['lamp_switch', 'execute'],
      ],
    )
    const allowed = new Set(['floor_clean', 'lamp_switch'])
    assert.equal(ground.router.route('please vacuum the hall', allowed).tool, 'floor_clean')
    assert.equal(ground.router.route('write me a poem', allowed).tool, null)
  })

  test('leave the tools of the home as they are, and are trained on once', async () => {
    assert.ok(!existsSync(home.manifest))
    assert.equal(readdirSync(home.tools).length, 1)
    assert.equal(said.length, 1)
    await composeDeclared(program, home, [dir], (text) => said.push(text))
    assert.equal(said.length, 1)
  })

  test('are called whatever their risk, and say that nothing was done', async () => {
    const message = 'please illuminate the hall'
    const engine = createFakeEngine({ calls: { [message]: '{"lamp": "hall"}' } })
    const session = await composeSession({
      program,
      home,
      workspace: realpathSync(WORKSPACE),
      interactive: false,
      flags: { answers: 'tool' },
      clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
      tools: () => tools,
      engine: async () => ({ type: 'ready', engine, answers: 'tool' }),
    })
    session.start()
    await session.settled()
    const events = await askSession(session, message)
    await session.close()
    const called = events.find((event) => event.type === 'tool.called')
    assert.deepEqual([called?.name, called?.arguments], ['lamp_switch', { lamp: 'hall' }])
    assert.equal(
      events.find((event) => event.type === 'answer')?.text,
      'lamp_switch was called with lamp="hall"; it is declared only, so nothing was done.',
    )
  })
})

describe('what cannot be declared', () => {
  test('is told with file and line', async () => {
    const { dir } = prepare()
    writeFileSync(join(dir, 'floor_clean', 'schema.json'), '{\n  "name": "floor_cleaner"\n}')
    await assert.rejects(
      readDeclared([dir]),
      /schema\.json` line 2, column 3: `name` must be the folder's name/,
    )
    writeFileSync(join(dir, 'floor_clean', 'schema.json'), '[]')
    await assert.rejects(readDeclared([dir]), /holds no JSON object/)
    await assert.rejects(readDeclared([join(dir, 'nowhere')]), /There is no `.*nowhere`/)
  })

  test('a tool that is declared twice is refused', async () => {
    const { dir, program, home } = prepare()
    await assert.rejects(
      composeDeclared(program, home, [dir, dir], () => {}),
      /is declared twice/,
    )
  })
})

describe('a catalogue', () => {
  const write = (...lines: readonly unknown[]) => {
    const path = join(temporaryFolder('catalogue'), 'tools.jsonl')
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
    return path
  }
  const inputSchema = { properties: { q: { type: 'string' } } }

  test('gives its tools legal, unique names and a short line, and no examples', async () => {
    const { tools } = await readDeclared([
      write(
        { server: 'My Shop', name: 'find-item', description: 'Finds it. And more of that.', inputSchema },
        { server: 'my-shop', name: 'find.item', description: '', inputSchema },
        { server: '12306', name: '查询', description: `${'long '.repeat(40)}`, inputSchema },
      ),
    ])
    assert.deepEqual(
      tools.map((tool) => [tool.name, tool.oneLiner]),
      [
        ['my_shop_find_item', 'Finds it'],
        ['my_shop_find_item_2', 'find.item'],
        ['tool_12306', `${'long '.repeat(15).trim()}…`],
      ],
    )
    assert.ok(tools.every((tool) => tool.examples.length === 0 && tool.parameters.type === 'object'))
  })

  test('names the line that is none', async () => {
    await assert.rejects(
      readDeclared([write({ server: 's', name: 'a', inputSchema }, { name: 'b' })]),
      /tools\.jsonl` line 2: a tool must have/,
    )
    await assert.rejects(
      readDeclared([write({ server: 's', name: 'a', inputSchema: { type: 'object', required: 3 } })]),
      /line 1: the schema of `a` cannot be used/,
    )
  })

  test('is found by its words', async () => {
    const { program, home, dir } = prepare()
    const path = write({
      server: 'shop',
      name: 'find',
      description: 'Search offers of used bicycles',
      inputSchema,
    })
    const tools = await composeDeclared(program, home, [dir, path], () => {})
    const ground = openGround({ program, home, systemText: 'x', modelId: () => '', tools: () => tools })
    assert.ok(ground.tools.has('shop_find'))
    // Eight examples make the classifier of the other two too eager.
    const { tool, by } = ground.router.route('search offers of used bicycles', new Set(['shop_find']))
    assert.deepEqual([tool, by], ['shop_find', 'words'])
  })
})
