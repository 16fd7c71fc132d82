import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findProgram } from '../../source/paths.ts'
import { parseRoles } from '../../source/roles/role-file.ts'

const FILE = 'roles.yaml'

function rolesOf(text: string) {
  const read = parseRoles(text, FILE)
  assert.ok(!('type' in read), 'message' in read ? read.message : '')
  return read
}
const messageOf = (text: string) => {
  const read = parseRoles(text, FILE)
  return 'type' in read ? read.message : undefined
}

test('a role has a title, tools, groups, a prompt on one line and its rounds', () => {
  const text =
    'clock:\n  title: The time\n  tools: [get_time]\n  groups: [files]\n  prompt: |\n    Be short.\n    Be kind.\n  max_rounds: 2\n'
  assert.deepEqual(rolesOf(text), [
    {
      name: 'clock',
      title: 'The time',
      tools: ['get_time'],
      groups: ['files'],
      prompt: 'Be short. Be kind.',
      maxRounds: 2,
    },
  ])
})

test('a role that names neither tools nor groups has none', () => {
  const [role] = rolesOf('chat:\n  title: Talk\n')
  assert.deepEqual([role?.tools, role?.groups, role?.prompt, role?.maxRounds], [[], [], undefined, undefined])
})

test('an empty file and one of comments have no roles', () => {
  assert.deepEqual(rolesOf(''), [])
  assert.deepEqual(rolesOf('# clock:\n#   title: later\n'), [])
})

const BROKEN: readonly (readonly [string, RegExp])[] = [
  ['- clock\n', /^`roles\.yaml` line 1, column 1: the file must be a map of roles by name\.$/],
  ['clock: get_time\n', /^`roles\.yaml` line 1, column 8: `clock` must be a map with title, tools, /],
  ['Clock:\n  title: x\n', /line 1, column 1: the name of a role must be lower-case .* not `Clock`\.$/],
  ['none:\n  title: x\n', /line 1, column 1: .* none of none, list; not `none`\.$/],
  ['clock:\n  tools: []\n', /line 2, column 3: `title` must be a text of at most 80 characters\.$/],
  ['clock:\n  title: x\n  tool: [a]\n', /line 3, column 3: a role has title, .* but no `tool`\.$/],
  ['clock:\n  title: x\n  tools: get_time\n', /line 3, column 10: `tools` must be a list of names, /],
  ['clock:\n  title: x\n  groups: [files, 7]\n', /line 3, column 19: `groups` must be a list of names, /],
  ['clock:\n  title: x\n  tools:\n', /line 3, .*`tools` must be a list of names, /],
  ['clock:\n  title: x\n  prompt: [a]\n', /line 3, column 11: `prompt` must be a text of at most 400 /],
  [`clock:\n  title: x\n  prompt: ${'a'.repeat(401)}\n`, /line 3, column 11: `prompt` must be a text of /],
  ...['0', '21', '2.5', 'two'].map(
    (rounds) =>
      [
        `clock:\n  title: x\n  max_rounds: ${rounds}\n`,
        /line 3, column 15: `max_rounds` must be a whole number from 1 to 20\.$/,
      ] as const,
  ),
  ['clock:\n  title: x\nclock:\n  title: y\n', /^`roles\.yaml` line 3, column 1: /],
  ['clock: {title: x\n', /^`roles\.yaml` line \d+, column \d+: /],
]

test('what is wrong is said with its place and what was expected', () => {
  for (const [text, message] of BROKEN) assert.match(messageOf(text) ?? 'nothing', message, text)
})

test('the shipped roles are well formed, and one of them has no tools', () => {
  const roles = rolesOf(readFileSync(findProgram().roles, 'utf8'))
  assert.ok(roles.length >= 3)
  assert.ok(roles.some((role) => role.tools.length + role.groups.length === 0))
})
