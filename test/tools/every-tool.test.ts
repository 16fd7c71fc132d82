// Rules that every folder in tools/ keeps, whoever adds one.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { JsonObject, JsonValue } from '../../source/contracts/json.ts'
import type { FewShot } from '../../source/contracts/manifest.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { compileSchema, findSchemaFault } from '../../source/lib/json-schema.ts'
import { compileOutside } from '../../source/lib/outside-pattern.ts'
import { readToolWords, type ToolWords } from '../../source/manifest/tool-words.ts'
import { tablesOf } from './folder-tables.ts'
import { call } from './tool-context.ts'

const toolsDir = join(import.meta.dirname, '..', '..', 'tools')
const workspace = join(import.meta.dirname, '..', 'cases', 'workspace')
const tables = tablesOf(workspace)
after(() => tables.close())
const noneFiles = ['none-requests.txt', 'mistaken-requests.txt'].map((name) =>
  join(import.meta.dirname, '..', '..', 'prompts', name),
)

interface Entry {
  readonly name: string
  readonly tool: Tool
  readonly words: ToolWords
}

const entries = await Promise.all(readdirSync(toolsDir).sort().map(load))

async function load(name: string): Promise<Entry> {
  const loaded: { readonly default: Tool } = await import(pathToFileURL(join(toolsDir, name, 'tool.ts')).href)
  const config = join(toolsDir, name, 'config.yaml')
  const read = readToolWords(readFileSync(config, 'utf8'), config)
  assert.deepEqual(read.problems, [])
  assert.ok(read.words !== undefined)
  return { name, tool: loaded.default, words: read.words }
}

/** Every way to choose one accepted value per parameter. */
function combinations(accepted: Readonly<Record<string, readonly JsonValue[]>>): readonly JsonObject[] {
  return Object.entries(accepted).reduce<readonly JsonObject[]>(
    (made, [parameter, values]) =>
      made.flatMap((args) => values.map((value) => ({ ...args, [parameter]: value }))),
    [{}],
  )
}

/** What `scripts/tune-calls.ts` learns from besides; most tools have none. */
function labelledCalls(name: string): readonly FewShot[] {
  const file = join(toolsDir, name, 'calls.jsonl')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FewShot)
}

/** Two requests count as the same when only case, spaces and punctuation differ. */
function alike(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%+*/=.-]+/gu, ' ')
    .trim()
}

