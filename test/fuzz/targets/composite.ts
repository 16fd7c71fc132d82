// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// Composites: the YAML of a file, what fits it to the tools that there are, and runs of its tests and of all its steps.
import assert from 'node:assert/strict'
import { type Composite, parseComposite } from '../../../source/composites/composite-file.ts'
import { toolOfComposite } from '../../../source/composites/composite-tool.ts'
import { runComposite } from '../../../source/composites/run-composite.ts'
import { testComposite } from '../../../source/composites/test-composite.ts'
import type { JsonObject, JsonSchema } from '../../../source/contracts/json.ts'
import { ToolFailure } from '../../../source/contracts/tool.ts'
import { mutateText } from '../mutate-text.ts'
import type { Target } from '../target.ts'

const SEEDS = [
  `title: Two steps
description: Does two things
parameters:
  path: { type: string, description: a file, from: message }
  deep: { type: integer, description: how deep, default: 2, minimum: 0 }
examples:
  - do both with a.txt
steps:
  - id: read
    tool: look
    arguments: { path: "\${args.path}", deep: "\${args.deep}" }
  - id: keep
    tool: put
    when: read.count > 1 and not (read.text == "" or read.list[0].name == null)
    arguments: { text: "It says \${read.text} and $\${this}." }
    on_error: continue
    fallback: { tool: look, arguments: { path: "\${error.read}" } }
    undo: { tool: put, arguments: { text: "\${keep.text}" } }
say: Kept \${read.text}, done \${done.keep}, said \${said.read}.
tests:
  - arguments: { path: a.txt }
    results: { read: { count: 2, text: hello, list: [{ name: x }] } }
    failures: { keep: the disk is full }
    calls: [{ tool: look, arguments: { path: a.txt, deep: 2 } }]
    contains: [hello]
`,
  `title: Side by side
description: Looks at two at once
group: own
priority: 200
steps:
  - parallel:
      - { id: one, tool: look, arguments: { path: a } }
      - { id: two, tool: look, arguments: { path: b }, when: "args.x >= 1.5" }
  - { id: three, tool: put, arguments: { text: ["\${one.text}", { a: "\${two}" }] } }
tests:
  - { arguments: {}, fails: step_failed, failures: { one: no } }
`,
]
const WORDS = [
  ...[
    'parameters:',
    'steps:',
    'parallel:',
    'id: ',
    'tool: ',
    'arguments: ',
    'when: ',
    'on_error: ',
    'fallback: ',
    'undo: ',
    'say: ',
    'tests:',
    'results: ',
    'failures: ',
    'calls: ',
  ],
  ...[
    '${args.path}',
    '${read.text}',
    '${',
    '}',
    '$${',
    '${__proto__}',
    '${read.__proto__.x}',
    '${done}',
    '${error.read}',
    'read',
    'keep',
    'look',
    'put',
    'args',
    'done',
  ],
  ...[
    ' and ',
    ' or ',
    ' not ',
    ' == ',
    ' != ',
    ' < ',
    '(',
    ')',
    '[0]',
    'null',
    'true',
    '"x"',
    '&a ',
    '*a',
    '<<: *a',
    '? ',
    '!!binary ',
    '{',
    '[',
    ': ',
    '- ',
    'enum: [1]',
    'pattern: "("',
    'default: ',
    'items: {}',
  ],
]
const LOOK = {
  risk: 'read',
  detail: detailOf({ path: { type: 'string' }, deep: { type: 'integer' } }),
} as const
const PUT = { risk: 'write', detail: detailOf({ text: {} }) } as const

export async function open(): Promise<Target> {
  const text = mutateText(WORDS)
  return {
    seeds: SEEDS.map((seed) => Buffer.from(seed)),
    mutators: [text],
    mostBytes: 60_000,
    async run(input) {
      const read = parseComposite(input.toString('utf8'), 'c.yaml', 'both')
      if ('groups' in read) return tryIt(read)
      for (const { line, column, message } of read) assert.ok(line >= 1 && column >= 1 && message !== '')
    },
  }
}

async function tryIt(composite: Composite): Promise<void> {
  const tools: { readonly [name: string]: typeof LOOK | typeof PUT } = { look: LOOK, put: PUT }
  const made = toolOfComposite(composite, (name) => (Object.hasOwn(tools, name) ? tools[name] : undefined))
  if (!('compiled' in made)) assert.ok(made.length > 0)
  for (const test of composite.tests) await testComposite(composite, test)
  for (const isWell of [true, false]) {
    const run = async (step: string, tool: string, args: JsonObject) =>
      isWell
        ? { ok: true, result: { count: 2, text: step, list: [args] }, said: { sentence: tool } }
        : { ok: false, error: { code: 'failed', message: 'no' }, said: { sentence: 'no' } }
    try {
      await runComposite(composite, { path: 'a', ...composite.defaults }, { run })
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
    }
  }
}

function detailOf(properties: { readonly [name: string]: JsonSchema }) {
  const parameters = { type: 'object', properties, additionalProperties: false } as const
  return { description: '', parameters, examples: [], fewShots: [], triggers: [] } as const
}
