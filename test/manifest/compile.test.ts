import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Tool } from '../../source/contracts/tool.ts'
import { type CompileRequest, compileTools } from '../../source/manifest/compile.ts'
import { HEADER } from '../../source/manifest/layout.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { BUILT_AT, expectManifest, readAll } from './sample-tools.ts'

const CODE = `export default {
  name: 'weather_days',
  description: 'Forecast for some days',
  parameters: {
    type: 'object',
    properties: { days: { type: 'integer', minimum: 1 }, city: { type: 'string' } },
    required: ['days'],
  },
  risk: 'network',
  run: () => null,
  say: () => ({ sentence: 'Sunny.' }),
}
`
const WORDS = `one_liner: The weather of the next days
group: weather
priority: 200
examples:
  - how will the weather be
  - do I need an umbrella
few_shots:
  - user: weather for 3 days
    arguments: { days: 3 }
  - user: do I need an umbrella
    arguments: { days: 1 }
triggers:
  - pattern: weather tomorrow
    arguments: { days: 1 }
  - pattern: (show )?forecast
tests:
  - id: weather-1
    input: weather for a week in Oslo
    arguments: { days: [7], city: [Oslo, oslo] }
    contains: [Sunny]
    tags: [easy]
    difficulty: easy
  - { id: weather-2, input: hello, tool: null }
  - { id: weather-3, input: what time is it, tool: clock, arguments: { zone: [""] } }
`
let toolsDir = ''
beforeEach(() => {
  toolsDir = mkdtempSync(join(tmpdir(), 'ethervox-tools-'))
})
afterEach(() => rmSync(toolsDir, { recursive: true }))

function putTool(name: string, code: string | undefined, words: string | undefined): void {
  mkdirSync(join(toolsDir, name))
  if (code !== undefined) writeFileSync(join(toolsDir, name, 'tool.js'), code)
  if (words !== undefined) writeFileSync(join(toolsDir, name, 'config.yaml'), words)
}

function putGood(name: string): void {
  putTool(name, CODE.replace('weather_days', name), WORDS)
}

async function loadTool(folder: string): Promise<Tool> {
  const loaded: { default: Tool } = await import(pathToFileURL(join(folder, 'tool.js')).href)
  return loaded.default
}

function compile(request: Partial<CompileRequest> = {}) {
  return compileTools({ toolsDir, loadTool, builtAt: BUILT_AT, ...request })
}

/** Compiles one tool with changed files; the sentences of its problems without the file's name. */
async function problemsOf(change: { code?: [string, string]; words?: [string, string] }): Promise<string[]> {
  const changed = (text: string, [from, to]: [string, string] = ['', '']) => {
    assert.ok(text.includes(from), from)
    return text.replace(from, to)
  }
  putTool('weather_days', changed(CODE, change.code), changed(WORDS, change.words))
  const { tools, problems } = await compile()
  assert.deepEqual(tools, [])
  return problems.map(({ file, line, column, message }) => {
    const place = `\`${file}\` line ${line}, column ${column}: `
    assert.ok(message.startsWith(place), message)
    return `${file.split('/').at(-1)}:${line}:${column} ${message.slice(place.length)}`
  })
}