for (const { name, tool, words } of entries) {
  const check = compileSchema(tool.parameters)

  test(`${name} has the name of its folder, a description and a valid schema`, () => {
    assert.equal(tool.name, name)
    assert.notEqual(tool.description.trim(), '')
    assert.equal(findSchemaFault(tool.parameters), undefined)
    assert.equal(tool.parameters.type, 'object')
    for (const [parameter, schema] of Object.entries(tool.parameters.properties ?? {})) {
      assert.ok(schema.description !== undefined, parameter)
    }
  })

  test(`${name} has short words, enough examples and enough tests`, () => {
    assert.ok([...words.oneLiner].length <= 60, words.oneLiner)
    assert.notEqual(words.group, '')
    assert.ok(words.examples.length >= 30, `${words.examples.length} examples`)
    assert.ok(words.tests.length >= 8, `${words.tests.length} tests`)
    for (const wanted of ['easy', 'medium', 'hard'])
      assert.ok(
        words.tests.some(({ difficulty }) => difficulty === wanted),
        `none is ${wanted}`,
      )
    assert.ok(
      words.tests.some((one) => one.tool === null && one.tags?.includes('near-miss')),
      'none is a near miss',
    )
  })

  test(`${name} has few-shots that its schema accepts`, () => {
    for (const shot of words.fewShots) assert.deepEqual(check(shot.arguments), [], shot.user)
    const parameters = Object.keys(tool.parameters.properties ?? {})
    assert.ok(parameters.length === 0 || words.fewShots.length >= 4, `${words.fewShots.length} few-shots`)
  })

  test(`${name} has labelled calls for tuning that its schema accepts, none of them a test`, () => {
    const tests = new Set(words.tests.map(({ input }) => alike(input)))
    for (const { user, arguments: args } of labelledCalls(name)) {
      assert.deepEqual(check(args), [], user)
      assert.ok(!tests.has(alike(user)), user)
    }
  })

  test(`${name} has triggers that are complete calls and match no request of another tool`, () => {
    for (const trigger of words.triggers) {
      const captured = [...trigger.pattern.matchAll(/\(\?<(\w+)>/g)].map(([, group = '']) => [
        group,
        tool.parameters.properties?.[group]?.type === 'string' ? '1' : 1,
      ])
      // One that fixes nothing decides the tool alone: the arguments are written.
      if (trigger.arguments !== undefined || captured.length > 0)
        assert.deepEqual(
          check({ ...trigger.arguments, ...Object.fromEntries(captured) }),
          [],
          trigger.pattern,
        )
      const pattern = new RegExp(`^(?:${trigger.pattern})$`, 'iu')
      for (const other of entries) {
        if (other.name === name) continue
        const texts = [
          ...other.words.examples,
          ...other.words.tests.filter((one) => one.tool !== name).map((one) => one.input),
        ]
        for (const text of texts) assert.doesNotMatch(text.trim(), pattern, other.name)
      }
    }
  })

  test(`${name} has tests whose accepted arguments its schema accepts`, () => {
    for (const { id, tool: expected, arguments: accepted = {} } of words.tests) {
      // A near miss may say what its neighbour is called with.
      const called = entries.find((one) => one.name === expected)?.tool ?? tool
      const properties = called.parameters.properties ?? {}
      assert.ok(
        expected === null || expected === undefined || entries.some((one) => one.name === expected),
        id,
      )
      if (expected === name) {
        for (const parameter of tool.parameters.required ?? [])
          assert.ok(accepted[parameter] !== undefined, `${id}: ${parameter}`)
      }
      for (const [parameter, values] of Object.entries(accepted)) {
        const schema = properties[parameter]
        assert.ok(schema !== undefined, `${id}: ${parameter}`)
        // An empty text says that it may be left out.
        for (const value of values.filter((one) => one !== ''))
          assert.deepEqual(compileSchema(schema)(value), [], `${id}: ${value}`)
      }
    }
  })
}

for (const { name, tool, words } of entries) {
  test(`${name} says what its tests expect of it, for every accepted argument`, async () => {
    for (const { id, tool: expected, arguments: accepted = {}, contains = [] } of words.tests) {
      if (expected !== name) continue
      for (const args of combinations(accepted)) {
        const outcome = await call(tool, args, { workspace, services: { tables } })
        const text =
          outcome.type === 'said' ? `${outcome.said.sentence}\n${outcome.said.detail ?? ''}` : outcome.message
        for (const piece of contains)
          assert.ok(text.includes(piece), `${id} ${JSON.stringify(args)}: ${text}`)
      }
    }
  })
}

test('no request is an example twice, and none is both an example and a test', () => {
  const seen = new Map<string, string>()
  for (const { name, words } of entries) {
    for (const example of words.examples) {
      assert.equal(seen.get(alike(example)), undefined, `${name}: ${example}`)
      seen.set(alike(example), name)
    }
  }
  for (const { words } of entries) {
    for (const { input } of words.tests) assert.equal(seen.get(alike(input)), undefined, input)
  }
})

test('what takes the place of a deprecated tool is there, and not deprecated itself', () => {
  const standing = entries.filter(({ words }) => words.deprecated === undefined).map(({ name }) => name)
  const replaced = entries.flatMap(({ words }) => words.deprecated?.use ?? [])
  assert.deepEqual(
    replaced.filter((name) => !standing.includes(name)),
    [],
  )
})

test('test ids are unique over all tools', () => {
  const ids = entries.flatMap(({ words }) => words.tests.map((one) => one.id))
  assert.equal(new Set(ids).size, ids.length)
})

test('a few-shot is an example of its own tool alone', () => {
  const of = entries.map(({ name, words }) => ({
    name,
    fewShots: words.fewShots.map(({ user }) => alike(user)),
    examples: new Set(words.examples.map(alike)),
    tests: new Set(words.tests.map(({ input }) => alike(input))),
  }))
  for (const { name, fewShots } of of)
    for (const shot of fewShots)
      for (const other of of) {
        assert.ok(other.name === name || !other.examples.has(shot), shot)
        assert.ok(!other.tests.has(shot), shot)
      }
})

test('the requests that need no tool are many, unique, and nowhere an example or a test', () => {
  const requests = noneFiles
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
  assert.ok(requests.length >= 1000, `${requests.length}`)
  assert.equal(new Set(requests.map((request) => alike(request) || request)).size, requests.length)
  const taken = new Set(
    entries.flatMap(({ words }) => [
      ...words.examples.map(alike),
      ...words.fewShots.map((shot) => alike(shot.user)),
      ...words.tests.map((one) => alike(one.input)),
    ]),
  )
  for (const request of requests) assert.equal(taken.has(alike(request)), false, request)
  for (const { words } of entries) {
    for (const trigger of words.triggers) {
      const pattern = new RegExp(`^(?:${trigger.pattern})$`, 'iu')
      for (const request of requests) assert.doesNotMatch(request, pattern)
    }
  }
})

test('every pattern of a parameter is one that is read: a longer or broken one would be left out without a word', () => {
  const patternsIn = (value: unknown): readonly string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, one]) => {
      if (key === 'x-cues') return Object.values(one as object).filter((cue) => typeof cue === 'string')
      return typeof one === 'string' && PATTERN_KEYS.test(key) ? [one] : patternsIn(one)
    })
  }
  let count = 0
  for (const { name, tool } of entries)
    for (const pattern of patternsIn(tool.parameters)) {
      count += 1
      assert.doesNotThrow(() => compileOutside(pattern, 'iu'), `${name}: ${pattern.slice(0, 60)}`)
    }
  assert.ok(count > 50)
})

/** What docs/tools.md gives a regular expression. */
const PATTERN_KEYS =
  /^x-(?:when|named|behind|starts|without|just-said|goes-on|timed|keeps|empty|unit|difference)$/
