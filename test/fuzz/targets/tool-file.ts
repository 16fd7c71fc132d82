// Markdown tools: what `ethervox tool check` does with a file, and what a call of a file without faults is made of.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../source/contracts/json.ts'
import { ToolFailure } from '../../../source/contracts/tool.ts'
import { compileSchema } from '../../../source/lib/json-schema.ts'
import { questionOf } from '../../../source/plugins/prompt-block.ts'
import { fillRequest } from '../../../source/plugins/request-template.ts'
import { parseToolFile, type ToolFile } from '../../../source/plugins/tool-file.ts'
import { saidOf, toolOfFile } from '../../../source/plugins/tool-of-file.ts'
import { parsed } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import type { Target } from '../target.ts'

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../docs/examples/celsius.md'), 'utf8')
const HEAD = '---\nname: celsius\ntitle: A tool\ndescription: Does it\ngroup: own\n'
const PARAMETERS = `parameters:
  - { name: city, type: string, description: a city, default: Rome, pattern: '^[A-Z]' }
  - { name: days, type: integer, description: how long, min: 1, max: 7, default: 3 }
  - { name: units, type: string, description: units, enum: [metric, imperial] }
  - { name: more, type: array, description: more of it, items: { type: object }, required: false }
`
const SEEDS = [
  EXAMPLE,
  `${HEAD}risk: network\n${PARAMETERS}---\nA forecast.\n\n\`\`\`http\nGET https://example.org/{{city}}?days={{days}}&u={{units}}\nAccept: application/json\n\`\`\`\n`,
  `${HEAD}${PARAMETERS}few_shots:\n  - user: to Rome\n    arguments: { city: Rome, units: metric }\n---\n\`\`\`http\nPOST https://example.org/a\n\n{"city": {{city}}, "days": {{days}}}\n\`\`\`\n`,
  `${HEAD}${PARAMETERS}triggers:\n  - { pattern: 'weather in (?<city>\\w+)', arguments: { units: metric } }\n---\n\`\`\`sh\necho "$ARG_CITY" \${ARG_DAYS}\n\`\`\`\n`,
  `${HEAD}deprecated: { since: '1.2', use: other }\nmodel_examples: [one, two]\nversion: 1.2.3\npriority: 200\n${PARAMETERS}---\n\`\`\`prompt\nSay {{city}} in {{units}}.\n\`\`\`\n`,
  `${HEAD}x: &a [1, 2]\ny: *a\nexamples: [a, "b", 'c', 1, null, ~, 2020-01-01, !!str x]\ntitle: |\n  two\n  lines\n---\n\`\`\`js\nreturn 1\n\`\`\`\n`,
]
const WORDS = [
  ...[
    'name: ',
    'title: ',
    'description: ',
    'group: ',
    'risk: ',
    'parameters:',
    'examples:',
    'few_shots:',
    'triggers:',
    'tests:',
    'deprecated:',
  ],
  ...[
    'type: ',
    'string',
    'integer',
    'array',
    'object',
    'enum: ',
    'default: ',
    'pattern: ',
    'items: ',
    'min: ',
    'max: ',
    'required: true',
    'from: message',
    'ask: ',
  ],
  ...[
    '&a ',
    '*a',
    '<<: *a',
    '!!binary ',
    '!!str ',
    '!<x> ',
    '? ',
    '| ',
    '>-\n',
    '%YAML 1.1\n',
    '--- ',
    '...',
    '# ',
    '{',
    '}',
    '[',
    ']',
    ', ',
    ': ',
    "''",
    '"\\x41"',
  ],
  ...[
    '```js',
    '```sh',
    '```http',
    '```prompt',
    'GET https://',
    'POST ',
    'Accept: ',
    '{{city}}',
    '{{',
    '}}',
    'args.city',
    '$ARG_CITY',
    'FILL IN',
    '(?<city>',
    '(?<__proto__>',
    '[^',
    '\\u{',
    '$ref: "#"',
    "'x-from': message",
  ],
]

export async function open(): Promise<Target> {
  const text = mutateText(WORDS)
  return {
    seeds: SEEDS.map((seed) => Buffer.from(seed)),
    mutators: [text],
    // As long as a file of a tool may be.
    mostBytes: 100_000,
    run(input) {
      const read = parseToolFile(input.toString('utf8'), 'celsius.md', 'celsius')
      if ('compiled' in read) return tryIt(read)
      assert.ok(read.length > 0)
      for (const { line, column, message } of read) {
        assert.ok(line >= 1 && column >= 1, message)
        assert.ok(message.startsWith(`\`celsius.md\` line ${line}, column ${column}: `), message)
      }
    },
  }
}

function isRefused(fill: () => unknown): boolean {
  try {
    fill()
    return false
  } catch (error) {
    if (error instanceof ToolFailure) return true
    throw error
  }
}

/** What comes of a call before anything outside is asked. */
function tryIt(file: ToolFile): void {
  const { compiled, kind, code, tests, defaults } = file
  const tool = toolOfFile(file, 'none')
  const check = compileSchema(compiled.parameters)
  for (const args of [{}, ...tests.map((test) => test.arguments)] as readonly JsonObject[]) {
    check(args)
    const full = { ...defaults, ...args }
    // Some value of its tests leads to another path, and nothing is sent.
    if (kind === 'http' && isRefused(() => fillRequest(code, full))) continue
    if (kind !== 'js') assert.equal(typeof tool.preview?.(full, undefined as never), 'string')
    if (kind === 'prompt') questionOf({ name: compiled.name, template: code }, full)
    if (kind === 'http') {
      const { address, body } = fillRequest(code, full)
      assert.ok(URL.canParse(address), 'an address that is none passes the check')
      if (body !== undefined)
        assert.notEqual(parsed(body), undefined, 'a body that is no JSON passes the check')
    }
  }
  saidOf(file, { sentence: 'x', detail: compiled.description })
}