describe('a folder of good tools', () => {
  test('becomes a manifest with all their words', async () => {
    putGood('weather_days')
    const { bytes, tools, problems } = await compile()
    assert.deepEqual(problems, [])
    const read = readAll(expectManifest(readManifest(bytes)))
    assert.deepEqual(read, tools)
    const [{ contentHash, parameters, ...rest } = tools[0] ?? assert.fail()] = read
    assert.match(contentHash, /^[0-9a-f]{64}$/)
    assert.deepEqual(Object.keys(parameters.properties ?? {}), ['days', 'city'])
    assert.deepEqual(rest, {
      name: 'weather_days',
      oneLiner: 'The weather of the next days',
      group: 'weather',
      priority: 200,
      risk: 'network',
      description: 'Forecast for some days',
      examples: ['how will the weather be', 'do I need an umbrella'],
      fewShots: [
        { user: 'weather for 3 days', arguments: { days: 3 } },
        { user: 'do I need an umbrella', arguments: { days: 1 } },
      ],
      triggers: [{ pattern: 'weather tomorrow', arguments: { days: 1 } }, { pattern: '(show )?forecast' }],
    })
  })

  test('gives the same bytes at another time but for the build time and the footer', async () => {
    for (const name of ['weather_days', 'alarm', 'tides']) putGood(name)
    const [first, second] = [(await compile()).bytes, (await compile({ builtAt: BUILT_AT + 1 })).bytes]
    const differing = [...first.keys()].filter((offset) => first[offset] !== second[offset])
    const footerOffset = first.length - 5
    assert.equal(first.length, second.length)
    assert.ok(differing.includes(HEADER.builtAt))
    assert.ok(
      differing.every((at) => (at >= HEADER.builtAt && at < HEADER.builtAt + 8) || at > footerOffset),
      `bytes ${differing.join(', ')} differ`,
    )
    assert.equal(
      expectManifest(readManifest(first)).contentHash,
      expectManifest(readManifest(second)).contentHash,
    )
    assert.deepEqual((await compile()).bytes, first)
  })

  test('takes the standard priority, and words without examples', async () => {
    putTool('weather_days', CODE, 'one_liner: Weather\ngroup: weather\n')
    const { tools, problems } = await compile()
    assert.deepEqual(problems, [])
    assert.equal(tools[0]?.priority, 128)
    assert.deepEqual([tools[0]?.examples, tools[0]?.fewShots, tools[0]?.triggers], [[], [], []])
  })

  test('does not mind files, hidden folders and installed packages beside the tools', async () => {
    putGood('weather_days')
    writeFileSync(join(toolsDir, 'README.md'), '')
    for (const name of ['.git', 'node_modules']) mkdirSync(join(toolsDir, name))
    const { tools, problems } = await compile()
    assert.deepEqual([tools.length, problems], [1, []])
  })
})

