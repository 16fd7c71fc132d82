// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// The file of a composite: every fault has its line and column.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseComposite } from '../../source/composites/composite-file.ts'

const HEAD = 'title: Two steps\ndescription: Does two things\n'
const PARAMETERS = 'parameters:\n  path: { type: string, description: a file, from: message }\n'
const STEPS = `steps:
  - id: read
    tool: look
    arguments: { path: "\${args.path}" }
  - id: keep
    tool: put
    when: read.count > 1
    arguments: { text: "\${read.text}" }
`

function faults(text: string): readonly string[] {
  const read = parseComposite(text, 'c.yaml', 'c')
  return 'groups' in read ? [] : read.map(({ message }) => message)
}

test('a file without faults gives its steps, parameters and defaults', () => {
  const text = `${HEAD}${PARAMETERS}  deep: { type: integer, description: how deep, default: 2 }\n${STEPS}`
  const read = parseComposite(text, 'c.yaml', 'c')
  assert.ok('groups' in read)
  assert.deepEqual(
    read.groups.map((group) => group.map(({ id }) => id)),
    [['read'], ['keep']],
  )
  assert.deepEqual(read.parameters.required, ['path'])
  assert.equal(read.parameters.properties?.path?.['x-from'], 'message')
  assert.deepEqual(read.defaults, { deep: 2 })
})

test('a version is read as that of any tool', () => {
  const read = parseComposite(`${HEAD}version: "1.2"\n${PARAMETERS}${STEPS}`, 'c.yaml', 'c')
  assert.ok('groups' in read)
  assert.equal(read.version, '1.2.0')
})

test('each fault is said with its line and column', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['title: [', /line 1, column \d+/],
    ['- a', /line 1, column 1: .*object/],
    ['', /column 1/],
    [
      `${HEAD}version: 1.2\n${PARAMETERS}${STEPS}`,
      /line 3, column 10: `version` .* in quotes, not the number `1.2`/,
    ],
    [`${HEAD}version: new\n${PARAMETERS}${STEPS}`, /line 3, column 10: `version` .* not `new`/],
    [`${HEAD}steps: []`, /line 3, column 8/],
    [`${HEAD}${STEPS}`, /line 6, column 16: `args.path` names no parameter/],
    [
      `${HEAD}${PARAMETERS}${STEPS.replace('read.count', 'keep.count')}`,
      /line 11, column 11: `keep.count` names no step/,
    ],
    [
      `${HEAD}${PARAMETERS}${STEPS.replace('read.count > 1', 'read.count >')}`,
      /line 11, .*character 13: a value is missing/,
    ],
    [
      `${HEAD}${PARAMETERS}${STEPS.replace('id: keep', 'id: read')}`,
      /line 9, column 9: there are two steps `read`/,
    ],
    [`${HEAD}${PARAMETERS}${STEPS.replace('id: keep', 'id: args')}`, /cannot be the id of a step/],
    [`${HEAD}${PARAMETERS}${STEPS.replace('tool: put', 'tol: put')}`, /tol|tool/],
    [
      `${HEAD}${PARAMETERS}${STEPS}say: "\${done.nothing}"`,
      /line 13, column 6: `done.nothing` names no step/,
    ],
    [`${HEAD}${PARAMETERS}${STEPS}tests:\n  - arguments: {}`, /the test does not fit/],
    [
      `${HEAD}${PARAMETERS}${STEPS}tests:\n  - arguments: {path: a}\n    results: {other: 1}`,
      /line 15, column 15: there is no step `other`/,
    ],
    [
      `${HEAD}parameters:\n  n: { type: integer, description: n, default: x }\n${STEPS.replace('args.path', 'args.n')}`,
      /line 4, .*default of `n` does not fit/,
    ],
    [
      `${HEAD}parameters:\n  n: { type: string, description: n, pattern: "(" }\n${STEPS.replace('args.path', 'args.n')}`,
      /`n` cannot be used/,
    ],
  ]
  for (const [text, wanted] of cases) {
    const said = faults(text)
    assert.ok(said.length > 0, text)
    assert.match(said.join('\n'), wanted, text)
  }
})

test('steps side by side do not see each other', () => {
  const text = `${HEAD}steps:
  - parallel:
      - { id: a, tool: look }
      - { id: b, tool: look, arguments: { path: "\${a.path}" } }
`
  assert.match(faults(text).join(), /`a.path` names no step that stands before it/)
  assert.deepEqual(faults(text.replace('${a.path}', 'x')), [])
})

test('no prefix and no damaged byte of a file makes it throw', () => {
  const text = `${HEAD}${PARAMETERS}${STEPS}`
  for (let at = 0; at < text.length; at += 3) {
    faults(text.slice(0, at))
    faults(`${text.slice(0, at)}\u0000${text.slice(at + 1)}`)
    faults(`${text.slice(0, at)}: [${text.slice(at + 1)}`)
  }
})