describe('a broken tool', () => {
  test('is reported and left out, and hides no other', async () => {
    putGood('alarm')
    putGood('weather_days')
    putTool('no_code', undefined, WORDS)
    putTool('no_words', CODE.replace('weather_days', 'no_words'), undefined)
    putTool('no_syntax', 'export default {', WORDS)
    putTool('no_yaml', CODE.replace('weather_days', 'no_yaml'), 'group: [')
    const { bytes, problems } = await compile()
    const names = expectManifest(readManifest(bytes)).entries.map((entry) => entry.name)
    assert.deepEqual(names, ['alarm', 'weather_days'])
    const folders = problems.map((problem) => problem.file.slice(toolsDir.length + 1))
    assert.deepEqual(folders, [
      'no_code/tool.ts',
      'no_syntax/tool.js',
      'no_words/config.yaml',
      'no_yaml/config.yaml',
    ])
    for (const { line, column } of problems) assert.ok(line >= 1 && column >= 1)
  })

  const cases: { code?: [string, string]; words?: [string, string]; problems: string[] }[] = [
    {
      code: ["name: 'weather_days'", "name: 'wether'"],
      problems: ['tool.js:2:3 `name` must be the folder\'s name `weather_days`, not `"wether"`.'],
    },
    {
      code: ["description: 'Forecast for some days'", "description: ''"],
      problems: ['tool.js:3:3 `description` must be a sentence, not `""`.'],
    },
    {
      code: ["type: 'object',", "type: 'array',"],
      problems: ["tool.js:4:3 `parameters` must be a schema with `type: 'object'`."],
    },
    {
      code: ["risk: 'network'", "risk: 'net'"],
      problems: ['tool.js:9:3 `risk` must be one of read, write, execute, network, not `"net"`.'],
    },
    { code: ['run: () => null,', ''], problems: ['tool.js:1:1 `run` must be a function.'] },
    {
      code: ['run: () => null,', "run: () => null,\n  preview: 'a diff',\n  approvalKey: 'pth',"],
      problems: [
        'tool.js:11:3 `preview` must be a function.',
        'tool.js:12:3 `approvalKey` must be a parameter (days, city), not `"pth"`.',
      ],
    },
    { code: ['export default {', 'export default 3; ({'], problems: [] },
    {
      words: ['one_liner: The weather of the next days', `one_liner: ${'x'.repeat(81)}`],
      problems: ['config.yaml:1:12 `one_liner` must have at most 80 characters and has 81.'],
    },
    {
      words: ['priority: 200', 'priority: 256'],
      problems: ['config.yaml:3:11 `priority` must be a whole number from 0 to 255, but it is `256`.'],
    },
    {
      words: ['group: weather\n', ''],
      problems: ['config.yaml:1:1 `group` must be text, but it is missing.'],
    },
    {
      words: ['priority:', 'prioritty:'],
      problems: [
        'config.yaml:3:1 `prioritty` is not known here; the file may have one_liner, group, priority, examples, few_shots, near_shots, follow_ups, triggers, deprecated, tests.',
      ],
    },
    {
      words: ['- do I need an umbrella\nfew', '- 3\nfew'],
      problems: ['config.yaml:6:5 every one of `examples` must be text, but this is `3`.'],
    },
    {
      words: ['days: 3', 'days: 0'],
      problems: [
        'config.yaml:9:24 the few-shot does not fit `weather_days`: `days` must be at least 1, but it is `0`.',
      ],
    },
    {
      words: ['{ days: 3 }', '{}'],
      problems: [
        'config.yaml:9:16 the few-shot does not fit `weather_days`: The value needs `days`, which is missing.',
      ],
    },
    {
      words: ['    arguments: { days: 3 }\n', ''],
      problems: ['config.yaml:8:5 `arguments` must be a map of arguments, but it is missing.'],
    },
    {
      words: ['tomorrow\n    arguments: { days: 1', 'tomorrow\n    arguments: { days: one'],
      problems: [
        'config.yaml:14:24 the trigger does not fit `weather_days`: `days` must be a whole number, but it is `"one"`.',
      ],
    },
    { words: ['(show )?', '(show '], problems: ['config.yaml:15:14 `pattern` must be a regular expression'] },
    {
      words: ['days: [7]', 'day: [7]'],
      problems: ['config.yaml:19:18 `day` is no parameter of `weather_days`; it has days, city.'],
    },
    {
      words: ['days: [7]', 'days: 7'],
      problems: ['config.yaml:19:24 `days` must be a list of the accepted values, but it is `7`.'],
    },
    {
      words: ['id: weather-2', 'id: weather-1'],
      problems: ['config.yaml:23:11 `id` must be unique, but test 1 is `weather-1` too.'],
    },
    {
      words: ['tool: null', 'tool: 5'],
      problems: ["config.yaml:23:42 `tool` must be a tool's name or null, but it is `5`."],
    },
    {
      words: ['days: [7]', 'days: [.nan]'],
      problems: ['config.yaml:19:16 `arguments` must be a map of arguments'],
    },
  ]
  for (const { problems, ...change } of cases) {
    const [from, to] = change.code ?? change.words ?? []
    test(`with ${JSON.stringify(to?.slice(0, 40))} for ${JSON.stringify(from?.slice(0, 40))} is told where`, async () => {
      const found = await problemsOf(change)
      assert.ok(found.length >= Math.max(problems.length, 1), found.join('\n'))
      for (const [index, expected] of problems.entries())
        assert.ok(found[index]?.startsWith(expected), found.join('\n'))
    })
  }

  test('that throws when it is loaded is told at the line that threw', async () => {
    putTool('weather_days', `const days = 3\n\nthrow new Error('no network')\n${CODE}`, WORDS)
    const { problems } = await compile()
    assert.equal(problems.length, 1)
    assert.equal(problems[0]?.line, 3)
    assert.match(problems[0]?.message ?? '', /the tool must load, but no network\.$/)
  })

  test('with a schema that cannot be used is told why', async () => {
    const [problem] = await problemsOf({ code: ["type: 'integer'", "type: 'int'"] })
    assert.match(
      problem ?? '',
      /^tool\.js:4:3 `parameters` must be a JSON Schema\. The schema itself cannot be used: /,
    )
  })

  test('has all its problems told at once', async () => {
    const found = await problemsOf({
      code: ["risk: 'network'", "risk: 'net'"],
      words: ['group: weather', 'group: 7'],
    })
    assert.deepEqual(
      found.map((problem) => problem.split(' ')[0]),
      ['tool.js:9:3', 'config.yaml:2:8'],
    )
  })
})

test('a folder of tools that is not there is a problem, and the manifest is empty', async () => {
  const { bytes, tools, problems } = await compile({ toolsDir: join(toolsDir, 'none') })
  assert.deepEqual([tools, expectManifest(readManifest(bytes)).entries], [[], []])
  assert.match(problems[0]?.message ?? '', /the folder of tools must be readable \(ENOENT/)
})
